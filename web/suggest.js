// Names of players while somebody types one: the browser's own list below the field.

/** How long somebody pauses before the server is asked, in milliseconds. */
const PAUSE = 200;

const names = document.createElement('datalist');
names.id = 'player-names';
document.body.append(names);

let timer = 0;
let asked = '';

/** @param {HTMLInputElement} field */
export function suggestFor(field) {
  const wait = () => {
    clearTimeout(timer);
    timer = window.setTimeout(() => suggest(field.value.trim()), PAUSE);
  };
  field.addEventListener('input', wait);
  // Something may have been typed before this script arrived.
  wait();
}

/** @param {string} text */
async function suggest(text) {
  asked = text;
  if (!text) return names.replaceChildren();
  const answer = await fetch(`/api/users?${new URLSearchParams({ name: text })}`).catch(() => null);
  // Somebody went on typing, or asks too often.
  if (!answer?.ok || asked !== text) return;
  const { users } = await answer.json();
  names.replaceChildren(...users.map((/** @type {{ name: string }} */ { name }) => new Option(name, name)));
}

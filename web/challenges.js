// Challenges to the reader, on every page: the server draws them, the socket of the page says when there are others.

import { Socket } from './socket.js';
import { play } from './sounds.js';

const place = /** @type {HTMLElement} */ (document.getElementById('challenges'));

/** The games of the challenges that are shown. */
const shown = () => [...place.querySelectorAll('.challenge[data-game]')].map((one) => /** @type {HTMLElement} */ (one).dataset.game ?? '');

/** The page of a game shows its own challenge. */
function tidy() {
  for (const game of shown()) if (location.pathname === `/game/${game}`) place.querySelector(`[data-game="${game}"]`)?.remove();
}

/** The games that the reader has proposed. @type {string[]} */
let proposed = [];

/** The server says which challenges wait. @param {Record<'incoming' | 'outgoing', { game: string }[]>} message */
export async function hear({ incoming, outgoing }) {
  const answered = proposed.find((game) => !outgoing.some((one) => one.game === game) && location.pathname !== `/game/${game}`);
  proposed = outgoing.map(({ game }) => game);
  const games = incoming.map(({ game }) => game).filter((game) => location.pathname !== `/game/${game}`);
  const before = shown();
  if (!answered && games.length === before.length && games.every((game) => before.includes(game))) return;
  const answer = await fetch(`/challenges${answered ? `?answered=${answered}` : ''}`).catch(() => null);
  if (!answer?.ok) return;
  place.innerHTML = await answer.text();
  tidy();
  if (place.querySelector('.answer') || games.some((game) => !before.includes(game))) play('turn');
}

/** Listens on a page that has no other connection. */
export function connect() {
  const line = new Socket(() => '/api/me/socket?only=challenges', () => {});
  line.on('challenges', hear);
  line.begin();
}

// Whoever declines stays on the page.
place.addEventListener('submit', async (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  const challenge = /** @type {HTMLElement | null} */ (form.closest('.challenge'));
  if (!form.matches('.decline') || !challenge) return;
  event.preventDefault();
  const reason = new FormData(form).get('reason') || undefined;
  const body = JSON.stringify({ do: 'decline', what: 'challenge', reason });
  const answer = await fetch(`/api/games/${challenge.dataset.game}/actions`, { method: 'POST', body }).catch(() => null);
  // Somebody who has no connection may try again; a challenge that is gone is gone.
  if (answer) challenge.remove();
});

place.addEventListener('click', (event) => {
  const button = /** @type {HTMLElement} */ (event.target).closest('[data-close]');
  button?.closest('.challenge')?.remove();
});

tidy();

// Challenges to the reader, on every page: the server draws them, the socket of the page says when there are others.

import { pause } from './later.js';
import { keepProposals, proposals } from './proposals.js';
import { Socket } from './socket.js';
import { play } from './sounds.js';

const place = /** @type {HTMLElement} */ (document.getElementById('challenges'));

/** The games of the challenges that are shown. */
const shown = () => [...place.querySelectorAll('.challenge[data-game]')].map((one) => /** @type {HTMLElement} */ (one).dataset.game ?? '');

/** The page of a game shows its own challenge. */
function tidy() {
  for (const game of shown()) if (isHere(game)) place.querySelector(`[data-game="${game}"]`)?.remove();
}

/** Whether this is the page of a game, which shows the answer itself. @param {string} game */
const isHere = (game) => location.pathname === `/game/${game}`;

/** The longest wait before the server is asked again for what it has announced, in milliseconds. */
const LATE = 16_000;

/** Messages are handled one after the other, and one that is out of date is not tried again. */
let latest = 0;
let turn = Promise.resolve();

/**
 * The server says which challenges wait: at the start of every connection, and when one was sent or answered.
 * @param {Record<'incoming' | 'outgoing', { game: string }[]>} message
 */
export function hear(message) {
  const number = (latest += 1);
  turn = turn.then(() => take(message, number));
  return turn;
}

/** @param {Record<'incoming' | 'outgoing', { game: string }[]>} message @param {number} number */
async function take({ incoming, outgoing }, number) {
  const waiting = outgoing.map(({ game }) => game);
  const answered = proposals().filter((game) => !waiting.includes(game) && !isHere(game));
  keepProposals([...waiting, ...answered]);
  const games = incoming.map(({ game }) => game).filter((game) => !isHere(game));
  const before = shown();
  if (!answered.length && games.length === before.length && games.every((game) => before.includes(game))) return;
  const answer = await ask(answered, number);
  if (!answer) return;
  keepProposals(proposals().filter((game) => !answered.includes(game)));
  // What was answered before stays until the reader closes it.
  const old = [...place.querySelectorAll('.answer')];
  place.innerHTML = answer;
  const isAnswered = place.querySelector('.answer');
  place.prepend(...old);
  tidy();
  if (isAnswered || games.some((game) => !before.includes(game))) play('turn');
}

/** The challenges as the server draws them, and the answers to these. @param {string[]} answered @param {number} number */
async function ask(answered, number) {
  for (let wait = 1000; ; wait *= 2) {
    const answer = await fetch(`/challenges${answered.length ? `?answered=${answered.join()}` : ''}`).catch(() => null);
    if (answer?.ok) return answer.text();
    if (wait > LATE || number !== latest) return null;
    await pause(wait);
  }
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

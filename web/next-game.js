// Whoever has finished a game of a tournament is led to the next one as soon as it begins.

import { Socket } from './socket.js';
import { play } from './sounds.js';

/** @param {string} tournament @param {string} finished  the game on this page */
export function follow(tournament, finished) {
  const line = new Socket(() => `/api/tournaments/${tournament}/socket`, () => {});
  line.on('tournament', ({ game }) => {
    if (!game || game === finished) return;
    play('turn');
    location.assign(`/game/${game}`);
  });
  line.begin();
}

// The reader's own challenges that wait for an answer, kept for the next page: the answer may come between two pages, or while there is no connection.

import { recallValue, remember } from './storage.js';

const PLACE = 'sumito-proposed';

/** Their games. @returns {string[]} */
export const proposals = () => recallValue(PLACE) ?? [];

/** @param {string[]} games */
export function keepProposals(games) {
  if (games.join() !== proposals().join()) remember(PLACE, JSON.stringify(games));
}

/** The page of a challenge knows it before the connection is open. @param {string} game */
export function propose(game) {
  keepProposals([...new Set([...proposals(), game])]);
}

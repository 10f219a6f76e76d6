// Tries at puzzles: told to the server, and kept in this browser as well, so that nothing is lost without a connection. What could not be
// sent is sent by the next page of puzzles.

import { deliver } from './delivery.js';
import { account } from './reader.js';
import { alone, recallValue, remember } from './storage.js';

/**
 * @typedef {object} Told  what the server says to a try
 * @property {boolean} solved
 * @property {boolean} first       it was the first try, which counts
 * @property {number} rating
 * @property {boolean} provisional
 * @property {number | null} change
 * @property {number} run
 * @property {number} days
 *
 * @typedef {{ at: number, first: boolean, solved: number | null }} Kept  when it was tried first, whether that solved it, when it was solved
 * @typedef {{ puzzle: string, moves: string[], account?: string }} Waiting  a try that the server has not got yet, and whose it is
 */

const PLACE = account ? `sumito-puzzles-${account}` : 'sumito-puzzles';
const WAITING = 'sumito-puzzles-waiting';
const DAY = 86_400_000;

/** @template T @param {string} place @param {T} otherwise @returns {T} */
function read(place, otherwise) {
  return recallValue(place) ?? otherwise;
}

/** @param {string} place @param {unknown} value */
const write = (place, value) => remember(place, JSON.stringify(value));

/** Whether this reader has tried a puzzle before: then nothing counts any more. @param {string} puzzle */
export const isTried = (puzzle) => puzzle in /** @type {Record<string, Kept>} */ (read(PLACE, {}));

/**
 * A try that has ended: the solver's moves, or none if the solution was wanted.
 * @param {string} puzzle @param {string[]} moves @param {boolean} solved
 * @returns {Promise<import('./delivery.js').Delivery<Told>>}
 */
export async function tell(puzzle, moves, solved) {
  const kept = /** @type {Record<string, Kept>} */ (read(PLACE, {}));
  const before = kept[puzzle];
  kept[puzzle] = { at: before?.at ?? Date.now(), first: before?.first ?? solved, solved: before?.solved ?? (solved ? Date.now() : null) };
  write(PLACE, kept);
  const told = await send({ puzzle, moves });
  if (told === 'later') write(WAITING, [...waiting(), { puzzle, moves, account }]);
  return told;
}

/** @param {Waiting} one @returns {Promise<import('./delivery.js').Delivery<Told>>} */
const send = ({ puzzle, moves }) => deliver('POST', `/api/puzzles/${puzzle}/attempts`, { moves });

const waiting = () => read(WAITING, /** @type {Waiting[]} */ ([]));

/** Sends what could not be sent before, in the order in which it was tried. What belongs to another account waits for it. */
export async function sendWaiting() {
  const ours = (/** @type {Waiting} */ one) => !one.account || one.account === account;
  await alone(WAITING, async () => {
    for (let first = waiting().find(ours); first && (await send(first)) !== 'later'; first = waiting().find(ours)) {
      // Another try may have come to wait meanwhile: only this one is taken off.
      const sent = JSON.stringify(first);
      const list = waiting();
      list.splice(list.findIndex((one) => JSON.stringify(one) === sent), 1);
      write(WAITING, list);
    }
  });
}

/** What this browser knows of the reader's progress. */
export function progress() {
  const kept = Object.values(/** @type {Record<string, Kept>} */ (read(PLACE, {}))).sort((a, b) => a.at - b.at);
  let [run, best] = [0, 0];
  for (const { first } of kept) {
    run = first ? run + 1 : 0;
    best = Math.max(best, run);
  }
  const solvedOn = new Set(kept.flatMap(({ solved }) => (solved ? [Math.floor(solved / DAY)] : [])));
  const today = Math.floor(Date.now() / DAY);
  let days = 0;
  while (solvedOn.has((solvedOn.has(today) ? today : today - 1) - days)) days += 1;
  return { tried: kept.length, solved: kept.filter(({ first }) => first).length, run, best, days };
}

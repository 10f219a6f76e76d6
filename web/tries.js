// Attempts at puzzles: sent to the server, and saved in this browser as well, so that nothing is lost offline. What could not be
// sent now is sent by the next puzzle page.

import { deliver } from './delivery.js';
import { account } from './reader.js';
import { alone, recallValue, remember } from './storage.js';

/**
 * @typedef {object} AttemptResult  what the server says to a try
 * @property {boolean} solved
 * @property {boolean} first       it was the first try, which counts
 * @property {number | null} rating  nothing before the fifth puzzle
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

/** Whether this reader has tried a puzzle before; further attempts are not rated. @param {string} puzzle */
export const isTried = (puzzle) => puzzle in /** @type {Record<string, Kept>} */ (read(PLACE, {}));

/**
 * A finished attempt: the reader's moves, or none if they asked for the solution.
 * @param {string} puzzle @param {string[]} moves @param {boolean} solved
 * @returns {Promise<import('./delivery.js').Delivery<AttemptResult>>}
 */
export async function tell(puzzle, moves, solved) {
  const kept = /** @type {Record<string, Kept>} */ (read(PLACE, {}));
  const before = kept[puzzle];
  kept[puzzle] = { at: before?.at ?? Date.now(), first: before?.first ?? solved, solved: before?.solved ?? (solved ? Date.now() : null) };
  write(PLACE, kept);
  const delivery = await send({ puzzle, moves });
  if (delivery === 'later') write(WAITING, [...waiting(), { puzzle, moves, account }]);
  return delivery;
}

/** @param {Waiting} one @returns {Promise<import('./delivery.js').Delivery<AttemptResult>>} */
const send = ({ puzzle, moves }) => deliver('POST', `/api/puzzles/${puzzle}/attempts`, { moves });

const waiting = () => read(WAITING, /** @type {Waiting[]} */ ([]));

/** Sends attempts that could not be sent before, in their order. Those of another account wait until it signs in. */
export async function sendWaiting() {
  const ours = (/** @type {Waiting} */ one) => !one.account || one.account === account;
  await alone(WAITING, async () => {
    for (let first = waiting().find(ours); first && (await send(first)) !== 'later'; first = waiting().find(ours)) {
      // Remove only this attempt, since another one may have been added in the meantime.
      const sent = JSON.stringify(first);
      const list = waiting();
      list.splice(list.findIndex((one) => JSON.stringify(one) === sent), 1);
      write(WAITING, list);
    }
  });
}

/** The reader's progress, as saved in this browser. */
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

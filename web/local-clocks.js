// Clocks that no server runs, of a party at one screen and of the tournament clock: how much time each seat has, and what it has after a move. While the page is closed, time stands still.

/**
 * @typedef {import('./board.js').Seat} Seat
 * @typedef {import('./clock.js').Left} Left
 */

import { after } from './clock.js';

const SECOND = 1000;

/** A time control in its text form: `600`, `300+3`, `360d2`, `300b2`, `600/3x30`. @param {string} control */
function read(control) {
  const [, main, sign, first, second] = /^(\d+)(?:([+db/])(\d+)(?:x(\d+))?)?$/.exec(control) ?? [];
  if (!main) return null;
  return { main: Number(main) * SECOND, sign: sign ?? '', first: Number(first ?? 0), second: Number(second ?? 0) };
}

/** Whether a text is a time control for a whole game, within the limits that the server has. @param {string} control */
export function isControl(control) {
  const kind = read(control);
  if (!kind) return false;
  const { main, sign, first, second } = kind;
  const isIn = (/** @type {number} */ number, /** @type {number} */ least, /** @type {number} */ most) => number >= least && number <= most;
  // Only byo-yomi works without a main time.
  if (!isIn(main / SECOND, sign === '/' ? 0 : 1, 86_400)) return false;
  return sign === '' || (sign === '/' ? isIn(first, 1, 20) && isIn(second, 1, 3600) : !control.includes('x') && isIn(first, 1, 3600));
}

/** The clocks at the start of a game; null without a clock. @param {string} control @param {Seat[]} seats @returns {Partial<Record<Seat, Left>> | null} */
export function fullClocks(control, seats) {
  const kind = read(control);
  if (!kind) return null;
  const { main, sign, first, second } = kind;
  const left = { free: sign === 'd' ? first * SECOND : 0, main, period: sign === '/' ? second * SECOND : 0, periods: sign === '/' ? first : 0 };
  return Object.fromEntries(seats.map((seat) => [seat, { ...left }]));
}

/** What a player has left after thinking for some time. @param {string} control @param {Left} left @param {number} spent */
export const thought = (control, left, spent) => after(left, spent, (read(control)?.second ?? 0) * SECOND);

/** What a player has left after a move, for which some time was spent. @param {string} control @param {Left} before @param {number} spent @returns {Left} */
export function moved(control, before, spent) {
  const kind = read(control);
  const left = thought(control, before, spent);
  if (!kind) return left;
  const extra = kind.first * SECOND;
  if (kind.sign === '+') left.main += extra;
  if (kind.sign === 'b') left.main += Math.min(extra, spent);
  if (kind.sign === 'd') left.free = extra;
  // A period that is not used up is there again in full.
  if (kind.sign === '/' && left.periods) left.period = kind.second * SECOND;
  return left;
}

/** Whether time is up. @param {Left} left */
export const isUp = ({ free, main, periods }) => free + main <= 0 && !periods;

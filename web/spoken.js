// Positions, moves and results in words.

import { t } from './texts.js';

/** @typedef {import('./board.js').LegalMove} LegalMove */
/** @typedef {import('./drawing.js').Seat} Seat */

/**
 * A position, row by row from the top: `Row i: white 5 6, black 8 9.`
 * @param {[Seat, string[]][]} marbles @param {Seat | null} turn @param {string} score in words
 */
export function positionWords(marbles, turn, score) {
  const digits = (/** @type {string[]} */ cells, /** @type {string} */ row) => cells.filter((cell) => cell[0] === row).map((cell) => cell[1]).sort().join(' ');
  const rows = [...'ihgfedcba'].flatMap((row) => {
    const there = marbles.map(([color, cells]) => ({ color, digits: digits(cells, row) })).filter(({ digits }) => digits);
    const words = there.map(({ color, digits }) => t(`js-board-row-${color}`, { digits }));
    return words.length ? [t('js-board-row', { row, marbles: words.join(', ') })] : [];
  });
  const whose = turn ? [`${t(`js-turn-${turn}`)}.`] : [];
  return [...whose, ...rows, ...(score ? [score] : [])].join(' ');
}

/** How many marbles each of two players has lost; nothing at the start. @param {number} black @param {number} white */
export const lostWords = (black, white) => (black || white ? t('js-board-lost', { black, white }) : '');

/**
 * Why a game is over. `blackLost` and `whiteLost` are the marbles that were ejected.
 * @param {string} outcome  its key @param {{ blackLost: number, whiteLost: number }} place  the last position
 */
export function outcomeWords(outcome, { blackLost, whiteLost }) {
  return t(`js-result-${outcome}`, { score: `${Math.max(blackLost, whiteLost)}–${Math.min(blackLost, whiteLost)}` });
}

/** The cells that the hand of a move reaches and that none of its marbles left. @param {LegalMove} move */
export function reached(move) {
  return move.steps.filter(([from, to]) => move.cells.includes(from) && !move.cells.includes(to)).map(([, to]) => to);
}

/** A move: `Black: three in line, a1 b2 c3 to d4.` @param {LegalMove} move @param {Seat} color */
export function moveWords(move, color) {
  const kind = move.kind ? t(`js-board-kind-${move.kind}`) : move.text;
  return t('js-board-move', { color: t(`js-${color}`), kind, from: move.cells.join(' '), to: reached(move).join(' ') });
}

// Positions, moves and results in words.

import { t } from './texts.js';

/** @typedef {import('./board.js').LegalMove} LegalMove */
/** @typedef {import('./drawing.js').Color} Color */

/**
 * A position, row by row from the top: `Row i: white 5 6, black 8 9.`
 * @param {{ black: string[], white: string[], lost: Record<Color, number>, turn?: Color | null }} position
 */
export function positionWords({ black, white, lost, turn }) {
  const digits = (/** @type {string[]} */ cells, /** @type {string} */ row) => cells.filter((cell) => cell[0] === row).map((cell) => cell[1]).sort().join(' ');
  const rows = [...'ihgfedcba'].flatMap((row) => {
    const colors = /** @type {[string, string][]} */ ([['js-board-row-black', digits(black, row)], ['js-board-row-white', digits(white, row)]]);
    const marbles = colors.filter(([, digits]) => digits).map(([key, digits]) => t(key, { digits }));
    return marbles.length ? [t('js-board-row', { row, marbles: marbles.join(', ') })] : [];
  });
  const score = lost.black || lost.white ? [t('js-board-lost', { black: lost.black, white: lost.white })] : [];
  const whose = turn ? [`${t(`js-turn-${turn}`)}.`] : [];
  return [...whose, ...rows, ...score].join(' ');
}

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

/** A move: `Black: three in line, a1 b2 c3 to d4.` @param {LegalMove} move @param {Color} color */
export function moveWords(move, color) {
  const kind = move.kind ? t(`js-board-kind-${move.kind}`) : move.text;
  return t('js-board-move', { color: t(`js-${color}`), kind, from: move.cells.join(' '), to: reached(move).join(' ') });
}

// Small boards: dots on a board that the server draws once per page (crates/sumito-server/src/pages/mini.rs), which also gives the positions of cells.

const SVG = 'http://www.w3.org/2000/svg';

/** The cells from a1 to i9, in the order of the drawing's holes. */
const CELLS = [...'abcdefghi'].flatMap((letter, row) => {
  const first = Math.max(1, row - 3);
  return Array.from({ length: 9 - Math.abs(row - 4) }, (_, i) => `${letter}${first + i}`);
});

/** @type {Map<string, { x: number, y: number }>} */
const places = new Map();
const holes = document.querySelector('#mini-board .holes')?.getAttribute('d') ?? '';
[...holes.matchAll(/M(\S+) (\S+)h0/g)].forEach(([, x, y], i) => places.set(CELLS[i], { x: Number(x), y: Number(y) }));

/** Where a cell lies on a small picture. @param {string} cell */
export const placeOf = (cell) => places.get(cell) ?? { x: 0, y: 0 };

/** A line of no length on each place: with round ends it is a dot. @param {{ x: number, y: number }[]} places */
export const dots = (places) => places.map(({ x, y }) => `M${x} ${y}h0`).join('');

/** The marbles of a position by their letters, of which the text goes from i down to a. @param {string} position */
export function marblesOf(position) {
  /** @type {Record<string, string[]>} */
  const marbles = {};
  position.split(' ')[0].split('/').forEach((line, i) => {
    const row = CELLS.filter((cell) => cell[0] === 'ihgfedcba'[i]);
    for (const sign of line) {
      const [cell] = row.splice(0, Number(sign) || 1);
      if (!Number(sign)) (marbles[sign] ??= []).push(cell);
    }
  });
  return marbles;
}

/**
 * A small picture of a position, with arrows.
 * @param {{ black: string[], white: string[] }} place @param {Record<string, [string, string][]>} arrows by their class @param {boolean} turned
 */
export function picture(place, arrows, turned) {
  const at = (/** @type {string} */ cell) => {
    const { x, y } = placeOf(cell);
    return turned ? { x: -x, y: -y } : { x, y };
  };
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('class', 'mini');
  svg.setAttribute('viewBox', '-104 -90 208 180');
  svg.setAttribute('aria-hidden', 'true');
  const board = document.createElementNS(SVG, 'use');
  board.setAttribute('href', '#mini-board');
  svg.append(board);
  const draw = (/** @type {string} */ kind, /** @type {string} */ d) => {
    const path = document.createElementNS(SVG, 'path');
    path.setAttribute('class', kind);
    path.setAttribute('d', d);
    svg.append(path);
  };
  for (const color of /** @type {const} */ (['black', 'white'])) draw(color, dots(place[color].map(at)));
  for (const [kind, steps] of Object.entries(arrows)) {
    for (const [from, to] of steps) {
      const [a, b] = [at(from), at(to)];
      const length = Math.hypot(b.x - a.x, b.y - a.y) || 1;
      const [ux, uy] = [(b.x - a.x) / length, (b.y - a.y) / length];
      draw(kind, `M${a.x} ${a.y}L${b.x} ${b.y}M${b.x - ux * 9 - uy * 7} ${b.y - uy * 9 + ux * 7}L${b.x} ${b.y}L${b.x - ux * 9 + uy * 7} ${b.y - uy * 9 - ux * 7}`);
    }
  }
  return svg;
}

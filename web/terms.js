// Draws the rule books' terms over the marbles of a board.

/**
 * @typedef {import('./board.js').Board} Board
 *
 * @typedef {object} Finding
 * @property {string} term    the glossary's word
 * @property {string} [kind]  where one word is drawn in two ways: `amid` for det as the newer books have it, `quiet` for a sumito without an ejection
 * @property {string[]} cells
 * @property {string} shape   the line that it lies on, for sumitos and pacs
 */

const SVG = 'http://www.w3.org/2000/svg';

/** Draws findings over the board as it is turned now, and nothing else. @param {Board} board @param {Finding[]} findings */
export function drawFindings(board, findings) {
  layerOf(board)?.replaceChildren(...findings.flatMap((one) => drawing(board, one)));
}

/** The layer between marbles and arrows. @param {Board} board */
function layerOf(board) {
  const svg = board.querySelector('svg.sumito-diagram');
  if (!svg) return null;
  let layer = svg.querySelector('g.sumito-shapes');
  if (!layer) {
    layer = document.createElementNS(SVG, 'g');
    layer.setAttribute('class', 'sumito-shapes');
    const marbles = svg.querySelector('.sumito-marbles');
    if (marbles) marbles.after(layer);
    else svg.append(layer);
  }
  return layer;
}

/** Where cells are on the drawing, as it is turned now. @param {Board} board @param {string} cell */
function placeOf(board, cell) {
  const hollow = board.querySelector(`.sumito-cells [data-cell="${cell}"]`);
  return { x: Number(hollow?.getAttribute('cx')), y: Number(hollow?.getAttribute('cy')) };
}

/** Each term has its own shape, so that color is not the only difference. @param {Board} board @param {Finding} one @returns {SVGElement[]} */
function drawing(board, { term, kind = '', cells, shape }) {
  const at = cells.map((cell) => placeOf(board, cell));
  /** @param {string} name @param {Record<string, string | number>} attributes */
  const draw = (name, attributes) => {
    const mark = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries({ class: `term-${term} ${kind}`, ...attributes })) mark.setAttribute(key, String(value));
    return mark;
  };
  if (term === 'sumito' || term === 'pac') {
    const [a, b] = shape.split('-').map((cell) => placeOf(board, cell));
    const length = Math.hypot(b.x - a.x, b.y - a.y) || 1;
    const [ux, uy] = [(b.x - a.x) / length, (b.y - a.y) / length];
    if (term === 'pac') {
      // Two rows against each other: a bar across the place where they meet.
      const meet = { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
      const bar = draw('path', { class: 'term-pac across', d: `M${meet.x - uy * 24} ${meet.y + ux * 24}L${meet.x + uy * 24} ${meet.y - ux * 24}` });
      return [draw('path', { d: `M${a.x} ${a.y}L${b.x} ${b.y}` }), bar];
    }
    const tip = { x: b.x + ux * 26, y: b.y + uy * 26 };
    const head = `M${tip.x - ux * 20 - uy * 13} ${tip.y - uy * 20 + ux * 13}L${tip.x} ${tip.y}L${tip.x - ux * 20 + uy * 13} ${tip.y - uy * 20 - ux * 13}`;
    return [draw('path', { d: `M${a.x} ${a.y}L${tip.x} ${tip.y}${head}` })];
  }
  // A thorn in the other side's flesh, and a marble that is lost.
  if (kind === 'amid') return at.map(({ x, y }) => draw('path', { d: `M${x} ${y - 17}L${x + 17} ${y}L${x} ${y + 17}L${x - 17} ${y}Z` }));
  if (term === 'det') return at.map(({ x, y }) => draw('path', { d: `M${x - 12} ${y - 12}L${x + 12} ${y + 12}M${x + 12} ${y - 12}L${x - 12} ${y + 12}` }));
  if (term === 'covered') return at.map(({ x, y }) => draw('rect', { x: x - 13, y: y - 13, width: 26, height: 26, rx: 4 }));
  if (term === 'block') return at.map(({ x, y }) => draw('circle', { cx: x, cy: y, r: 27 }));
  // A lance is a line, an arc a bend, a shield a triangle.
  const order = term === 'arc' ? bend(at) : at;
  return [draw('path', { d: `M${order.map(({ x, y }) => `${x} ${y}`).join('L')}${term === 'shield' ? 'Z' : ''}` })];
}

/** Three places with the one in the middle that touches both others. @param {{ x: number, y: number }[]} at */
function bend(at) {
  const near = (/** @type {{ x: number, y: number }} */ one) => at.filter((other) => other !== one && Math.hypot(other.x - one.x, other.y - one.y) < 70).length;
  const middle = at.find((one) => near(one) === 2) ?? at[1];
  const [first, last] = at.filter((one) => one !== middle);
  return [first, middle, last];
}

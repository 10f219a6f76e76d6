// The trays beside the board: six slots that fill with the marbles a player has pushed off. The server draws them
// (crates/sumito-rules/src/diagram, `tray`); here they are kept up to date.

const SVG = 'http://www.w3.org/2000/svg';
/** As in crates/sumito-rules/src/diagram/parts.rs: the middle of the first slot, the distance between slots, and how small the marbles are. */
const FIRST = 30;
const GAP = 52;
const SCALE = 0.84;

/** @typedef {import('./drawing.js').Seat} Seat */

/** The tray with this name, if the page has one: for two players the color of the lost marbles, for more the seat that has pushed them off. @param {Element} board @param {string} name @returns {HTMLElement | null} */
export function trayFor(board, name) {
  return board.closest('.stage')?.querySelector(`.tray[data-tray="${name}"]`) ?? null;
}

/** Shows these marbles in a tray. @param {HTMLElement} tray @param {Seat[]} marbles @param {string} prefix  of the drawing's symbols */
export function fillTray(tray, marbles, prefix) {
  const count = String(marbles.length);
  if (tray.dataset.count === count && [...tray.querySelectorAll('.sumito-lost > *')].every((one, n) => one.classList.contains(`sumito-${marbles[n]}`))) return;
  tray.dataset.count = count;
  const words = tray.querySelector('.count');
  if (words) words.textContent = count;
  const layer = tray.querySelector('.sumito-lost');
  layer?.replaceChildren(...marbles.map((color, n) => trayMarble(color, n, prefix)));
}

/** A marble in a slot of a tray. @param {Seat} color @param {number} n  the slot, from 0 @param {string} prefix  of the drawing's symbols */
export function trayMarble(color, n, prefix) {
  const marble = document.createElementNS(SVG, 'path');
  marble.setAttribute('class', `sumito-marble sumito-${color}`);
  marble.setAttribute('d', `M${(FIRST + GAP * n) / SCALE} ${FIRST / SCALE}h0`);
  marble.setAttribute('marker-start', `url(${prefix}-${color})`);
  return marble;
}

/** Where the slot for the marble after this many lies on the screen, and how wide a marble is there. @param {HTMLElement} tray @param {number} count */
export function slotPlace(tray, count) {
  const matrix = /** @type {SVGSVGElement | null} */ (tray.querySelector('svg'))?.getScreenCTM();
  if (!matrix) return null;
  const { x, y } = new DOMPoint(FIRST + GAP * count, FIRST).matrixTransform(matrix);
  return { x, y, size: 55 * SCALE * matrix.a };
}

// The trays in the seat bars: six slots that fill with the marbles a player has pushed off. The server draws them
// (crates/sumito-rules/src/diagram, `tray`); here they are kept up to date.

const SVG = 'http://www.w3.org/2000/svg';
/** As in crates/sumito-rules/src/diagram/parts.rs: the middle of the first slot, the distance between slots, and how small the marbles are. */
const FIRST = 30;
const GAP = 52;
const SCALE = 0.84;

/** @typedef {import('./drawing.js').Color} Color */

/** The tray for the lost marbles of a color, if the page has one. @param {Element} board @param {Color} color @returns {HTMLElement | null} */
export function trayFor(board, color) {
  return board.closest('.stage')?.querySelector(`.tray[data-tray="${color}"]`) ?? null;
}

/** Shows this many marbles in a tray. @param {HTMLElement} tray @param {Color} color @param {number} count @param {string} prefix  of the drawing's symbols */
export function fillTray(tray, color, count, prefix) {
  if (tray.dataset.count === String(count)) return;
  tray.dataset.count = String(count);
  const words = tray.querySelector('.count');
  if (words) words.textContent = String(count);
  const layer = tray.querySelector('.sumito-lost');
  layer?.replaceChildren(...Array.from({ length: count }, (_, n) => {
    const marble = document.createElementNS(SVG, 'path');
    marble.setAttribute('class', `sumito-marble sumito-${color}`);
    marble.setAttribute('d', `M${(FIRST + GAP * n) / SCALE} ${FIRST / SCALE}h0`);
    marble.setAttribute('marker-start', `url(${prefix}-${color})`);
    return marble;
  }));
}

/** Where the slot for the marble after this many lies on the screen, and how wide a marble is there. @param {HTMLElement} tray @param {number} count */
export function slotPlace(tray, count) {
  const matrix = /** @type {SVGSVGElement | null} */ (tray.querySelector('svg'))?.getScreenCTM();
  if (!matrix) return null;
  const { x, y } = new DOMPoint(FIRST + GAP * count, FIRST).matrixTransform(matrix);
  return { x, y, size: 55 * SCALE * matrix.a };
}

// A chart of a game: Black's winning chances after every move. The higher the curve, the better for Black.

import { expectation, shortScore } from './engine.js';
import { worthOf } from './lines.js';
import { t } from './texts.js';
import { numberOf } from './tree.js';

/** @typedef {import('./tree.js').Node} Node */

/** The signs of bad moves: each has a shape of its own. @type {Record<string, string>} */
const MARKS = { inaccuracy: 'M-4 0L0 -4L4 0L0 4Z', mistake: 'M-5 4L0 -5L5 4Z', blunder: 'M-5 -5H5V5H-5Z' };

export class Chart {
  /** @type {Node[]} */ #line = [];
  /** @type {Node | null} */ #now = null;

  /** @param {HTMLElement} place a slider @param {(node: Node) => void} go */
  constructor(place, go) {
    this.place = place;
    new ResizeObserver(() => this.#now && this.draw(this.#line, this.#now)).observe(place);
    place.addEventListener('click', (event) => {
      const box = place.getBoundingClientRect();
      const ply = Math.round(((event.clientX - box.left) / box.width) * (this.#line.length - 1));
      if (this.#line[ply]) go(this.#line[ply]);
    });
    place.addEventListener('keydown', (event) => {
      const now = Number(place.getAttribute('aria-valuenow'));
      const steps = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, PageDown: -10, PageUp: 10, Home: -Infinity, End: Infinity };
      const step = /** @type {Record<string, number>} */ (steps)[event.key];
      if (step === undefined) return;
      event.preventDefault();
      event.stopPropagation();
      go(this.#line[Math.max(0, Math.min(this.#line.length - 1, now + step))]);
    });
  }

  /** Draws a line of moves. @param {Node[]} line from the root @param {Node} now */
  draw(line, now) {
    [this.#line, this.#now] = [line, now];
    const { clientWidth: width, clientHeight: height } = this.place;
    const last = Math.max(1, line.length - 1);
    const x = (/** @type {number} */ ply) => Number(((ply / last) * width).toFixed(1));
    const y = (/** @type {number} */ chance) => Number((4 + (1 - chance) * (height - 8)).toFixed(1));
    const points = line.flatMap((node, ply) => {
      const worth = worthOf(node);
      return worth ? [{ node, x: x(ply), y: y(expectation(worth)) }] : [];
    });
    const path = points.map((point) => `${point.x} ${point.y}`).join('L');
    const middle = height / 2;
    const area = points.length > 1 ? `<path class="area" d="M${points[0].x} ${height}L${path}L${points[points.length - 1].x} ${height}Z"/>` : '';
    const curve = points.length ? `<path class="curve" d="M${path}${points.length === 1 ? 'h0.1' : ''}"/>` : '';
    const marks = points.flatMap((point) => {
      const shape = MARKS[point.node.verdict?.key ?? ''];
      return shape ? [`<path class="sign ${point.node.verdict?.key}" transform="translate(${point.x} ${point.y})" d="${shape}"/>`] : [];
    });
    const ply = Math.max(0, line.indexOf(now));
    const here = points.find((point) => point.node === now);
    const circle = here ? `<circle r="4" cx="${here.x}" cy="${here.y}"/>` : '';
    this.place.innerHTML = `<svg viewBox="0 0 ${width} ${height}" aria-hidden="true"><rect width="${width}" height="${height}"/>${area}<path class="even" d="M0 ${middle}H${width}"/>${curve}<path class="now" d="M${x(ply)} 0V${height}"/>${marks.join('')}${circle}</svg>`;
    this.place.setAttribute('aria-valuemax', String(line.length - 1));
    this.place.setAttribute('aria-valuenow', String(ply));
    const worth = worthOf(now);
    const move = now.move ? `${numberOf(now)} ${now.move.text}${now.glyph}` : t('js-analysis-start');
    this.place.setAttribute('aria-valuetext', `${move}${worth ? ` ${shortScore(worth)}` : ''}`);
  }
}

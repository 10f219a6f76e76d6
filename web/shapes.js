// What the rule books have words for, drawn over the board and listed beside it.

import { make } from './movelist.js';
import { survey } from './rules.js';
import { watch } from './settings.js';
import { t } from './texts.js';

/**
 * @typedef {import('./board.js').Board} Board
 * @typedef {{ term: string, color: string, cells: string[], words: string, shape: string }} Finding
 */

const SVG = 'http://www.w3.org/2000/svg';
const element = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));

export class Shapes {
  /** @type {Finding[]} */ #found = [];
  #on = false;

  /** @param {Board} board */
  constructor(board) {
    this.board = board;
    element('overlay').addEventListener('click', () => this.toggle());
    for (const box of boxes()) box.addEventListener('change', () => this.draw());
    watch((key) => key === 'turn' && this.draw());
  }

  toggle() {
    this.#on = !this.#on;
    element('overlay').setAttribute('aria-pressed', String(this.#on));
    this.draw();
  }

  /** Looks at another position. @param {string} game */
  async show(game) {
    this.#found = (await survey(game)).flatMap(finding);
    this.draw();
  }

  /** Draws what is switched on; the board may have been turned. */
  draw() {
    const shown = new Set(boxes().filter((box) => box.checked).map((box) => box.value));
    const layer = layerOf(this.board);
    layer?.replaceChildren();
    for (const box of boxes()) {
      const found = this.#found.filter(({ term }) => term === box.value);
      const item = /** @type {HTMLElement} */ (box.closest('li'));
      /** @type {HTMLElement} */ (item.querySelector('.count')).textContent = String(found.length);
      const list = /** @type {HTMLElement} */ (item.querySelector('.findings'));
      list.replaceChildren(...(this.#on && shown.has(box.value) ? found.map((one) => this.#entry(one)) : []));
    }
    if (!this.#on || !layer) return;
    for (const one of this.#found) if (shown.has(one.term)) layer.append(...drawing(this.board, one));
  }

  /** @param {Finding} one */
  #entry(one) {
    const item = make('li', '');
    const button = /** @type {HTMLButtonElement} */ (make('button', 'finding'));
    button.type = 'button';
    button.append(make('span', `dot ${one.color}`), one.words);
    const mark = (/** @type {string[]} */ cells) => this.board.mark('sumito-why', cells);
    button.addEventListener('pointerenter', () => mark(one.cells));
    button.addEventListener('pointerleave', () => mark([]));
    button.addEventListener('focus', () => mark(one.cells));
    button.addEventListener('blur', () => mark([]));
    item.append(button);
    return item;
  }
}

/** @returns {HTMLInputElement[]} */
const boxes = () => [...document.querySelectorAll('input[name=term]')].map((box) => /** @type {HTMLInputElement} */ (box));

/** A line of the rules' survey as something to show. @param {Record<string, string>} line @returns {Finding[]} */
function finding(line) {
  const cells = (line.cells ?? '').split(' ').filter(Boolean);
  const color = line.color ?? 'both';
  const name = t(`js-${color === 'both' ? 'black' : color}`);
  switch (line.is) {
    case 'sumito': {
      const pushed = line.pushed.split(' ');
      const ejecting = line.ejected ? t('js-analysis-reason-ejecting', { ejected: line.ejected }) : '';
      const words = `${name} ${cells.length}-${pushed.length} · ${line.line}${ejecting}`;
      return [{ term: 'sumito', color, cells: [...cells, ...pushed], words, shape: line.line }];
    }
    case 'pac': {
      const all = [...line.black.split(' '), ...line.white.split(' ')];
      return [{ term: 'pac', color: 'both', cells: all, words: `${line.key.replace('pac-', '')} · ${line.line}`, shape: line.line }];
    }
    case 'three':
      return [{ term: line.key, color, cells, words: `${name} · ${cells.join(' ')}`, shape: '' }];
    case 'block':
      return [{ term: 'block', color, cells, words: `${name} · ${cells.join(' ')}`, shape: '' }];
    case 'marbles': {
      const term = line.key.startsWith('det') ? 'det' : 'covered';
      return [{ term, color, cells, words: `${name} · ${cells.join(' ')} – ${t(`js-analysis-sense-${line.key}`)}`, shape: '' }];
    }
    default:
      return [];
  }
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
  const use = board.querySelector(`.sumito-cells [data-cell="${cell}"]`);
  return { x: Number(use?.getAttribute('x')), y: Number(use?.getAttribute('y')) };
}

/** Each term has a form of its own, so that it is not told by color alone. @param {Board} board @param {Finding} one @returns {SVGElement[]} */
function drawing(board, { term, cells, shape }) {
  const at = cells.map((cell) => placeOf(board, cell));
  /** @param {string} name @param {Record<string, string | number>} attributes */
  const draw = (name, attributes) => {
    const mark = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries({ class: `term-${term}`, ...attributes })) mark.setAttribute(key, String(value));
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

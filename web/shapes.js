// The panel of the rule books' terms: which of them are shown on the board, and where they occur.

import { element } from './elements.js';
import { keepLines } from './glossary.js';
import { make } from './movelist.js';
import { survey } from './rules.js';
import { watch } from './settings.js';
import { drawFindings } from './terms.js';
import { t } from './texts.js';

/** @typedef {import('./board.js').Board} Board */
/** @typedef {import('./terms.js').Finding & { color: string, words: string }} Finding */

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

  /** Draws the terms that are switched on, for the current orientation of the board. */
  draw() {
    const shown = new Set(boxes().filter((box) => box.checked).map((box) => box.value));
    for (const box of boxes()) {
      const found = this.#found.filter(({ term }) => term === box.value);
      const item = /** @type {HTMLElement} */ (box.closest('li'));
      /** @type {HTMLElement} */ (item.querySelector('.count')).textContent = String(found.length);
      const list = /** @type {HTMLElement} */ (item.querySelector('.findings'));
      list.replaceChildren(...(this.#on && shown.has(box.value) ? found.map((one) => this.#entry(one)) : []));
    }
    drawFindings(this.board, this.#on ? this.#found.filter(({ term }) => shown.has(term)) : []);
  }

  /** @param {Finding} one */
  #entry(one) {
    const item = make('li', '');
    const button = /** @type {HTMLButtonElement} */ (make('button', 'finding'));
    button.type = 'button';
    const words = make('span', '');
    words.append(...keepLines(one.words));
    button.append(make('span', `dot ${one.color}`), words);
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

/** The findings from a line of the rules' survey. @param {Record<string, string>} line @returns {Finding[]} */
function finding(line) {
  const cells = (line.cells ?? '').split(' ').filter(Boolean);
  const color = line.color ?? 'both';
  const name = t(`js-${color === 'both' ? 'black' : color}`);
  switch (line.is) {
    case 'sumito': {
      const pushed = line.pushed.split(' ');
      const ejecting = line.ejected ? t('js-analysis-reason-ejecting', { ejected: line.ejected }) : '';
      const words = `${name} ${cells.length}-${pushed.length} · ${line.line}${ejecting}`;
      return [{ term: 'sumito', kind: line.ejected ? undefined : 'quiet', color, cells: [...cells, ...pushed], words, shape: line.line }];
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
      const kind = line.key === 'det-amid-enemies' ? 'amid' : undefined;
      return [{ term, kind, color, cells, words: `${name} · ${cells.join(' ')} – ${t(`js-analysis-sense-${line.key}`)}`, shape: '' }];
    }
    default:
      return [];
  }
}

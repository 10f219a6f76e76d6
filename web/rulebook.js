// Makes the figures of the rule book and the glossary's search interactive. A figure stays a picture, so that a finger on it scrolls the
// page, until the reader taps it or presses one of its buttons; only then are the board and the rules loaded.

import './frame.js';
import { illegalWords } from './refusals.js';
import { t } from './texts.js';

/**
 * @typedef {import('./board.js').Board} Board
 * @typedef {Pick<typeof import('./rules.js'), 'show' | 'moves' | 'replay' | 'whyNot'>} Rules
 */

/** The rule behind each reason for a refusal: from the reason's key to the paragraph's anchor. @type {Record<string, string>} */
const RULES = JSON.parse(document.querySelector('[data-rules]')?.getAttribute('data-rules') ?? '{}');

/** A figure on which the reader can move the marbles of one side any number of times. */
class Figure {
  /** @type {HTMLElement} */ #element;
  /** The position of the picture, and the one it has become. */ #start = '';
  #position = '';
  /** The board and the rules, once they have been requested. @type {Promise<{ board: Board, rules: Rules }> | null} */ #live = null;
  /** @type {HTMLElement} */ #words = document.createElement('p');
  /** @type {HTMLButtonElement} */ #reset = document.createElement('button');

  /** @param {HTMLElement} element */
  constructor(element) {
    this.#element = element;
    this.#start = this.#position = element.dataset.position ?? '';
    this.#words.className = 'told';
    this.#words.setAttribute('role', 'status');
    this.#reset.type = 'button';
    this.#reset.textContent = t('js-figure-reset');
    this.#reset.hidden = true;
    this.#reset.addEventListener('click', () => this.#show(this.#start));
    const tries = /** @type {HTMLElement} */ (element.querySelector('.tries'));
    for (const row of /** @type {NodeListOf<HTMLElement>} */ (tries.querySelectorAll('li'))) {
      const button = document.createElement('button');
      button.type = 'button';
      button.append(.../** @type {HTMLElement} */ (row.querySelector('.label')).childNodes);
      button.addEventListener('click', () => this.#try((row.dataset.cells ?? '').split(','), row.dataset.direction ?? ''));
      row.querySelector('.label')?.replaceChildren(button);
    }
    element.classList.add('lively');
    element.append(this.#words, this.#reset);
    const place = /** @type {HTMLElement} */ (element.querySelector('.live'));
    place.addEventListener('pointerenter', (event) => event.pointerType === 'mouse' && this.#wake());
    place.addEventListener('click', () => this.#wake());
  }

  #wake() {
    this.#live ??= this.#load();
    return this.#live;
  }

  async #load() {
    /** @type {Rules} */
    const rules = this.#element.dataset.party === undefined ? await import('./live.js') : /** @type {any} */ (await import('./live-party.js'));
    const place = /** @type {HTMLElement} */ (this.#element.querySelector('.live'));
    const board = /** @type {Board} */ (document.createElement('sumito-board'));
    // The element reads its drawing when it is connected.
    board.append(...place.children);
    board.querySelector('.sumito-arrows')?.remove();
    place.append(board);
    board.addEventListener('move', (event) => this.#play(/** @type {CustomEvent<string>} */ (event).detail));
    board.addEventListener('illegal', (event) => {
      const { cells, direction } = /** @type {CustomEvent<{ cells: string[], direction: string }>} */ (event).detail;
      this.#refuse(cells, direction);
    });
    this.#say(t('js-figure-help'));
    await this.#draw({ board, rules }, this.#position, null);
    return { board, rules };
  }

  /** @param {{ board: Board, rules: Rules }} live @param {string} position @param {import('./board.js').LegalMove | null} last */
  async #draw({ board, rules }, position, last) {
    this.#position = position;
    const [place, legal] = await Promise.all([rules.show(position), rules.moves(position)]);
    board.mark('sumito-why', []);
    board.show({ ...place, legal, movable: place.turn, last });
    this.#reset.hidden = position === this.#start;
  }

  /** @param {string} position */
  async #show(position) {
    await this.#draw(await this.#wake(), position, null);
    this.#say(t('js-figure-help'));
  }

  /** Plays one of the figure's suggested moves, or explains why it is illegal. @param {string[]} cells @param {string} direction */
  async #try(cells, direction) {
    const live = await this.#wake();
    await this.#draw(live, this.#start, null);
    const key = [...cells].sort().join();
    const move = (await live.rules.moves(this.#start)).find((move) => move.direction === direction && [...move.cells].sort().join() === key);
    if (move) await this.#play(move.text);
    else await this.#refuse(cells, direction);
  }

  /** @param {string} text */
  async #play(text) {
    const live = await this.#wake();
    const [, step] = await live.rules.replay(`${this.#position} moves ${text}`);
    if (!step?.move) return;
    await live.board.roll(step.move);
    // The same side stays to move, because the figure is for trying things out.
    const turn = this.#start.split(' ')[1];
    const position = step.place.text.replace(/ [bwurgy] /, ` ${turn} `);
    await this.#draw(live, position, step.move);
    this.#say(t(`js-did-${step.move.kind}`));
  }

  /** @param {string[]} cells @param {string} direction */
  async #refuse(cells, direction) {
    const { board, rules } = await this.#wake();
    const reason = await rules.whyNot(this.#position, cells, direction);
    if (!reason) return;
    board.mark('sumito-why', reason.cell ? [reason.cell] : cells);
    this.#say(illegalWords(reason), true, RULES[reason.key]);
  }

  /** @param {string} words @param {boolean} [bad] @param {string} [rule]  the anchor of a paragraph */
  #say(words, bad = false, rule) {
    this.#words.textContent = words;
    this.#words.classList.toggle('bad', bad);
    if (!rule) return;
    const link = document.createElement('a');
    link.href = `#${rule}`;
    link.textContent = t('js-figure-rule');
    this.#words.append(' ', link);
  }
}

for (const figure of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('figure[data-position]'))) new Figure(figure);

// ---- the rule book

document.getElementById('edition')?.addEventListener('change', (event) => {
  /** @type {HTMLSelectElement} */ (event.target).form?.requestSubmit();
});
// Print collapsed parts as well.
addEventListener('beforeprint', () => document.querySelectorAll('details.note').forEach((note) => note.setAttribute('open', '')));

// ---- the glossary

/** Lower case without accents, for readers whose keyboard lacks them. @param {string} text */
const fold = (text) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('ł', 'l').replaceAll('ß', 'ss').replaceAll('’', "'").replace(/[\s-]+/g, ' ').trim();

const search = document.getElementById('search');
const word = /** @type {HTMLInputElement | null} */ (document.getElementById('word'));
if (search && word) {
  const entries = [.../** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('.entry'))];
  const filter = () => {
    const wanted = fold(word.value);
    for (const entry of entries) entry.hidden = !(entry.dataset.words ?? '').split('|').some((known) => fold(known).includes(wanted));
    const found = document.getElementById('found');
    if (found) found.textContent = entries.every((entry) => entry.hidden) ? t('js-glossary-none') : '';
  };
  search.hidden = false;
  search.addEventListener('submit', (event) => event.preventDefault());
  word.addEventListener('input', filter);
  filter();
}

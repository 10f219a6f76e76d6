// The position editor: marbles are placed and removed by tap or key, and the position can be analyzed or played from.

import { allow } from './buttons.js';
import { element } from './elements.js';
import { drawPositions } from './exchange.js';
import { refusalWords } from './refusals.js';
import { placed, show } from './rules.js';
import { t } from './texts.js';

/**
 * @typedef {import('./board.js').Board} Board
 * @typedef {import('./board.js').Color} Color
 * @typedef {import('./rules.js').PositionInfo} PositionInfo
 */

/** Marbles of a side in the box, on the board and lost together; six of them decide the game. */
const [MOST, DECISIVE] = [14, 6];

const field = (/** @type {string} */ id) => /** @type {HTMLInputElement} */ (document.getElementById(id));
const chosen = (/** @type {string} */ name) => /** @type {HTMLInputElement | null} */ (document.querySelector(`input[name=${name}]:checked`))?.value;

export class Editor {
  /** @type {Map<string, Color>} */ #marbles = new Map();
  /** @type {PositionInfo | null} */ #place = null;
  #open = false;

  /** @param {Board} board @param {(place: PositionInfo) => void} analyse */
  constructor(board, analyse) {
    this.board = board;
    board.addEventListener('cell', (event) => this.#paint(/** @type {CustomEvent<string>} */ (event).detail));
    element('edit-layout').addEventListener('change', async (event) => {
      const { value } = /** @type {HTMLSelectElement} */ (event.target);
      if (value) this.#take(await show(value));
    });
    element('edit-clear').addEventListener('click', () => {
      this.#marbles.clear();
      this.#draw();
    });
    element('edit-swap').addEventListener('click', () => {
      this.#marbles = new Map([...this.#marbles].map(([cell, color]) => [cell, color === 'black' ? 'white' : 'black']));
      [field('edit-lost-black').value, field('edit-lost-white').value] = [field('edit-lost-white').value, field('edit-lost-black').value];
      this.#draw();
    });
    for (const input of document.querySelectorAll('input[name=edit-turn], #edit-lost-black, #edit-lost-white')) input.addEventListener('input', () => this.#draw());
    element('edit-analyse').addEventListener('click', () => this.#place && analyse(this.#place));
    element('edit-play').addEventListener('click', () => this.#play());
  }

  /** Begins with a position. @param {PositionInfo} place */
  open(place) {
    this.#open = true;
    this.board.edit(true);
    this.#take(place);
  }

  close() {
    if (!this.#open) return;
    this.#open = false;
    this.board.edit(false);
  }

  get isOpen() {
    return this.#open;
  }

  /** @param {PositionInfo} place */
  #take(place) {
    this.#marbles = new Map([...place.black.map((cell) => /** @type {[string, Color]} */ ([cell, 'black'])), ...place.white.map((cell) => /** @type {[string, Color]} */ ([cell, 'white']))]);
    field('edit-lost-black').value = String(place.blackLost);
    field('edit-lost-white').value = String(place.whiteLost);
    for (const input of document.querySelectorAll('input[name=edit-turn]')) /** @type {HTMLInputElement} */ (input).checked = /** @type {HTMLInputElement} */ (input).value === place.turn;
    this.#draw();
  }

  /** The brush on a cell; a second time it takes away what it put there. @param {string} cell */
  #paint(cell) {
    if (!this.#open) return;
    const brush = chosen('brush');
    if (brush === 'none' || this.#marbles.get(cell) === brush) this.#marbles.delete(cell);
    else this.#marbles.set(cell, brush === 'white' ? 'white' : 'black');
    /** @type {HTMLSelectElement} */ (element('edit-layout')).value = '';
    this.#draw();
  }

  async #draw() {
    const of = (/** @type {Color} */ color) => [...this.#marbles].filter(([, one]) => one === color).map(([cell]) => cell);
    const [black, white] = [of('black'), of('white')];
    const lost = (/** @type {string} */ id) => Math.max(0, Math.min(13, Math.round(Number(field(id).value) || 0)));
    const [blackLost, whiteLost] = [lost('edit-lost-black'), lost('edit-lost-white')];
    const turn = chosen('edit-turn') === 'white' ? 'white' : 'black';
    this.board.show({ black, white, movable: null });
    element('edit-count').textContent = t('js-analysis-editor-count', { black: black.length, white: white.length });
    const problem = this.#problem(black.length, white.length, blackLost, whiteLost);
    this.#place = null;
    const place = await placed({ black, white, turn, blackLost, whiteLost });
    const words = problem ?? (place.result ? 'js-analysis-editor-no-move' : null);
    element('edit-problem').hidden = !words;
    element('edit-problem').textContent = words ? t(words) : '';
    for (const id of ['edit-analyse', 'edit-play']) allow(element(id), !words);
    if (!words) this.#place = place;
    await drawPositions('edit', place.text);
  }

  /** @param {number} black @param {number} white @param {number} blackLost @param {number} whiteLost @returns {string | null} the key of what is wrong */
  #problem(black, white, blackLost, whiteLost) {
    if (!black || !white) return 'js-analysis-editor-none';
    if (blackLost >= DECISIVE || whiteLost >= DECISIVE) return 'js-analysis-editor-decided';
    // Some layouts have a marble more or less than the box: what matters is that none is there twice.
    if (black + blackLost > MOST + 1 || white + whiteLost > MOST + 1) return 'js-analysis-editor-many';
    return null;
  }

  /** A game on the server from here, against the engine. */
  async #play() {
    if (!this.#place) return;
    const level = Number(/** @type {HTMLSelectElement} */ (element('edit-level')).value);
    const body = JSON.stringify({ against: 'engine', level, color: this.#place.turn, position: this.#place.text });
    const answer = await fetch('/api/games', { method: 'POST', headers: { 'content-type': 'application/json' }, body }).catch(() => null);
    const state = await answer?.json().catch(() => null);
    if (answer?.ok && state?.game) return location.assign(`/game/${state.game}`);
    element('edit-problem').textContent = state?.key ? refusalWords(state) : t('js-analysis-editor-no-server');
    element('edit-problem').hidden = false;
  }
}

// A game table: the board between its two seats, the list of moves, and stepping through them. The page decides what happens with a move
// played here. party-table.js is the same for more than two players.

import { button, element } from './elements.js';
import './board.js';
import { allow } from './buttons.js';
import { linkWords } from './glossary.js';
import { afterPause, painted } from './later.js';
import { illegalWords } from './refusals.js';
import { areHere, prepare } from './rules.js';
import * as rulesForTwo from './rules.js';
import { get, watch } from './settings.js';
import { t } from './texts.js';

/** @typedef {import('./board.js').Board} Board */
/** @typedef {import('./board.js').Color} Color */
/** @typedef {import('./board.js').Seat} Seat */
/** @typedef {import('./rules.js').PositionInfo} PositionInfo */
/** @typedef {{ move: import('./board.js').LegalMove | null, place: PositionInfo }[]} Steps */

/**
 * @typedef {object} Standing  a game as it stands
 * @property {string} start          where it starts and by which rules, as the rules read it
 * @property {string[]} moves
 * @property {Seat | null} movable  whose marbles may be moved now
 * @property {Color | null} [early]  who may choose a move in advance, while it is the other side's turn
 * @property {boolean} [unsure]      the last move is not agreed to yet: who may move is known when it is
 * @property {Seat} bottom           the player who sits below the board
 * @property {boolean} over
 */

/** How long a warning replaces the normal text, in milliseconds. */
const WARNING = 5000;

export { button, element };

export class GameTable {
  board = /** @type {Board} */ (document.querySelector('sumito-board'));
  /** Each move with the position after it; the first has no move. @type {Steps} */ steps = [];
  /** The ply that is shown; the last one unless the reader looks back. */ shown = 0;
  /** @type {Standing} */ standing = { start: '', moves: [], movable: null, bottom: 'black', over: false };
  /** @type {string[]} */ #listed = [];
  /** What may be played in the position that is shown. @type {import('./board.js').LegalMove[]} */ #legal = [];
  #laying = Promise.resolve();
  /** @type {() => void} */ #tellLaid = () => {};
  /** Resolves when the next state of the game is shown. @type {Promise<void>} */ #next = new Promise((resolve) => (this.#tellLaid = resolve));
  #words = '';
  /** What is said instead while a move waits to be played in advance. */ #aheadWords = '';
  #warned = 0;
  /** @type {(move: string) => void} */ #play;
  /** Called when another position is shown or the board is turned. */ onShow = () => {};
  /** @type {() => void} */ #begin = () => {};
  /** Resolves when the board is visible and usable, so that less urgent things can load. @type {Promise<void>} */ begun = new Promise((resolve) => (this.#begin = resolve));

  /**
   * @param {(move: string) => void} play  called with a move that the reader wants to play
   * @param {Pick<typeof rulesForTwo, 'moves' | 'readTyped' | 'whyNot' | 'written'> & { replay: (game: string) => Promise<Steps> }} [rules]
   */
  constructor(play, rules = rulesForTwo) {
    this.#play = play;
    this.rules = rules;
    this.board.toggleAttribute('confirm', true);
    this.board.addEventListener('move', (event) => play(/** @type {CustomEvent} */ (event).detail));
    // A warning about a choice that was given up is of no use.
    this.board.addEventListener('choose', () => this.#warned && this.calm());
    this.board.addEventListener('notice', (event) => this.warn(/** @type {CustomEvent} */ (event).detail));
    this.board.addEventListener('premove', (event) => {
      const move = /** @type {CustomEvent} */ (event).detail;
      this.#aheadWords = move ? t('js-board-premove', { move: move.text }) : '';
      this.calm();
    });
    watch((key) => {
      if (key === 'notation') this.list();
      if (key === 'premove') this.lookAt(() => this.shown);
    });
    this.board.addEventListener('illegal', async (event) => {
      const { cells, direction } = /** @type {CustomEvent} */ (event).detail;
      const why = await this.rules.whyNot(this.text(), cells, direction);
      if (why) this.explain(why);
    });
    document.getElementById('typed')?.addEventListener('submit', (event) => {
      event.preventDefault();
      this.#readTyped();
    });
    element('flip').addEventListener('click', () => {
      element('flip').setAttribute('aria-pressed', String(element('flip').getAttribute('aria-pressed') !== 'true'));
      this.orient();
    });
    for (const id of /** @type {const} */ (['first', 'back', 'next', 'last'])) element(id).addEventListener('click', () => this.#walk(id));
    document.addEventListener('keydown', (event) => this.#key(event));
    this.begun.then(() => document.querySelector('sumito-settings') && import('./settings-panel.js')).catch(() => {});
  }

  /** The game as the rules read it. */
  text() {
    const { start, moves } = this.standing;
    return moves.length ? `${start} moves ${moves.join(' ')}` : start;
  }

  /** Where the game stands at its end. */
  get place() {
    return this.steps[this.steps.length - 1]?.place;
  }

  get #over() {
    return this.standing.over || !!this.place?.result;
  }

  get looksBack() {
    return this.shown < this.standing.moves.length;
  }

  /**
   * Shows the game as it is now. New moves are animated.
   * @param {Standing} standing @param {{ stay?: boolean }} [how]  `stay` with the move that is looked at
   */
  lay(standing, how = {}) {
    // One after another, so that no animation is interrupted.
    const laid = this.#laying.then(() => this.#lay(standing, how));
    this.#laying = laid.catch(() => {});
    this.#tellLaid();
    this.#next = new Promise((resolve) => (this.#tellLaid = resolve));
    this.#laying.then(() => afterPause(this.#begin));
    return laid;
  }

  /** @param {Standing} standing @param {{ stay?: boolean }} how */
  async #lay(standing, { stay = false }) {
    const before = this.standing;
    const text = standing.moves.length ? `${standing.start} moves ${standing.moves.join(' ')}` : standing.start;
    const same = before.start === standing.start && before.moves.join() === standing.moves.join();
    const grown = this.steps.length > 0 && before.start === standing.start && before.moves.every((move, i) => move === standing.moves[i]);
    const [from, end] = [this.shown, standing.moves.length];
    // A move chosen here rolls immediately; the rules may still be loading.
    const chosen = grown && from === before.moves.length && end === from + 1 ? this.#legal.find((move) => move.text === standing.moves[from]) : undefined;
    const rolled = chosen && this.board.roll(chosen);
    // The marbles roll before anything is computed, which takes long on a slow phone.
    if (rolled) await painted();
    const [steps] = await Promise.all([same && this.steps.length ? this.steps : this.rules.replay(text), rolled]);
    this.standing = standing;
    this.steps = steps;
    if (stay && from < before.moves.length && from <= end) return this.#show(from);
    if (!chosen && grown && from === before.moves.length && end - from <= 2) {
      for (let ply = from + 1; ply <= end; ply++) await this.#roll(ply);
    }
    await this.#show(end);
  }

  /**
   * Shows the position after this many moves, after pending animations: only then is the length of the game known.
   * @param {number | (() => number)} ply
   */
  lookAt(ply) {
    this.#laying = this.#laying.then(async () => {
      const wanted = Math.min(this.standing.moves.length, Math.max(0, typeof ply === 'number' ? ply : ply()));
      if (wanted === this.shown + 1) await this.#roll(wanted);
      await this.#show(wanted);
    }).catch(() => {});
    return this.#laying;
  }

  /** @param {number} ply */
  async #roll(ply) {
    const { move } = this.steps[ply];
    if (move) await this.board.roll(move);
  }

  /** @param {number} ply */
  async #show(ply) {
    this.shown = ply;
    const { move, place } = this.steps[ply];
    const live = ply === this.standing.moves.length && !this.#over;
    const { movable, early } = live ? this.standing : { movable: null, early: null };
    this.#legal = movable ? await this.rules.moves(this.text()) : [];
    // Do not wait for the premoves.
    const ahead = early && areHere() ? await rulesForTwo.candidates(place) : [];
    if (early && !areHere()) this.#offerAhead().catch(() => {});
    this.board.show({
      ...place,
      legal: this.#legal,
      ahead,
      movable: movable ?? early,
      last: move ?? null,
    });
    this.orient();
    this.markTurn(live, place);
    this.list();
    for (const id of ['first', 'back']) allow(button(id), ply > 0);
    for (const id of ['next', 'last']) allow(button(id), this.looksBack);
    element('last').classList.toggle('main', this.looksBack);
  }

  /** Shows whose turn it is. @param {boolean} live  it is the present position of a game that goes on @param {PositionInfo} place */
  markTurn(live, place) {
    for (const color of /** @type {Color[]} */ (['black', 'white'])) {
      element(`seat-${color}`).classList.toggle('turn', live && place.turn === color);
    }
  }

  /** Adds the premoves when the rules have loaded. */
  async #offerAhead() {
    await this.begun;
    await prepare();
    await this.lookAt(() => this.shown);
  }

  /** Turns the board to the player who sits below it. */
  orient() {
    const flipped = (this.standing.bottom === 'white') !== (element('flip').getAttribute('aria-pressed') === 'true');
    this.board.turn(flipped ? 3 : 0);
    this.board.closest('.stage')?.classList.toggle('turned', flipped);
    this.onShow();
  }

  /** Updates the list of moves and marks the one that is shown. */
  async list() {
    const place = element('moves');
    const moves = get('notation') === 'abapro' ? this.standing.moves : await this.rules.written(this.text(), get('notation'));
    if (moves.join() !== this.#listed.join()) {
      this.#listed = moves;
      place.replaceChildren(...this.entries(moves));
    }
    const buttons = place.querySelectorAll('button');
    place.querySelector('[aria-current]')?.removeAttribute('aria-current');
    const current = buttons[this.shown - 1];
    current?.setAttribute('aria-current', 'true');
    // Only the list scrolls, never the page.
    if (!current) return;
    place.scrollTop = Math.max(0, current.offsetTop - place.offsetTop - place.clientHeight / 2);
    // On a phone the moves are one line.
    place.scrollLeft = Math.max(0, current.offsetLeft - place.offsetLeft - place.clientWidth / 2);
  }

  /** The list of moves: each has a button, in their order. @param {string[]} moves @returns {(Element | string)[]} */
  entries(moves) {
    return moves.flatMap((move, i) => (i % 2 ? [this.entry(move, i), ' '] : [this.number(i / 2 + 1), this.entry(move, i), ' ']));
  }

  /** @param {string} words @param {number} i  the number of the move from 0 */
  entry(words, i) {
    const one = document.createElement('button');
    one.type = 'button';
    one.textContent = words;
    one.addEventListener('click', () => this.lookAt(i + 1));
    return one;
  }

  /** The number of a round. @param {number} round */
  number(round) {
    const number = document.createElement('span');
    number.className = 'number';
    number.textContent = `${round}.`;
    return number;
  }

  // ---- words

  /** What the page says below the board. @param {string} words */
  say(words) {
    this.#words = words;
    if (!this.#warned) this.calm();
  }

  /** Shows another text for a while, by default as an error. @param {string} words @param {boolean} [bad] */
  warn(words, bad = true) {
    clearTimeout(this.#warned);
    this.#write(words, bad);
    this.#warned = window.setTimeout(() => this.calm(), WARNING);
  }

  /** Removes a warning. */
  calm() {
    clearTimeout(this.#warned);
    this.#warned = 0;
    this.#write(this.#aheadWords || this.#words, false);
  }

  /** Says why a move is not possible. @param {{ key: string, cell?: string | null }} why */
  explain(why) {
    this.refuse(illegalWords(why), why.cell);
  }

  /** Says why something is not possible. @param {string} words @param {string | null} [cell]  that shows why */
  refuse(words, cell) {
    this.warn(words);
    this.board.refuse(words, cell ?? undefined);
  }

  /** @param {string} words @param {boolean} bad */
  #write(words, bad) {
    const place = element('say');
    if (place.textContent !== words) linkWords(place, words);
    place.classList.toggle('bad', bad);
  }

  // ---- keys and buttons

  /** @param {'first' | 'back' | 'next' | 'last'} where */
  #walk(where) {
    this.lookAt(() => ({ first: 0, back: this.shown - 1, next: this.shown + 1, last: Infinity })[where]);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const keys = /** @type {Record<string, 'first' | 'back' | 'next' | 'last'>} */ ({ Home: 'first', ArrowLeft: 'back', ArrowRight: 'next', End: 'last' });
    const busy = event.target instanceof Element && event.target.closest('input, select, textarea, [contenteditable]');
    if (!keys[event.key] || busy || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    event.preventDefault();
    this.#walk(keys[event.key]);
  }

  /**
   * Plays the typed move, or keeps it as a premove. The page may know of moves that are not on the board yet:
   * the typed move is meant for the position after them.
   */
  async #readTyped() {
    const input = /** @type {HTMLInputElement} */ (element('move'));
    const typed = input.value;
    for (;;) {
      const laid = this.#laying;
      await laid;
      const { movable, early, unsure } = this.standing;
      const ahead = !movable && early && get('premove') === 'on';
      if (unsure && !ahead && !this.#over) {
        await this.#next;
        continue;
      }
      if (this.#over || (!movable && !ahead)) return this.warn(t(this.#over ? 'illegal-game-over' : 'refusal-not-your-turn'));
      const read = await (ahead ? rulesForTwo.readAhead(this.place, typed, get('notation')) : this.rules.readTyped(this.text(), typed, get('notation')));
      // The game went on while the move was being read, so read it again.
      if (this.#laying !== laid) continue;
      // The reader pressed Enter twice, or has typed something else in the meantime.
      if (input.value !== typed) return;
      if ('key' in read) return this.refuse(t(read.key, read.args), read.args.cell);
      input.value = '';
      if (!ahead) return this.#play(read.move.text);
      await this.lookAt(Infinity);
      return this.board.playAhead(read.move);
    }
  }
}

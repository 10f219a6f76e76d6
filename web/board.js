// The board as a custom element. It knows no rules: the page passes in the marbles and the legal moves, and the board reports
// what the player chose.
//
// How a page uses it. The server puts `<sumito-board>` with a drawing into the page (site/frame.rs, `board`); the script of the page imports
// this module and calls
//
//   board.show({ ...place, legal: await moves(game), movable: 'black', last })   a position, at once (`place` and moves from rules.js)
//   await board.roll(move)          a move just played: animation, sound, words, and nothing can be chosen meanwhile; then call `show`
//   board.refuse(words, cell)       says why something is not possible, and marks the cell that shows it
//   board.turn(3)                   turned by sixths: by three, as White sees it; the reader's own turn of the board comes on top
//   board.letGo()                   drops the selection, the pending confirmation and the premove: before a takeback, and at the end
//   board.playAhead(move)           plays one of the moves in advance, as if it had been chosen here
//   board.edit(true)                for setting up a position: a tap on a cell only sends the event `cell`
//   board.choose(cells)  board.mark(kind, cells)  board.arrows([[from, to]], kind)  board.say(words)
//
// `show` takes, all but the marbles optional:
//
//   black, white, blackLost, whiteLost   as in PositionInfo of rules.js; the lost ones lie in the trays. For more than two players
//   marbles, trays, score                the cells of each seat, the colors of the marbles that it has pushed off, and the score in words
//   turn      the side to move, for screen readers
//   legal     the legal moves, if it is the player's turn
//   ahead     moves to choose from while it is the other side's turn (`candidates` of rules.js): one may be played in advance
//   movable   whose marbles may be chosen: a color, 'both' or null; those of partners only together with one's own, in a push
//   last      the move that led here, which is shown
//
// With the attribute `confirm`, the reader's setting for confirming moves applies: set it where a move cannot be taken back.
//
// Events, all of which bubble:
//
//   move      detail: the move's text, in Aba-Pro notation. It was chosen among `legal`, confirmed if need be, or played in advance
//   illegal   detail: { cells, direction }: the player tried this; ask `whyNot` and call `refuse`
//   notice    detail: words for the player, such as that a move in advance is no longer possible
//   premove   detail: the move to be played in advance, or null
//   choose    detail: the chosen cells
//   cell      detail: a cell that was tapped while a position is set up
//
// With the keyboard: arrows move the cursor, Space chooses, the letters around S (or the digits around 5) play in a direction, Enter confirms,
// Escape cancels, P reads the position, L the last move, and ? lists the keys.

import { COLORS, DIRECTIONS, Drawing } from './drawing.js';
import { Gestures } from './gestures.js';
import { directionKeys } from './keys.js';
import { afterPaint, painted } from './later.js';
import { get, watch } from './settings.js';
import { play as sound } from './sounds.js';
import { lostWords, moveWords, positionWords, reached } from './spoken.js';
import { t } from './texts.js';
// Most pages with a board use these as well: they are bundled with it, for the same reason as in frame.js.
import './engine.js';
import './glossary.js';
import './ladder.js';
import './rules.js';
import './table.js';
import './terms.js';

/**
 * @typedef {import('./drawing.js').Direction} Direction
 * @typedef {import('./drawing.js').Color} Color
 * @typedef {import('./drawing.js').Seat} Seat
 * @typedef {import('./drawing.js').Point} Point
 * @typedef {import('./drawing.js').Step} Step
 *
 * @typedef {object} LegalMove
 * @property {string} text       the move in Aba-Pro notation
 * @property {string[]} cells    the marbles of the hand
 * @property {Direction} direction
 * @property {Step[]} steps      every marble that moves: from, to; an empty `to` leaves the board
 * @property {string} [kind]     what the move is, as the rules call it: `inline-3`, `ejection-2-1`
 * @property {Seat} [by]        who moves, if partners help
 *
 * @typedef {object} State
 * @property {string[]} [black]
 * @property {string[]} [white]
 * @property {Partial<Record<Seat, string[]>>} [marbles]
 * @property {Record<string, Seat[]>} [trays]
 * @property {string} [score]
 * @property {number} [blackLost]
 * @property {number} [whiteLost]
 * @property {Seat} [turn]
 * @property {LegalMove[]} [legal]
 * @property {LegalMove[]} [ahead]
 * @property {Seat | 'both' | null} [movable]
 * @property {LegalMove | null} [last]
 */

/** Keys that play in a direction, by where that direction is seen. @type {Record<string, Point>} */
const WAYS = { D: { x: 60, y: 0 }, E: { x: 30, y: -52 }, W: { x: -30, y: -52 }, A: { x: -60, y: 0 }, Z: { x: -30, y: 52 }, X: { x: 30, y: 52 } };
const DIGITS = /** @type {Record<string, string>} */ ({ Numpad6: 'D', Numpad9: 'E', Numpad7: 'W', Numpad4: 'A', Numpad1: 'Z', Numpad3: 'X' });
/** Where an arrow key leads, and where else if there is no cell. @type {Record<string, Point[]>} */
const ARROWS = {
  ArrowRight: [{ x: 1, y: 0 }], ArrowLeft: [{ x: -1, y: 0 }], ArrowUp: [{ x: 0.2, y: -1 }, { x: -1, y: -1.6 }], ArrowDown: [{ x: -0.2, y: 1 }, { x: 1, y: 1.6 }],
};

export class Board extends HTMLElement {
  /** @type {Drawing | null} */ #drawing = null;
  /** Chosen cells, in a line. @type {string[]} */ #chosen = [];
  /** @type {LegalMove[]} */ #legal = [];
  /** @type {LegalMove[]} */ #ahead = [];
  /** @type {Seat | 'both' | null} */ #movable = null;
  /** @type {Seat | null} */ #turn = null;
  /** The move that waits to be confirmed. @type {LegalMove | null} */ #asked = null;
  /** The move to be played in advance. @type {LegalMove | null} */ #premove = null;
  /** The cell under the keyboard's cursor. */ #cursor = 'e5';
  /** The last move in words. */ #told = '';
  /** @type {{ all: LegalMove[], chosen: string[], moves: LegalMove[] }} */ #chosenMoves = { all: [], chosen: [], moves: [] };
  #sixths = 0;
  /** The score in words, if there are more than two players. @type {string | undefined} */ #score;
  #editing = false;
  #animation = Promise.resolve();
  /** Marbles are rolling, so nothing can be chosen. */ #rolling = 0;
  /** @type {HTMLElement[]} */ #voices = [];
  /** @type {HTMLButtonElement[]} */ #buttons = [];
  #describing = false;
  #unwatch = () => {};

  connectedCallback() {
    this.#unwatch = watch((key) => this.#changed(key));
    const svg = /** @type {SVGSVGElement | null} */ (this.querySelector('svg.sumito-diagram'));
    if (!svg || this.#drawing) return;
    this.#drawing = new Drawing(this);
    svg.setAttribute('tabindex', '0');
    svg.setAttribute('role', 'application');
    const title = svg.querySelector('title');
    if (title) title.textContent = t('js-board-title');
    new Gestures(this.#drawing, {
      busy: () => this.#rolling > 0,
      holds: (point) => this.#holds(point),
      mayChoose: (cell) => !this.#asked && this.#mayChoose(cell),
      chosen: () => this.#chosen,
      choose: (cells) => this.choose(cells),
      tap: (point, cell) => this.#tapAt(point, cell),
      aim: (direction, part) => this.#showAim(direction, part),
      play: (direction) => this.#playToward(direction),
    });
    svg.addEventListener('pointerover', (event) => this.#hover(event));
    svg.addEventListener('focus', () => this.#drawCursor(true));
    svg.addEventListener('blur', () => this.#drawCursor(false));
    this.addEventListener('keydown', (event) => this.#key(event));
    this.#voices = ['polite', 'assertive'].map((live) => {
      const voice = document.createElement('p');
      voice.className = 'unseen';
      voice.setAttribute('aria-live', live);
      this.append(voice);
      return voice;
    });
    this.#place();
  }

  disconnectedCallback() {
    this.#unwatch();
  }

  /** The cells chosen now. */
  get chosen() {
    return [...this.#chosen];
  }

  /** The cell under a pointer. @param {PointerEvent} event */
  cellAt(event) {
    return this.#drawing?.cellAt(this.#drawing.point(event)) ?? null;
  }

  /** Shows a position, without animation. @param {State} state */
  show(state) {
    const drawing = this.#drawing;
    if (!drawing) return;
    drawing.put(state.marbles ?? { black: state.black, white: state.white });
    drawing.lose(state.trays ?? { black: Array(state.blackLost ?? 0).fill('black'), white: Array(state.whiteLost ?? 0).fill('white') });
    drawing.collector = (state.trays && state.turn) ?? null;
    this.#score = state.score;
    this.#legal = state.legal ?? [];
    this.#ahead = get('premove') === 'on' ? (state.ahead ?? []) : [];
    this.#movable = this.#legal.length || this.#ahead.length || !state.ahead ? (state.movable ?? null) : null;
    this.#turn = state.turn ?? null;
    drawing.last(state.last ?? null);
    this.toggleAttribute('live', this.#movable !== null);
    this.toggleAttribute('early', this.#early);
    this.#describe(drawing.svg.querySelector('desc'));
    this.#ask(null);
    this.choose(this.#chosen.filter((cell) => this.#mayChoose(cell)));
    this.#tryPremove();
  }

  /**
   * Animates a move, with its sound and an announcement. Call `show` with the new position afterwards.
   * @param {LegalMove | Step[]} move  or the steps alone, which are silent
   */
  roll(move) {
    const drawing = this.#drawing;
    if (!drawing) return Promise.resolve();
    this.#rolling += 1;
    // The moves of the old position no longer apply.
    [this.#legal, this.#ahead, this.#movable] = [[], [], null];
    this.#animation = this.#animation.then(async () => {
      this.#ask(null);
      if (Array.isArray(move)) return drawing.roll(move);
      const color = move.by ?? drawing.colorAt(move.cells[0]);
      const pushes = move.steps.length > move.cells.length;
      if (move.by) drawing.collector = move.by;
      const rolled = drawing.roll(move.steps);
      // The first sound takes long to prepare, and announcing the move can wait as well: first the marbles roll.
      painted().then(() => sound(move.steps.some(([, to]) => !to) ? 'ejection' : pushes ? 'push' : 'move'));
      if (color) this.say((this.#told = moveWords(move, color)));
      return rolled;
    }).finally(() => (this.#rolling -= 1));
    return this.#animation;
  }

  /** Turns the board counterclockwise. @param {number} sixths  of a turn */
  turn(sixths) {
    this.#sixths = sixths;
    this.#place();
  }

  /** Chooses these cells. @param {string[]} cells */
  choose(cells) {
    const same = cells.join() === this.#chosen.join();
    this.#chosen = cells;
    this.mark('sumito-chosen', cells);
    this.#drawHandles();
    if (same) return;
    if (cells.length) this.#whisper(`${t('js-chosen', { cells: cells.join(' ') })}; ${t('js-board-count', { count: this.#moves().length })}`);
    this.#tellPage('choose', cells);
  }

  /** Sets a position up, or plays. @param {boolean} editing */
  edit(editing) {
    this.#editing = editing;
    this.letGo();
  }

  /** Drops the selection, the pending confirmation and the premove. */
  letGo() {
    this.#ask(null);
    this.#setPremove(null);
    this.choose([]);
  }

  /** Plays a move in advance: at once if the turn has come meanwhile. @param {LegalMove} move */
  playAhead(move) {
    const found = (this.#early ? this.#ahead : this.#legal).find((one) => isSame(one, move));
    if (found) this.#early ? this.#setPremove(found) : this.#commit(found);
    else this.#tellPage('notice', t('js-board-premove-gone'));
  }

  /** Puts marks of one kind on these cells alone. @param {string} kind @param {string[]} cells */
  mark(kind, cells) {
    this.#drawing?.mark(kind, cells);
  }

  /** Arrows from cell to cell. @param {Step[]} arrows @param {string} [kind] */
  arrows(arrows, kind = 'sumito-hint') {
    this.#drawing?.arrows(arrows, kind);
  }

  /** Announces words to screen readers. @param {string} words */
  say(words) {
    this.#voices[0].textContent = words;
  }

  /** Says why something is not possible, and marks the cell that shows it. @param {string} words @param {string} [cell] */
  refuse(words, cell) {
    this.say(words);
    this.mark('sumito-why', cell ? [cell] : []);
    setTimeout(() => this.mark('sumito-why', []), 1600);
  }

  // ---- what is shown

  /** Whether moves are chosen in advance. */
  get #early() {
    return !this.#legal.length && this.#ahead.length > 0;
  }

  /** @param {import('./settings.js').Key} key */
  #changed(key) {
    if (key === 'turn') this.#place();
    if (key === 'premove' && get('premove') === 'off') this.#setPremove(null);
  }

  #place() {
    if (!this.#drawing?.turn(this.#sixths + Number(get('turn')))) return;
    this.#drawHandles();
    this.#drawPreview();
  }

  /** Writes the description of the position for screen readers, later, because it is long and others should not wait for it. @param {Element | null} place */
  #describe(place) {
    if (!place || this.#describing) return;
    this.#describing = true;
    afterPaint(() => {
      this.#describing = false;
      place.textContent = this.#positionWords();
    });
  }

  #positionWords() {
    const drawing = /** @type {Drawing} */ (this.#drawing);
    const score = this.#score ?? lostWords(drawing.lost('black'), drawing.lost('white'));
    return positionWords(COLORS.map((color) => [color, drawing.marbles(color)]), this.#turn, score);
  }

  /** Announces immediately what the player just did. @param {string} words */
  #whisper(words) {
    this.#voices[1].textContent = words;
  }

  /** @param {string} name @param {unknown} detail */
  #tellPage(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true }));
  }

  /** Buttons in the corners outside the hexagon, made when first needed: to play the move that is shown, or to cancel it. */
  #addButtons() {
    if (this.#buttons.length) return;
    const button = (/** @type {string} */ name, /** @type {string} */ sign, /** @type {() => void} */ act) => {
      const made = document.createElement('button');
      made.type = 'button';
      made.className = `board-${name}`;
      made.innerHTML = `<svg viewBox="-12 -12 24 24" aria-hidden="true"><path d="${sign}"/></svg>`;
      made.hidden = true;
      made.addEventListener('click', act);
      this.append(made);
      return made;
    };
    this.#buttons = [button('cancel', 'M-7-7L7 7M7-7L-7 7', () => this.#takeBack()), button('play', 'M-8 1L-2 7L8-6', () => this.#confirm())];
  }

  #drawPreview() {
    const move = this.#asked ?? this.#premove;
    this.#drawing?.preview(move?.steps ?? [], this.#asked ? 'asked' : 'early');
    if (move) this.#addButtons();
    const [cancel, play] = this.#buttons;
    if (!cancel) return;
    cancel.hidden = !move;
    play.hidden = !this.#asked;
    const words = [t(this.#asked ? 'js-board-cancel' : 'js-board-premove-cancel'), t('js-board-play')];
    for (const [n, button] of this.#buttons.entries()) {
      button.title = words[n];
      button.setAttribute('aria-label', words[n]);
    }
  }

  #drawHandles() {
    const drawing = this.#drawing;
    if (!drawing) return;
    const layer = drawing.layer('sumito-handles');
    layer.innerHTML = (this.#asked ? [] : this.#moves()).map((move) => {
      const [place, step] = [this.#handlePlace(move), drawing.step(move.direction)];
      const angle = (Math.atan2(step.y, step.x) * 180) / Math.PI;
      // A translucent marble where the line would lead; on a marble that would be pushed, a ring.
      const pushed = drawing.colorAt(this.#handleCell(move));
      const color = move.by ?? drawing.colorAt(move.cells[0]);
      const disc = pushed ? '<circle class="ring" r="26"/>' : `<circle class="disc" r="26.6" fill="url(${drawing.prefix}-${color}-glass)"/>`;
      return `<g class="sumito-handle ${pushed ? `pushes on-${pushed}` : `on-${color}`}" data-move="${move.text}" transform="translate(${place.x} ${place.y})">${disc}<path class="chevron" transform="rotate(${angle.toFixed(1)})" d="M-4.5-9.5L5 0L-4.5 9.5"/></g>`;
    }).join('');
  }

  /** The cell of a move's handle: the destination of the foremost chosen marble. @param {LegalMove} move */
  #handleCell(move) {
    const drawing = /** @type {Drawing} */ (this.#drawing);
    const step = drawing.step(move.direction);
    const along = (/** @type {string} */ cell) => {
      const { x, y } = drawing.places.get(cell) ?? { x: 0, y: 0 };
      return x * step.x + y * step.y;
    };
    return reached(move).reduce((best, cell) => (along(cell) > along(best) ? cell : best));
  }

  /** @param {LegalMove} move @returns {Point} */
  #handlePlace(move) {
    return this.#drawing?.places.get(this.#handleCell(move)) ?? { x: 0, y: 0 };
  }

  // ---- choosing

  /** @param {string} cell */
  #mayChoose(cell) {
    const color = this.#drawing?.colorAt(cell);
    return !!color && (this.#movable === 'both' || this.#movable === color || this.#helps(cell));
  }

  /** Whether a partner's marble can take part in a move. @param {string} cell */
  #helps(cell) {
    return this.#legal.some((move) => move.by && move.cells.includes(cell));
  }

  /** The moves of the chosen marbles. A drag asks for them at each movement, so they are kept. */
  #moves() {
    const [all, chosen] = [this.#early ? this.#ahead : this.#legal, this.#chosen];
    if (this.#chosenMoves.all !== all || this.#chosenMoves.chosen !== chosen) {
      const key = [...chosen].sort().join();
      this.#chosenMoves = { all, chosen, moves: all.filter((move) => [...move.cells].sort().join() === key) };
    }
    return this.#chosenMoves.moves;
  }

  /** A tap on a marble selects it, adds it to the line, or deselects it. @param {string} cell */
  #tap(cell) {
    if (!this.#mayChoose(cell)) {
      if (this.#chosen.length) return this.#tryToward(cell);
      // Nothing happens, and the notice says why.
      if (this.#movable && this.#drawing?.colorAt(cell)) this.#tellPage('notice', t('js-board-theirs'));
      return;
    }
    // A partner's marble moves only together with one's own.
    if (!this.#chosen.length && this.#movable !== 'both' && this.#drawing?.colorAt(cell) !== this.#movable) return this.#tellPage('notice', t('js-party-partner'));
    if (this.#chosen.includes(cell)) return this.choose(this.#chosen.length === 1 ? [] : [cell]);
    // From either end of what is chosen; the longer line keeps what was chosen before.
    const lines = [this.#chosen[0], this.#chosen[this.#chosen.length - 1]]
      .map((end) => (end ? this.#drawing?.between(end, cell, 3)?.cells : null) ?? [])
      .filter((line) => line.length && line.every((cell) => this.#mayChoose(cell)));
    this.choose(lines.sort((a, b) => b.length - a.length)[0] ?? [cell]);
    const moves = this.#early ? this.#ahead : this.#legal;
    if (moves.length && !moves.some((move) => move.cells.includes(cell))) this.#tellPage('notice', t('js-board-stuck', { cell }));
  }

  /** A tap next to the chosen marbles plays the move that leads there, or in the direction from the nearest marble. @param {string} cell */
  #tryToward(cell) {
    const there = this.#moves().filter((move) => reached(move).includes(cell));
    if (there.length === 1) return this.#choose(there[0]);
    // Two broadsides share a cell: the tap was on neither handle.
    if (there.length > 1) return;
    for (const end of [...this.#chosen].reverse()) {
      const direction = DIRECTIONS.find((direction) => this.#drawing?.neighbor(end, direction) === cell);
      if (direction) return this.#playToward(direction);
    }
    this.choose([]);
  }

  /** Plays the chosen marbles in a direction, or asks the page why that is not legal. @param {Direction} direction */
  #playToward(direction) {
    this.#drawing?.layer('sumito-handles').classList.remove('dragging');
    const move = this.#moves().find((move) => move.direction === direction);
    if (move) return this.#choose(move);
    this.#drawing?.drop();
    if (this.#early) return;
    this.#drawing?.shake(this.#chosen);
    this.#tellPage('illegal', { cells: this.chosen, direction });
  }

  // ---- moves: chosen, confirmed, in advance

  /** @param {LegalMove} move */
  #choose(move) {
    if (this.#early) return this.#setPremove(move);
    if (this.hasAttribute('confirm') && get('confirm') === 'on') return this.#ask(move);
    this.#commit(move);
  }

  /** @param {LegalMove} move */
  #commit(move) {
    this.#ask(null);
    this.choose([]);
    this.#tellPage('move', move.text);
  }

  /** Shows a move that is to be confirmed, or nothing. @param {LegalMove | null} move */
  #ask(move) {
    if (move === this.#asked) return;
    this.#asked = move;
    if (move) this.#drawing?.drop();
    this.#drawHandles();
    this.#drawPreview();
    if (move) this.#whisper(t('js-board-ask', { move: move.text }));
  }

  #confirm() {
    if (this.#asked) this.#commit(this.#asked);
    this.#drawing?.svg.focus({ preventScroll: true });
  }

  #takeBack() {
    this.letGo();
    this.#drawing?.svg.focus({ preventScroll: true });
  }

  /** @param {LegalMove | null} move */
  #setPremove(move) {
    if (move === this.#premove) return;
    this.#premove = move;
    this.#drawing?.drop();
    if (move) this.choose([]);
    this.#drawPreview();
    if (move) this.#whisper(t('js-board-premove', { move: move.text }));
    this.#tellPage('premove', move);
  }

  /** Plays the premove if it is the player's turn, and drops it if it is no longer legal. */
  #tryPremove() {
    const premove = this.#premove;
    if (!premove) return;
    const now = this.#legal.find((move) => isSame(move, premove));
    const later = this.#early ? this.#ahead.find((move) => isSame(move, premove)) : undefined;
    this.#premove = later ?? null;
    this.#drawPreview();
    if (later) return;
    // The page has yet to finish showing this position.
    setTimeout(() => {
      this.#tellPage('premove', null);
      // It may have shown the same position twice.
      const still = now && this.#legal.find((move) => isSame(move, now));
      if (still) return this.#commit(still);
      if (now) return;
      this.say(t('js-board-premove-gone'));
      this.#tellPage('notice', t('js-board-premove-gone'));
    });
  }

  // ---- pointer

  /** Whether a finger at this place moves something. @param {Point} point */
  #holds(point) {
    const cell = this.#drawing?.cellAt(point);
    return !!this.#handleAt(point) || (!!cell && (this.#mayChoose(cell) || this.#chosen.length > 0 || !!this.#asked));
  }

  /** The move whose handle is at a point. @param {Point} point */
  #handleAt(point) {
    const off = (/** @type {LegalMove} */ move) => Math.hypot(this.#handlePlace(move).x - point.x, this.#handlePlace(move).y - point.y);
    const [nearest] = this.#asked ? [] : [...this.#moves()].sort((a, b) => off(a) - off(b));
    return nearest && off(nearest) < 28 ? nearest : null;
  }

  /** @param {Point} point @param {string | null} cell */
  #tapAt(point, cell) {
    if (this.#editing) return cell ? this.#tellPage('cell', cell) : undefined;
    const asked = this.#asked;
    if (asked) {
      const part = !!cell && asked.steps.some((step) => step.includes(cell));
      return part ? this.#commit(asked) : this.#takeBack();
    }
    if (this.#premove) return this.#takeBack();
    const handle = this.#handleAt(point);
    if (handle) return this.#choose(handle);
    if (cell) this.#tap(cell);
  }

  /**
   * What would be played if the gesture ended now. The marbles follow the pointer; those that cannot go there only strain a little.
   * @param {Direction | null} aim @param {number} [part]
   */
  #showAim(aim, part = 0) {
    const drawing = this.#drawing;
    const move = aim ? this.#moves().find((move) => move.direction === aim) : undefined;
    if (!drawing) return;
    drawing.layer('sumito-handles').classList.toggle('dragging', !!aim && part > 0);
    if (!aim) drawing.drop();
    else if (move) drawing.drag(move.steps, part);
    else drawing.drag(this.#strain(aim), part * 0.08);
  }

  /** The steps of the chosen marbles in a direction in which they cannot go. @param {Direction} direction @returns {Step[]} */
  #strain(direction) {
    return this.#chosen.map((cell) => [cell, this.#drawing?.neighbor(cell, direction) ?? '']);
  }

  /** A handle under the mouse shows the whole move. @param {PointerEvent} event */
  #hover(event) {
    if (event.pointerType !== 'mouse' || this.#asked || this.#premove || event.buttons) return;
    const handle = event.target instanceof Element ? event.target.closest('.sumito-handle') : null;
    const move = handle ? this.#moves().find((move) => move.text === handle.getAttribute('data-move')) : undefined;
    this.#drawing?.preview(move?.steps ?? [], 'hover');
  }

  // ---- keyboard

  /** @param {KeyboardEvent} event */
  #key(event) {
    const drawing = this.#drawing;
    if (event.ctrlKey || event.metaKey || event.altKey || !drawing) return;
    if (event.key === 'Escape' && (this.#asked || this.#premove || this.#chosen.length)) {
      event.preventDefault();
      return this.#takeBack();
    }
    // Buttons handle their own keys.
    if (event.target !== drawing.svg || this.#rolling) return;
    const way = WAYS[DIGITS[event.code] ?? event.code.replace('Key', '')];
    if (event.key === 'Enter' && this.#asked) this.#confirm();
    else if (way && this.#chosen.length && !this.#asked) this.#playToward(drawing.toward(way).direction);
    else if (way || ARROWS[event.key]) this.#moveCursor(way ? [way] : ARROWS[event.key]);
    else if (event.key === ' ' || event.key === 'Enter') this.#press(this.#cursor);
    else if (event.key.toLowerCase() === 'p') this.say(this.#positionWords());
    else if (event.key.toLowerCase() === 'l') this.say(this.#told);
    else if (event.key === '?') {
      const help = t('js-board-keys', { keys: directionKeys() });
      this.say(help);
      this.#tellPage('notice', help);
    }
    else return;
    event.preventDefault();
  }

  /** @param {string} cell */
  #press(cell) {
    const place = this.#drawing?.places.get(cell);
    if (place) this.#tapAt(place, cell);
  }

  /** @param {Point[]} ways  the first that leads to a cell is gone */
  #moveCursor(ways) {
    const drawing = /** @type {Drawing} */ (this.#drawing);
    const cells = ways.map((way) => drawing.neighbor(this.#cursor, drawing.toward(way).direction));
    this.#cursor = cells.find((cell) => cell) ?? this.#cursor;
    this.#drawCursor(true);
    this.#whisper(t(`js-cell-${drawing.colorAt(this.#cursor) ?? 'empty'}`, { cell: this.#cursor }));
  }

  /** @param {boolean} visible */
  #drawCursor(visible) {
    this.mark('sumito-cursor', visible && this.#drawing?.svg.matches(':focus-visible') ? [this.#cursor] : []);
  }
}

/** Whether two moves take the same marbles in the same direction: what they push may differ. @param {LegalMove} one @param {LegalMove} other */
function isSame(one, other) {
  return one.direction === other.direction && [...one.cells].sort().join() === [...other.cells].sort().join();
}

customElements.define('sumito-board', Board);

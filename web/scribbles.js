// Arrows and circles that the reader draws on a board: with the right button, or with a finger that rests on a cell before it moves.

/**
 * @typedef {import('./board.js').Board} Board
 * @typedef {import('./drawing.js').Step} Step
 */

const KIND = 'sumito-drawn';
/** Milliseconds after which a resting finger draws. */
const REST = 500;
/** A finger that moves farther than this, in pixels, scrolls or drags a marble. */
const STILL = 8;

export class Scribbles {
  /** What is drawn: from cell to cell, or a circle where both are the same. @type {Step[]} */ #drawn = [];
  /** Where the present stroke began, and by which pointer. @type {{ id: number, from: string } | null} */ #pen = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */ #resting;
  #start = { x: 0, y: 0 };
  #wipes = false;
  #board;

  /** @param {Board} board */
  constructor(board) {
    this.#board = board;
    board.addEventListener('contextmenu', (event) => event.preventDefault());
    board.addEventListener('pointerdown', (event) => this.#down(event));
    board.addEventListener('pointermove', (event) => this.#move(event));
    board.addEventListener('pointerup', (event) => this.#up(event));
    board.addEventListener('pointercancel', () => this.#drop());
    board.addEventListener('touchmove', (event) => this.#pen && event.preventDefault(), { passive: false });
  }

  /** Shows what belongs to another position. The list is kept up to date. @param {Step[]} drawn */
  show(drawn) {
    this.#drop();
    this.#drawn = drawn;
    this.#draw();
  }

  /** @param {PointerEvent} event */
  #down(event) {
    const cell = this.#board.cellAt(event);
    if (event.button === 2 && cell) return this.#begin(event, cell);
    if (event.button !== 0) return;
    this.#start = { x: event.clientX, y: event.clientY };
    // A tap that goes on with a move leaves the drawing alone; any other wipes it.
    this.#wipes = !this.#board.chosen.length;
    if (event.pointerType !== 'mouse' && cell) this.#resting = setTimeout(() => this.#begin(event, cell, true), REST);
    else this.#wipe();
  }

  /** @param {PointerEvent} event @param {string} from @param {boolean} [finger] */
  #begin(event, from, finger = false) {
    this.#pen = { id: event.pointerId, from };
    if (!finger) return this.#board.setPointerCapture(event.pointerId);
    // The finger would drag a marble otherwise.
    event.target?.dispatchEvent(new PointerEvent('pointercancel', { pointerId: event.pointerId }));
    navigator.vibrate?.(15);
    this.#draw([from, from]);
  }

  /** @param {PointerEvent} event */
  #move(event) {
    if (Math.hypot(event.clientX - this.#start.x, event.clientY - this.#start.y) > STILL) clearTimeout(this.#resting);
    if (this.#pen?.id !== event.pointerId) return;
    const to = this.#board.cellAt(event);
    this.#draw(to ? [this.#pen.from, to] : undefined);
  }

  /** The same stroke again removes it. @param {PointerEvent} event */
  #up(event) {
    const pen = this.#pen;
    const tapped = !pen && event.pointerType !== 'mouse' && Math.hypot(event.clientX - this.#start.x, event.clientY - this.#start.y) < STILL;
    this.#drop();
    if (tapped) this.#wipe();
    const to = this.#board.cellAt(event);
    if (pen?.id !== event.pointerId || !to) return;
    const at = this.#drawn.findIndex(([from, end]) => from === pen.from && end === to);
    if (at < 0) this.#drawn.push([pen.from, to]);
    else this.#drawn.splice(at, 1);
    this.#draw();
  }

  /** Gives up the present stroke. */
  #drop() {
    clearTimeout(this.#resting);
    this.#pen = null;
    this.#draw();
  }

  #wipe() {
    if (!this.#wipes) return;
    this.#drawn.length = 0;
    this.#draw();
  }

  /** @param {Step} [more] the present stroke */
  #draw(more) {
    const all = more ? [...this.#drawn, more] : this.#drawn;
    this.#board.arrows(all.filter(([from, to]) => from !== to), KIND);
    this.#board.mark(KIND, all.filter(([from, to]) => from === to).map(([cell]) => cell));
  }
}

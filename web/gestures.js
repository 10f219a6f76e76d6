// Touch and mouse gestures on a board: taps, swipes along a line of marbles, drags in a direction. Ambiguous gestures are ignored: a drag that
// ends off the board, between two directions or too far away.

/**
 * @typedef {import('./drawing.js').Drawing} Drawing
 * @typedef {import('./drawing.js').Direction} Direction
 * @typedef {import('./drawing.js').Point} Point
 *
 * @typedef {object} Hand  the board, as far as gestures are concerned
 * @property {() => boolean} busy                        nothing may begin now
 * @property {(point: Point) => boolean} holds           a finger here moves something; anywhere else it scrolls the page
 * @property {(cell: string) => boolean} mayChoose
 * @property {() => readonly string[]} chosen
 * @property {(cells: string[]) => void} choose
 * @property {(point: Point, cell: string | null) => void} tap
 * @property {(direction: Direction | null) => void} aim what would be played if the gesture ended now
 * @property {(direction: Direction) => void} play
 *
 * @typedef {object} Gesture
 * @property {number} id            of the pointer
 * @property {Point} start
 * @property {string | null} cell   where it began
 * @property {boolean} kept         it began on a chosen marble, and plays
 * @property {Direction | null} aim
 */

/** In units of the drawing, in which neighbors are 60 apart: a pointer that moved less tapped; one that moved this far dragged; too far, and it
 * means nothing. */
const TAP = 16;
const DRAG = 30;
const LONG = 200;
/** A drag this many degrees off every direction means none. */
const ASKEW = 24;

export class Gestures {
  /** @type {Gesture | null} */ #gesture = null;
  #drawing;
  #hand;

  /** @param {Drawing} drawing @param {Hand} hand */
  constructor(drawing, hand) {
    this.#drawing = drawing;
    this.#hand = hand;
    const { svg } = drawing;
    svg.addEventListener('pointerdown', (event) => this.#down(event));
    svg.addEventListener('pointermove', (event) => this.#move(event));
    svg.addEventListener('pointerup', (event) => this.#up(event));
    svg.addEventListener('pointercancel', () => this.#end());
    svg.addEventListener('touchstart', (event) => hand.holds(drawing.point(event.touches[0])) && event.preventDefault(), { passive: false });
  }

  /** @param {PointerEvent} event */
  #down(event) {
    if (this.#gesture || this.#hand.busy() || event.button !== 0) return;
    const start = this.#drawing.point(event);
    const cell = this.#drawing.cellAt(start);
    if (!cell && !this.#hand.holds(start)) return;
    this.#gesture = { id: event.pointerId, start, cell, kept: !!cell && this.#hand.chosen().includes(cell), aim: null };
    this.#drawing.svg.setPointerCapture(event.pointerId);
  }

  /** Swiping along one's own marbles chooses them; going on, or starting from chosen ones, aims. @param {PointerEvent} event */
  #move(event) {
    const gesture = this.#gesture;
    if (!gesture || gesture.id !== event.pointerId || !gesture.cell || !this.#hand.mayChoose(gesture.cell)) return;
    const point = this.#drawing.point(event);
    const way = { x: point.x - gesture.start.x, y: point.y - gesture.start.y };
    const far = Math.hypot(way.x, way.y);
    gesture.aim = null;
    if (far >= DRAG && this.#drawing.cellAt(point, 60)) {
      if (gesture.kept) {
        const { direction, off } = this.#drawing.toward(way);
        if (off < ASKEW && far < LONG) gesture.aim = direction;
      } else {
        const line = this.#swiped(gesture.cell, point);
        if (line) {
          this.#hand.choose(line.own);
          gesture.aim = line.direction;
        }
      }
    }
    this.#hand.aim(gesture.aim);
  }

  /** What a swipe from a marble to a point chooses, and in which direction it goes on, if it does. @param {string} from @param {Point} point */
  #swiped(from, point) {
    const cell = this.#drawing.cellAt(point, 30);
    const line = cell ? this.#drawing.between(from, cell, 4) : null;
    if (!line) return null;
    const foreign = line.cells.findIndex((cell) => !this.#hand.mayChoose(cell));
    const own = foreign < 0 ? line.cells : line.cells.slice(0, foreign);
    if (own.length > 3) return null;
    // It goes on to the next cell, not beyond: there it would mean nothing.
    const goesOn = foreign === line.cells.length - 1;
    return foreign < 0 || goesOn ? { own, direction: goesOn ? line.direction : null } : null;
  }

  /** @param {PointerEvent} event */
  #up(event) {
    const gesture = this.#gesture;
    if (!gesture || gesture.id !== event.pointerId) return;
    this.#end();
    const end = this.#drawing.point(event);
    const tapped = Math.hypot(end.x - gesture.start.x, end.y - gesture.start.y) < TAP;
    if (tapped) this.#hand.tap(gesture.start, gesture.cell);
    else if (gesture.aim) this.#hand.play(gesture.aim);
  }

  #end() {
    this.#gesture = null;
    this.#hand.aim(null);
  }
}

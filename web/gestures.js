// Fingers and mice on a board: taps, swipes along a line of marbles, drags toward a direction. The marbles follow the pointer, so a drag plays
// what it shows when it ends.

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
 * @property {(direction: Direction | null, part?: number) => void} aim  what would be played if the gesture ended now, and how far it has gone
 * @property {(direction: Direction) => void} play
 *
 * @typedef {object} Gesture
 * @property {number} id            of the pointer
 * @property {Point} start
 * @property {string | null} cell   where it began
 * @property {boolean} kept         it began on a chosen marble, and plays
 * @property {Direction | null} axis  the direction of a drag
 * @property {Direction | null} aim   what would be played if it ended now
 * @property {number} part            how far it has gone, in steps
 * @property {DOMMatrix | null} matrix  from the screen to the drawing: asking again at each movement would lay out the page each time
 */

/** In units of the drawing, in which neighbors are 60 apart: a pointer that moved less tapped. */
const TAP = 16;
/** After this distance the direction of a drag is known, and the marbles begin to follow: from where they are, without a jump. */
const CLEAR = 11;
const PITCH = 60;
/** A drag that ends past this part of a step plays the move; before it, the line falls back. */
const ENOUGH = 0.45;
/** A drag that is this many degrees off every direction has no direction. */
const ASKEW = 28;

/** How far marbles have gone, in steps, when the pointer has gone this far. @param {number} along */
const followed = (along) => Math.max(0, Math.min(1, (along * PITCH - CLEAR) / (PITCH - CLEAR)));

const NOWHERE = /** @type {{ direction: Direction | null, part: number }} */ ({ direction: null, part: 0 });

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
    const matrix = this.#drawing.fromScreen();
    const start = this.#drawing.point(event, matrix);
    const cell = this.#drawing.cellAt(start);
    if (!cell && !this.#hand.holds(start)) return;
    this.#gesture = { id: event.pointerId, start, cell, kept: !!cell && this.#hand.chosen().includes(cell), axis: null, aim: null, part: 0, matrix };
    this.#drawing.svg.setPointerCapture(event.pointerId);
  }

  /** Swiping along one's own marbles chooses them; going on, or starting from chosen ones, moves them. @param {PointerEvent} event */
  #move(event) {
    const gesture = this.#gesture;
    if (!gesture || gesture.id !== event.pointerId || !gesture.cell || !this.#hand.mayChoose(gesture.cell)) return;
    const point = this.#drawing.point(event, gesture.matrix);
    const way = { x: point.x - gesture.start.x, y: point.y - gesture.start.y };
    const { direction, part } = gesture.kept ? this.#dragged(gesture, way) : this.#swiped(gesture.cell, way);
    [gesture.aim, gesture.part] = [direction, part];
    this.#hand.aim(direction, part);
  }

  /** Follows a drag of chosen marbles. Its direction stays fixed until the pointer returns. @param {Gesture} gesture @param {Point} way */
  #dragged(gesture, way) {
    if (Math.hypot(way.x, way.y) < CLEAR) gesture.axis = null;
    else if (!gesture.axis) {
      const { direction, off } = this.#drawing.toward(way);
      if (off < ASKEW) gesture.axis = direction;
    }
    if (!gesture.axis) return NOWHERE;
    const along = this.#along(way, gesture.axis);
    if (along <= 0) gesture.axis = null;
    return gesture.axis ? { direction: gesture.axis, part: followed(along) } : NOWHERE;
  }

  /** Chooses what a swipe has touched, and says where it leads once it goes beyond. @param {string} from @param {Point} way */
  #swiped(from, way) {
    const { direction, off } = this.#drawing.toward(way);
    if (Math.hypot(way.x, way.y) < CLEAR || off > ASKEW) return NOWHERE;
    const along = this.#along(way, direction);
    const own = [from];
    for (let cell = this.#drawing.neighbor(from, direction); cell && this.#hand.mayChoose(cell); cell = this.#drawing.neighbor(cell, direction)) own.push(cell);
    const touched = Math.floor(along + 0.5) + 1;
    if (own.length > 3 && touched > 3) return NOWHERE;
    const line = own.slice(0, touched);
    if (line.join() !== this.#hand.chosen().join()) this.#hand.choose(line);
    const beyond = along - (own.length - 1);
    return line.length === own.length && beyond * PITCH > CLEAR ? { direction, part: followed(beyond) } : NOWHERE;
  }

  /** The length of a drag along a direction, in steps. @param {Point} way @param {Direction} direction */
  #along(way, direction) {
    const step = this.#drawing.step(direction);
    return (way.x * step.x + way.y * step.y) / (PITCH * PITCH);
  }

  /** @param {PointerEvent} event */
  #up(event) {
    const gesture = this.#gesture;
    if (!gesture || gesture.id !== event.pointerId) return;
    const end = this.#drawing.point(event, gesture.matrix);
    const tapped = Math.hypot(end.x - gesture.start.x, end.y - gesture.start.y) < TAP;
    // The line goes on from where it was dragged to.
    if (!tapped && gesture.aim && gesture.part > ENOUGH) {
      this.#gesture = null;
      return this.#hand.play(gesture.aim);
    }
    this.#end();
    if (tapped) this.#hand.tap(gesture.start, gesture.cell);
  }

  #end() {
    this.#gesture = null;
    this.#hand.aim(null);
  }
}

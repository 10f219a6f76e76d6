// The board as a custom element. It knows no rules: the page tells it where the marbles are and which moves are legal, and it tells
// the page what the player chose. What it brings to life is the SVG that the server drew (crates/sumito-rules/src/diagram).

/**
 * @typedef {object} LegalMove
 * @property {string} text       the move in Aba-Pro notation
 * @property {string[]} cells    the marbles of the hand
 * @property {Direction} direction
 * @property {[string, string][]} steps  every marble that moves: from, to; an empty `to` leaves the board
 *
 * @typedef {'east'|'north-east'|'north-west'|'west'|'south-west'|'south-east'} Direction
 * @typedef {'black'|'white'} Color
 * @typedef {{ x: number, y: number }} Point
 */

/** How far a step goes on the drawing, before the board is turned. @type {Record<Direction, Point>} */
const STEPS = {
  east: { x: 60, y: 0 },
  'north-east': { x: 30, y: -52 },
  'north-west': { x: -30, y: -52 },
  west: { x: -60, y: 0 },
  'south-west': { x: -30, y: 52 },
  'south-east': { x: 30, y: 52 },
};
const DIRECTIONS = /** @type {Direction[]} */ (Object.keys(STEPS));

/** Keys that move the cursor or, with marbles chosen and Shift or as letters, play in a direction. @type {Record<string, Direction>} */
const DIRECTION_KEYS = {
  KeyD: 'east', KeyE: 'north-east', KeyW: 'north-west', KeyA: 'west', KeyZ: 'south-west', KeyX: 'south-east',
  Numpad6: 'east', Numpad9: 'north-east', Numpad7: 'north-west', Numpad4: 'west', Numpad1: 'south-west', Numpad3: 'south-east',
};

const SVG = 'http://www.w3.org/2000/svg';
/** A pointer that moved less than this (in units of the drawing) tapped. */
const TAP = 16;

export class Board extends HTMLElement {
  /** Marbles by cell. @type {Map<string, SVGUseElement>} */ #marbles = new Map();
  /** The centres of the cells. @type {Map<string, Point>} */ #places = new Map();
  /** Chosen cells, in a line. @type {string[]} */ #chosen = [];
  /** @type {LegalMove[]} */ #legal = [];
  /** Whose marbles may be chosen. @type {Color | 'both' | null} */ #movable = null;
  /** @type {{ id: number, start: Point, cell: string | null, path: string[], kept: boolean } | null} */ #gesture = null;
  /** The cell under the keyboard's cursor. */ #cursor = 'e5';
  #half = false;
  #animation = Promise.resolve();

  connectedCallback() {
    const svg = this.svg;
    if (!svg || this.#places.size) return;
    for (const use of svg.querySelectorAll('.sumito-cells [data-cell]')) {
      const cell = /** @type {string} */ (use.getAttribute('data-cell'));
      this.#places.set(cell, { x: Number(use.getAttribute('x')), y: Number(use.getAttribute('y')) });
    }
    this.#readMarbles();
    this.#layer('sumito-handles');
    svg.setAttribute('tabindex', '0');
    svg.setAttribute('role', 'application');
    svg.style.touchAction = 'none';
    svg.addEventListener('pointerdown', (event) => this.#down(event));
    svg.addEventListener('pointermove', (event) => this.#move(event));
    svg.addEventListener('pointerup', (event) => this.#up(event));
    svg.addEventListener('pointercancel', () => this.#cancel());
    svg.addEventListener('keydown', (event) => this.#key(event));
    svg.addEventListener('focus', () => this.#drawCursor(true));
    svg.addEventListener('blur', () => this.#drawCursor(false));
  }

  /** @returns {SVGSVGElement | null} */
  get svg() {
    return this.querySelector('svg.sumito-diagram');
  }

  /** The cells chosen now. */
  get chosen() {
    return [...this.#chosen];
  }

  /**
   * Sets the position, without animation.
   * @param {{ black: string[], white: string[], legal?: LegalMove[], movable?: Color | 'both' | null, last?: string[] }} state
   */
  show(state) {
    for (const [color, cells] of /** @type {[Color, string[]][]} */ ([['black', state.black], ['white', state.white]])) {
      const there = new Set(cells);
      for (const [cell, marble] of this.#marbles) {
        if (marble.classList.contains(`sumito-${color}`) && !there.has(cell)) {
          marble.remove();
          this.#marbles.delete(cell);
        }
      }
      for (const cell of cells) if (this.#colorAt(cell) !== color) this.#put(cell, color);
    }
    this.#legal = state.legal ?? [];
    this.#movable = state.movable ?? null;
    this.mark('sumito-last', state.last ?? []);
    this.choose(this.#chosen.filter((cell) => this.#mayChoose(cell)));
  }

  /**
   * Plays the steps of a move as an animation; the position afterwards is for `show` to tell.
   * @param {[string, string][]} steps
   */
  roll(steps) {
    this.#animation = this.#animation.then(() => this.#slide(steps));
    return this.#animation;
  }

  /** Shows the board from the other side, or not. @param {boolean} half */
  turn(half) {
    const svg = this.svg;
    if (!svg || half === this.#half) return;
    this.#half = half;
    // The drawing has a centre of its own: the half-turn changes the signs of all places.
    const places = [...this.#places].map(([cell, place]) => /** @type {[string, Point]} */ ([cell, { x: -place.x, y: -place.y }]));
    this.#places = new Map(places);
    for (const use of svg.querySelectorAll(".sumito-cells use, .sumito-marbles use")) {
      for (const axis of ["x", "y"]) use.setAttribute(axis, String(-Number(use.getAttribute(axis))));
    }
    for (const mark of svg.querySelectorAll(".sumito-highlights circle")) {
      for (const axis of ["cx", "cy"]) mark.setAttribute(axis, String(-Number(mark.getAttribute(axis))));
    }
    svg.querySelector(".sumito-coordinates")?.setAttribute("visibility", half ? "hidden" : "visible");
    this.choose(this.#chosen);
  }

  /** Chooses these cells. @param {string[]} cells */
  choose(cells) {
    this.#chosen = cells;
    this.mark('sumito-chosen', cells);
    this.#drawHandles();
    this.dispatchEvent(new CustomEvent('choose', { detail: cells, bubbles: true }));
  }

  /** Puts marks of one kind on these cells alone. @param {string} kind @param {string[]} cells */
  mark(kind, cells) {
    const layer = this.#layer('sumito-highlights');
    layer.querySelectorAll(`.${kind}`).forEach((mark) => mark.remove());
    for (const cell of cells) {
      const place = this.#places.get(cell);
      if (!place) continue;
      const ring = document.createElementNS(SVG, 'circle');
      ring.setAttribute('class', `sumito-highlight ${kind}`);
      ring.setAttribute('r', '28');
      ring.setAttribute('cx', String(place.x));
      ring.setAttribute('cy', String(place.y));
      layer.append(ring);
    }
  }

  /** Arrows from cell to cell. @param {[string, string][]} arrows @param {string} [kind] */
  arrows(arrows, kind = 'sumito-hint') {
    const layer = this.#layer('sumito-arrows');
    layer.querySelectorAll(`.${kind}`).forEach((arrow) => arrow.remove());
    for (const [from, to] of arrows) {
      const [a, b] = [this.#places.get(from), this.#places.get(to)];
      if (!a || !b) continue;
      const line = document.createElementNS(SVG, 'path');
      const [dx, dy] = [b.x - a.x, b.y - a.y];
      const length = Math.hypot(dx, dy) || 1;
      const [ux, uy] = [dx / length, dy / length];
      const tip = { x: b.x - ux * 4, y: b.y - uy * 4 };
      const base = { x: tip.x - ux * 20, y: tip.y - uy * 20 };
      line.setAttribute('class', `sumito-arrow ${kind}`);
      line.setAttribute('d', `M${a.x} ${a.y}L${base.x} ${base.y}M${base.x - uy * 12} ${base.y + ux * 12}L${tip.x} ${tip.y}L${base.x + uy * 12} ${base.y - ux * 12}Z`);
      layer.append(line);
    }
  }

  // ---- marbles

  #readMarbles() {
    this.#marbles.clear();
    for (const use of /** @type {NodeListOf<SVGUseElement>} */ (this.querySelectorAll('.sumito-marbles [data-cell]'))) {
      this.#marbles.set(/** @type {string} */ (use.dataset.cell), use);
    }
  }

  /** @param {string} cell @returns {Color | null} */
  #colorAt(cell) {
    const marble = this.#marbles.get(cell);
    return !marble ? null : marble.classList.contains('sumito-black') ? 'black' : 'white';
  }

  /** @param {string} cell @param {Color} color */
  #put(cell, color) {
    this.#marbles.get(cell)?.remove();
    const place = this.#places.get(cell);
    const svg = this.svg;
    if (!place || !svg) return;
    // The symbols carry the prefix that the server chose for this drawing.
    const prefix = svg.querySelector('.sumito-cells use')?.getAttribute('href')?.replace(/-cell$/, '') ?? '#sumito';
    const use = /** @type {SVGUseElement} */ (document.createElementNS(SVG, 'use'));
    use.setAttribute('class', `sumito-marble sumito-${color}`);
    use.setAttribute('href', `${prefix}-${color}`);
    use.setAttribute('x', String(place.x));
    use.setAttribute('y', String(place.y));
    use.dataset.cell = cell;
    this.#layer('sumito-marbles').append(use);
    this.#marbles.set(cell, use);
  }

  /** @param {[string, string][]} steps */
  async #slide(steps) {
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches || document.documentElement.dataset.motion === 'off';
    const moved = steps.map(([from, to]) => ({ marble: this.#marbles.get(from), from, to }));
    for (const { from } of moved) this.#marbles.delete(from);
    const rolling = moved.map(async ({ marble, from, to }) => {
      const [a, b] = [this.#places.get(from), to ? this.#places.get(to) : undefined];
      if (!marble || !a) return;
      const goal = b ?? { x: a.x * 1.32, y: a.y * 1.32 };
      const roll = still ? null : marble.animate(
        [{ transform: 'none' }, { transform: `translate(${goal.x - a.x}px, ${goal.y - a.y}px)`, opacity: b ? 1 : 0.25 }],
        { duration: b ? 190 : 420, easing: 'ease-in-out' },
      );
      await roll?.finished.catch(() => {});
      if (b) {
        marble.setAttribute('x', String(b.x));
        marble.setAttribute('y', String(b.y));
        marble.dataset.cell = to;
        this.#marbles.set(to, marble);
      } else {
        marble.remove();
      }
    });
    await Promise.all(rolling);
  }

  // ---- choosing

  /** @param {string} cell */
  #mayChoose(cell) {
    const color = this.#colorAt(cell);
    return color !== null && (this.#movable === 'both' || this.#movable === color);
  }

  /** The cells from one to another if they lie on one line, both included. @param {string} from @param {string} to */
  #between(from, to) {
    for (const direction of DIRECTIONS) {
      const cells = [from];
      while (cells.length <= 3) {
        if (cells[cells.length - 1] === to) return cells;
        const next = this.#neighbor(cells[cells.length - 1], direction);
        if (!next) break;
        cells.push(next);
      }
    }
    return null;
  }

  /** @param {string} cell @param {Direction} direction */
  #neighbor(cell, direction) {
    const place = this.#places.get(cell);
    if (!place) return null;
    const step = this.#turned(direction);
    return this.#cellAt({ x: place.x + step.x, y: place.y + step.y }, 10);
  }

  /** A step in a direction on this drawing, which may be turned. @param {Direction} direction @returns {Point} */
  #turned(direction) {
    // The drawing tells how it is turned: by where the east of the centre lies.
    const [center, east, up] = [this.#places.get('e5'), this.#places.get('e6'), this.#places.get('f6')];
    if (!center || !east || !up) return STEPS[direction];
    const e = { x: east.x - center.x, y: east.y - center.y };
    const n = { x: up.x - center.x, y: up.y - center.y };
    const w = { x: n.x - e.x, y: n.y - e.y };
    /** @type {Record<Direction, Point>} */
    const all = {
      east: e, 'north-east': n, 'north-west': w,
      west: { x: -e.x, y: -e.y }, 'south-west': { x: -n.x, y: -n.y }, 'south-east': { x: -w.x, y: -w.y },
    };
    return all[direction];
  }

  /** @param {Point} point @param {number} [reach] */
  #cellAt(point, reach = 34) {
    let best = null;
    let least = reach;
    for (const [cell, place] of this.#places) {
      const distance = Math.hypot(place.x - point.x, place.y - point.y);
      if (distance < least) [best, least] = [cell, distance];
    }
    return best;
  }

  /** A tap on a marble chooses it, adds it to the line, or lets go of it. @param {string} cell */
  #tap(cell) {
    if (!this.#mayChoose(cell)) {
      const handle = this.#handleFor(cell);
      if (handle) return this.#play(handle);
      if (this.#chosen.length) return this.#tryToward(cell);
      return this.choose([]);
    }
    if (this.#chosen.includes(cell)) return this.choose(this.#chosen.length === 1 ? [] : [cell]);
    // From either end of what is chosen; the longer line keeps what was chosen before.
    const lines = [this.#chosen[0], this.#chosen[this.#chosen.length - 1]]
      .map((end) => (end ? this.#between(end, cell) : null))
      .filter((line) => line !== null && line.length <= 3 && line.every((c) => this.#mayChoose(c)));
    this.choose(lines.sort((a, b) => (b?.length ?? 0) - (a?.length ?? 0))[0] ?? [cell]);
  }

  /** The legal moves of the chosen marbles. */
  #moves() {
    const key = [...this.#chosen].sort().join();
    return this.#legal.filter((move) => [...move.cells].sort().join() === key);
  }

  /** Where the handle of a move lies: the middle of where its marbles go, for a line where its head goes. @param {LegalMove} move */
  #handlePlace(move) {
    const own = move.steps.filter(([from]) => move.cells.includes(from));
    const fresh = own.filter(([, to]) => !move.cells.includes(to));
    const places = fresh.map(([, to]) => this.#places.get(to)).filter((place) => place !== undefined);
    const sum = places.reduce((a, b) => ({ x: a.x + b.x, y: a.y + b.y }), { x: 0, y: 0 });
    return { x: sum.x / places.length, y: sum.y / places.length };
  }

  #drawHandles() {
    const layer = this.#layer('sumito-handles');
    layer.replaceChildren();
    for (const move of this.#moves()) {
      const place = this.#handlePlace(move);
      const step = this.#turned(move.direction);
      const angle = (Math.atan2(step.y, step.x) * 180) / Math.PI;
      const handle = document.createElementNS(SVG, 'g');
      handle.setAttribute('class', 'sumito-handle');
      handle.setAttribute('transform', `translate(${place.x} ${place.y}) rotate(${angle})`);
      handle.dataset.move = move.text;
      handle.innerHTML = '<circle r="21"/><path d="M-8 -8L6 0L-8 8"/>';
      layer.append(handle);
    }
  }

  /** The move whose handle lies on this cell. @param {string} cell */
  #handleFor(cell) {
    const place = this.#places.get(cell);
    return this.#moves().find((move) => {
      const handle = this.#handlePlace(move);
      return place && Math.hypot(handle.x - place.x, handle.y - place.y) < 20;
    });
  }

  /** @param {LegalMove} move */
  #play(move) {
    this.choose([]);
    this.dispatchEvent(new CustomEvent('move', { detail: move.text, bubbles: true }));
  }

  /** Plays the chosen marbles in a direction, or asks the page why that is not legal. @param {Direction} direction */
  #playToward(direction) {
    const move = this.#moves().find((move) => move.direction === direction);
    if (move) return this.#play(move);
    this.dispatchEvent(new CustomEvent('illegal', { detail: { cells: this.chosen, direction }, bubbles: true }));
  }

  /** A tap beside the chosen marbles means the direction in which it lies from the nearest of them. @param {string} cell */
  #tryToward(cell) {
    for (const end of [...this.#chosen].reverse()) {
      const direction = DIRECTIONS.find((direction) => this.#neighbor(end, direction) === cell);
      if (direction) return this.#playToward(direction);
    }
    this.choose([]);
  }

  // ---- pointer

  /** @param {PointerEvent} event */
  #point(event) {
    const svg = /** @type {SVGSVGElement} */ (this.svg);
    const matrix = svg.getScreenCTM();
    if (!matrix) return { x: 0, y: 0 };
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    return { x: point.x, y: point.y };
  }

  /** @param {PointerEvent} event */
  #down(event) {
    if (this.#gesture || event.button !== 0) return;
    const handle = /** @type {Element} */ (event.target).closest('.sumito-handle');
    const start = this.#point(event);
    if (handle instanceof SVGElement) {
      const move = this.#legal.find((move) => move.text === handle.dataset.move);
      if (move) return this.#play(move);
    }
    const cell = this.#cellAt(start);
    this.#gesture = { id: event.pointerId, start, cell, path: cell ? [cell] : [], kept: !!cell && this.#chosen.includes(cell) };
    this.svg?.setPointerCapture(event.pointerId);
  }

  /** Swiping along one's own marbles chooses them. @param {PointerEvent} event */
  #move(event) {
    const gesture = this.#gesture;
    if (!gesture || gesture.id !== event.pointerId || gesture.kept) return;
    const cell = this.#cellAt(this.#point(event), 26);
    if (!cell || !gesture.cell || gesture.path.includes(cell) || !this.#mayChoose(gesture.cell)) return;
    const line = this.#between(gesture.cell, cell);
    if (!line) return;
    gesture.path = line;
    const own = line.filter((c) => this.#mayChoose(c));
    if (own.length <= 3 && own.every((c, i) => c === line[i])) this.choose(own);
  }

  /** @param {PointerEvent} event */
  #up(event) {
    const gesture = this.#gesture;
    this.#gesture = null;
    if (!gesture || gesture.id !== event.pointerId || !gesture.cell) return;
    const end = this.#point(event);
    const [dx, dy] = [end.x - gesture.start.x, end.y - gesture.start.y];
    if (Math.hypot(dx, dy) < TAP) return this.#tap(gesture.cell);
    const last = gesture.path[gesture.path.length - 1];
    // The swipe ended on marbles of one's own: they are chosen, nothing moves yet.
    if (!gesture.kept && this.#mayChoose(last) && this.#cellAt(end) === last && this.#chosen.length > 1) return;
    if (!this.#mayChoose(gesture.cell)) return this.choose([]);
    if (!this.#chosen.includes(gesture.cell)) this.choose([gesture.cell]);
    this.#playToward(this.#nearest({ x: dx, y: dy }));
  }

  #cancel() {
    this.#gesture = null;
    this.choose([]);
  }

  /** @param {Point} way @returns {Direction} */
  #nearest(way) {
    const along = (/** @type {Direction} */ direction) => {
      const step = this.#turned(direction);
      return step.x * way.x + step.y * way.y;
    };
    return DIRECTIONS.reduce((best, direction) => (along(direction) > along(best) ? direction : best));
  }

  // ---- keyboard

  /** @param {KeyboardEvent} event */
  #key(event) {
    const direction = DIRECTION_KEYS[event.code];
    const arrows = /** @type {Record<string, Point>} */ ({
      ArrowRight: { x: 1, y: 0 }, ArrowLeft: { x: -1, y: 0 }, ArrowUp: { x: 0.2, y: -1 }, ArrowDown: { x: -0.2, y: 1 },
    });
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (direction && this.#chosen.length) {
      this.#playToward(direction);
    } else if (direction || arrows[event.key]) {
      const toward = direction ?? this.#nearest(arrows[event.key]);
      this.#cursor = this.#neighbor(this.#cursor, toward)
        ?? (event.key === 'ArrowUp' ? this.#neighbor(this.#cursor, this.#nearest({ x: -1, y: -1.6 })) : null)
        ?? (event.key === 'ArrowDown' ? this.#neighbor(this.#cursor, this.#nearest({ x: 1, y: 1.6 })) : null)
        ?? this.#cursor;
      this.#drawCursor(true);
      this.dispatchEvent(new CustomEvent('cursor', { detail: { cell: this.#cursor, color: this.#colorAt(this.#cursor) }, bubbles: true }));
    } else if (event.key === ' ' || event.key === 'Enter') {
      this.#tap(this.#cursor);
    } else if (event.key === 'Escape') {
      this.choose([]);
    } else {
      return;
    }
    event.preventDefault();
  }

  /** @param {boolean} visible */
  #drawCursor(visible) {
    this.mark('sumito-cursor', visible && this.svg?.matches(':focus-visible') ? [this.#cursor] : []);
  }

  /** @param {string} name */
  #layer(name) {
    const svg = /** @type {SVGSVGElement} */ (this.svg);
    let layer = svg.querySelector(`g.${name}`);
    if (!layer) {
      layer = document.createElementNS(SVG, 'g');
      layer.setAttribute('class', name);
      svg.append(layer);
    }
    return layer;
  }
}

customElements.define('sumito-board', Board);

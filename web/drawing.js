// The drawing of a board, made by the server (crates/sumito-rules/src/diagram): where its cells are, in any rotation, and what is placed
// and moved on it. It knows neither rules nor players; board.js makes it interactive.

import { get } from './settings.js';

/**
 * @typedef {'east'|'north-east'|'north-west'|'west'|'south-west'|'south-east'} Direction
 * @typedef {'black'|'white'} Color
 * @typedef {{ x: number, y: number }} Point
 * @typedef {[string, string]} Step  from cell to cell; an empty second one is the gutter
 */

/** Steps of directions over rows and digits. @type {Record<Direction, [number, number]>} */
const STEPS = {
  east: [0, 1], 'north-east': [1, 1], 'north-west': [1, 0], west: [0, -1], 'south-west': [-1, -1], 'south-east': [-1, 0],
};
export const DIRECTIONS = /** @type {Direction[]} */ (Object.keys(STEPS));

const SVG = 'http://www.w3.org/2000/svg';
/** How long a step takes, in milliseconds. @type {Record<string, number>} */
const SPEEDS = { off: 0, fast: 110, normal: 200, slow: 450 };
/** From the middle of the board to the middle of the gutter, with letters and digits at the edges and without. */
const GUTTER = { labels: 295, bare: 277 };
/** The signs on the marbles, so that nobody has to tell them by their color; the same as in crates/sumito-server/src/pages/frame.rs. */
const SIGNS = { black: 'M-8-8L8 8M8-8L-8 8', white: 'M10 0A10 10 0 1 1-10 0A10 10 0 1 1 10 0' };

export class Drawing {
  /** The middle of each cell. @type {Map<string, Point>} */ places = new Map();
  /** @type {Map<string, SVGPathElement>} */ #marbles = new Map();
  /** The middle of each cell of the board unturned. @type {Map<string, Point>} */ #unturned = new Map();
  /** The letters and digits, and their places on the board unturned. @type {[Element, Point][]} */ #labels = [];
  /** @type {Map<string, string[]>} */ #marks = new Map();
  /** @type {Map<string, Step[]>} */ #arrows = new Map();
  /** @type {Record<Color, number>} */ #lost = { black: 0, white: 0 };
  #sixths = 0;
  #shown = 0;
  /** Marbles on their way. @type {Set<SVGPathElement>} */ #rolling = new Set();

  /** @param {SVGSVGElement} svg */
  constructor(svg) {
    this.svg = svg;
    for (const hollow of svg.querySelectorAll('.sumito-cells [data-cell]')) {
      this.#unturned.set(hollow.getAttribute('data-cell') ?? '', { x: Number(hollow.getAttribute('cx')), y: Number(hollow.getAttribute('cy')) });
    }
    this.places = new Map([...this.#unturned].map(([cell, place]) => [cell, { ...place }]));
    for (const marble of /** @type {NodeListOf<SVGPathElement>} */ (svg.querySelectorAll('.sumito-marbles [data-cell]'))) {
      this.#marbles.set(marble.dataset.cell ?? '', marble);
    }
    for (const label of svg.querySelectorAll('.sumito-coordinates path')) {
      const [x, y] = (label.getAttribute('transform')?.match(/-?[\d.]+/g) ?? []).map(Number);
      this.#labels.push([label, { x, y }]);
    }
    // The server may have drawn it as White sees it: half a turn around the middle.
    if ((this.#unturned.get('a1')?.y ?? 0) < 0) {
      for (const place of [...this.#unturned.values(), ...this.#labels.map(([, place]) => place)]) [place.x, place.y] = [-place.x, -place.y];
      this.#sixths = 3;
    }
    // The symbols carry the prefix that the server chose for this drawing.
    this.prefix = svg.querySelector('.sumito-cells')?.getAttribute('fill')?.match(/#.*(?=-hollow)/)?.[0] ?? '#sumito';
    this.#completeSymbols();
    for (const color of /** @type {Color[]} */ (['black', 'white'])) {
      this.#sign(color);
      this.#lost[color] = svg.querySelectorAll(`.sumito-lost .sumito-${color}`).length;
    }
    // From the lowest to the highest.
    const marbles = this.layer('sumito-marbles');
    if (svg.querySelector('.sumito-gutter')) marbles.before(this.layer('sumito-lost'));
    for (const name of ['sumito-preview', 'sumito-highlights', 'sumito-arrows', 'sumito-handles']) svg.append(this.layer(name));
  }

  /** The server draws no symbol for a color that has no marble on the board: it is made from that of the other. */
  #completeSymbols() {
    for (const [color, other] of [['black', 'white'], ['white', 'black']]) {
      const there = this.svg.querySelectorAll(`${this.prefix}-${other}, ${this.prefix}-${other}-glass`);
      if (this.svg.querySelector(`${this.prefix}-${color}`)) continue;
      for (const part of there) part.insertAdjacentHTML('afterend', part.outerHTML.replaceAll(other, color));
    }
  }

  /** Most drawings have the signs: to put them there makes the browser draw every marble anew. @param {Color} color */
  #sign(color) {
    const symbol = this.svg.querySelector(`${this.prefix}-${color}`);
    const there = symbol?.querySelector('.sumito-sign');
    if (there?.getAttribute('d') === SIGNS[color]) return;
    there?.remove();
    const sign = document.createElementNS(SVG, 'path');
    sign.setAttribute('class', `sumito-sign sumito-sign-${color}`);
    sign.setAttribute('d', SIGNS[color]);
    symbol?.append(sign);
  }

  /** @param {string} name @returns {SVGGElement} */
  layer(name) {
    let layer = /** @type {SVGGElement | null} */ (this.svg.querySelector(`g.${name}`));
    if (!layer) {
      layer = document.createElementNS(SVG, 'g');
      layer.setAttribute('class', name);
      this.svg.append(layer);
    }
    return layer;
  }

  // ---- places

  /** Turns the board by sixths of a turn, against the clock. @param {number} sixths @returns {boolean} whether that changes anything */
  turn(sixths) {
    const turns = ((sixths % 6) + 6) % 6;
    if (turns === this.#sixths) return false;
    this.#sixths = turns;
    for (const cell of this.#unturned.keys()) this.places.set(cell, /** @type {Point} */ (this.#unturned.get(turned(cell, turns))));
    for (const hollow of this.svg.querySelectorAll('.sumito-cells [data-cell]')) {
      const { x, y } = /** @type {Point} */ (this.places.get(hollow.getAttribute('data-cell') ?? ''));
      hollow.setAttribute('cx', String(x));
      hollow.setAttribute('cy', String(y));
    }
    for (const [cell, marble] of this.#marbles) setPlace(marble, /** @type {Point} */ (this.places.get(cell)));
    const [sin, cos] = [Math.sin((turns * Math.PI) / 3), Math.cos((turns * Math.PI) / 3)];
    for (const [label, { x, y }] of this.#labels) label.setAttribute('transform', `translate(${x * cos + y * sin} ${y * cos - x * sin})`);
    for (const [kind, cells] of this.#marks) this.mark(kind, cells);
    for (const [kind, arrows] of this.#arrows) this.arrows(arrows, kind);
    this.lose(this.#lost.black, this.#lost.white);
    return true;
  }

  /** @param {string} cell @param {Direction} direction */
  neighbor(cell, direction) {
    const [up, right] = STEPS[direction];
    const next = name(cell.charCodeAt(0) - 97 + up, Number(cell[1]) + right);
    return this.places.has(next) ? next : null;
  }

  /** A step in a direction, as it is seen. @param {Direction} direction @returns {Point} */
  step(direction) {
    const [center, next] = [this.places.get('e5'), this.places.get(this.neighbor('e5', direction) ?? '')];
    return center && next ? { x: next.x - center.x, y: next.y - center.y } : { x: 0, y: 0 };
  }

  /** The direction that is seen closest to this way, and how far off it is, in degrees. @param {Point} way */
  toward(way) {
    const off = (/** @type {Direction} */ direction) => {
      const step = this.step(direction);
      const cos = (step.x * way.x + step.y * way.y) / (Math.hypot(step.x, step.y) * Math.hypot(way.x, way.y));
      return (Math.acos(Math.max(-1, Math.min(1, cos))) * 180) / Math.PI;
    };
    const direction = DIRECTIONS.reduce((best, direction) => (off(direction) < off(best) ? direction : best));
    return { direction, off: off(direction) };
  }

  /** The cells from one to another if they lie on one line, both included. @param {string} from @param {string} to @param {number} most */
  between(from, to, most) {
    for (const direction of DIRECTIONS) {
      const cells = [from];
      for (let cell = /** @type {string | null} */ (from); cell && cells.length <= most; ) {
        if (cell === to) return { cells, direction };
        cell = this.neighbor(cell, direction);
        if (cell) cells.push(cell);
      }
    }
    return null;
  }

  /** The cell at a point. @param {Point} point @param {number} [reach] */
  cellAt(point, reach = 34) {
    let best = null;
    let least = reach;
    for (const [cell, place] of this.places) {
      const distance = Math.hypot(place.x - point.x, place.y - point.y);
      if (distance < least) [best, least] = [cell, distance];
    }
    return best;
  }

  /** Where a pointer is on the drawing. @param {{ clientX: number, clientY: number }} event @returns {Point} */
  point(event) {
    const matrix = this.svg.getScreenCTM();
    if (!matrix) return { x: 0, y: 0 };
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    return { x, y };
  }

  // ---- marbles

  /** @param {string} cell @returns {Color | null} */
  colorAt(cell) {
    const marble = this.#marbles.get(cell);
    return !marble ? null : marble.classList.contains('sumito-black') ? 'black' : 'white';
  }

  /** The cells of a color's marbles. @param {Color} color */
  marbles(color) {
    return [...this.#marbles.keys()].filter((cell) => this.colorAt(cell) === color).sort();
  }

  /** How many marbles lie in the gutter. */
  get lost() {
    return { ...this.#lost };
  }

  /** Puts marbles on these cells, and no others. @param {Record<Color, string[]>} cells */
  put(cells) {
    this.#shown += 1;
    // What still rolls belongs to a position that is no longer shown: nobody waits for it.
    for (const marble of this.#rolling) for (const roll of marble.getAnimations()) roll.cancel();
    for (const color of /** @type {Color[]} */ (['black', 'white'])) {
      const there = new Set(cells[color]);
      for (const cell of this.marbles(color)) {
        if (there.has(cell)) continue;
        this.#marbles.get(cell)?.remove();
        this.#marbles.delete(cell);
      }
    }
    for (const color of /** @type {Color[]} */ (['black', 'white'])) {
      for (const cell of cells[color]) {
        const place = this.places.get(cell);
        if (!place || this.colorAt(cell)) continue;
        const marble = this.#marble(color, place);
        marble.dataset.cell = cell;
        this.layer('sumito-marbles').append(marble);
        this.#marbles.set(cell, marble);
      }
    }
  }

  /** Puts the ejected marbles into the gutter. @param {number} black @param {number} white */
  lose(black, white) {
    this.#lost = { black, white };
    if (!this.svg.querySelector('.sumito-gutter')) return;
    const marbles = /** @type {[Color, number][]} */ ([['black', black], ['white', white]]).flatMap(([color, count]) =>
      Array.from({ length: count }, (_, n) => this.#marble(color, this.#slot(color, n, count))));
    this.layer('sumito-lost').replaceChildren(...marbles);
  }

  /**
   * Rolls marbles; the board is then as the steps leave it. Nothing moves visibly if the reader does not want it.
   * @param {Step[]} steps
   */
  async roll(steps) {
    const shown = this.#shown;
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
    const pace = still ? 0 : SPEEDS[get('animation')];
    const moved = steps.map(([from, to]) => ({ marble: this.#marbles.get(from), color: this.colorAt(from), from, to }));
    for (const { from } of moved) this.#marbles.delete(from);
    await Promise.all(moved.map(async ({ marble, color, from, to }) => {
      const [start, end] = [this.places.get(from), this.places.get(to)];
      if (!marble || !color || !start) return;
      const count = this.#lost[color] + 1;
      const way = end ? [start, end] : this.#wayOut(start, steps, this.#slot(color, count - 1, count));
      this.#rolling.add(marble);
      if (pace) await rolled(marble, way, end ? pace : pace * 4);
      this.#rolling.delete(marble);
      // Another position was shown meanwhile.
      if (shown !== this.#shown) return marble.remove();
      if (end) {
        setPlace(marble, end);
        marble.dataset.cell = to;
        this.#marbles.set(to, marble);
      } else {
        marble.remove();
        this.lose(this.#lost.black + Number(color === 'black'), this.#lost.white + Number(color === 'white'));
      }
    }));
  }

  /** Shows what a move would do: pale where marbles leave, see-through where they go. @param {Step[]} steps @param {string} [kind] */
  preview(steps, kind = '') {
    const layer = this.layer('sumito-preview');
    layer.setAttribute('class', `sumito-preview ${kind}`);
    layer.replaceChildren();
    for (const marble of this.#marbles.values()) marble.classList.remove('sumito-leaving');
    for (const [from, to] of steps) {
      const color = this.colorAt(from);
      const count = color ? this.#lost[color] + 1 : 0;
      const place = this.places.get(to) ?? (color ? this.#slot(color, count - 1, count) : undefined);
      if (!color || !place) continue;
      this.#marbles.get(from)?.classList.add('sumito-leaving');
      const ring = this.#ring(place, 'sumito-ghost');
      layer.append(this.#marble(color, place), ring);
    }
  }

  /** A path of one point, at which the symbol of a marble is drawn. @param {Color} color @param {Point} place @returns {SVGPathElement} */
  #marble(color, place) {
    const marble = document.createElementNS(SVG, 'path');
    marble.setAttribute('class', `sumito-marble sumito-${color}`);
    marble.setAttribute('marker-start', `url(${this.prefix}-${color})`);
    setPlace(marble, place);
    return marble;
  }

  #apothem() {
    return this.#labels.length ? GUTTER.labels : GUTTER.bare;
  }

  /** Where an ejected marble lies: each color along the side far from its player. @param {Color} color @param {number} n @param {number} count */
  #slot(color, n, count) {
    const angle = (Math.PI / 3) * ((color === 'black' ? 0 : 3) + this.#sixths + 1.5);
    const [sin, cos] = [Math.sin(angle), Math.cos(angle)];
    const [x, y] = [this.#apothem() * cos, -this.#apothem() * sin];
    const along = sin > -0.1 ? [sin, cos] : [-sin, -cos];
    const offset = n * Math.min(54, 270 / Math.max(1, count - 1)) - 135;
    return { x: x + along[0] * offset, y: y + along[1] * offset };
  }

  /** The way of an ejected marble: over the rim, then along the gutter to its place. @param {Point} start @param {Step[]} steps @param {Point} slot */
  #wayOut(start, steps, slot) {
    const [from, to] = steps.map(([from, to]) => [this.places.get(from), this.places.get(to)]).find(([, to]) => to) ?? [];
    const step = from && to ? { x: to.x - from.x, y: to.y - from.y } : { x: start.x / 4, y: start.y / 4 };
    const apothem = this.#apothem();
    const radius = (/** @type {number} */ angle) => {
      const sixth = Math.PI / 3;
      const off = ((((angle + sixth / 2 - Math.PI / 2) % sixth) + sixth) % sixth) - sixth / 2;
      return Math.min(apothem / Math.cos(off), apothem * 1.1);
    };
    const inside = (/** @type {Point} */ p) => Math.hypot(p.x, p.y) < radius(Math.atan2(p.y, p.x));
    let edge = start;
    while (inside(edge)) edge = { x: edge.x + step.x / 10, y: edge.y + step.y / 10 };
    const first = Math.atan2(edge.y, edge.x);
    const arc = ((Math.atan2(slot.y, slot.x) - first + 3 * Math.PI) % (2 * Math.PI)) - Math.PI;
    const parts = Math.ceil(Math.abs(arc) / 0.15);
    const round = Array.from({ length: Math.max(0, parts - 1) }, (_, n) => {
      const angle = first + (arc * (n + 1)) / parts;
      return { x: radius(angle) * Math.cos(angle), y: radius(angle) * Math.sin(angle) };
    });
    return [start, edge, ...round, slot];
  }

  // ---- marks and arrows

  /** Puts marks of one kind on these cells alone. @param {string} kind @param {string[]} cells */
  mark(kind, cells) {
    this.#marks.set(kind, cells);
    const layer = this.layer('sumito-highlights');
    layer.querySelectorAll(`.${kind}`).forEach((mark) => mark.remove());
    for (const cell of cells) {
      const place = this.places.get(cell);
      if (place) layer.append(this.#ring(place, `sumito-highlight ${kind}`));
    }
  }

  /** @param {Point} place @param {string} kind */
  #ring(place, kind) {
    const ring = document.createElementNS(SVG, 'circle');
    ring.setAttribute('class', kind);
    ring.setAttribute('r', '28');
    ring.setAttribute('cx', String(place.x));
    ring.setAttribute('cy', String(place.y));
    return ring;
  }

  /** Arrows of one kind from cell to cell, and no others of that kind. @param {Step[]} arrows @param {string} kind */
  arrows(arrows, kind) {
    this.#arrows.set(kind, arrows);
    const layer = this.layer('sumito-arrows');
    layer.querySelectorAll(`.${kind}`).forEach((arrow) => arrow.remove());
    for (const [from, to] of arrows) {
      const [a, b] = [this.places.get(from), this.places.get(to)];
      if (!a || !b) continue;
      const [dx, dy] = [b.x - a.x, b.y - a.y];
      const length = Math.hypot(dx, dy) || 1;
      const [ux, uy] = [dx / length, dy / length];
      const tip = { x: b.x - ux * 4, y: b.y - uy * 4 };
      const base = { x: tip.x - ux * 20, y: tip.y - uy * 20 };
      const line = document.createElementNS(SVG, 'path');
      line.setAttribute('class', `sumito-arrow ${kind}`);
      line.setAttribute('d', `M${a.x} ${a.y}L${base.x} ${base.y}M${base.x - uy * 12} ${base.y + ux * 12}L${tip.x} ${tip.y}L${base.x + uy * 12} ${base.y - ux * 12}Z`);
      layer.append(line);
    }
  }
}

/** @param {Element} marble @param {Point} place */
function setPlace(marble, { x, y }) {
  marble.setAttribute('d', `M${x} ${y}h0`);
}

/** @param {number} row @param {number} digit */
const name = (row, digit) => `${String.fromCharCode(97 + row)}${digit}`;

/** Where a cell comes to lie when the board is turned against the clock. @param {string} cell @param {number} sixths */
function turned(cell, sixths) {
  let [up, right] = [cell.charCodeAt(0) - 97 - 4, Number(cell[1]) - 5];
  for (let n = 0; n < sixths; n++) [up, right] = [right, right - up];
  return name(up + 4, right + 5);
}

/** Rolls a marble along a way, at one speed. @param {SVGPathElement} marble @param {Point[]} way @param {number} time */
async function rolled(marble, way, time) {
  const [start] = way;
  const lengths = way.slice(1).map((point, n) => Math.hypot(point.x - way[n].x, point.y - way[n].y));
  const whole = lengths.reduce((sum, length) => sum + length, 0) || 1;
  let gone = 0;
  const frames = way.map((point, n) => {
    gone += n ? lengths[n - 1] : 0;
    return { transform: `translate(${point.x - start.x}px, ${point.y - start.y}px)`, offset: Math.min(1, gone / whole) };
  });
  await marble.animate(frames, { duration: time, easing: 'ease-in-out', fill: 'forwards' }).finished.then((roll) => roll.cancel()).catch(() => {});
}

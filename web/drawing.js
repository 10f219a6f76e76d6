// The drawing of a board, made by the server (crates/sumito-rules/src/diagram): where its cells lie, however it is turned, and what is put
// on it and moved around. It knows neither rules nor players; board.js brings it to life.
//
// The wooden board is a picture of its own below the marbles, and marbles that move are a group of their own: the browser moves it without
// painting anything again, even while scripts are busy.

import { get } from './settings.js';
import { fillTray, slotPlace, trayFor } from './trays.js';

/**
 * @typedef {'east'|'north-east'|'north-west'|'west'|'south-west'|'south-east'} Direction
 * @typedef {'black'|'white'} Color
 * @typedef {Color|'blue'|'red'|'green'|'yellow'} Seat  one of up to six players, by the color of the marbles
 * @typedef {{ x: number, y: number }} Point
 * @typedef {[string, string]} Step  from cell to cell; an empty second one is off the board
 */

/** Steps of directions over rows and digits. @type {Record<Direction, [number, number]>} */
const STEPS = {
  east: [0, 1], 'north-east': [1, 1], 'north-west': [1, 0], west: [0, -1], 'south-west': [-1, -1], 'south-east': [-1, 0],
};
export const DIRECTIONS = /** @type {Direction[]} */ (Object.keys(STEPS));

const SVG = 'http://www.w3.org/2000/svg';
export const COLORS = /** @type {Seat[]} */ (['black', 'white', 'blue', 'red', 'green', 'yellow']);
/** How long a step takes, in milliseconds. @type {Record<string, number>} */
const SPEEDS = { off: 0, fast: 110, normal: 200, slow: 450 };
/** How long a dragged line takes to fall back, in milliseconds. */
const BACK = 140;
/** How long a line that fell back is ready to be dragged again, in milliseconds. */
const REST = 1000;
/** The signs on the marbles, for readers who want to tell them by more than their color; the same as in crates/sumito-server/src/pages/frame.rs. Other colors always have one. @type {Partial<Record<Seat, string>>} */
const SIGNS = { black: 'M-8-8L8 8M8-8L-8 8', white: 'M10 0A10 10 0 1 1-10 0A10 10 0 1 1 10 0' };

export class Drawing {
  /** The middle of each cell. @type {Map<string, Point>} */ places = new Map();
  /** @type {Map<string, SVGPathElement>} */ #marbles = new Map();
  /** The middle of each cell of the board unturned. @type {Map<string, Point>} */ #unturned = new Map();
  /** @type {Element[]} */ #hollows = [];
  /** The letters and digits, and their places on the board unturned. @type {[Element, Point][]} */ #labels = [];
  /** @type {Map<string, string[]>} */ #marks = new Map();
  /** @type {Map<string, Step[]>} */ #arrows = new Map();
  /** The ejected marbles, by the name of the tray that they lie in. @type {Record<string, Seat[]>} */ #trays = {};
  /** Whose tray the marbles go to; without it, each color has a tray for its lost ones. @type {Seat | null} */ collector = null;
  /** @type {import('./board.js').LegalMove | null} */ #last = null;
  #sixths = 0;
  #shown = 0;
  /** Marbles on their way, or the group that they are in. @type {Set<SVGElement>} */ #rolling = new Set();

  /** The move that follows the pointer, how far it has gone, and the tray that awaits a marble. @type {{ steps: Step[], way: Point, part: number, tray: HTMLElement | null } | null} */ #dragged = null;
  /** Ends the rest of a line that fell back. */ #resting = 0;

  /** @param {HTMLElement} host  the element with the drawing */
  constructor(host) {
    this.host = host;
    this.svg = /** @type {SVGSVGElement} */ (host.querySelector('svg.sumito-diagram'));
    const svg = this.svg;
    const plate = host.querySelector('svg.sumito-board') ?? svg;
    this.#hollows = [...plate.querySelectorAll('.sumito-cells [data-cell]')];
    for (const hollow of this.#hollows) {
      this.#unturned.set(hollow.getAttribute('data-cell') ?? '', { x: Number(hollow.getAttribute('cx')), y: Number(hollow.getAttribute('cy')) });
    }
    this.places = new Map([...this.#unturned].map(([cell, place]) => [cell, { ...place }]));
    for (const marble of /** @type {NodeListOf<SVGPathElement>} */ (svg.querySelectorAll('.sumito-marbles [data-cell]'))) {
      this.#marbles.set(marble.dataset.cell ?? '', marble);
    }
    for (const label of plate.querySelectorAll('.sumito-coordinates path')) {
      const [x, y] = (label.getAttribute('transform')?.match(/-?[\d.]+/g) ?? []).map(Number);
      this.#labels.push([label, { x, y }]);
    }
    // The server may have drawn it as White sees it: half a turn around the middle.
    if ((this.#unturned.get('a1')?.y ?? 0) < 0) {
      for (const place of [...this.#unturned.values(), ...this.#labels.map(([, place]) => place)]) [place.x, place.y] = [-place.x, -place.y];
      this.#sixths = 3;
    }
    // The symbols carry the prefix that the server chose for this drawing.
    this.prefix = plate.querySelector('.sumito-cells')?.getAttribute('fill')?.match(/#.*(?=-hollow)/)?.[0] ?? '#sumito';
    this.#completeSymbols();
    for (const color of COLORS) if (SIGNS[color]) this.#sign(color, SIGNS[color]);
    // From the lowest to the highest.
    const marbles = this.layer('sumito-marbles');
    for (const name of ['sumito-trails', 'sumito-halos', 'sumito-glow']) marbles.before(this.layer(name));
    marbles.append(this.layer('sumito-moving'));
    for (const name of ['sumito-choice', 'sumito-preview', 'sumito-highlights', 'sumito-arrows', 'sumito-handles']) svg.append(this.layer(name));
  }

  /** The server draws no symbol for a color that has no marble on the board: it is made from that of the other. */
  #completeSymbols() {
    for (const [color, other] of [['black', 'white'], ['white', 'black']]) {
      const there = this.svg.querySelectorAll(`${this.prefix}-${other}, ${this.prefix}-${other}-glass`);
      if (this.svg.querySelector(`${this.prefix}-${color}`)) continue;
      for (const part of there) part.insertAdjacentHTML('afterend', part.outerHTML.replaceAll(other, color));
    }
    const defs = this.svg.querySelector('defs');
    const id = this.prefix.slice(1);
    // Light around marbles: chosen ones, and those of the last move.
    const glow = (/** @type {string} */ name, /** @type {[number, number][]} */ stops) => this.svg.querySelector(`${this.prefix}-${name}`) ? '' :
      `<radialGradient id="${id}-${name}">${stops.map(([offset, opacity]) => `<stop class="glow-${name}" offset="${offset}" stop-opacity="${opacity}"/>`).join('')}</radialGradient>`;
    defs?.insertAdjacentHTML('beforeend', glow('halo', [[0.6, 0.95], [0.78, 0.5], [1, 0]]) + glow('glow', [[0.7, 0.75], [0.82, 0.28], [1, 0]]));
  }

  /** Most drawings already have the signs; adding them makes the browser redraw every marble. @param {Seat} color @param {string} path */
  #sign(color, path) {
    const symbol = this.svg.querySelector(`${this.prefix}-${color}`);
    const there = symbol?.querySelector('.sumito-sign');
    if (there?.getAttribute('d') === path) return;
    there?.remove();
    const sign = document.createElementNS(SVG, 'path');
    sign.setAttribute('class', `sumito-sign sumito-sign-${color}`);
    sign.setAttribute('d', path);
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

  /** Turns the board counterclockwise by sixths of a turn. @param {number} sixths @returns {boolean} whether that changes anything */
  turn(sixths) {
    const turns = ((sixths % 6) + 6) % 6;
    if (turns === this.#sixths) return false;
    this.#sixths = turns;
    for (const cell of this.#unturned.keys()) this.places.set(cell, /** @type {Point} */ (this.#unturned.get(turned(cell, turns))));
    for (const hollow of this.#hollows) {
      const { x, y } = /** @type {Point} */ (this.places.get(hollow.getAttribute('data-cell') ?? ''));
      hollow.setAttribute('cx', String(x));
      hollow.setAttribute('cy', String(y));
    }
    for (const [cell, marble] of this.#marbles) setPlace(marble, /** @type {Point} */ (this.places.get(cell)));
    const [sin, cos] = [Math.sin((turns * Math.PI) / 3), Math.cos((turns * Math.PI) / 3)];
    for (const [label, { x, y }] of this.#labels) label.setAttribute('transform', `translate(${x * cos + y * sin} ${y * cos - x * sin})scale(.68)`);
    for (const [kind, cells] of this.#marks) this.mark(kind, cells);
    for (const [kind, arrows] of this.#arrows) this.arrows(arrows, kind);
    this.last(this.#last);
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

  /** Where a pointer is on the drawing. @param {{ clientX: number, clientY: number }} event @param {DOMMatrix | null} [matrix] @returns {Point} */
  point(event, matrix = this.fromScreen()) {
    if (!matrix) return { x: 0, y: 0 };
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix);
    return { x, y };
  }

  /** From places on the screen to places on the drawing. The browser may have to lay out the page for that. */
  fromScreen() {
    return this.svg.getScreenCTM()?.inverse() ?? null;
  }

  // ---- marbles

  /** @param {string} cell @returns {Seat | null} */
  colorAt(cell) {
    // Its classes are `sumito-marble sumito-black`.
    return /** @type {Seat | undefined} */ (this.#marbles.get(cell)?.classList[1].slice('sumito-'.length)) ?? null;
  }

  /** The cells of a color's marbles. @param {Seat} color */
  marbles(color) {
    return [...this.#marbles.keys()].filter((cell) => this.colorAt(cell) === color).sort();
  }

  /** How many marbles lie in a tray. @param {string} tray */
  lost(tray) {
    return this.#trays[tray]?.length ?? 0;
  }

  /** Puts marbles on these cells, and no others. @param {Partial<Record<Seat, string[]>>} cells */
  put(cells) {
    this.#shown += 1;
    this.#stopDrag();
    // Marbles that are still rolling belong to a position that is no longer shown.
    for (const marble of this.#rolling) for (const roll of marble.getAnimations()) roll.cancel();
    for (const color of COLORS) {
      const there = new Set(cells[color]);
      for (const cell of this.marbles(color)) {
        if (there.has(cell)) continue;
        this.#marbles.get(cell)?.remove();
        this.#marbles.delete(cell);
      }
    }
    for (const color of COLORS) {
      for (const cell of cells[color] ?? []) {
        const place = this.places.get(cell);
        if (!place || this.colorAt(cell)) continue;
        const marble = this.#marble(color, place);
        marble.dataset.cell = cell;
        this.layer('sumito-marbles').append(marble);
        this.#marbles.set(cell, marble);
      }
    }
  }

  /** Puts the ejected marbles into the trays beside the board. @param {Record<string, Seat[]>} trays */
  lose(trays) {
    this.#trays = trays;
    for (const [name, marbles] of Object.entries(trays)) {
      const tray = trayFor(this.host, name);
      if (tray) fillTray(tray, marbles, this.prefix);
    }
  }

  /** How long a step takes: no time if the reader prefers reduced motion. */
  get #pace() {
    return matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : SPEEDS[get('animation')];
  }

  /**
   * Moves the marbles of a move a part of their way, as the pointer does. The rings of chosen marbles go with them.
   * @param {Step[]} steps @param {number} part  0 at the start, 1 at the end
   */
  drag(steps, part) {
    if (this.#dragged && !sameSteps(this.#dragged.steps, steps)) this.#stopDrag();
    this.#dragged ??= this.#lift(steps);
    this.#dragged.part = part;
    const { way, tray } = this.#dragged;
    for (const group of this.#groups) group.style.transform = `translate(${way.x * part}px, ${way.y * part}px)`;
    tray?.classList.toggle('awaits', part > 0.45);
  }

  /** Takes up the marbles of a move. @param {Step[]} steps */
  #lift(steps) {
    this.#gather(steps.map(([from]) => this.#marbles.get(from)));
    this.#setLifted(true);
    const off = steps.find(([, to]) => !to);
    const color = off ? this.colorAt(off[0]) : null;
    return { steps, way: this.#way(steps), part: 0, tray: color && trayFor(this.host, this.collector ?? color) };
  }

  /** Lets a dragged line fall back. */
  drop() {
    const dragged = this.#dragged;
    if (!dragged) return;
    const { way, part } = dragged;
    this.#stopDrag();
    const frames = [{ transform: `translate(${way.x * part}px, ${way.y * part}px)` }, { transform: 'none' }];
    for (const group of this.#groups) group.animate(frames, { duration: this.#pace ? BACK : 0, easing: 'ease-out' });
    // Joining the board's picture means painting it, and the finger may come back.
    this.#setLifted(true);
    this.#resting = window.setTimeout(() => this.#setLifted(false), REST);
  }

  #stopDrag() {
    if (!this.#dragged) return;
    this.#dragged.tray?.classList.remove('awaits');
    this.#dragged = null;
    for (const group of this.#groups) group.style.transform = '';
    this.#setLifted(false);
  }

  /** Whether the marbles that move, with their rings and lights, are a picture of their own. @param {boolean} lifted */
  #setLifted(lifted) {
    clearTimeout(this.#resting);
    for (const group of this.#groups) group.classList.toggle('lifted', lifted);
  }

  /** What moves with the pointer: the gathered marbles, and the rings and lights of the chosen ones. */
  get #groups() {
    return ['sumito-moving', 'sumito-glow', 'sumito-choice'].map((name) => this.layer(name));
  }

  /** Puts these marbles, and no others, into the group that moves. @param {(SVGPathElement | undefined)[]} marbles */
  #gather(marbles) {
    const group = this.layer('sumito-moving');
    for (const one of this.#groups) for (const fall of one.getAnimations()) fall.cancel();
    const gathered = marbles.filter((marble) => marble !== undefined);
    if (gathered.length === group.children.length && gathered.every((marble) => marble.parentNode === group)) return;
    group.before(...group.children);
    group.append(...gathered);
  }

  /** Marbles with their rings and lights. @param {string[]} cells @returns {SVGElement[]} */
  #at(cells) {
    return cells.flatMap((cell) => /** @type {SVGElement[]} */ ([this.#marbles.get(cell), ...this.svg.querySelectorAll(`:is(.sumito-chosen, .sumito-light)[data-cell="${cell}"]`)]).filter((one) => one));
  }

  /** A step of a move, as it is seen. @param {Step[]} steps @returns {Point} */
  #way(steps) {
    const [from, to] = steps.map(([from, to]) => [this.places.get(from), this.places.get(to)]).find(([, to]) => to) ?? [];
    return from && to ? { x: to.x - from.x, y: to.y - from.y } : { x: 0, y: 0 };
  }

  /** Shakes marbles that cannot go where they were sent. @param {string[]} cells */
  shake(cells) {
    if (!this.#pace) return;
    const frames = [0, -3.6, 3.6, -3.6, 3.6, 0].map((x) => ({ transform: `translate(${x}px, 0)` }));
    for (const one of this.#at(cells)) one.animate(frames, { duration: 160 });
  }

  /**
   * Rolls marbles; the board is then as the steps leave it. A line that was dragged goes on from where it is.
   * @param {Step[]} steps
   */
  async roll(steps) {
    const shown = this.#shown;
    const way = this.#way(steps);
    const begun = this.#dragged && sameSteps(this.#dragged.steps, steps) ? this.#dragged.part : 0;
    this.#stopDrag();
    this.#setLifted(false);
    const pushes = new Set(steps.map(([from]) => this.colorAt(from))).size > 1;
    const pace = this.#pace * (1 - begun) * (pushes ? 1.3 : 1);
    const moved = steps.map(([from, to]) => ({ marble: this.#marbles.get(from), color: this.colorAt(from), from, to }));
    for (const { from } of moved) this.#marbles.delete(from);
    this.last(null);
    if (pace) {
      const group = this.layer('sumito-moving');
      this.#gather(moved.map(({ marble }) => marble));
      group.classList.add('lifted');
      const at = (/** @type {number} */ part) => ({ transform: `translate(${way.x * part}px, ${way.y * part}px)` });
      await this.#played(group, [at(begun), at(1)], { duration: pace, easing: pushes ? 'cubic-bezier(.45, 0, .2, 1)' : 'cubic-bezier(.3, .1, .2, 1)' });
      group.classList.remove('lifted');
    }
    await Promise.all(moved.map(async ({ marble, color, to }) => {
      const end = this.places.get(to);
      if (!marble || !color) return;
      // Another position has been shown in the meantime.
      if (shown !== this.#shown) return marble.remove();
      this.layer('sumito-moving').before(marble);
      if (end) {
        setPlace(marble, end);
        marble.dataset.cell = to;
        this.#marbles.set(to, marble);
        return;
      }
      if (pace) await this.#fall(marble, color, way);
      marble.remove();
      const tray = this.collector ?? color;
      if (shown === this.#shown) this.lose({ ...this.#trays, [tray]: [...(this.#trays[tray] ?? []), color] });
    }));
  }

  /** @param {SVGElement} one @param {Keyframe[]} frames @param {KeyframeAnimationOptions} options */
  async #played(one, frames, options) {
    this.#rolling.add(one);
    const roll = one.animate(frames, { ...options, fill: 'forwards' });
    // The next animation starts where this one ends, so it is kept until then.
    await roll.finished.then(() => setTimeout(() => roll.cancel())).catch(() => {});
    this.#rolling.delete(one);
  }

  /** A marble on the rim tips over it and flies into its slot of the tray. @param {SVGPathElement} marble @param {Seat} color @param {Point} way */
  async #fall(marble, color, way) {
    const time = this.#pace / 200;
    const name = this.collector ?? color;
    const tray = trayFor(this.host, name);
    const slot = tray && slotPlace(tray, this.lost(name));
    const box = marble.getBBox();
    const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    marble.style.transformOrigin = `${middle.x}px ${middle.y}px`;
    marble.classList.add('lifted');
    const at = (/** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ scale) => ({ transform: `translate(${x}px, ${y}px) scale(${scale})` });
    await this.#played(marble, [at(way.x, way.y, 1), at(way.x * 1.08, way.y * 1.08, 1.1)], { duration: 120 * time, easing: 'ease-out' });
    const start = at(way.x * 1.08, way.y * 1.08, 1.1);
    if (!slot) {
      await this.#played(marble, [start, { ...at(way.x * 1.5, way.y * 1.5, 0.6), opacity: 0 }], { duration: 200 * time, easing: 'ease-in' });
      return;
    }
    const goal = this.point({ clientX: slot.x, clientY: slot.y });
    const scale = slot.size / (55 * this.scale);
    const end = at(goal.x - middle.x, goal.y - middle.y, scale);
    await this.#played(marble, [start, end], { duration: 240 * time, easing: 'cubic-bezier(.5, 0, .9, .6)' });
  }

  /** Pixels of the screen for each unit of the drawing. */
  get scale() {
    return this.svg.getScreenCTM()?.a || 1;
  }

  /**
   * Shows the last move as light below the marbles: a halo around those that moved, a trail from where the hand came.
   * @param {import('./board.js').LegalMove | null} move
   */
  last(move) {
    this.#last = move;
    const [halos, trails] = [this.layer('sumito-halos'), this.layer('sumito-trails')];
    const cells = new Set(move?.steps.map(([, to]) => to).filter((to) => to));
    const circles = [...cells].map((cell) => {
      const { x, y } = /** @type {Point} */ (this.places.get(cell));
      return `<circle class="sumito-halo sumito-last" data-cell="${cell}" cx="${x}" cy="${y}" r="41" fill="url(${this.prefix}-halo)"/>`;
    });
    halos.innerHTML = circles.length ? `<g class="appearing">${circles.join('')}</g>` : '';
    trails.innerHTML = move ? trailsOf(move).map(([from, to]) => this.#trail(from, to)).join('') : '';
  }

  /** @param {string} from @param {string} to */
  #trail(from, to) {
    const [a, b] = [this.places.get(from), this.places.get(to)];
    if (!a || !b) return '';
    const length = Math.hypot(b.x - a.x, b.y - a.y) || 1;
    const [ux, uy] = [(b.x - a.x) / length, (b.y - a.y) / length];
    const side = (/** @type {Point} */ { x, y }, /** @type {number} */ off) => `${(x - uy * off).toFixed(1)} ${(y + ux * off).toFixed(1)}`;
    return `<path class="sumito-trail" d="M${side(a, 17)}L${side(b, 23)}L${side(b, -23)}L${side(a, -17)}A17 17 0 0 0 ${side(a, 17)}Z"/>`;
  }

  /** Shows what a move would do: pale where marbles leave, see-through where they go. @param {Step[]} steps @param {string} [kind] */
  preview(steps, kind = '') {
    const layer = this.layer('sumito-preview');
    layer.setAttribute('class', `sumito-preview ${kind}`);
    layer.replaceChildren();
    for (const marble of this.#marbles.values()) marble.classList.remove('sumito-leaving');
    const way = this.#way(steps);
    for (const [from, to] of steps) {
      const [color, start] = [this.colorAt(from), this.places.get(from)];
      if (!color || !start) continue;
      // A marble that would leave the board lies on the rim.
      const place = this.places.get(to) ?? { x: start.x + way.x * 0.9, y: start.y + way.y * 0.9 };
      this.#marbles.get(from)?.classList.add('sumito-leaving');
      layer.append(this.#marble(color, place), this.#ring(place, 'sumito-ghost'));
    }
  }

  /** A path of one point, at which the symbol of a marble is drawn. @param {Seat} color @param {Point} place @returns {SVGPathElement} */
  #marble(color, place) {
    const marble = document.createElementNS(SVG, 'path');
    marble.setAttribute('class', `sumito-marble sumito-${color}`);
    marble.setAttribute('marker-start', `url(${this.prefix}-${color})`);
    setPlace(marble, place);
    return marble;
  }

  // ---- marks and arrows

  /** Puts marks of one kind on these cells alone. @param {string} kind @param {string[]} cells */
  mark(kind, cells) {
    this.#marks.set(kind, cells);
    const [layer, glow] = [this.layer(kind === 'sumito-chosen' ? 'sumito-choice' : 'sumito-highlights'), this.layer('sumito-glow')];
    layer.querySelectorAll(`.${kind}`).forEach((mark) => mark.remove());
    if (kind === 'sumito-chosen') glow.replaceChildren();
    for (const cell of cells) {
      const place = this.places.get(cell);
      if (!place) continue;
      const ring = this.#ring(place, `sumito-highlight ${kind}`);
      ring.dataset.cell = cell;
      layer.append(ring);
      if (kind !== 'sumito-chosen') continue;
      const light = this.#ring(place, 'sumito-light');
      light.dataset.cell = cell;
      light.setAttribute('r', '40');
      light.setAttribute('fill', `url(${this.prefix}-glow)`);
      glow.append(light);
    }
  }

  /** @param {Point} place @param {string} kind */
  #ring(place, kind) {
    const ring = document.createElementNS(SVG, 'circle');
    ring.setAttribute('class', kind);
    ring.setAttribute('r', '29');
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

/** The place of a cell after the board is turned counterclockwise. @param {string} cell @param {number} sixths */
function turned(cell, sixths) {
  let [up, right] = [cell.charCodeAt(0) - 97 - 4, Number(cell[1]) - 5];
  for (let n = 0; n < sixths; n++) [up, right] = [right, right - up];
  return name(up + 4, right + 5);
}

/** @param {Step[]} one @param {Step[]} other */
function sameSteps(one, other) {
  return one === other || one.map(String).sort().join() === other.map(String).sort().join();
}

/** Where the hand of a move came from and went: once for a line, for each marble of a broadside. @param {import('./board.js').LegalMove} move @returns {Step[]} */
function trailsOf({ cells, steps }) {
  const hand = steps.filter(([from]) => cells.includes(from));
  const [tail, head] = [hand.find(([from]) => !hand.some(([, to]) => to === from)), hand.find(([, to]) => !cells.includes(to))];
  const isLine = hand.length === 1 || hand.some(([, to]) => cells.includes(to));
  return isLine && tail && head ? [[tail[0], head[1]]] : hand;
}

// A game in the frame of another site: it can be looked through, and one that goes on is followed. The page has all positions so far, so that only those who
// see a move being played load the module of the rules.

import { Clocks } from './clock.js';
import { element } from './elements.js';
import { stateAfter } from './game-state.js';
import { afterPaint } from './later.js';
import { hurry } from './rules.js';
import { Socket } from './socket.js';

/**
 * @typedef {import('./board.js').Seat} Seat
 * @typedef {import('./online.js').State & { outcome: { key: string, winner?: Seat | null, winners?: Seat[] } | null }} State
 */

export class EmbeddedGame {
  /** A position has none. @type {State | null} */ state;
  #table;
  #draw;
  #start;
  /** Who sits below the board. @type {Seat} */ #bottom;
  /** @type {string[]} */ #moves;
  /** @type {Clocks | null} */ #clocks = null;
  /** @type {Socket | null} */ #line = null;

  /** @param {import('./table.js').GameTable} table @param {(state: State) => void} draw  shows everything but the board */
  constructor(table, draw) {
    this.#table = table;
    this.#draw = draw;
    const { start = '', moves = '', bottom = 'black' } = element('embed-table').dataset;
    this.#bottom = /** @type {Seat} */ (bottom);
    this.#start = start;
    this.#moves = moves ? moves.split(' ') : [];
    const known = document.getElementById('game')?.textContent;
    this.state = known ? JSON.parse(known) : null;
  }

  /** Shows the game, and follows it if it goes on. */
  begin() {
    this.#lay();
    const { state } = this;
    if (!state) return;
    this.#clocks = new Clocks(state.control, { flag: async () => {}, short() {} });
    this.#clocks.set(state.clocks);
    if (this.#isOver) return;
    const line = new Socket(() => `/embed/game/${state.game}/socket?since=${this.state?.version}`, (up) => (element('offline').hidden = up));
    line.on('state', (received) => this.#hear(received));
    line.on('event', (event) => {
      const version = this.state?.version ?? 0;
      if (event.version === version + 1 && this.state) this.#hear(stateAfter(this.state, event));
      // Something is missing.
      else if (event.version > version) line.open();
    });
    this.#line = line;
    afterPaint(() => line.begin());
  }

  get #isOver() {
    return this.state?.status === 'over' || this.state?.status === 'aborted';
  }

  /** @param {State} state */
  #hear(state) {
    // Players have come: the server knows their names in this language.
    if (this.state?.status === 'open' && state.status === 'playing') return location.reload();
    const isNew = state.moves.join() !== this.#moves.join();
    this.state = state;
    this.#moves = state.moves;
    this.#clocks?.set(state.clocks);
    if (this.#isOver) this.#line?.end();
    if (isNew) hurry(`/embed/game/${state.game}/rule-answers`);
    this.#lay();
  }

  #lay() {
    const over = !this.state || this.state.status !== 'playing';
    const standing = { start: this.#start, moves: this.#moves, movable: null, bottom: this.#bottom, over };
    // Whoever looks back is not disturbed.
    return this.#table.lay(standing, { stay: true }).then(() => this.state && this.#draw(this.state));
  }
}

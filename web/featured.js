// The featured game: a board that follows the moves of whatever game the server features, and goes on to the next one.

import './board.js';
import { Clocks } from './clock.js';
import { stateAfter } from './game-state.js';
import { pause } from './later.js';
import { hurry, prepare, replay } from './rules.js';
import { Socket } from './socket.js';
import { t } from './texts.js';

/**
 * @typedef {import('./board.js').Board} Board
 * @typedef {import('./board.js').Color} Color
 * @typedef {{ game: string, start: string, rules: string, control: string, moves: string[], version: number, status: string, turn: Color,
 *   clocks: import('./clock.js').ClockState, outcome: { key: string, winner: Color | null } | null }} State
 */

/** How long the end of a game is shown, and each move of a replay, in milliseconds. */
const [END, STEP, REST] = [6000, 1100, 5000];
const COLORS = /** @type {Color[]} */ (['black', 'white']);

export class Featured {
  #place;
  #say;
  /** @type {State | null} */ #state = null;
  /** @type {Clocks | null} */ #clocks = null;
  /** @type {Socket | null} */ #line = null;
  /** How many moves are on the board. */ #shown = 0;
  #showing = Promise.resolve();
  /** The game that the server features. @type {string | null} */ #wanted = null;
  /** When the game on the board ended. */ #ended = -Infinity;
  #timer = 0;

  /** @param {HTMLElement} place  the stage, with or without a game @param {(words: string) => void} say */
  constructor(place, say = () => {}) {
    this.#place = place;
    this.#say = say;
    if (place.dataset.shows === 'live') this.#begin();
    if (place.dataset.shows === 'replay') this.#replay();
  }

  /** The server features this game now. @param {string | null} game */
  follow(game) {
    this.#wanted = game;
    clearTimeout(this.#timer);
    if (!game || (this.#isLive && game === this.#state?.game)) return;
    const rest = this.#isLive ? Math.max(0, this.#ended + END - performance.now()) : 0;
    this.#timer = window.setTimeout(() => this.#load().catch(() => {}), rest);
  }

  /** Looks which game the server would show now, and goes on to it when the one on the board has ended. */
  async followNext() {
    const isOver = !this.#isLive || this.#state?.status !== 'playing';
    if (isOver && performance.now() > this.#ended + END) await this.#load().catch(() => {});
  }

  get #isLive() {
    return this.#place.dataset.shows === 'live';
  }

  get #board() {
    return /** @type {Board} */ (this.#place.querySelector('sumito-board'));
  }

  /** Brings the stage of the game that is featured now. */
  async #load() {
    const address = this.#place.dataset.stage ?? '/tv/stage';
    const answer = await fetch(this.#state ? `${address}?shown=${this.#state.game}` : address);
    const stage = answer.ok ? await answer.text() : '';
    if (!stage) return;
    this.#clocks?.set({ now: 0, running: null, left: { black: null, white: null } });
    this.#place.innerHTML = stage;
    this.#place.classList.add('tv');
    this.#place.removeAttribute('aria-hidden');
    this.#place.dataset.shows = 'live';
    this.#place.dispatchEvent(new Event('live'));
    this.#say('');
    this.#begin();
  }

  /** @returns {State} */
  #read() {
    return JSON.parse(this.#place.querySelector('.tv-state')?.textContent ?? '{}');
  }

  #begin() {
    const state = this.#read();
    this.#state = state;
    this.#shown = state.moves.length;
    this.#ended = state.status === 'playing' ? -Infinity : performance.now();
    this.#clocks = new Clocks(state.control, { flag: async () => {}, short() {} });
    this.#clocks.set(state.clocks);
    this.#mark();
    this.#line ??= this.#connect();
    this.#line.open();
    prepare().catch(() => {});
  }

  #connect() {
    const line = new Socket(() => `/api/games/${this.#state?.game}/socket?since=${this.#state?.version}`, () => {});
    line.on('state', (state) => state.game === this.#state?.game && this.#hear(state));
    line.on('event', (event) => this.#hearEvent(event));
    return line;
  }

  /** @param {any} event */
  #hearEvent(event) {
    const state = this.#state;
    if (!state || event.version <= state.version) return;
    if (event.version !== state.version + 1) return this.#line?.open();
    this.#hear(stateAfter(state, event));
  }

  /** @param {State} state */
  #hear(state) {
    const wasPlaying = this.#state?.status === 'playing';
    if (state.moves.length !== this.#state?.moves.length) hurry(`/game/${state.game}/rule-answers`);
    this.#state = state;
    this.#clocks?.set(state.clocks);
    this.#showing = this.#showing.then(() => this.#show(state)).catch(() => {});
    if (state.status === 'playing') return;
    if (wasPlaying) this.#ended = performance.now();
    if (state.outcome) {
      this.#say(t(state.outcome.winner ? `js-wins-${state.outcome.winner}` : 'js-draw'));
      this.#place.querySelector('.live-dot')?.remove();
    }
    this.follow(this.#wanted);
  }

  /** Brings the board to the last move; a single one rolls. @param {State} state */
  async #show(state) {
    if (state.game !== this.#state?.game) return;
    const steps = await replay(`${state.start} rules ${state.rules}${state.moves.length ? ` moves ${state.moves.join(' ')}` : ''}`);
    const { move, place } = steps[steps.length - 1];
    if (move && state.moves.length === this.#shown + 1) await this.#board.roll(move);
    this.#shown = state.moves.length;
    this.#board.show({ ...place, last: move ?? null });
    this.#mark();
  }

  /** Whose turn it is. */
  #mark() {
    for (const color of COLORS) {
      const playing = this.#state?.status === 'playing' && this.#state.turn === color;
      this.#place.querySelector(`#seat-${color}`)?.classList.toggle('turn', playing);
    }
  }

  /** Shows a finished game again and again, as long as somebody watches and nobody plays. */
  async #replay() {
    const state = this.#read();
    const board = this.#board;
    const steps = await replay(`${state.start} rules ${state.rules} moves ${state.moves.join(' ')}`);
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
    while (!still) {
      for (const { move, place } of steps) {
        while (document.hidden) await pause(STEP);
        if (!board.isConnected) return;
        if (move) await board.roll(move);
        board.show({ ...place, last: move ?? null });
        await pause(STEP);
      }
      await pause(REST);
    }
  }
}

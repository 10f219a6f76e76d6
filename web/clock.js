// The clocks of a game, on the server's time. Between messages they run without drift: the display is always computed from the last
// message.

import { t } from './texts.js';

/** @typedef {import('./board.js').Seat} Seat */
/** @typedef {{ free: number, main: number, period: number, periods: number }} Left */
/** @typedef {{ now: number, running: Seat | null, left: Partial<Record<Seat, Left | null>> }} ClockState */

const [SECOND, MINUTE, HOUR, DAY] = [1000, 60_000, 3_600_000, 86_400_000];

/** What is left after some more time. @param {Left} left @param {number} spent @param {number} whole  the length of a period @returns {Left} */
export function after(left, spent, whole) {
  const now = { ...left };
  for (const part of /** @type {const} */ (['free', 'main'])) {
    const taken = Math.min(spent, now[part]);
    now[part] -= taken;
    spent -= taken;
  }
  while (spent > 0 && now.periods > 0) {
    const taken = Math.min(spent, now.period);
    now.period -= taken;
    spent -= taken;
    if (now.period > 0) break;
    now.periods -= 1;
    now.period = now.periods ? whole : 0;
  }
  return now;
}

/** The time until this side's flag falls. @param {Left} left */
const shown = (left) => (left.main > 0 || !left.periods ? left.main : left.period);

/** A time in words of a clock. @param {number} time */
export function words(time) {
  const two = (/** @type {number} */ n) => String(n).padStart(2, '0');
  if (time >= DAY) return t('js-clock-days', { days: Math.floor(time / DAY), hours: Math.floor((time % DAY) / HOUR) });
  const minutes = Math.floor((time % HOUR) / MINUTE);
  const seconds = Math.floor((time % MINUTE) / SECOND);
  if (time >= HOUR) return `${Math.floor(time / HOUR)}:${two(minutes)}:${two(seconds)}`;
  if (time >= 10 * SECOND) return `${minutes}:${two(seconds)}`;
  return `0:${two(seconds)}.${Math.floor((time % SECOND) / 100)}`;
}

/** Minutes and seconds; it shows zero only when time is up. @param {number} time */
export function countdown(time) {
  const seconds = Math.max(0, Math.ceil(time / SECOND));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

export class Clocks {
  /** @type {ClockState | null} */ #state = null;
  /** How far our clock is ahead of the server's: the minimum over all messages, because the fastest message has the smallest error. */ #ahead = Infinity;
  /** The length of a period of byo-yomi. */ #whole = 0;
  /** Below this, time is short. */ #short;
  #timer = 0;
  #claimed = 0;
  #host;

  /**
   * @param {string} control  the time control, as the server writes it
   * @param {{ flag: () => Promise<unknown>, short: (seat: Seat) => void }} host  what the page does when time is up, and when it gets short
   */
  constructor(control, host) {
    this.#host = host;
    this.#whole = Number(control.match(/x(\d+)$/)?.[1] ?? 0) * SECOND;
    const main = Number(control.match(/^\d+/)?.[0] ?? 0) * SECOND;
    this.#short = control.endsWith('d') ? HOUR : Math.min(30 * SECOND, Math.max(10 * SECOND, main / 8));
    document.addEventListener('visibilitychange', () => this.#tick());
  }

  /** Adjusts to the server's clock. @param {number} now */
  hear(now) {
    this.#ahead = Math.min(this.#ahead, performance.now() - now);
  }

  /** The time until a moment on the server's clock. @param {number} at */
  until(at) {
    return at + this.#ahead - performance.now();
  }

  /** @param {ClockState} state */
  set(state) {
    this.hear(state.now);
    this.#state = state;
    clearTimeout(this.#claimed);
    this.#claimed = 0;
    this.#tick();
  }

  /** What a player has left now. @param {Seat} seat */
  left(seat) {
    const left = this.#state?.left[seat];
    if (!this.#state || !left) return null;
    const spent = this.#state.running === seat ? Math.max(0, performance.now() - this.#ahead - this.#state.now) : 0;
    return after(left, spent, this.#whole);
  }

  #tick() {
    clearTimeout(this.#timer);
    let next = Infinity;
    for (const seat of /** @type {Seat[]} */ (Object.keys(this.#state?.left ?? {}))) {
      const left = this.left(seat);
      const place = document.getElementById(`clock-${seat}`);
      if (!left || !place) continue;
      const running = this.#state?.running === seat;
      this.#write(place, left, running, seat);
      if (!running) continue;
      const time = left.free > 0 ? left.free : shown(left);
      // Until the next digit changes.
      const step = time < 10 * SECOND + 1 ? 100 : SECOND;
      next = time <= 0 ? Infinity : (time % step) + 1;
      if (time <= 0) this.#claim();
    }
    if (next < Infinity) this.#timer = window.setTimeout(() => this.#tick(), next);
  }

  /** @param {HTMLElement} place @param {Left} left @param {boolean} running @param {Seat} seat */
  #write(place, left, running, seat) {
    const time = shown(left);
    const put = (/** @type {string} */ part, /** @type {string} */ text) => {
      const found = place.querySelector(part);
      if (found && found.textContent !== text) found.textContent = text;
    };
    put('.time', words(time));
    put('.more', left.periods ? `${left.periods} × ${this.#whole / SECOND}` : running && left.free > 0 ? `+${Math.ceil(left.free / SECOND)}` : '');
    const short = running && time < this.#short && left.periods <= 1;
    if (short && !place.classList.contains('low')) this.#host.short(seat);
    place.classList.toggle('low', short);
    place.classList.toggle('running', running);
  }

  /** Claims that time has run out. The server notices on its own as well, but a little later. */
  #claim() {
    if (this.#claimed) return;
    this.#claimed = window.setTimeout(async () => {
      const state = this.#state;
      await this.#host.flag();
      // Our clock may be a little ahead.
      this.#claimed = window.setTimeout(() => {
        this.#claimed = 0;
        if (this.#state === state) this.#tick();
      }, SECOND);
    }, 250);
  }
}

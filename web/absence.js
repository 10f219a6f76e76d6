// Shows that a player is away or has not made a first move yet, with a countdown by the server's clock. The server decides; the
// page only counts.

import { handOn, focused } from './buttons.js';
import { countdown } from './clock.js';
import { element } from './elements.js';
import { t } from './texts.js';

/** @typedef {{ since: number, claimableAt: number | null }} Away */
/**
 * @typedef {object} Situation
 * @property {number | null} abortsAt  when the game is aborted for want of a first move
 * @property {boolean} isYours         whether the reader has to make that move
 * @property {Away | null} away        the player who is away, if one is
 */

const SECOND = 1000;

/** What to say, until when, and whether the game can be claimed. @param {Situation} situation @param {(at: number) => number} until */
export function verdict({ abortsAt, isYours, away }, until) {
  if (abortsAt !== null) return { key: isYours ? 'js-game-first-move-yours' : 'js-game-first-move', at: abortsAt, claim: false };
  const at = away?.claimableAt ?? null;
  if (at === null) return { key: null, at: null, claim: false };
  if (until(at) > 0) return { key: 'js-game-absent', at, claim: false };
  return { key: 'js-game-absent-claim', at: null, claim: true };
}

export class Absence {
  #timer = 0;
  #until;
  #claims;
  #words;
  /** @type {Situation} */ #situation = { abortsAt: null, isYours: false, away: null };

  /**
   * @param {(at: number) => number} until        the time left by the server's clock
   * @param {Record<string, () => void>} claims   what each button claims, by its id
   * @param {(key: string) => string} words       the words for a verdict
   */
  constructor(until, claims, words = t) {
    this.#until = until;
    this.#claims = Object.keys(claims);
    this.#words = words;
    for (const [id, claim] of Object.entries(claims)) element(id).addEventListener('click', claim);
    document.addEventListener('visibilitychange', () => this.#tick());
  }

  /** @param {Situation} situation */
  show(situation) {
    this.#situation = situation;
    this.#tick();
  }

  #tick() {
    clearTimeout(this.#timer);
    const { key, at, claim } = verdict(this.#situation, this.#until);
    const left = at === null ? 0 : this.#until(at);
    const had = focused();
    write('absent', key ? this.#words(key) : '');
    write('countdown', at === null ? '' : countdown(left));
    element('absence').classList.toggle('notice', !!key);
    for (const id of this.#claims) element(id).hidden = !claim;
    if (!claim) handOn(had, [document.querySelector('sumito-board svg.sumito-diagram')]);
    // Until the next second, or until the game can be claimed.
    if (left > 0) this.#timer = window.setTimeout(() => this.#tick(), (left % SECOND) + 1);
  }
}

/** Writes a text only if it changed: screen readers announce every write. @param {string} id @param {string} text */
function write(id, text) {
  if (element(id).textContent !== text) element(id).textContent = text;
}

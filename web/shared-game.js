// A game saved in this browser. All windows share it: each follows what another one does, and only one of them lets the engine think.

import { alone, recall, recallValue, remember } from './storage.js';

/** @template Game */
export class SharedGame {
  #key;
  /** Lets another window's engine think. */ #leave = () => {};

  /** @param {string} key  where it is saved @param {() => void} follow  called when another window may have continued */
  constructor(key, follow) {
    this.#key = key;
    addEventListener('storage', (event) => event.key === key && follow());
    document.addEventListener('visibilitychange', () => document.hidden || follow());
  }

  /** The saved game, if there is one. @returns {Game | null} */
  get saved() {
    return recallValue(this.#key);
  }

  /** @param {Game} game */
  save(game) {
    remember(this.#key, JSON.stringify(game));
  }

  /** Whether another window has continued the game. @param {Game} game  as this window knows it */
  isBehind(game) {
    return recall(this.#key) !== JSON.stringify(game);
  }

  /** Lets the engine think. If several windows show the game, only one of them does; another one takes over if it is closed. @param {() => Promise<void>} act */
  think(act) {
    // A search that is stopped never answers.
    return alone(this.#key, () => Promise.race([act(), new Promise((resolve) => (this.#leave = () => resolve(null)))]));
  }

  /** Ends the engine's turn to think. */
  stopThinking() {
    this.#leave();
  }
}

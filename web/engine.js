// The engine in a worker: it never blocks the page, and terminating the worker ends a search.

import { module } from './rules.js';
import { fields } from './sumito.js';

/**
 * @typedef {object} Info
 * @property {number} depth
 * @property {number} line      which of the best moves, from 1
 * @property {{ kind: 'cp' | 'win', value: number }} score  for the side to move: hundredths of a marble, or the winner's moves
 * @property {number} nodes
 * @property {number} rate      nodes a second
 * @property {number} time
 * @property {string[]} pv
 */

export class Engine {
  /** @type {Worker | null} */ #worker = null;
  #busy = false;
  /** Options to be set before a search. @type {Map<string, string | number>} */ #options = new Map();

  /** @param {string} name @param {string | number} value */
  set(name, value) {
    this.#options.set(name, value);
  }

  /**
   * Thinks about a game: `position` as in the protocol (`layout standard moves a1b2`), `limits` as after `go`. It keeps its transposition table for the
   * next search, unless it was stopped. A search that is stopped gives no answer at all.
   * @param {string} position @param {string} limits @param {(info: Info) => void} [onInfo]
   * @returns {Promise<string | null>} the best move
   */
  async go(position, limits, onInfo = () => {}) {
    /** @type {string | null} */
    let best = null;
    const options = [...this.#options].map(([name, value]) => `setoption name ${name} value ${value}`);
    await this.#ask([...options, `position ${position}`, `go ${limits}`], (line) => {
      const words = line.split(/\s+/);
      if (words[0] === 'info') {
        const info = readInfo(words);
        if (info) onInfo(info);
      } else if (words[0] === 'bestmove') {
        best = words[1] && words[1] !== 'none' ? words[1] : null;
      }
    });
    return best;
  }

  /**
   * Judges every move of a game, visiting up to `nodes` positions for each.
   * @param {string} game as the rules read it @param {number} nodes @param {(done: number, all: number) => void} onProgress
   * @returns {Promise<Record<string, string>[]>} the lines `judged`, `reason` and `summary`
   */
  async judge(game, nodes, onProgress) {
    /** @type {Record<string, string>[]} */
    const lines = [];
    await this.#ask([`analyse ${nodes} ${game}`], (text) => {
      const line = fields(text);
      if (line.is === 'progress') onProgress(Number(line.done), Number(line.all));
      else lines.push(line);
    });
    return lines;
  }

  /**
   * The move for a game of more than two players.
   * @param {string} limit  a level from 1 to 5, or `nodes=1000` @param {number} seed @param {string} game as the rules read it
   * @param {(line: Record<string, string>) => void} [onLine]
   * @returns {Promise<Record<string, string> | null>} the line `best`
   */
  async best(limit, seed, game, onLine = () => {}) {
    /** @type {Record<string, string> | null} */
    let best = null;
    await this.#ask([`best ${limit} ${seed} ${game}`], (text) => {
      const line = fields(text);
      if (line.is === 'best') best = line;
      else onLine(line);
    });
    return best;
  }

  /** Stops the current search; it gives no answer. */
  stop() {
    if (this.#busy) this.close();
  }

  /** Ends the worker and frees its memory; the next search starts another one. */
  close() {
    this.#worker?.terminate();
    this.#worker = null;
    this.#busy = false;
  }

  /** @param {string[]} lines @param {(line: string) => void} onLine @returns {Promise<void>} when all are answered */
  async #ask(lines, onLine) {
    this.stop();
    this.#busy = true;
    const worker = this.#worker ?? new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });
    const fresh = worker !== this.#worker;
    this.#worker = worker;
    const bytes = fresh ? await module() : null;
    return new Promise((resolve) => {
      const end = () => {
        if (worker === this.#worker) this.#busy = false;
        resolve();
      };
      worker.onmessage = ({ data }) => (data === null ? end() : onLine(data));
      worker.onerror = end;
      worker.postMessage({ bytes, lines });
    });
  }
}

/** @param {string[]} words @returns {Info | null} */
function readInfo(words) {
  const number = (/** @type {string} */ name) => Number(words[words.indexOf(name) + 1]);
  const [score, pv] = [words.indexOf('score'), words.indexOf('pv')];
  if (score < 0 || pv < 0) return null;
  const [kind, value] = [words[score + 1], Number(words[score + 2])];
  return {
    depth: number('depth'),
    line: words.includes('multipv') ? number('multipv') : 1,
    score: kind === 'cp' ? { kind, value } : { kind: 'win', value: Math.sign(value) * Math.ceil(Math.abs(value) / 2) },
    nodes: number('nodes'),
    rate: number('nps'),
    time: number('time'),
    pv: words.slice(pv + 1),
  };
}

/** The winning chances for a score, from 0 to 1. @param {Info['score']} score */
export function expectation(score) {
  if (score.kind === 'win') return score.value > 0 || Object.is(score.value, 0) ? 1 : 0;
  return 1 / (1 + Math.exp(-score.value / 200));
}

/** Parses a score as game files contain it, from Black's point of view: `0.35`, `#-2`. @param {string} text @returns {Info['score'] | null} */
export function readWorth(text) {
  const [, win, value] = text.match(/^(#?)([+-]?\d+(?:\.\d*)?)$/) ?? [];
  if (value === undefined) return null;
  return win ? { kind: 'win', value: Number(value) } : { kind: 'cp', value: Math.round(Number(value) * 100) };
}

/** The same as text. @param {Info['score']} score */
export const writeWorth = (score) => (score.kind === 'win' ? `#${score.value}` : (score.value / 100).toFixed(2));

/** A score in short form: `+0.42`, `#5`. @param {Info['score']} score */
export function shortScore(score) {
  if (score.kind === 'win') return `${score.value > 0 ? '' : '-'}#${Math.abs(score.value)}`;
  return `${score.value > 0 ? '+' : ''}${(score.value / 100).toFixed(2)}`;
}

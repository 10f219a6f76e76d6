// The engine in a worker: it never blocks the page, and ending the worker ends a search.

import { module } from './rules.js';

/**
 * @typedef {object} Info
 * @property {number} depth
 * @property {number} line      which of the best moves, from 1
 * @property {{ kind: 'cp' | 'win', value: number }} score  for the side to move
 * @property {number} nodes
 * @property {number} time
 * @property {string[]} pv
 */

export class Engine {
  /** @type {Worker | null} */ #worker = null;
  /** Options to be set before a search. @type {Map<string, string | number>} */ #options = new Map();

  /** @param {string} name @param {string | number} value */
  set(name, value) {
    this.#options.set(name, value);
  }

  /**
   * Thinks about a game: `position` as in the protocol (`layout standard moves a1b2`), `limits` as after `go`.
   * @param {string} position @param {string} limits @param {(info: Info) => void} [onInfo]
   * @returns {Promise<string | null>} the best move
   */
  async go(position, limits, onInfo = () => {}) {
    this.stop();
    const worker = new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });
    this.#worker = worker;
    const bytes = await module;
    return new Promise((resolve) => {
      worker.onmessage = ({ data }) => {
        const words = String(data).split(/\s+/);
        if (words[0] === 'info') {
          const info = readInfo(words);
          if (info) onInfo(info);
        } else if (words[0] === 'bestmove') {
          resolve(words[1] && words[1] !== 'none' ? words[1] : null);
        }
      };
      worker.onerror = () => resolve(null);
      const options = [...this.#options].map(([name, value]) => `setoption name ${name} value ${value}`);
      worker.postMessage({ bytes, lines: [...options, `position ${position}`, `go ${limits}`] });
    });
  }

  /** Ends a running search without an answer. */
  stop() {
    this.#worker?.terminate();
    this.#worker = null;
  }
}

/** @param {string[]} words @returns {Info | null} */
function readInfo(words) {
  const number = (/** @type {string} */ name) => Number(words[words.indexOf(name) + 1]);
  const [score, pv] = [words.indexOf('score'), words.indexOf('pv')];
  if (score < 0 || pv < 0) return null;
  return {
    depth: number('depth'),
    line: words.includes('multipv') ? number('multipv') : 1,
    score: { kind: words[score + 1] === 'cp' ? 'cp' : 'win', value: Number(words[score + 2]) },
    nodes: number('nodes'),
    time: number('time'),
    pv: words.slice(pv + 1),
  };
}

/** The chance to win that goes with a score, from 0 to 1. @param {Info['score']} score */
export function expectation(score) {
  if (score.kind === 'win') return score.value > 0 ? 1 : 0;
  return 1 / (1 + Math.exp(-score.value / 200));
}

/** A score in few signs: `+0.42`, `#5`. @param {Info['score']} score */
export function shortScore(score) {
  if (score.kind === 'win') return `${score.value > 0 ? '' : '-'}#${Math.abs(score.value)}`;
  return `${score.value > 0 ? '+' : ''}${(score.value / 100).toFixed(2)}`;
}

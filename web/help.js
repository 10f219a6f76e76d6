// Help for who does not play for points: a hint in two steps, first the marbles, then the move; and which marbles the other side could push off
// if it were its turn.

import { Engine } from './engine.js';
import { moves } from './rules.js';
import { button, element } from './table.js';
import { t } from './texts.js';

/** How long the engine thinks about a hint. */
const THOUGHT = 'movetime 700';
const MARBLES = 'sumito-help';
const THREATENED = 'sumito-threatened';

export class Help {
  #engine = new Engine();
  #table;
  /** The position that help was given for. */ #helped = '';
  /** The move of the hint, once it was thought of. @type {import('./board.js').LegalMove | null} */ #hint = null;

  /** @param {import('./table.js').Table} table */
  constructor(table) {
    this.#table = table;
    button('hint').addEventListener('click', () => this.#giveHint());
    button('threats').addEventListener('click', () => this.#showThreats());
  }

  /** Shows what help there is now, and takes away what was said about another position. @param {{ hint: boolean, threats: boolean }} allowed */
  follow(allowed) {
    element('help').hidden = !allowed.hint && !allowed.threats;
    button('hint').hidden = !allowed.hint;
    button('threats').hidden = !allowed.threats;
    if (this.#helped && this.#helped !== this.#text) this.#forget();
  }

  get #text() {
    return this.#table.place?.text ?? '';
  }

  #forget() {
    this.#engine.stop();
    this.#helped = '';
    this.#hint = null;
    this.#clear();
  }

  #clear() {
    this.#table.board.mark(MARBLES, []);
    this.#table.board.mark(THREATENED, []);
    this.#table.board.arrows([]);
  }

  /** @param {string} words */
  #say(words) {
    this.#table.warn(words, false);
    this.#table.board.say(words);
  }

  async #giveHint() {
    const text = this.#text;
    if (this.#table.looksBack) await this.#table.lookAt(Infinity);
    if (this.#hint && this.#helped === text) {
      const { cells, steps } = this.#hint;
      this.#clear();
      this.#table.board.arrows(steps.filter(([from, to]) => to && cells.includes(from)));
      this.#say(t('js-help-move', { move: this.#hint.text }));
      return;
    }
    this.#helped = text;
    button('hint').disabled = true;
    const best = await this.#engine.go(`fen ${text}`, THOUGHT);
    button('hint').disabled = false;
    const hint = (await moves(text)).find((move) => move.text === best) ?? null;
    if (this.#text !== text || !hint) return;
    this.#hint = hint;
    this.#clear();
    this.#table.board.mark(MARBLES, hint.cells);
    this.#say(t('js-help-marbles', { cells: hint.cells.join(' ') }));
  }

  async #showThreats() {
    const text = this.#text;
    if (this.#table.looksBack) await this.#table.lookAt(Infinity);
    const [rows, turn, ...rest] = text.split(' ');
    const pushes = (await moves([rows, turn === 'b' ? 'w' : 'b', ...rest].join(' '))).filter((move) => move.ejected.length);
    if (this.#text !== text) return;
    this.#helped = text;
    this.#clear();
    this.#table.board.mark(THREATENED, [...new Set(pushes.flatMap((move) => move.ejected))]);
    const words = pushes.map((move) => t('js-help-threat', { cell: move.ejected[0], push: move.kind.replace('ejection-', ''), from: move.cells.join(' ') }));
    this.#say(words.length ? [...new Set(words)].join(' ') : t('js-help-no-threat'));
  }
}

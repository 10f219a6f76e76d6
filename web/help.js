// Help in casual games: a hint in two steps, first the marbles, then the move; and threats, in the glossary's terms.

import { allow } from './buttons.js';
import { Engine } from './engine.js';
import { linkWords } from './glossary.js';
import { moves, survey } from './rules.js';
import { watch } from './settings.js';
import { button, element } from './table.js';
import { drawFindings } from './terms.js';
import { t } from './texts.js';

/**
 * @typedef {import('./terms.js').Finding} Finding
 *
 * @typedef {object} Danger  what is said about some marbles, and how they are marked
 * @property {string} sign   classes of the sign beside the words, the same as on the board
 * @property {string} words
 * @property {Finding[]} findings
 */

/** How long the engine thinks about a hint. */
const THOUGHT = 'movetime 700';
const MARBLES = 'sumito-help';
const THREATENED = 'sumito-threatened';

export class Help {
  #engine = new Engine();
  #table;
  /** The position that a hint was given for. */ #hinted = '';
  /** The move of the hint, once the engine has found it. @type {import('./board.js').LegalMove | null} */ #hint = null;
  /** Whether the reader wants to see threats wherever that is allowed. */ #watching = false;
  #mayWatch = false;
  /** The position that was surveyed, and the result. */ #surveyed = '';
  /** @type {Danger[]} */ #dangers = [];
  /** @type {string[]} */ #threatened = [];

  /** @param {import('./table.js').GameTable} table */
  constructor(table) {
    this.#table = table;
    button('hint').addEventListener('click', () => this.#giveHint());
    button('threats').addEventListener('click', async () => {
      this.#watching = !this.#watching;
      button('threats').setAttribute('aria-pressed', String(this.#watching));
      if (this.#watching && table.looksBack) await table.lookAt(Infinity);
      this.#watch();
    });
    table.onShow = () => this.#drawDangers();
    watch((key) => key === 'turn' && this.#drawDangers());
  }

  /**
   * Shows help if it is allowed now, and removes what belongs to another position.
   * @param {boolean} offered  whether the game still offers help, at least in other turns: then it keeps its room
   * @param {boolean} allowed
   */
  follow(offered, allowed) {
    element('help').hidden = !offered;
    element('help').classList.toggle('waits', !allowed);
    if (this.#hinted && (!allowed || this.#hinted !== this.#text)) this.#forgetHint();
    this.#mayWatch = allowed;
    this.#watch();
  }

  get #text() {
    return this.#table.place?.text ?? '';
  }

  // ---- the hint

  #forgetHint() {
    this.#engine.stop();
    this.#hinted = '';
    this.#hint = null;
    this.#clearHint();
  }

  #clearHint() {
    this.#table.board.mark(MARBLES, []);
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
    if (this.#hint && this.#hinted === text) {
      const { cells, steps } = this.#hint;
      this.#clearHint();
      this.#table.board.arrows(steps.filter(([from, to]) => to && cells.includes(from)));
      this.#say(t('js-help-move', { move: this.#hint.text }));
      return;
    }
    this.#hinted = text;
    allow(button('hint'), false);
    const best = await this.#engine.go(`fen ${text}`, THOUGHT);
    allow(button('hint'), true);
    const hint = (await moves(text)).find((move) => move.text === best) ?? null;
    if (this.#text !== text || !hint) return;
    this.#hint = hint;
    this.#clearHint();
    this.#table.board.mark(MARBLES, hint.cells);
    this.#say(t('js-help-marbles', { cells: hint.cells.join(' ') }));
  }

  // ---- what is threatened

  /** Surveys the position if it has changed, and shows the threats. */
  async #watch() {
    const text = this.#text;
    if (this.#watching && this.#mayWatch && this.#surveyed !== text) {
      const found = await survey(text);
      if (this.#text !== text) return;
      this.#surveyed = text;
      this.#find(found);
    }
    this.#drawDangers();
  }

  /** @param {Record<string, string>[]} found */
  #find(found) {
    const own = this.#table.place.turn;
    const sumitos = found.filter((line) => line.is === 'sumito' && line.color !== own);
    const pushes = (/** @type {Record<string, string>[]} */ lines) => lines.map(({ cells, pushed, line }) =>
      t('js-help-push', { forces: `${count(cells)}-${count(pushed)}`, line })).join(', ');
    const marbles = (/** @type {string} */ key) => found.find((line) => line.is === 'marbles' && line.color === own && line.key === key)?.cells.split(' ') ?? [];
    const lines = (/** @type {Record<string, string>[]} */ lines, /** @type {string} */ kind) => lines.map(({ line }) => ({ term: 'sumito', kind, cells: [], shape: line }));

    const threats = found.filter((line) => line.is === 'threat' && line.color === own);
    this.#threatened = threats.map(({ cell }) => cell);
    this.#dangers = threats.map(({ cell, key }) => {
      const by = sumitos.filter(({ ejected }) => ejected === cell);
      const det = key === 'det' ? [{ term: 'det', cells: [cell], shape: '' }] : [];
      return { sign: det.length ? 'term-det' : 'term-sumito', words: t(det.length ? 'js-help-det' : 'js-help-threat', { cell, pushes: pushes(by) }), findings: [...lines(by, ''), ...det] };
    });
    // Marbles that cannot be saved come first.
    this.#dangers.sort((a, b) => Number(b.sign === 'term-det') - Number(a.sign === 'term-det'));
    if (!threats.length) this.#dangers.push({ sign: 'none', words: t('js-help-no-threat'), findings: [] });
    const quiet = sumitos.filter(({ ejected }) => !ejected);
    if (quiet.length) this.#dangers.push({ sign: 'term-sumito quiet', words: t('js-help-quiet', { pushes: pushes(quiet) }), findings: lines(quiet, 'quiet') });
    const amid = marbles('det-amid-enemies');
    if (amid.length) {
      this.#dangers.push({ sign: 'term-det amid', words: t('js-help-amid', { cells: amid.join(' ') }), findings: [{ term: 'det', kind: 'amid', cells: amid, shape: '' }] });
    }
    const covered = marbles(t('js-help-covered-sense'));
    const words = covered.length ? t('js-help-covered', { cells: covered.join(' ') }) : t('js-help-uncovered');
    this.#dangers.push({ sign: 'term-covered', words, findings: [{ term: 'covered', cells: covered, shape: '' }] });
  }

  /** Draws the findings if their position is shown. */
  #drawDangers() {
    const { board } = this.#table;
    const shown = this.#watching && this.#mayWatch && this.#surveyed === this.#text && !this.#table.looksBack;
    drawFindings(board, shown ? this.#dangers.flatMap(({ findings }) => findings) : []);
    board.mark(THREATENED, shown ? this.#threatened : []);
    const list = element('dangers');
    list.hidden = !shown;
    if (!shown || list.dataset.of === this.#surveyed) return;
    list.dataset.of = this.#surveyed;
    list.replaceChildren(...this.#dangers.map(({ sign, words }) => {
      const item = document.createElement('li');
      const picture = document.createElement('span');
      picture.className = `sign ${sign}`;
      const text = document.createElement('span');
      linkWords(text, words);
      item.append(picture, text);
      return item;
    }));
  }
}

/** @param {string} cells */
const count = (cells) => cells.split(' ').length;

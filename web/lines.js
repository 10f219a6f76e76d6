// The engine's lines for the current position: it thinks in a worker, and results are shown as they arrive.

import { element } from './elements.js';
import { Engine, expectation, readWorth, shortScore, writeWorth } from './engine.js';
import { make } from './movelist.js';
import { book, moves } from './rules.js';
import { recall, remember } from './storage.js';
import { t } from './texts.js';
// Bundled with it, for the same reason as in frame.js.
import './exchange.js';
import './step-keys.js';

/**
 * @typedef {import('./board.js').Board} Board
 * @typedef {import('./board.js').LegalMove} LegalMove
 * @typedef {import('./engine.js').Info} Info
 * @typedef {import('./tree.js').Node} Node
 * @typedef {import('./tree.js').Tree} Tree
 *
 * @typedef {object} Host
 * @property {Board} board
 * @property {(parent: Node, moves: string[], goTo: number) => void} playLine
 * @property {(node: Node) => void} onWorth   the worth of a node has changed
 */

/** Longer and longer, so that the first lines are there at once; then it waits to be asked again. The first is a depth: a module that has just been compiled is slow, and would see nothing in a short time. */
const LIMITS = ['depth 4', 'movetime 600', 'movetime 2500', 'movetime 12000'];
const LONGER = ['movetime 60000'];
/** Moves of a line that are shown and played into the tree. */
const LENGTH = 10;

export class Lines {
  #engine = new Engine();
  /** @type {Tree | null} */ #tree = null;
  /** @type {Node | null} */ #node = null;
  /** @type {Map<string, LegalMove>} */ #legal = new Map();
  #on = true;
  #threat = false;
  /** @type {(Info | null)[]} */ #shown = [];
  /** @type {{ pv: string[], goTo: number } | null} */ #pressed = null;

  /** @param {Host} host */
  constructor(host) {
    this.host = host;
    const count = /** @type {HTMLSelectElement} */ (element('line-count'));
    count.value = recall('sumito-lines') ?? '3';
    if (!count.value) count.value = '3';
    count.addEventListener('change', () => {
      remember('sumito-lines', count.value);
      this.#again();
    });
    element('engine').addEventListener('click', () => this.toggle());
    element('threat').addEventListener('click', () => this.toggleThreat());
    element('longer').addEventListener('click', () => this.#think(LONGER));
    element('book').addEventListener('click', (event) => {
      const move = /** @type {HTMLElement} */ (event.target).closest('button')?.dataset.book;
      if (move && this.#node) this.host.playLine(this.#node, [move], 1);
    });
    // The lines change while the engine thinks: what counts is what was under the pointer when it went down.
    element('lines').addEventListener('pointerdown', (event) => (this.#pressed = this.#lineAt(event)));
    element('lines').addEventListener('click', (event) => {
      const chosen = this.#pressed ?? this.#lineAt(event);
      this.#pressed = null;
      if (chosen && this.#node && !this.#threat) this.host.playLine(this.#node, chosen.pv.slice(0, LENGTH), chosen.goTo);
    });
  }

  /** The line that an event is about, and how many of its moves. @param {Event} event */
  #lineAt(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    const line = target.closest('li');
    const info = line && this.#shown[[...element('lines').children].indexOf(line)];
    const word = target.closest('[data-move]');
    return info ? { pv: info.pv, goTo: word instanceof HTMLElement ? Number(word.dataset.move) : 1 } : null;
  }

  /** Thinks about another node. @param {Tree} tree @param {Node} node @param {LegalMove[]} legal */
  async show(tree, node, legal) {
    [this.#tree, this.#node] = [tree, node];
    this.#legal = new Map(legal.map((move) => [move.text, move]));
    book(node.place.text).then((known) => {
      if (node === this.#node) drawBook(node.place.result ? [] : known);
    });
    await this.#again();
  }

  /** Stops until another position is shown. */
  pause() {
    this.#engine.stop();
    this.#node = null;
    this.#clear();
    drawBook([]);
    drawBar(null);
    element('lines').style.minHeight = '';
  }

  toggle() {
    this.#on = !this.#on;
    element('engine').setAttribute('aria-pressed', String(this.#on));
    this.#again();
  }

  /** What the other side would play if it were its turn. */
  toggleThreat() {
    this.#threat = !this.#threat;
    element('threat').setAttribute('aria-pressed', String(this.#threat));
    this.#again();
  }

  async #again() {
    this.#engine.stop();
    this.#clear();
    drawBar(this.#node);
    // Reserve the space of the lines, so that nothing below them moves just before a click.
    element('lines').style.minHeight = this.#on && !this.#node?.place.result ? `${Number(/** @type {HTMLSelectElement} */ (element('line-count')).value) * 2.2}rem` : '';
    const [tree, node] = [this.#tree, this.#node];
    if (!this.#on || !tree || !node || node.place.result) return;
    await this.#think(LIMITS);
  }

  /** @param {string[]} limits */
  async #think(limits) {
    const [tree, node, threat] = [this.#tree, this.#node, this.#threat];
    if (!tree || !node) return;
    element('longer').hidden = true;
    let position = tree.position(node);
    let legal = this.#legal;
    if (threat) {
      const turned = node.place.text.replace(/ ([bw]) /, (_, turn) => ` ${turn === 'b' ? 'w' : 'b'} `);
      position = `fen ${turned}`;
      legal = new Map((await moves(turned)).map((move) => [move.text, move]));
      if (!legal.size || node !== this.#node) return;
    }
    // A book shows its moves, not what comes of them.
    this.#engine.set('Book', 'false');
    this.#engine.set('MultiPV', /** @type {HTMLSelectElement} */ (element('line-count')).value);
    if (tree.rules) this.#engine.set('Rules', tree.rules);
    const black = (node.place.turn === 'black') !== threat;
    for (const limit of limits) {
      await this.#engine.go(position, limit, (info) => {
        if (node !== this.#node || threat !== this.#threat) return;
        const score = black ? info.score : { ...info.score, value: -info.score.value };
        if (info.line === 1 && !threat) {
          node.eval = writeWorth(score);
          drawBar(node);
          this.host.onWorth(node);
        }
        this.#drawLine(info, score, legal);
      });
      if (node !== this.#node || threat !== this.#threat || !this.#on) return;
    }
    element('longer').hidden = false;
  }

  #clear() {
    this.#shown = [];
    element('lines').replaceChildren();
    element('depth').textContent = '';
    element('longer').hidden = true;
    for (const kind of ['sumito-hint', 'sumito-second', 'sumito-threat']) this.host.board.arrows([], kind);
  }

  /** @param {Info} info @param {Info['score']} score Black's @param {Map<string, LegalMove>} legal */
  #drawLine(info, score, legal) {
    const list = element('lines');
    while (list.children.length < info.line) {
      const item = make('li', '');
      const button = /** @type {HTMLButtonElement} */ (make('button', 'line'));
      button.type = 'button';
      button.append(make('b', ''), words());
      item.append(button);
      list.append(item);
    }
    // A line found earlier may begin with the same move: it makes way until it is found again.
    for (const [n, other] of this.#shown.entries()) {
      if (n === info.line - 1 || other?.pv[0] !== info.pv[0]) continue;
      this.#shown[n] = null;
      write(list.children[n].children[0], '', []);
    }
    this.#shown[info.line - 1] = info;
    write(list.children[info.line - 1].children[0], shortScore(score), info.pv);
    element('depth').textContent = t('js-analysis-depth', { depth: info.depth, rate: Math.round(info.rate / 1000) });
    const arrows = this.#shown.map((one) => arrowsOf(one ? legal.get(one.pv[0]) : undefined));
    if (this.#threat) return this.host.board.arrows(arrows[0] ?? [], 'sumito-threat');
    this.host.board.arrows(arrows.slice(1).flat(), 'sumito-second');
    this.host.board.arrows(arrows[0] ?? [], 'sumito-hint');
  }
}

/** Room for the moves of a line. The words stay while their text changes: a browser gives no click where what was pressed has left the page. */
function words() {
  const room = make('span', '');
  for (let i = 1; i <= LENGTH; i++) {
    const word = make('span', '');
    word.dataset.move = String(i);
    room.append(word, ' ');
  }
  return room;
}

/** A line that has made way keeps its room, but a screen reader finds no button without a name. @param {Element} button @param {string} score @param {string[]} pv */
function write(button, score, pv) {
  /** @type {HTMLElement} */ (button).style.visibility = score ? '' : 'hidden';
  button.children[0].textContent = score;
  for (const [i, word] of [...button.children[1].children].entries()) word.textContent = pv[i] ?? '';
}

/** The moves of the opening book. @param {string[]} known */
function drawBook(known) {
  const place = element('book');
  place.hidden = !known.length;
  const buttons = known.map((move) => {
    const button = /** @type {HTMLButtonElement} */ (make('button', 'line', move));
    button.type = 'button';
    button.dataset.book = move;
    return button;
  });
  place.replaceChildren(make('span', 'quiet', t('js-analysis-book-moves')), ...buttons);
}

/** Arrows for a move: along its line, or one for each marble that goes sideways. @param {LegalMove | undefined} move @returns {[string, string][]} */
export function arrowsOf(move) {
  if (!move) return [];
  const own = move.steps.filter(([from]) => move.cells.includes(from));
  const tail = own.find(([from]) => !own.some(([, to]) => to === from));
  const head = own.find(([, to]) => !move.cells.includes(to));
  const inline = own.length === 1 || own.some(([, to]) => move.cells.includes(to));
  return inline && tail && head ? [[tail[0], head[1]]] : own;
}

/** The bar beside the board, and the score. @param {Node | null} node */
function drawBar(node) {
  const worth = node ? worthOf(node) : null;
  const share = `${Math.round((1 - (worth ? expectation(worth) : 0.5)) * 100)}%`;
  element('bar').style.height = share;
  element('bar').style.setProperty('--white', share);
  const text = worth && !node?.place.result ? shortScore(worth) : node?.place.result ?? '';
  element('score').textContent = text;
  element('bar-frame').setAttribute('aria-label', t('js-analysis-evaluation', { score: text || '–' }));
}

/** The evaluation of a node for Black, if it is known. @param {Node} node @returns {Info['score'] | null} */
export function worthOf(node) {
  const { result } = node.place;
  if (result) return result === '1/2-1/2' ? { kind: 'cp', value: 0 } : { kind: 'win', value: result === '1-0' ? 1 : -1 };
  return readWorth(node.eval);
}

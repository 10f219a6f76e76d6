// The moves that decided a game: each with a small board, what should have been played, and what the move allowed instead. Lines are played on
// the board by pressing their moves.

import { linkWords } from './glossary.js';
import { arrowsOf } from './lines.js';
import { picture } from './mini.js';
import { VERDICT_GLYPHS, make, verdictWords } from './movelist.js';
import { moves } from './rules.js';
import { t } from './texts.js';
import { numberOf } from './tree.js';

/**
 * @typedef {import('./tree.js').Node} Node
 * @typedef {import('./tree.js').Tree} Tree
 * @typedef {import('./tree.js').Verdict} Verdict
 *
 * @typedef {object} Host
 * @property {(node: Node) => void} show
 * @property {(parent: Node, moves: string[], goTo: number) => Promise<void>} playLine
 * @property {() => boolean} turned   whether the board is seen from White's side
 */

/** Moves of a line that are shown. */
const LENGTH = 8;

export class Decisive {
  /** @param {HTMLElement} place @param {Host} host */
  constructor(place, host) {
    this.place = place;
    this.host = host;
  }

  clear() {
    this.place.replaceChildren();
    this.place.hidden = true;
  }

  /** Shows what decided a game that was judged. @param {Tree} tree @param {Node[]} line the game */
  async draw(tree, line) {
    const decisive = line.filter((node) => node.verdict?.decides);
    const cards = await Promise.all(decisive.map((node) => this.#card(tree, node)));
    const list = make('ol', 'turning-points');
    list.append(...cards);
    this.place.replaceChildren(make('h2', '', t('js-analysis-decisive')), cards.length ? list : make('p', 'quiet', t('js-analysis-decisive-none')));
    this.place.hidden = false;
  }

  /** @param {Tree} tree @param {Node} node */
  async #card(tree, node) {
    const { move, parent, verdict } = node;
    const card = make('li', '');
    if (!move || !parent || !verdict) return card;
    const color = parent.place.turn;
    const better = (await moves(tree.game(parent))).find((one) => one.text === verdict.best[0]);
    const board = button('position', '', () => this.host.show(node));
    board.setAttribute('aria-label', `${t('js-analysis-decisive-show')}: ${numberOf(node)} ${move.text}`);
    board.title = t('js-analysis-decisive-show');
    board.append(picture(parent.place, { better: arrowsOf(better), played: arrowsOf(move) }, this.host.turned()));

    const head = make('h3', '');
    head.append(make('span', `dot ${color}`), `${numberOf(node)} ${move.text}`, make('span', `glyph ${verdict.key}`, VERDICT_GLYPHS[verdict.key] ?? ''), make('span', 'arrow-sign played'));
    const [before, after] = verdict.chances.map((chance) => Math.round(chance * 100));
    const chances = make('p', 'chances quiet', t(color === 'black' ? 'js-analysis-decisive-chances-black' : 'js-analysis-decisive-chances-white', { before, after }));
    const why = make('p', 'reasons');
    linkWords(why, verdict.reasons.length ? verdictWords(node) : `${verdictWords(node)} ${t('js-analysis-decisive-deeper')}`);

    const words = make('div', 'words');
    words.append(head, chances, why);
    const text = make('div', 'lines-on');
    if (verdict.best.length) text.append(this.#line('better', parent, verdict.best));
    if (verdict.answer.length) text.append(this.#line('allowed', node, verdict.answer));
    card.append(board, words, text);
    return card;
  }

  /** A line of which every move can be pressed. @param {'better' | 'allowed'} kind @param {Node} from @param {string[]} moves */
  #line(kind, from, moves) {
    const line = make('p', `line-on ${kind}`);
    if (kind === 'better') line.append(make('span', 'arrow-sign'));
    line.append(make('b', '', t(kind === 'better' ? 'js-analysis-decisive-better' : 'js-analysis-decisive-allowed')), ' ');
    const shown = moves.slice(0, LENGTH);
    let { number, turn } = from.place;
    for (const [i, text] of shown.entries()) {
      const move = make('span', 'numbered');
      if (turn === 'black' || !i) move.append(make('span', 'number', `${number}${turn === 'black' ? '.' : '…'}`));
      move.append(button('step', text, () => this.host.playLine(from, shown, i + 1)));
      line.append(move, ' ');
      if (turn === 'white') number += 1;
      turn = turn === 'black' ? 'white' : 'black';
    }
    return line;
  }
}

/** @param {string} kind @param {string} text @param {() => void} press */
function button(kind, text, press) {
  const element = /** @type {HTMLButtonElement} */ (make('button', kind, text));
  element.type = 'button';
  element.addEventListener('click', press);
  return element;
}

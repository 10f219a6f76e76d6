// The list of moves: the game in a column for each player, variations below the move they replace, nested and collapsible.

import { readWorth, shortScore } from './engine.js';
import { linkWords } from './glossary.js';
import { t } from './texts.js';
import { numberOf } from './tree.js';

/**
 * @typedef {import('./tree.js').Node} Node
 * @typedef {import('./tree.js').Tree} Tree
 *
 * @typedef {object} Host
 * @property {(node: Node) => void} go
 * @property {(parent: Node, moves: string[]) => void} playLine  plays moves from a node into the tree
 * @property {(left: string) => string} [leftWords]  who left the game, in words
 */

/** The signs of the judgments that are faults. @type {Record<string, string>} */
export const VERDICT_GLYPHS = { blunder: '??', mistake: '?', inaccuracy: '?!' };

/** A long game is split into sections of this many rows, and the browser lays out only the visible ones. */
const STRETCH = 60;

export class MoveList {
  /** @type {Map<Node, HTMLElement>} */ #buttons = new Map();
  /** The button of the present move. @type {HTMLElement | null} */ #marked = null;

  /** @param {HTMLElement} place @param {Host} host */
  constructor(place, host) {
    this.place = place;
    this.host = host;
  }

  /** Redraws the tree. @param {Tree} tree @param {Node} now */
  draw(tree, now) {
    const focused = this.place.contains(document.activeElement);
    const top = this.place.scrollTop;
    this.#buttons.clear();
    this.#marked = null;
    this.place.replaceChildren(...stretches(this.#game(tree.root)));
    this.place.scrollTop = top;
    this.mark(now);
    if (focused) this.#buttons.get(now)?.focus({ preventScroll: true });
  }

  /** Shows which move is the present one. @param {Node} now */
  mark(now) {
    this.#marked?.removeAttribute('aria-current');
    this.#marked?.closest('.stretch')?.classList.remove('here');
    const button = this.#buttons.get(now);
    this.#marked = button ?? null;
    if (!button) {
      if (!now.parent) this.place.scrollTop = 0;
      return;
    }
    button.setAttribute('aria-current', 'true');
    // A section has its real height only after layout.
    button.closest('.stretch')?.classList.add('here');
    // The list scrolls, the page does not.
    const [box, frame] = [button.getBoundingClientRect(), this.place.getBoundingClientRect()];
    if (box.top < frame.top) this.place.scrollTop -= frame.top - box.top + 8;
    if (box.bottom > frame.bottom) this.place.scrollTop += box.bottom - frame.bottom + 8;
  }

  /** The main line, a round in a row. @param {Node} root @returns {HTMLElement[]} */
  #game(root) {
    /** @type {HTMLElement[]} */
    const out = root.comment ? [make('p', 'remark', root.comment)] : [];
    /** @type {string[]} */
    const players = /** @type {any} */ (root.place).seats ?? ['black', 'white'];
    /** @type {HTMLElement | null} */
    let row = null;
    /** How many players have their place in the row. */
    let filled = 0;
    for (let node = root.children[0]; node; node = node.children[0]) {
      const column = players.indexOf(node.parent?.place.turn ?? '');
      if (!row || column < filled) {
        row = make('div', 'pair');
        row.append(make('span', 'number', `${node.parent?.place.number}.`));
        filled = 0;
        out.push(row);
      }
      for (; filled < column; filled++) row.append(make('span', 'quiet', '…'));
      row.append(this.#move(node));
      filled += 1;
      const after = this.#after(node);
      if (!after.length && filled < players.length) continue;
      for (; filled < players.length; filled++) row.append(make('span', 'quiet', node.children.length ? '…' : ''));
      out.push(...after);
      row = null;
    }
    return out;
  }

  /** What follows a move before the next one: comment, verdict, variations. @param {Node} node @returns {HTMLElement[]} */
  #after(node) {
    const out = [];
    if (node.left) out.push(make('p', 'remark', this.host.leftWords?.(node.left)));
    if (node.comment) out.push(make('p', 'remark', node.comment));
    const bad = node.verdict && !['best', 'good'].includes(node.verdict.key);
    if (bad && !node.comment.includes(verdictWords(node))) out.push(this.#verdict(node));
    const others = node.parent?.children[0] === node ? node.parent.children.slice(1) : [];
    if (others.length) out.push(this.#variations(node, others));
    return out;
  }

  /** @param {Node} node @param {Node[]} others */
  #variations(node, others) {
    const block = make('div', 'variations');
    const fold = /** @type {HTMLButtonElement} */ (make('button', 'unfold', node.folded ? '▸' : '▾'));
    fold.type = 'button';
    fold.setAttribute('aria-expanded', String(!node.folded));
    fold.setAttribute('aria-label', t('js-analysis-variations', { count: others.length }));
    fold.title = t('js-analysis-variations', { count: others.length });
    const list = make('div', 'list');
    const fill = () => {
      list.replaceChildren(...(node.folded
        ? [make('span', 'quiet', others.map((other) => `${numberOf(other)} ${other.move?.text}`).join(' · '))]
        : others.map((other) => this.#variation(other))));
    };
    fold.addEventListener('click', () => {
      node.folded = !node.folded;
      fold.textContent = node.folded ? '▸' : '▾';
      fold.setAttribute('aria-expanded', String(!node.folded));
      fill();
    });
    fill();
    block.append(fold, list);
    return block;
  }

  /** A variation as running text. @param {Node} first */
  #variation(first) {
    const block = make('div', 'variation');
    if (first.before) block.append(make('span', 'remark', first.before), ' ');
    let numbered = false;
    for (let node = first; node; node = node.children[0]) {
      if (!numbered || node.parent?.place.turn === 'black') block.append(make('span', 'number', numberOf(node)));
      block.append(this.#move(node), ' ');
      numbered = true;
      if (node.comment) block.append(make('span', 'remark', node.comment), ' ');
      const others = node !== first && node.parent?.children[0] === node ? node.parent.children.slice(1) : [];
      if (others.length) block.append(this.#variations(node, others));
      if (others.length || node.comment) numbered = false;
    }
    return block;
  }

  /** @param {Node} node */
  #move(node) {
    const button = /** @type {HTMLButtonElement} */ (make('button', 'move'));
    button.type = 'button';
    button.append(make('span', '', node.move?.text ?? ''));
    if (node.glyph) button.append(make('span', `glyph ${judged(node.glyph)}`, node.glyph));
    const worth = readWorth(node.eval);
    if (worth && !node.place.result) button.append(make('small', '', shortScore(worth)));
    if (node.verdict?.book) button.append(make('small', 'book', t('js-analysis-book')));
    if (node.place.result) button.append(make('small', '', node.place.result));
    button.addEventListener('click', () => this.host.go(node));
    this.#buttons.set(node, button);
    return button;
  }

  /** @param {Node} node */
  #verdict(node) {
    const verdict = /** @type {import('./tree.js').Verdict} */ (node.verdict);
    const words = make('p', `why ${verdict.key}`);
    linkWords(words, verdictWords(node));
    if (verdict.best.length && node.parent) {
      const better = /** @type {HTMLButtonElement} */ (make('button', 'better', t('js-analysis-better', { move: verdict.best[0] })));
      better.type = 'button';
      const parent = node.parent;
      better.addEventListener('click', () => this.host.playLine(parent, verdict.best));
      words.append(' ', better);
    }
    return words;
  }
}

/** Rows, split into sections if there are many. @param {HTMLElement[]} rows */
function stretches(rows) {
  if (rows.length <= STRETCH) return rows;
  return Array.from({ length: Math.ceil(rows.length / STRETCH) }, (_, i) => {
    const stretch = make('div', 'stretch');
    stretch.append(...rows.slice(i * STRETCH, (i + 1) * STRETCH));
    return stretch;
  });
}

/** A verdict in the reader's language: `Blunder: lets a 3-2 sumito through on c3-g7.` @param {Node} node */
export function verdictWords(node) {
  if (!node.verdict) return '';
  const reasons = node.verdict.reasons.map(({ key, of }) => {
    const words = t(`js-analysis-reason-${key}`, of);
    return of.ejected && key !== 'overlooks-ejection' ? words + t('js-analysis-reason-ejecting', of) : words;
  });
  const name = t(`js-analysis-judgement-${node.verdict.key}`);
  return reasons.length ? t('js-analysis-verdict', { name, reasons: reasons.join('; ') }) : `${name}.`;
}

/** The class name for a judgment's sign. @param {string} glyph */
function judged(glyph) {
  return Object.keys(VERDICT_GLYPHS).find((key) => VERDICT_GLYPHS[key] === glyph) ?? 'praise';
}

/** @param {string} name @param {string} kind @param {string} [text] @returns {HTMLElement} */
export function make(name, kind, text) {
  const element = document.createElement(name);
  if (kind) element.className = kind;
  if (text !== undefined) element.textContent = text;
  return element;
}

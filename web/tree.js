// The tree of an analysis: moves, variations and comments. It knows no rules and draws nothing.

/**
 * @typedef {import('./rules.js').PositionInfo} PositionInfo
 * @typedef {import('./rules.js').PlayedMove} PlayedMove
 *
 * @typedef {object} Reason  why a move was bad: a key of the engine's, and what it speaks of
 * @property {string} key
 * @property {Record<string, string>} of
 *
 * @typedef {object} Verdict  what the engine found about a move after the game
 * @property {string} key     `best`, `good`, `inaccuracy`, `mistake` or `blunder`
 * @property {string[]} best  the line that it would have played
 * @property {string[]} answer  what the move allowed
 * @property {[number, number]} chances  the mover's, before and after, from 0 to 1
 * @property {boolean} decides  one of the moves that decided the game
 * @property {boolean} book  in the opening book
 * @property {Reason[]} reasons
 *
 * @typedef {object} Node
 * @property {PlayedMove | null} move  the move that led here; none at the root
 * @property {PositionInfo} place
 * @property {Node | null} parent
 * @property {Node[]} children         the first is the main line
 * @property {string} glyph            `!`, `?`, `!!`, `??`, `!?` or `?!`
 * @property {string} eval             what it is worth as Black sees it: `0.35`, `#-2`
 * @property {string} clock            milliseconds left after the move
 * @property {string} comment
 * @property {string} left             who left after the move, in a game for more than two: `White:flag`
 * @property {import('./drawing.js').Step[]} drawn  arrows and circles of the reader
 * @property {string} before           what is said before a variation begins
 * @property {boolean} folded          its variations are not shown
 * @property {Verdict | null} verdict
 */

/** The signs that a move can have, in the order of the buttons. */
export const GLYPHS = ['!!', '!', '!?', '?!', '?', '??'];

export class Tree {
  /**
   * @param {string} start     a layout's name or a position
   * @param {PositionInfo} place      the position at the start
   * @param {string} [rules]
   */
  constructor(start, place, rules = '') {
    this.start = start;
    this.rules = rules;
    this.result = '*';
    /** Who played, where and when. @type {Record<string, string>} */
    this.tags = {};
    this.root = newNode(null, place, null);
  }

  /** The moves from the root to a node, and who left in between. @param {Node} node */
  moves(node) {
    return this.path(node).flatMap(({ move, left }) => [...(move ? [move.text] : []), ...(left ? left.split(' ') : [])]);
  }

  /** The nodes from the root to a node, both included. @param {Node} node */
  path(node) {
    const path = [];
    for (let at = /** @type {Node | null} */ (node); at; at = at.parent) path.push(at);
    return path.reverse();
  }

  /** A node's game as the rules read it, and what is played from there. @param {Node} node @param {string[]} [more] */
  game(node, more = []) {
    const moves = [...this.moves(node), ...more];
    const rules = this.rules ? ` rules ${this.rules}` : '';
    return `${this.start}${rules}${moves.length ? ` moves ${moves.join(' ')}` : ''}`;
  }

  /** The same as the engine's protocol has it. @param {Node} node */
  position(node) {
    const moves = this.moves(node);
    return `fen ${this.root.place.text}${moves.length ? ` moves ${moves.join(' ')}` : ''}`;
  }

  /** The line of first moves through a node, from the root to its end. @param {Node} node */
  lineThrough(node) {
    const line = this.path(node);
    for (let at = node.children[0]; at; at = at.children[0]) line.push(at);
    return line;
  }

  /** The game: first moves from the root on. */
  mainLine() {
    return this.lineThrough(this.root);
  }

  /** The node after a move, which may be new. @param {Node} parent @param {PlayedMove} move @param {PositionInfo} place */
  add(parent, move, place) {
    const known = parent.children.find((child) => child.move?.text === move.text);
    if (known) return known;
    const node = newNode(move, place, parent);
    parent.children.push(node);
    return node;
  }

  /** Finds the node that these moves lead to. @param {string[]} moves */
  find(moves) {
    /** @type {Node | undefined} */
    let at = this.root;
    for (const text of moves) at = at?.children.find((child) => child.move?.text === text);
    return at ?? null;
  }

  /** Promotes the variation of a node to the first place at its branch. @param {Node} node @returns {boolean} whether there was one to promote */
  promote(node) {
    for (let at = node; at.parent; at = at.parent) {
      const siblings = at.parent.children;
      if (siblings[0] === at) continue;
      siblings.splice(siblings.indexOf(at), 1);
      siblings.unshift(at);
      return true;
    }
    return false;
  }

  /** Deletes a node with everything after it. @param {Node} node @returns {Node} the node to show next */
  remove(node) {
    const parent = node.parent;
    if (!parent) return node;
    parent.children = parent.children.filter((child) => child !== node);
    return parent;
  }

  /** Where a step leads from a node, if anywhere. @param {Node} node @param {import('./step-keys.js').Way} way @returns {Node | null | undefined} */
  reached(node, way) {
    return { first: this.root, back: node.parent, next: node.children[0], last: this.lineThrough(node).at(-1), up: this.sibling(node, -1), down: this.sibling(node, 1) }[way];
  }

  /** The variation next to the one that a node is in. @param {Node} node @param {1 | -1} step */
  sibling(node, step) {
    const siblings = node.parent?.children ?? [];
    return siblings.length > 1 ? siblings[(siblings.indexOf(node) + step + siblings.length) % siblings.length] : null;
  }

  /** The tree as the lines from which the rules write a record. */
  lines() {
    const head = { start: this.start, rules: this.rules, result: this.result, comment: escaped(this.root.comment), left: this.root.left };
    const tags = Object.fromEntries(Object.entries(this.tags).map(([name, value]) => [`tag-${name}`, value]));
    const lines = [line('game', { ...head, ...tags })];
    let ids = 0;
    // No recursion: a game may be longer than the stack.
    /** @type {[Node, number][]} */
    const waiting = [[this.root, 0]];
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const [node, id] = next;
      const children = node.children.map((child) => {
        ids += 1;
        const { glyph, eval: worth, clock, left } = child;
        const text = child.move?.text ?? '';
        lines.push(line('ply', { of: String(id), text, glyph, eval: worth, clock, comment: escaped(child.comment), before: escaped(child.before), left }));
        return /** @type {[Node, number]} */ ([child, ids]);
      });
      waiting.push(...children.reverse());
    }
    return lines;
  }
}

/** @param {PlayedMove | null} move @param {PositionInfo} place @param {Node | null} parent @returns {Node} */
export function newNode(move, place, parent) {
  return { move, place, parent, children: [], glyph: '', eval: '', clock: '', comment: '', before: '', folded: false, verdict: null, left: '', drawn: [] };
}

/** The number before a move: `12.` or `12...`. @param {Node} node */
export function numberOf(node) {
  const before = node.parent?.place;
  return before ? `${before.number}${before.turn === 'black' ? '.' : '...'}` : '';
}

/** @param {string} is @param {Record<string, string>} fields */
function line(is, fields) {
  const pairs = Object.entries(fields).filter(([, value]) => value).map(([key, value]) => `${key}=${value.replace(/[\t\r\n]+/g, ' ')}`);
  return [is, ...pairs].join('\t');
}

/** A comment in one line. @param {string} text */
const escaped = (text) => text.trim().replaceAll('\\', '\\\\').replace(/\r?\n/g, '\\n');

// Solutions of puzzles, as docs/puzzles.md describes them.

/** @typedef {{ move: string, reply?: string, then: Way[] }} Way  a move that reaches the goal; the best defense; what reaches it then */

/** @param {string} text @returns {Way[]} */
export function readWays(text) {
  const words = text.match(/[a-i1-9]+|[(:,)]/g) ?? [];
  let at = 0;
  const way = () => {
    /** @type {Way} */
    const found = { move: words[at++], then: [] };
    if (words[at] !== '(') return found;
    found.reply = words[at + 1];
    at += 2;
    // A colon before the first way, commas before the others, a bracket after the last.
    do {
      at += 1;
      found.then.push(way());
    } while (words[at] === ',');
    at += 1;
    return found;
  };
  return [way()];
}

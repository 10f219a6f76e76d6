// The keys that step through a game with its variations, on both analysis boards: arrows, Home and End, and letters for what else a page does.

/** @typedef {'first' | 'back' | 'next' | 'last' | 'up' | 'down'} Way */

/** @type {Record<string, Way>} */
const WAYS = { ArrowLeft: 'back', ArrowRight: 'next', ArrowUp: 'up', ArrowDown: 'down', Home: 'first', End: 'last' };

/**
 * @param {(way: Way) => boolean} walk  takes a step; false if the key is not for the game, and may scroll the page
 * @param {Record<string, () => void>} letters  what letters do
 */
export function watchStepKeys(walk, letters) {
  document.addEventListener('keydown', (event) => {
    const target = /** @type {Element} */ (event.target);
    if (event.ctrlKey || event.metaKey || event.altKey || target.closest('input, textarea, select, sumito-board, [role=tab], [role=slider]')) return;
    const way = WAYS[event.key];
    const act = letters[event.key.toLowerCase()];
    if (way ? !walk(way) : !act) return;
    if (!way) act();
    event.preventDefault();
  });
}

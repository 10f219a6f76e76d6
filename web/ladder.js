// The ladder of the engine's levels: which one to try after a game.

const HIGHEST = 10;

/** The level to suggest after a game against the engine, and the text that suggests it; null if there is none. A draw was the right level.
 * @param {number} level @param {boolean | null} won  null for a draw @returns {{ level: number, key: string } | null} */
export function suggestion(level, won) {
  if (won && level < HIGHEST) return { level: level + 1, key: 'js-level-up' };
  if (won === false && level > 1) return { level: level - 1, key: 'js-level-down' };
  return null;
}

// The board on the home page: it plays a push and an ejection in a loop while it is visible.

import './board.js';
import { pause } from './later.js';
import { replay } from './rules.js';

/** Between two moves, and before it begins again, in milliseconds. */
const PAUSE = 1100;
const REST = 2600;

const place = /** @type {HTMLElement} */ (document.getElementById('demo'));
const board = /** @type {import('./board.js').Board} */ (place.querySelector('sumito-board'));
const answers = JSON.parse(document.getElementById('told')?.textContent ?? '{}');
const [question] = Object.keys(answers);
let seen = false;
new IntersectionObserver(([entry]) => (seen = entry.isIntersecting)).observe(place);

board.querySelector('svg.sumito-diagram')?.setAttribute('tabindex', '-1');

async function show() {
  const steps = await replay(question.replace(/^replay /, ''));
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
  for (;;) {
    for (const { move, place } of steps) {
      // A live game took its place.
      if (!board.isConnected) return;
      // Pause while it is not visible.
      while (!seen || document.hidden || still) await pause(PAUSE);
      if (move) await board.roll(move.steps);
      board.show({ ...place, last: move ?? null });
      await pause(PAUSE);
    }
    await pause(REST);
  }
}

show().catch(() => {});

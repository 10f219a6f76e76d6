// The times on the pages of tournaments: moments in the reader's own time, and countdowns.

import { countdown } from './clock.js';

/** Shows moments in the reader's own time. @param {ParentNode} place */
export function localize(place) {
  const format = new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: 'medium', timeStyle: 'short' });
  for (const time of place.querySelectorAll('time[data-at]')) time.textContent = format.format(Number(/** @type {HTMLElement} */ (time).dataset.at));
}

/** When the countdowns on the page end, by the clock of this page. @type {Map<HTMLElement, number>} */
const ends = new Map();
let timer = 0;

/** Starts the countdowns on the page. */
export function wind() {
  ends.clear();
  for (const place of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('[data-until]'))) ends.set(place, performance.now() + Number(place.dataset.until));
  timer ||= window.setInterval(tick, 500);
  tick();
}

function tick() {
  for (const [place, end] of ends) place.textContent = words(end - performance.now());
}

/** @param {number} time */
function words(time) {
  const hours = Math.floor(time / 3_600_000);
  return hours > 0 ? `${hours}:${countdown(time % 3_600_000).padStart(5, '0')}` : countdown(time);
}

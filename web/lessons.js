// The list of lessons with the learner's progress.

import './frame.js';
import { reached, take } from './progress.js';
import { recallValue } from './storage.js';
import { t } from './texts.js';

/** Shows stars, with a text for screen readers. @param {Element} place @param {number} stars */
export function showStars(place, stars) {
  place.textContent = '★'.repeat(stars) + '☆'.repeat(3 - stars);
  place.setAttribute('role', 'img');
  place.setAttribute('aria-label', t('js-lessons-stars', { stars }));
}

const links = /** @type {HTMLElement[]} */ ([...document.querySelectorAll('.lessons [data-lesson]')]);
take(Object.fromEntries(links.flatMap(({ dataset }) => (dataset.stars ? [[dataset.lesson, Number(dataset.stars)]] : []))));
// A learner who has started can continue with the unfinished lesson, or else with the first one that is left.
const found = links.map((link) => reached(link.dataset.lesson ?? ''));
const begun = found.findIndex(({ stars, step }) => !stars && step > 1);
const due = begun < 0 && found.some(({ stars }) => stars) ? found.findIndex(({ stars }) => !stars) : begun;
for (const [n, link] of links.entries()) {
  const { stars, step } = found[n];
  const place = link.querySelector('.stars');
  if (n === due) {
    const words = document.createElement('span');
    words.className = 'due';
    words.textContent = t('js-lessons-continue');
    place?.after(words);
  }
  if (place && stars) showStars(place, stars);
  else if (place && step > 1) place.textContent = t('js-lessons-at', { step, steps: link.dataset.steps ?? '' });
}
// Positions that were won against the engine in this browser.
const won = new Set(/** @type {string[]} */ (recallValue('sumito-practice') ?? []));
for (const link of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('[data-practice]'))) {
  const place = link.querySelector('.stars');
  if (place && won.has(link.dataset.practice ?? '')) place.textContent = `✓ ${t('js-practice-done')}`;
}

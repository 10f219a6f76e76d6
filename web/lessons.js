// The list of lessons: what the learner has reached in each.

import { reached, take } from './progress.js';
import { t } from './texts.js';

/** Shows stars, with words for those who do not see them. @param {Element} place @param {number} stars */
export function showStars(place, stars) {
  place.textContent = '★'.repeat(stars) + '☆'.repeat(3 - stars);
  place.setAttribute('role', 'img');
  place.setAttribute('aria-label', t('js-lessons-stars', { stars }));
}

const links = /** @type {HTMLElement[]} */ ([...document.querySelectorAll('.lessons [data-lesson]')]);
take(Object.fromEntries(links.flatMap(({ dataset }) => (dataset.stars ? [[dataset.lesson, Number(dataset.stars)]] : []))));
for (const link of links) {
  const { stars, step } = reached(link.dataset.lesson ?? '');
  const place = link.querySelector('.stars');
  if (place && stars) showStars(place, stars);
  else if (place && step > 1) place.textContent = t('js-lessons-at', { step, steps: link.dataset.steps ?? '' });
}

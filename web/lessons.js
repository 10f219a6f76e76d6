// What a learner has reached in the course, kept in this browser; on the list of lessons it is shown.

import { recall, remember } from './storage.js';
import { t } from './texts.js';

/**
 * @typedef {object} Reached  in one lesson
 * @property {number} stars   the best so far; none until all its steps are done
 * @property {number} step    the step to go on with
 * @property {number} faults  wrong tries, hints and solutions in the steps before that
 */

const PLACE = 'sumito-lessons';

/** @returns {Record<string, Reached | undefined>} */
function all() {
  try {
    return JSON.parse(recall(PLACE) ?? '{}');
  } catch {
    return {};
  }
}

/** @param {string} lesson @returns {Reached} */
export function reached(lesson) {
  return { stars: 0, step: 1, faults: 0, ...all()[lesson] };
}

/** @param {string} lesson @param {Reached} what */
export function keep(lesson, what) {
  remember(PLACE, JSON.stringify({ ...all(), [lesson]: what }));
}

/** Shows stars, with words for those who do not see them. @param {Element} place @param {number} stars */
export function showStars(place, stars) {
  place.textContent = '★'.repeat(stars) + '☆'.repeat(3 - stars);
  place.setAttribute('role', 'img');
  place.setAttribute('aria-label', t('js-lessons-stars', { stars }));
}

for (const link of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('.lessons [data-lesson]'))) {
  const { stars, step } = reached(link.dataset.lesson ?? '');
  const place = link.querySelector('.stars');
  if (place && stars) showStars(place, stars);
  else if (place && step > 1) place.textContent = t('js-lessons-at', { step, steps: link.dataset.steps ?? '' });
}

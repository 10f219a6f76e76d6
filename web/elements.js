// The elements of a page, by their ids, and the line in which a page answers its reader.

export const element = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));
export const button = (/** @type {string} */ id) => /** @type {HTMLButtonElement} */ (document.getElementById(id));

/** Colors an answer. @param {HTMLElement} place @param {'' | 'good' | 'bad'} mood */
export function setMood(place, mood) {
  place.classList.toggle('good', mood === 'good');
  place.classList.toggle('bad', mood === 'bad');
}

/** Answers the reader. @param {string} words @param {'' | 'good' | 'bad'} [mood] */
export function say(words, mood = '') {
  element('say').textContent = words;
  setMood(element('say'), mood);
}

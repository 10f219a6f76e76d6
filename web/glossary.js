// Links the glossary's terms in the texts of pages to their explanations.

import { t } from './texts.js';

/** The words of this language as they appear in texts and their terms; a longer word comes before its prefix. @type {Map<string, string>} */
const WORDS = new Map(t('js-glossary').split(', ').map((pair) => /** @type {[string, string]} */ (pair.split('='))));
const ANY = [...WORDS.keys()].join('|');
/** A quick test whether any of the words occurs, possibly inside another word, before the slower search for whole words. */
const SOME = new RegExp(ANY, 'i');
/** @type {RegExp | null} */
let whole = null;

/** A text in which lines of cells, such as c3-g7, do not wrap. @param {string} text @returns {(string | Node)[]} */
export function keepLines(text) {
  return text.split(/\b([a-i][1-9]-[a-i][1-9])\b/).map((part, i) => {
    if (i % 2 === 0) return part;
    const line = document.createElement('span');
    line.className = 'whole';
    line.textContent = part;
    return line;
  });
}

/** Writes a text into an element, with the first occurrence of each glossary term as a link. @param {HTMLElement} element @param {string} text */
export function linkWords(element, text) {
  if (!SOME.test(text)) return element.replaceChildren(...keepLines(text));
  const linked = new Set();
  whole ??= new RegExp(`(?<!\\p{L})(${ANY})(?!\\p{L})`, 'giu');
  element.replaceChildren(...text.split(whole).flatMap((part, i) => {
    // Every other part is a word that was found.
    const term = i % 2 ? WORDS.get(part.toLowerCase()) : undefined;
    if (!term || linked.has(term)) return keepLines(part);
    linked.add(term);
    const link = document.createElement('a');
    link.className = 'term';
    link.href = `/learn/glossary#${term}`;
    link.textContent = part;
    return link;
  }));
}

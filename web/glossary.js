// Words of the glossary in what the pages say: each leads to where it is explained.

import { t } from './texts.js';

/** The words of this language as they stand in texts, the longest first where one begins another, and their terms. @type {Map<string, string>} */
const WORDS = new Map(t('js-glossary').split(', ').map((pair) => /** @type {[string, string]} */ (pair.split('='))));
const ANY = new RegExp(`(?<!\\p{L})(${[...WORDS.keys()].join('|')})(?!\\p{L})`, 'giu');

/** Says a text in an element, with the first word for each term of the glossary as a link. @param {HTMLElement} element @param {string} text */
export function linkWords(element, text) {
  const linked = new Set();
  element.replaceChildren(...text.split(ANY).map((part, i) => {
    // Between the parts that are split off stand the words that were found.
    const term = i % 2 ? WORDS.get(part.toLowerCase()) : undefined;
    if (!term || linked.has(term)) return part;
    linked.add(term);
    const link = document.createElement('a');
    link.className = 'term';
    link.href = `/learn/glossary#${term}`;
    link.textContent = part;
    return link;
  }));
}

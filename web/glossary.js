// Words of the glossary in what the pages say: each leads to where it is explained.

import { t } from './texts.js';

/** The words of this language as they stand in texts, the longest first, and their terms. @type {[string, string][]} */
const WORDS = t('js-glossary').split(', ').map((pair) => /** @type {[string, string]} */ (pair.split('=')));

/** Says a text in an element, with its first word of the glossary as a link. @param {HTMLElement} element @param {string} text */
export function linkWords(element, text) {
  element.textContent = text;
  const found = WORDS.map(([word, term]) => ({ word, term, at: text.toLowerCase().indexOf(word) })).filter(({ at }) => at >= 0);
  const first = found.sort((a, b) => a.at - b.at)[0];
  if (!first) return;
  const link = document.createElement('a');
  link.className = 'term';
  link.href = `/learn/glossary#${first.term}`;
  link.textContent = text.slice(first.at, first.at + first.word.length);
  element.replaceChildren(text.slice(0, first.at), link, text.slice(first.at + first.word.length));
}

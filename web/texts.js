// The texts of the page in the reader's language, which the server includes in the page.

/** Words that depend on a number: by that number, or by its plural form. @typedef {{ number: string, cases: Record<string, Text>, other: Text }} Choice */
/** @typedef {string | Array<string | Choice>} Text */

const place = document.getElementById('texts');
/** @type {Record<string, Text>} */
const texts = place ? JSON.parse(place.textContent ?? '{}') : {};
const plurals = new Intl.PluralRules(document.documentElement.lang || 'en');

/**
 * The text with this key; `{ $name }` in it is replaced by the argument of that name, and plural forms follow their number.
 * @param {string} key
 * @param {Record<string, string | number>} [args]
 */
export function t(key, args = {}) {
  const text = texts[key];
  if (text === undefined) {
    console.error(`no text for ${key}`);
    return key;
  }
  return format(text, args);
}

/** @param {Text} text @param {Record<string, string | number>} args @returns {string} */
function format(text, args) {
  if (typeof text === 'string') return text.replace(/\{\s*\$(\w+)\s*\}/g, (_, name) => String(args[name] ?? ''));
  const parts = text.map((part) => {
    if (typeof part === 'string') return format(part, args);
    const number = Number(args[part.number]);
    return format(part.cases[number] ?? part.cases[plurals.select(number)] ?? part.other, args);
  });
  return parts.join('');
}

/** Whether the page has this text. @param {string} key */
export const has = (key) => texts[key] !== undefined;

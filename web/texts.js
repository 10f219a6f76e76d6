// The texts of the page in the reader's language, which the server put into the page.

const place = document.getElementById('texts');
/** @type {Record<string, string>} */
const texts = place ? JSON.parse(place.textContent ?? '{}') : {};

/**
 * The text with this key; `{ $name }` in it becomes the argument of that name.
 * @param {string} key
 * @param {Record<string, string | number>} [args]
 */
export function t(key, args = {}) {
  const text = texts[key];
  if (text === undefined) {
    console.error(`no text for ${key}`);
    return key;
  }
  return text.replace(/\{\s*\$(\w+)\s*\}/g, (_, name) => String(args[name] ?? ''));
}

/** Whether the page has this text. @param {string} key */
export const has = (key) => texts[key] !== undefined;

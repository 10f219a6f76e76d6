// What a person prefers, kept in this browser. One table tells every setting and its values; pages read with `get`, change with `set` and
// hear of changes with `watch`, also of those made in another tab.
//
// What is a matter of looks alone is put on the root element (`data-marbles`, `data-coordinates`) for the style sheet.

import { recall, remember } from './storage.js';

/** Every setting with its values, the usual one first. */
export const TABLE = /** @type {const} */ ({
  /** A chosen move is shown first, and played when it is confirmed. */
  confirm: ['off', 'on'],
  /** A move may be chosen while the other side thinks. */
  premove: ['on', 'off'],
  sounds: ['on', 'off'],
  /** The look of marbles and board: the themes of drawings (crates/sumito-rules/src/diagram/theme.rs), and one for color-blind eyes. */
  marbles: ['classic', 'light', 'dark', 'high-contrast', 'color-blind', 'print'],
  /** The letters and digits along the edges. */
  coordinates: ['on', 'off'],
  animation: ['normal', 'fast', 'slow', 'off'],
  chat: ['on', 'off'],
  /** How moves are written, and how typed ones are read first. */
  notation: ['abapro', 'nacre', 'playstrategy'],
  /** Sixths of a turn by which the board is seen turned, besides being seen from one's own side. */
  turn: ['0', '1', '2', '3', '4', '5'],
});

/**
 * @typedef {keyof typeof TABLE} Key
 * @typedef {Record<Key, string>} Settings
 * @typedef {(key: Key, value: string) => void} Listener
 */

const PLACE = 'sumito-settings';
const KEYS = /** @type {Key[]} */ (Object.keys(TABLE));
/** @type {Set<Listener>} */
const listeners = new Set();
let settings = read();

/** The value of a setting. @param {Key} key */
export function get(key) {
  return settings[key];
}

/** Every setting with its value. @returns {Settings} */
export function all() {
  return { ...settings };
}

/** Changes a setting; a value that the table does not have is ignored. @param {Key} key @param {string} value */
export function set(key, value) {
  if (!fits(key, value) || settings[key] === value) return;
  settings = { ...settings, [key]: value };
  remember(PLACE, JSON.stringify(settings));
  tell(key);
}

/** Calls back whenever a setting changes. @param {Listener} listener @returns {() => void} what ends it */
export function watch(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** @param {string} key @param {unknown} value */
function fits(key, value) {
  return Object.hasOwn(TABLE, key) && /** @type {readonly unknown[]} */ (TABLE[/** @type {Key} */ (key)]).includes(value);
}

/** What is stored, with the usual value wherever there is none that fits. @returns {Settings} */
function read() {
  /** @type {Record<string, unknown>} */
  let stored = {};
  try {
    stored = JSON.parse(recall(PLACE) ?? '{}') ?? {};
  } catch {
    // Something else wrote there.
  }
  const values = KEYS.map((key) => [key, fits(key, stored[key]) ? stored[key] : TABLE[key][0]]);
  return Object.fromEntries(values);
}

/** @param {Key} key */
function tell(key) {
  look();
  for (const listener of listeners) listener(key, settings[key]);
}

function look() {
  document.documentElement.dataset.marbles = settings.marbles;
  document.documentElement.dataset.coordinates = settings.coordinates;
}

addEventListener('storage', (event) => {
  // A storage that was cleared tells no key.
  if (event.key !== PLACE && event.key !== null) return;
  const before = settings;
  settings = read();
  for (const key of KEYS) if (settings[key] !== before[key]) tell(key);
});
look();

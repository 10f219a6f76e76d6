// The reader's settings, saved in this browser, and on the server for known users, so that they apply in other browsers too. One
// table lists every setting and its values; pages read with `get`, change with `set` and observe changes with `watch`, including those made in
// another tab.
//
// What is a matter of looks alone is put on the root element (`data-theme`, `data-marbles`, `data-coordinates`, `data-signs`) for the style sheet, and into
// the cookie `looks` for the server, which puts it there for the next page.

import { deliver } from './delivery.js';
import { afterPaint } from './later.js';
import { isKept } from './reader.js';
import { recallValue, remember } from './storage.js';

/** Every setting with its values, the usual one first. */
export const TABLE = /** @type {const} */ ({
  theme: ['auto', 'light', 'dark'],
  /** A chosen move is shown first, and played when it is confirmed. */
  confirm: ['off', 'on'],
  /** A move may be chosen while the other side thinks. */
  premove: ['on', 'off'],
  sounds: ['on', 'off'],
  /** The look of marbles and board: the themes of drawings (crates/sumito-rules/src/diagram/theme.rs), and one for color-blind eyes. */
  marbles: ['classic', 'light', 'dark', 'high-contrast', 'color-blind', 'print'],
  /** The letters and digits along the edges. */
  coordinates: ['on', 'off'],
  /** A cross on black marbles and a ring on white ones; the themes for weak and color-blind eyes always have them. */
  signs: ['off', 'on'],
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
/** Where changes wait until the server has them. */
const UNSENT = 'sumito-settings-unsent';
/** What the server keeps for the reader; it is not there for a reader whom the server does not know. */
const kept = document.documentElement.dataset.settings;
const KEYS = /** @type {Key[]} */ (Object.keys(TABLE));
const LOOKS = /** @type {Key[]} */ (['theme', 'marbles', 'coordinates', 'signs']);
/** @type {Set<Listener>} */
const listeners = new Set();
/** A phone is slow to say what its browser remembers: where the server has told what it keeps, the browser is asked when the page is there. */
let settings = fitting(kept === undefined ? storedAt(PLACE) : JSON.parse(kept));
let joined = kept === undefined;

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
  join();
  if (!fits(key, value) || settings[key] === value) return;
  settings = { ...settings, [key]: value };
  remember(PLACE, JSON.stringify(settings));
  tell(key);
  if (kept !== undefined || isKept) send({ [key]: value });
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

/** What is stored, with the usual value wherever there is none that fits. @param {Record<string, unknown>} stored @returns {Settings} */
function fitting(stored) {
  const values = KEYS.map((key) => [key, fits(key, stored[key]) ? stored[key] : TABLE[key][0]]);
  return Object.fromEntries(values);
}

/** @param {string} place @returns {Record<string, unknown>} */
function storedAt(place) {
  return recallValue(place) ?? {};
}

/** Takes over what the server keeps, but for changes that it has not got yet. It gets those, and all that was chosen here if it keeps nothing. */
function join() {
  if (joined) return;
  joined = true;
  const theirs = JSON.parse(kept ?? '{}');
  const [stored, unsent] = [fitting(storedAt(PLACE)), storedAt(UNSENT)];
  const isNew = !KEYS.some((key) => key in theirs);
  const keys = KEYS.filter((key) => fits(key, unsent[key]) || (isNew && stored[key] !== TABLE[key][0]));
  const ours = Object.fromEntries(keys.map((key) => [key, fits(key, unsent[key]) ? String(unsent[key]) : stored[key]]));
  change({ ...stored, ...theirs, ...ours });
  remember(PLACE, JSON.stringify(settings));
  if (keys.length) send(ours);
}

/** Has other settings from now on. @param {Record<string, unknown>} stored */
function change(stored) {
  const before = settings;
  settings = fitting(stored);
  for (const key of KEYS) if (settings[key] !== before[key]) tell(key);
}

/** Tells the server of changes. They wait for it, also on the next page. @param {Record<string, string>} changes */
async function send(changes) {
  remember(UNSENT, JSON.stringify({ ...storedAt(UNSENT), ...changes }));
  if ((await deliver('PUT', '/api/settings', changes)) === 'later') return;
  const unsent = storedAt(UNSENT);
  for (const [key, value] of Object.entries(changes)) if (unsent[key] === value) delete unsent[key];
  remember(UNSENT, JSON.stringify(unsent));
}

/** @param {Key} key */
function tell(key) {
  look();
  tellServer();
  for (const listener of listeners) listener(key, settings[key]);
}

function look() {
  const { dataset } = document.documentElement;
  for (const key of LOOKS) {
    const value = key === 'theme' && settings.theme === 'auto' ? undefined : settings[key];
    // The server has put it there for the first paint, and nothing is to be painted anew.
    if (dataset[key] === value) continue;
    if (value === undefined) delete dataset[key];
    else dataset[key] = value;
  }
}

function tellServer() {
  // The server puts them into the next page, so that its first paint has them. A browser that has chosen nothing sends nothing.
  const chosen = LOOKS.filter((key) => settings[key] !== TABLE[key][0]).map((key) => `${key}:${settings[key]}`);
  if (chosen.length || document.cookie.includes('looks=')) {
    document.cookie = `looks=${chosen.join('/')}; path=/; max-age=${chosen.length ? 31536000 : 0}; samesite=lax`;
  }
}

addEventListener('storage', (event) => {
  // A storage that was cleared tells no key.
  if (event.key !== PLACE && event.key !== null) return;
  change(storedAt(PLACE));
});
look();
afterPaint(() => {
  join();
  tellServer();
});

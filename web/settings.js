// The reader's settings, saved in this browser, and on the server for known users, so that they apply in other browsers too. One
// table lists every setting and its values; pages read with `get`, change with `set` and observe changes with `watch`, including those made in
// another tab.
//
// Settings that only change the appearance are put on the root element (`data-theme`, `data-marbles`, `data-coordinates`, `data-signs`) for the style sheet, and into
// the cookie `looks` for the server, which puts it there for the next page.

import { deliver } from './delivery.js';
import { afterPaint } from './later.js';
import { isKept } from './reader.js';
import { isEmbedded, recallValue, remember } from './storage.js';

/** Every setting with its values, the default first. */
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
  /** How moves are written, and which notation is tried first for typed ones. */
  notation: ['abapro', 'nacre', 'playstrategy'],
  /** Sixths of a turn by which the board is turned, in addition to the view from the player's own side. */
  turn: ['0', '1', '2', '3', '4', '5'],
});

/**
 * @typedef {keyof typeof TABLE} Key
 * @typedef {Record<Key, string>} Settings
 * @typedef {(key: Key, value: string) => void} Listener
 */

const PLACE = 'sumito-settings';
/** The storage key of changes that the server does not have yet. */
const UNSENT = 'sumito-settings-unsent';
/** The reader's settings on the server; missing for a reader whom the server does not know. */
const kept = document.documentElement.dataset.settings;
const KEYS = /** @type {Key[]} */ (Object.keys(TABLE));
const LOOKS = /** @type {Key[]} */ (['theme', 'marbles', 'coordinates', 'signs']);
/** @type {Set<Listener>} */
const listeners = new Set();
/** Reading the storage is slow on a phone. If the page contains the server's settings, the storage is read only after the page has loaded. */
let settings = fitting(isEmbedded ? { sounds: 'off' } : kept === undefined ? storedAt(PLACE) : JSON.parse(kept));
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

/** Calls back whenever a setting changes. @param {Listener} listener @returns {() => void} stops that */
export function watch(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** @param {string} key @param {unknown} value */
function fits(key, value) {
  return Object.hasOwn(TABLE, key) && /** @type {readonly unknown[]} */ (TABLE[/** @type {Key} */ (key)]).includes(value);
}

/** The stored values, with the default wherever there is no valid one. @param {Record<string, unknown>} stored @returns {Settings} */
function fitting(stored) {
  const values = KEYS.map((key) => [key, fits(key, stored[key]) ? stored[key] : TABLE[key][0]]);
  return Object.fromEntries(values);
}

/** @param {string} place @returns {Record<string, unknown>} */
function storedAt(place) {
  return recallValue(place) ?? {};
}

/** Adopts the server's settings, except for changes that it does not have yet. Those are sent to it, or all settings if it has none. */
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

/** Applies other settings. @param {Record<string, unknown>} stored */
function change(stored) {
  const before = settings;
  settings = fitting(stored);
  for (const key of KEYS) if (settings[key] !== before[key]) tell(key);
}

/** Sends changes to the server. If that fails, the next page tries again. @param {Record<string, string>} changes */
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
  // There the other site decides.
  if (isEmbedded) return;
  const { dataset } = document.documentElement;
  for (const key of LOOKS) {
    const value = key === 'theme' && settings.theme === 'auto' ? undefined : settings[key];
    // The server has set it for the first paint; setting it again would repaint the page.
    if (dataset[key] === value) continue;
    if (value === undefined) delete dataset[key];
    else dataset[key] = value;
  }
}

function tellServer() {
  if (isEmbedded) return;
  // The server puts them into the next page, so that its first paint has them. A browser that has chosen nothing sends nothing.
  const chosen = LOOKS.filter((key) => settings[key] !== TABLE[key][0]).map((key) => `${key}:${settings[key]}`);
  if (chosen.length || document.cookie.includes('looks=')) {
    document.cookie = `looks=${chosen.join('/')}; path=/; max-age=${chosen.length ? 31536000 : 0}; samesite=lax`;
  }
}

addEventListener('storage', (event) => {
  // When the storage was cleared, the event has no key.
  if (event.key !== PLACE && event.key !== null) return;
  change(storedAt(PLACE));
});
look();
afterPaint(() => {
  join();
  tellServer();
});

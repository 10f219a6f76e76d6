// The browser's storage. If it is blocked, or the page is in the frame of another site, values last as long as the page.

/** Whether the page is made for the frames of other sites: it neither knows its reader nor leaves anything in the browser. */
export const isEmbedded = document.documentElement.dataset?.embedded !== undefined;

/** @type {Map<string, string>} */
const here = new Map();

/** The saved text. @param {string} place @returns {string | null} */
export function recall(place) {
  try {
    return here.get(place) ?? (isEmbedded ? null : localStorage.getItem(place));
  } catch {
    return here.get(place) ?? null;
  }
}

/** The value saved as JSON; null if there is none, or if it is not valid JSON. @param {string} place @returns {any} */
export function recallValue(place) {
  try {
    return JSON.parse(recall(place) ?? 'null');
  } catch {
    return null;
  }
}

/** @param {string} place @param {string} value */
export function remember(place, value) {
  try {
    if (isEmbedded) throw new Error('nothing is stored');
    localStorage.setItem(place, value);
    here.delete(place);
  } catch {
    here.set(place, value);
  }
}

/** @param {string} place */
export function forget(place) {
  here.delete(place);
  try {
    localStorage.removeItem(place);
  } catch {
    // Nothing was saved.
  }
}

/**
 * Runs something while no other window of this browser runs something of the same name; the others wait. (Where the browser has no locks,
 * as on pages without encryption, they do not wait.)
 * @param {string} name @param {() => Promise<unknown>} act
 */
export async function alone(name, act) {
  await (navigator.locks ? navigator.locks.request(name, act) : act());
}

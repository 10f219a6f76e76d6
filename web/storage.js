// What this browser remembers. Where nothing may be kept (some readers forbid it), it is remembered as long as the page lasts.

/** @type {Map<string, string>} */
const here = new Map();

/** What was remembered in this place. @param {string} place @returns {string | null} */
export function recall(place) {
  try {
    return localStorage.getItem(place);
  } catch {
    return here.get(place) ?? null;
  }
}

/** What was remembered in this place for this tab alone. @param {string} place @returns {string | null} */
export function recallHere(place) {
  try {
    return sessionStorage.getItem(place);
  } catch {
    return null;
  }
}

/** @param {string} place @param {string | null} value  null to forget */
export function rememberHere(place, value) {
  try {
    if (value === null) sessionStorage.removeItem(place);
    else sessionStorage.setItem(place, value);
  } catch {
    // The page itself knows it as long as it lasts.
  }
}

/** @param {string} place @param {string} value */
export function remember(place, value) {
  try {
    localStorage.setItem(place, value);
  } catch {
    here.set(place, value);
  }
}

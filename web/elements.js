// The elements of a page, by their ids.

export const element = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));
export const button = (/** @type {string} */ id) => /** @type {HTMLButtonElement} */ (document.getElementById(id));

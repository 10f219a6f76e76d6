// Waiting, and work that can wait until the page is visible and usable.

/** Resolves after the next paint, or soon in a hidden tab, which is not painted. @returns {Promise<void>} */
export function painted() {
  return new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
    setTimeout(resolve, 300);
  });
}

/** Runs something after the next paint of the complete page. @param {() => void} act */
export function afterPaint(act) {
  const soon = () => painted().then(act);
  // All scripts of the page have run when it is complete.
  if (document.readyState === 'complete') soon();
  else addEventListener('load', soon, { once: true });
}

/** How long after the first paint the page has responded to the first touch, in milliseconds. */
const PAUSE = 500;

/** Runs something slow once the reader has had time to touch the page. @param {() => void} act */
export function afterPause(act) {
  afterPaint(() => setTimeout(act, PAUSE));
}

/** @param {number} time in milliseconds */
export const pause = (time) => new Promise((resolve) => setTimeout(resolve, time));

// Work that can wait until the page is visible and usable.

/** Does something when what the scripts drew is seen; or soon, as nothing is painted where nobody looks. @param {() => void} act */
export function afterPaint(act) {
  let acted = false;
  const once = () => {
    if (!acted) act();
    acted = true;
  };
  const soon = () => {
    requestAnimationFrame(() => setTimeout(once));
    setTimeout(once, 300);
  };
  // All scripts of the page have run when it is complete.
  if (document.readyState === 'complete') soon();
  else addEventListener('load', soon, { once: true });
}

/** So long after the page is seen, in milliseconds, a hand has had its first answer. */
const PAUSE = 500;

/** Does something that takes a phone long, when the reader had time to touch the page. @param {() => void} act */
export function afterPause(act) {
  afterPaint(() => setTimeout(act, PAUSE));
}

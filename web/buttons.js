// Buttons that are disabled but keep the focus, that disappear and pass the focus on, and that ask for confirmation.

/** How long a button waits for the confirming press, in milliseconds. */
const PATIENCE = 5000;
/** A second press within this many milliseconds does not confirm. */
const TREMBLE = 500;
/** How far questions stay away from the edge of the screen, in pixels. */
const MARGIN = 8;

/**
 * Whether a button may be pressed now. It is not disabled with the attribute, because that would take the focus away and lose the reader's place on the page.
 * @param {HTMLElement} pressed @param {boolean} may
 */
export function allow(pressed, may) {
  if (may) pressed.removeAttribute('aria-disabled');
  else pressed.setAttribute('aria-disabled', 'true');
}

/**
 * Moves the keyboard focus on if the element that had it is gone; otherwise it would jump to the top of the page.
 * @param {Element | null} had  the result of `focused` before the change @param {(HTMLElement | SVGElement | null)[]} next  the first visible one gets the focus
 */
export function handOn(had, next) {
  if (!had || (had.isConnected && !had.closest('[hidden]'))) return;
  next.find((one) => one && !one.closest('[hidden]'))?.focus({ preventScroll: true });
}

/** The element that has the keyboard focus, or null if the reader uses a pointer. */
export function focused() {
  const found = document.activeElement;
  return found?.matches(':focus-visible') ? found : null;
}

// In the capture phase, before other listeners.
document.addEventListener('click', (event) => {
  if (!(event.target instanceof Element) || !event.target.closest('button[aria-disabled=true]')) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}, true);

/**
 * A button that must be pressed twice: the first press asks for confirmation, which is canceled when the reader does something else.
 * @param {HTMLButtonElement} pressed @param {string} question @param {() => void} act
 */
export function twice(pressed, question, act) {
  const words = [...pressed.childNodes];
  const asks = document.createElement('span');
  asks.className = 'asks';
  asks.textContent = question;
  let [timer, asked] = [0, 0];
  const calm = () => {
    clearTimeout(timer);
    timer = 0;
    pressed.replaceChildren(...words);
    pressed.classList.remove('sure');
  };
  pressed.addEventListener('click', (event) => {
    if (timer) {
      // A quick double click counts as one.
      if (event.timeStamp - asked < TREMBLE) return;
      calm();
      return act();
    }
    pressed.replaceChildren(asks);
    pressed.classList.add('sure');
    // The question of an icon lies over it and what is beside it, so nothing moves away from under the pointer; but not beyond the screen.
    asks.style.translate = '';
    const beyond = asks.getBoundingClientRect().right + MARGIN - document.documentElement.clientWidth;
    if (beyond > 0 && pressed.matches('.tool')) asks.style.translate = `${-beyond}px`;
    asked = event.timeStamp;
    timer = window.setTimeout(calm, PATIENCE);
  });
  pressed.addEventListener('blur', () => timer && calm());
  pressed.addEventListener('keydown', (event) => event.key === 'Escape' && timer && calm());
}

// Buttons that are disabled but keep the focus, that disappear and pass the focus on, and that ask for confirmation.

/** How long a button asks. */
const PATIENCE = 5000;
/** An answer that comes sooner is none, in milliseconds. */
const TREMBLE = 500;

/**
 * Whether a button may be pressed now. It is not disabled: who pressed it last keeps the focus, and with it the place on the page.
 * @param {HTMLElement} pressed @param {boolean} may
 */
export function allow(pressed, may) {
  if (may) pressed.removeAttribute('aria-disabled');
  else pressed.setAttribute('aria-disabled', 'true');
}

/**
 * Hands the focus on if what had it by the keyboard is no longer there: else the reader would begin at the top of the page.
 * @param {Element | null} had  what `focused` told before something changed @param {(HTMLElement | SVGElement | null)[]} next  the first that is there gets it
 */
export function handOn(had, next) {
  if (!had || (had.isConnected && !had.closest('[hidden]'))) return;
  next.find((one) => one && !one.closest('[hidden]'))?.focus({ preventScroll: true });
}

/** What the keyboard has in hand. A finger has nothing in hand. */
export function focused() {
  const found = document.activeElement;
  return found?.matches(':focus-visible') ? found : null;
}

// Before anybody else hears of it.
document.addEventListener('click', (event) => {
  if (!(event.target instanceof Element) || !event.target.closest('button[aria-disabled=true]')) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}, true);

/**
 * A button that wants to be pressed twice: the first press asks, and what it asks is forgotten when the reader turns elsewhere.
 * @param {HTMLButtonElement} pressed @param {string} question @param {() => void} act
 */
export function twice(pressed, question, act) {
  const words = [...pressed.childNodes];
  let [timer, asked] = [0, 0];
  const calm = () => {
    clearTimeout(timer);
    timer = 0;
    pressed.replaceChildren(...words);
    pressed.classList.remove('sure');
  };
  pressed.addEventListener('click', (event) => {
    if (timer) {
      // Two clicks in a row are one that trembled.
      if (event.timeStamp - asked < TREMBLE) return;
      calm();
      return act();
    }
    pressed.textContent = question;
    pressed.classList.add('sure');
    asked = event.timeStamp;
    timer = window.setTimeout(calm, PATIENCE);
  });
  pressed.addEventListener('blur', () => timer && calm());
  pressed.addEventListener('keydown', (event) => event.key === 'Escape' && timer && calm());
}

// The tournament clock: two players press their half of one device. It works without a connection, and the game is still there after the page was closed.

import './frame.js';
import { Clocks } from './clock.js';
import { element } from './elements.js';
import { fullClocks, isControl, isUp, moved, thought } from './local-clocks.js';
import { play } from './sounds.js';
import { forget, recallValue, remember } from './storage.js';
import { t } from './texts.js';

/** @typedef {import('./board.js').Color} Color */
/** @typedef {import('./clock.js').Left} Left */
/**
 * @typedef {{ control: string, left: Record<Color, Left>, spent: number, turn: Color | null, running: boolean, counts: Record<Color, number>, flagged: Color | null }} Saved
 *   `left`: what each side had when its last move ended; `spent`: what the present move has taken before the last pause
 */

const KEY = 'sumito-clock';
const COLORS = /** @type {Color[]} */ (['black', 'white']);
const other = (/** @type {Color} */ color) => (color === 'black' ? 'white' : 'black');
/** A device whose clock has gone on this much longer than the page has slept meanwhile. */
const SLEPT = 2000;

/** @type {Clocks | null} */
let clocks = null;
/** @type {Saved | null} */
let saved = null;
/** When the running side's time began to run: by the page's clock, which stands still while the device sleeps, and by the calendar. */
let since = { page: 0, calendar: 0 };

const form = /** @type {HTMLFormElement} */ (element('clock-form'));
const halves = element('halves');

/** How long the present move takes since the last pause. */
function elapsed() {
  if (!saved?.running) return 0;
  const [page, calendar] = [performance.now() - since.page, Date.now() - since.calendar];
  return calendar > page + SLEPT && calendar < 86_400_000 ? calendar : page;
}

/** Shows and keeps the present state. */
function show() {
  if (!saved || !clocks) return;
  const { control, left, spent, turn, running, counts, flagged } = saved;
  since = { page: performance.now(), calendar: Date.now() };
  const shown = turn ? { ...left, [turn]: thought(control, left[turn], spent) } : left;
  clocks.set({ now: since.page, running: running ? turn : null, left: shown });
  for (const color of COLORS) {
    element(`count-${color}`).textContent = String(counts[color]);
    const half = element(`press-${color}`).parentElement;
    half?.classList.toggle('turn', turn === color && running);
    half?.classList.toggle('flagged', flagged === color);
    element(`press-${color}`).setAttribute('aria-disabled', String(!!flagged || (!!turn && (turn !== color || !running))));
  }
  for (const place of halves.querySelectorAll('.adjust')) /** @type {HTMLElement} */ (place).hidden = running || !turn;
  element('clock-pause').textContent = t(running ? 'js-clock-pause' : 'js-clock-go-on');
  element('clock-pause').toggleAttribute('disabled', !turn || !!flagged);
  element('clock-say').textContent = flagged ? t(`js-clock-flag-${flagged}`) : turn ? '' : t('js-clock-begin');
  remember(KEY, JSON.stringify(saved));
  keepAwake();
}

/** @param {Color} color */
function press(color) {
  if (!saved || saved.flagged) return;
  if (!saved.turn) {
    // Whoever presses first starts the other side's time: White presses, and Black begins.
    saved.turn = other(color);
    saved.running = true;
  } else if (saved.turn === color && saved.running) {
    const spent = saved.spent + elapsed();
    if (isUp(thought(saved.control, saved.left[color], spent))) return flag();
    saved.left[color] = moved(saved.control, saved.left[color], spent);
    saved.spent = 0;
    saved.counts[color] += 1;
    saved.turn = other(color);
  } else return;
  play('move');
  navigator.vibrate?.(20);
  show();
}

/** @param {Saved} state */
function begin(state) {
  saved = state;
  clocks = new Clocks(state.control, {
    flag: async () => flag(),
    short() {
      play('low');
      navigator.vibrate?.([60, 60, 60]);
    },
  });
  form.hidden = true;
  halves.hidden = false;
  document.documentElement.classList.add('clock-on');
  show();
}

/** Stops the time of the present move. */
function settle() {
  if (saved) saved.spent += elapsed();
}

/** Time is up. */
function flag() {
  if (!saved?.running || !saved.turn) return;
  settle();
  saved.flagged = saved.turn;
  saved.running = false;
  play('end');
  navigator.vibrate?.([300, 100, 300]);
  show();
}

/** The lock that keeps the screen on. @type {WakeLockSentinel | null} */
let lock = null;

/** The screen stays on while a game is played. The browser takes the lock away when the page is hidden. */
async function keepAwake() {
  const isWanted = !!saved?.running && document.visibilityState === 'visible';
  if (!isWanted) {
    await lock?.release().catch(() => {});
    lock = null;
  } else if (!lock || lock.released) {
    lock = (await navigator.wakeLock?.request('screen').catch(() => null)) ?? null;
  }
}

document.addEventListener('visibilitychange', () => {
  keepAwake();
  // What the device has slept counts.
  if (document.visibilityState !== 'visible' || !saved?.running || elapsed() <= performance.now() - since.page + SLEPT) return;
  settle();
  show();
});

form.addEventListener('change', () => {
  element('clock-own').hidden = new FormData(form).get('control') !== 'own';
});

form.addEventListener('submit', (event) => {
  event.preventDefault();
  const chosen = new FormData(form);
  const control = String(chosen.get('control') === 'own' ? chosen.get('own') : chosen.get('control')).trim();
  const left = isControl(control) ? fullClocks(control, COLORS) : null;
  element('clock-bad').hidden = !!left;
  if (!left?.black || !left.white) return;
  begin({ control, left: { black: left.black, white: left.white }, spent: 0, turn: null, running: false, counts: { black: 0, white: 0 }, flagged: null });
});

for (const color of COLORS) {
  // A finger that rests on one half must not hold back the other one: browsers make clicks for the first finger only.
  element(`press-${color}`).addEventListener('pointerdown', (event) => event.button === 0 && press(color));
  // Keys and assistive technology have no finger.
  element(`press-${color}`).addEventListener('click', (event) => event.detail === 0 && press(color));
}

// The space bar presses for the side whose time runs.
document.addEventListener('keydown', (event) => {
  if (event.key !== ' ' || event.repeat || halves.hidden || /** @type {HTMLElement} */ (event.target).closest('.clock-tools, .adjust, input, select')) return;
  event.preventDefault();
  press(saved?.turn ?? 'white');
});

element('clock-pause').addEventListener('click', () => {
  if (!saved?.turn || saved.flagged) return;
  settle();
  saved.running = !saved.running;
  show();
});

element('clock-reset').addEventListener('click', () => {
  if (saved?.running && !confirm(t('js-clock-reset-sure'))) return;
  saved = null;
  clocks?.set({ now: performance.now(), running: null, left: {} });
  keepAwake();
  forget(KEY);
  form.hidden = false;
  halves.hidden = true;
  document.documentElement.classList.remove('clock-on');
});

halves.addEventListener('click', (event) => {
  const button = /** @type {HTMLElement} */ (event.target).closest('[data-add]');
  if (!(button instanceof HTMLElement) || !saved) return;
  const color = /** @type {Color} */ (button.dataset.color);
  const left = saved.left[color];
  // What the present move has taken stays taken.
  const used = saved.turn === color ? thought(saved.control, left, saved.spent) : left;
  left.main = Math.max(left.main - used.main, left.main + Number(button.dataset.add) * 1000);
  if (saved.flagged === color && !isUp(thought(saved.control, left, saved.spent))) saved.flagged = null;
  show();
});

const before = /** @type {Saved | null} */ (recallValue(KEY));
// A device that was off has paused the game.
if (before?.control && isControl(before.control)) begin({ ...before, spent: before.spent ?? 0, running: false });

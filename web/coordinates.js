// A trainer for coordinates: find as many of the named cells as possible in half a minute.

import './frame.js';
import './board.js';
import { countdown } from './clock.js';
import { button, element } from './elements.js';
import { recallValue, remember } from './storage.js';
import { t } from './texts.js';

const SECONDS = 30;
const KEY = 'sumito-coordinates';

const board = /** @type {import('./board.js').Board} */ (document.querySelector('sumito-board'));
const cells = [...document.querySelectorAll('.sumito-cells [data-cell]')].map((cell) => cell.getAttribute('data-cell') ?? '');
const labels = /** @type {HTMLInputElement} */ (element('labels'));

/** What is to be found; nothing while the clock stands. */ let sought = '';
let score = 0;
let ends = 0;
/** @type {ReturnType<typeof setInterval> | undefined} */ let ticking;

const best = () => Number(recallValue(KEY) ?? 0);

function figures() {
  element('score').textContent = String(score);
  element('best').textContent = String(best() || '–');
}

function next() {
  const others = cells.filter((cell) => cell !== sought);
  sought = others[Math.floor(Math.random() * others.length)];
  board.dataset.sought = sought;
  element('say').textContent = t('js-coordinates-find', { cell: sought });
}

function start() {
  score = 0;
  ends = performance.now() + SECONDS * 1000;
  button('start').hidden = true;
  board.edit(true);
  next();
  figures();
  clearInterval(ticking);
  ticking = setInterval(tick, 200);
  tick();
  /** @type {SVGSVGElement | null} */ (board.querySelector('svg.sumito-diagram'))?.focus({ preventScroll: true });
}

function tick() {
  const left = ends - performance.now();
  element('time').textContent = countdown(left);
  if (left > 0) return;
  clearInterval(ticking);
  sought = '';
  delete board.dataset.sought;
  const before = best();
  if (score > before) remember(KEY, JSON.stringify(score));
  const words = t('js-coordinates-result', { score, best: Math.max(score, before) });
  element('say').textContent = score > before ? `${t('js-run-record')} ${words}` : words;
  button('start').hidden = false;
  button('start').focus({ preventScroll: true });
  figures();
}

/** @param {string} cell */
function tapped(cell) {
  if (!sought) return;
  const right = cell === sought;
  board.mark(right ? 'sumito-hinted' : 'sumito-why', [cell]);
  setTimeout(() => board.mark(right ? 'sumito-hinted' : 'sumito-why', []), 400);
  if (!right) {
    element('say').textContent = t('js-coordinates-wrong', { tapped: cell, cell: sought });
    return;
  }
  score += 1;
  next();
  figures();
}

function showLabels() {
  document.documentElement.dataset.coordinates = labels.checked ? 'on' : 'off';
}

board.show({ black: [], white: [] });
board.edit(true);
board.addEventListener('cell', (event) => tapped(/** @type {CustomEvent} */ (event).detail));
labels.addEventListener('change', showLabels);
button('start').addEventListener('click', start);
// A click before this would be lost.
button('start').disabled = false;
showLabels();
figures();

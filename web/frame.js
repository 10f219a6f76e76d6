// The script of every page: the switches for language and for light or dark mode, and offline support. The module of each page
// imports this one first.

import { isKept } from './reader.js';
import './progress.js';
import { get, set } from './settings.js';
// Small modules that many pages use travel in one file with this one.
import './buttons.js';
import './mini.js';
import './refusals.js';
import './sounds.js';
import './texts.js';

/** So long after the first page is there, in milliseconds, the browser may begin to keep what it needs without a connection. */
const KEEPING = 1000;

document.getElementById('theme')?.addEventListener('click', () => {
  const dark = get('theme') === 'dark' || (get('theme') === 'auto' && matchMedia('(prefers-color-scheme: dark)').matches);
  set('theme', dark ? 'light' : 'dark');
});

document.getElementById('language')?.addEventListener('change', (event) => {
  const code = /** @type {HTMLSelectElement} */ (event.target).value;
  const back = location.pathname + location.search + location.hash;
  location.assign(`/language/${code}?back=${encodeURIComponent(back)}`);
});

/** Lets the browser keep what is there without a connection: every file, and what was read once can be read again, in the same language. */
function keep() {
  // It is another one for each version of the files.
  const folder = new URL('.', import.meta.url).pathname;
  navigator.serviceWorker.register(`/service-worker.js?${new URLSearchParams({ folder })}`).catch(() => {});
  const told = { path: location.pathname, language: document.documentElement.lang };
  if (!isKept) navigator.serviceWorker.ready.then((worker) => worker.active?.postMessage(told)).catch(() => {});
}

// All files together are heavy: not before the reader has got the first page.
if (navigator.serviceWorker?.controller) keep();
else if ('serviceWorker' in navigator) addEventListener('load', () => setTimeout(keep, KEEPING));

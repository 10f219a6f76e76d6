// What every page does: the switches for language and for light or dark, and being there without a connection.

import { isKept } from './reader.js';
import './progress.js';
import { get, set } from './settings.js';

document.getElementById('theme')?.addEventListener('click', () => {
  const dark = get('theme') === 'dark' || (get('theme') === 'auto' && matchMedia('(prefers-color-scheme: dark)').matches);
  set('theme', dark ? 'light' : 'dark');
});

document.getElementById('language')?.addEventListener('change', (event) => {
  const code = /** @type {HTMLSelectElement} */ (event.target).value;
  const back = location.pathname + location.search + location.hash;
  location.assign(`/language/${code}?back=${encodeURIComponent(back)}`);
});

if ('serviceWorker' in navigator) {
  navigator.serviceWorker.register('/service-worker.js').catch(() => {});
  // What was read once can be read again, in the same language.
  const told = { path: location.pathname, language: document.documentElement.lang };
  if (!isKept) navigator.serviceWorker.ready.then((worker) => worker.active?.postMessage(told)).catch(() => {});
}

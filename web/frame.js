// What every page does: the switches for language and for light or dark, and being there without a connection.

import './settings.js';
import { recall, remember } from './storage.js';

const root = document.documentElement;
const theme = recall('sumito-theme');
if (theme) root.dataset.theme = theme;

document.getElementById('theme')?.addEventListener('click', () => {
  const dark = root.dataset.theme ? root.dataset.theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
  root.dataset.theme = dark ? 'light' : 'dark';
  remember('sumito-theme', root.dataset.theme);
});

document.getElementById('language')?.addEventListener('change', (event) => {
  const code = /** @type {HTMLSelectElement} */ (event.target).value;
  const back = location.pathname + location.search + location.hash;
  location.assign(`/language/${code}?back=${encodeURIComponent(back)}`);
});

if ('serviceWorker' in navigator) navigator.serviceWorker.register('/service-worker.js').catch(() => {});

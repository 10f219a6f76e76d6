// The script of every page: the switches for language and for light or dark mode, and offline support. The module of each page
// imports this one first.

import { isKept } from './reader.js';
import './progress.js';
import { get, set } from './settings.js';
// Small modules that many pages use are bundled with this one: a browser loads six files at a time from a server without HTTP/2.
import './buttons.js';
import './clock.js';
import './copying.js';
import './elements.js';
import './game-state.js';
import { afterPause } from './later.js';
import './local-clocks.js';
import './mini.js';
import './proposals.js';
import './refusals.js';
import './shared-game.js';
import './socket.js';
import './sounds.js';
import './tabs.js';
import './texts.js';

/** How long to wait after the first page has loaded before files are cached for offline use, in milliseconds. */
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

// A browser's first page uses a typeface of the system, and loads ours when it has time; the cookie puts it into the next one from the start.
if (!('typeface' in document.documentElement.dataset)) {
  afterPause(async () => {
    if (!(await document.fonts.load('1rem Figtree').catch(() => [])).length) return;
    document.documentElement.dataset.typeface = '';
    document.cookie = 'typeface=kept; path=/; max-age=31536000; samesite=lax';
  });
}

/** Registers the service worker, which caches all files and the pages that were opened, in the same language. */
function keep() {
  // Its address differs for each version of the files.
  const folder = new URL('.', import.meta.url).pathname;
  navigator.serviceWorker.register(`/service-worker.js?${new URLSearchParams({ folder })}`).catch(() => {});
  const message = { path: location.pathname, language: document.documentElement.lang };
  if (!isKept) navigator.serviceWorker.ready.then((worker) => worker.active?.postMessage(message)).catch(() => {});
}

/** Whether the page has a connection of its own. */
let hasLine = false;

/** Lets a page's own connection bring challenges. @param {import('./socket.js').Socket} line */
export function bringChallenges(line) {
  hasLine = true;
  line.on('challenges', (message) => import('./challenges.js').then(({ hear }) => hear(message)).catch(() => {}));
}

const challenges = document.getElementById('challenges');
if (challenges && !isKept) {
  afterPause(() => {
    if (hasLine && !challenges.children.length) return;
    import('./challenges.js').then(({ connect }) => hasLine || connect()).catch(() => {});
  });
}

/** Fields for names of players suggest some. @param {EventTarget | null} field */
function suggest(field) {
  if (!(field instanceof HTMLInputElement) || field.getAttribute('list') !== 'player-names' || field.dataset.suggests) return;
  field.dataset.suggests = 'on';
  import('./suggest.js').then(({ suggestFor }) => suggestFor(field)).catch(() => {});
}
document.addEventListener('focusin', ({ target }) => suggest(target));
// Somebody may have been faster than this script.
suggest(document.activeElement);

// What the page shows can be shared. Without this script, its control leads to a page.
document.addEventListener('click', (event) => {
  const way = event.target instanceof Element && event.target.closest('a[data-share]');
  if (!(way instanceof HTMLAnchorElement) || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  import('./share.js').then(({ open }) => open(way)).catch(() => location.assign(way.href));
});

// All files together are large, so the first page comes first.
if (navigator.serviceWorker?.controller) keep();
else if ('serviceWorker' in navigator) addEventListener('load', () => setTimeout(keep, KEEPING));

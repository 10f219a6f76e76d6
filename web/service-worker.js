// Keeps the pages that need no server, so that they are there without a connection: the newest from the server if it answers, else the
// last one seen.

const CACHE = 'sumito';
const KEPT = ['/', '/play', '/analysis', '/web/style.css', '/web/frame.js', '/web/texts.js', '/web/storage.js', '/web/settings.js', '/web/settings-panel.js', '/web/sounds.js',
  '/web/board.js', '/web/drawing.js', '/web/gestures.js', '/web/spoken.js', '/web/rules.js', '/web/engine.js',
  '/web/worker.js', '/web/table.js', '/web/lobby.js', '/web/controls.js', '/web/help.js', '/web/local.js', '/web/analysis.js', '/web/tree.js', '/web/movelist.js', '/web/lines.js', '/web/chart.js', '/web/report.js', '/web/exchange.js', '/web/shapes.js', '/web/editor.js', '/web/tabs.js',
  '/web/sumito.js', '/web/sumito.wasm', '/web/icon.svg', '/web/manifest.webmanifest',
  '/learn', '/learn/rules', '/learn/glossary', '/learn/editions', '/web/rulebook.js', '/web/glossary.js'];

const worker = /** @type {any} */ (self);

worker.addEventListener('install', (/** @type {any} */ event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(KEPT)).then(() => worker.skipWaiting()));
});

worker.addEventListener('fetch', (/** @type {any} */ event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== 'GET' || url.origin !== location.origin || /^\/(language|api)\//.test(url.pathname)) return;
  event.respondWith(newest(event.request, url));
});

/** @param {Request} request @param {URL} url */
async function newest(request, url) {
  const cache = await caches.open(CACHE);
  try {
    const answer = await fetch(request);
    // Games and what belongs to a person are for the server to tell.
    if (answer.ok && KEPT.includes(url.pathname)) await cache.put(url.pathname, answer.clone());
    return answer;
  } catch {
    return (await cache.match(url.pathname)) ?? Response.error();
  }
}

// Offline support: serves files and pages as they were last seen. While the server responds, it is always asked.
//
// Files are cached as they are. Pages are cached as a reader without an account sees them, in the language of the reader: private data is not shown
// to the next reader at the same browser. Each page sends a message when it is opened (frame.js), and `keepFor` decides what to cache then.

const CACHE = 'sumito-pages';
/** The folder of this version's files, from the address with which the page registers the worker. */
const FOLDER = new URLSearchParams(location.search).get('folder') ?? '/web/';
/** Pages cached from the first visit on, in this order; the first one replaces every page that is missing. */
const PAGES = ['/offline', '/', '/play', '/party', '/clock', '/analysis', '/learn', '/learn/rules', '/learn/glossary', '/learn/editions', '/learn/lessons', '/puzzles'];
/** How long a cached page is not fetched again, in milliseconds, unless the reader changes the language. */
const FRESH = 60 * 60 * 1000;
/** After this many milliseconds without a response, the server counts as unreachable. */
const PATIENCE = 6000;
/** How many puzzles are cached before any was opened, and how many at most. */
const SPARE_PUZZLES = 6;
const MOST_PUZZLES = 40;
const PUZZLE = /^\/puzzles\/(?!(?:next|storm|streak)$)[\w-]+$/;

const worker = /** @type {any} */ (self);

/** Caching is done one page at a time, because two pages that open together need the same. */
let keeping = Promise.resolve();

worker.addEventListener('install', (/** @type {any} */ event) => event.waitUntil(keepFiles().then(() => worker.skipWaiting())));

/** The names of all files of this version. @returns {Promise<string[]>} */
const listFiles = async () => (await fetch(`${FOLDER}files.json`)).json();

/** Caches the files of this version. Pages cached with another version may still need its files. */
async function keepFiles() {
  const cache = await caches.open(CACHE);
  await Promise.all((await listFiles()).map(async (name) => {
    const answer = await fetch(FOLDER + name);
    if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
    await cache.put(`/web/${name}`, answer);
  }));
}

/** Deletes the files of other versions once no cached page needs them. @param {Cache} cache @param {string} language */
async function dropFiles(cache, language) {
  const kept = await paths(cache);
  for (const page of kept.filter((path) => !isFile(path))) if (!(await isCurrent(cache, page, language))) return;
  const files = new Set((await listFiles()).map((name) => `/web/${name}`));
  for (const path of kept.filter(isFile)) if (!files.has(path)) await cache.delete(path);
}

const isFile = (/** @type {string} */ path) => path.startsWith('/web/');

/** Whether a page is cached in this language, with the files of this version. @param {Cache} cache @param {string} path @param {string} language */
async function isCurrent(cache, path, language) {
  const headers = (await cache.match(path))?.headers;
  return headers?.get('content-language') === language && headers.get('x-kept-with') === FOLDER;
}

/** The cache key: for a file its name, whatever version of it a page requests. @param {URL} url */
const placeOf = (url) => url.pathname.replace(/^\/web\/\w+\//, '/web/');

worker.addEventListener('activate', (/** @type {any} */ event) => {
  const older = caches.keys().then((names) => Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name))));
  event.waitUntil(older);
});

worker.addEventListener('message', (/** @type {any} */ event) => {
  const { path, language } = event.data;
  keeping = keeping.then(() => keepFor(path, language)).catch(() => {});
  event.waitUntil(keeping);
});

worker.addEventListener('fetch', (/** @type {any} */ event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== 'GET' || url.origin !== location.origin || url.pathname.startsWith('/api/')) return;
  event.respondWith(newest(event.request, url));
});

/** The server's response, or else the cached one. @param {Request} request @param {URL} url @returns {Promise<Response>} */
async function newest(request, url) {
  const cache = await caches.open(CACHE);
  const isPage = request.mode === 'navigate';
  const kept = await cache.match(placeOf(url));
  try {
    const answer = await (kept || isPage ? soon(fetch(request)) : fetch(request));
    // A proxy may respond for a server that is down. Our own pages, including error pages, always have a content security policy.
    const isForeign = !answer.headers.has('content-security-policy');
    if (isPage && isForeign && answer.status >= 502 && answer.status <= 504) throw new Error(String(answer.status));
    if (answer.ok && url.pathname.startsWith('/web/')) await cache.put(placeOf(url), answer.clone());
    return answer;
  } catch {
    if (kept) return kept;
    if (url.pathname === '/puzzles/next') return anyPuzzle(cache, url);
    return (isPage && (await cache.match('/offline'))) || Response.error();
  }
}

/** @template T @param {Promise<T>} answer @returns {Promise<T>} */
function soon(answer) {
  const late = new Promise((_, reject) => setTimeout(() => reject(new Error('the server does not answer')), PATIENCE));
  return /** @type {Promise<T>} */ (Promise.race([answer, late]));
}

/** A cached puzzle other than the one solved last. @param {Cache} cache @param {URL} url */
async function anyPuzzle(cache, url) {
  const others = (await puzzles(cache)).filter((path) => path !== `/puzzles/${url.searchParams.get('after')}`);
  return Response.redirect(others.length ? others[Math.floor(Math.random() * others.length)] : '/puzzles');
}

/** The cached paths, oldest first. @param {Cache} cache */
const paths = async (cache) => (await cache.keys()).map(({ url }) => new URL(url).pathname);

/** @param {Cache} cache */
const puzzles = async (cache) => (await paths(cache)).filter((path) => PUZZLE.test(path));

/** Caches what the reader of this page may want to open offline. @param {string} path @param {string} language */
async function keepFor(path, language) {
  const cache = await caches.open(CACHE);
  const isOther = !(await isCurrent(cache, '/', language));
  const pages = isOther ? new Set([...PAGES, ...(await paths(cache)).filter((path) => !isFile(path))]) : PAGES;
  for (const page of pages) await keep(cache, page, language);
  if (isOther) await dropFiles(cache, language);
  if (path.startsWith('/learn/lessons')) {
    const list = await (await cache.match('/learn/lessons'))?.text();
    for (const [, lesson] of list?.matchAll(/href="(\/learn\/lessons\/[\w-]+)"/g) ?? []) await keep(cache, lesson, language);
  }
  if (!path.startsWith('/puzzles')) return;
  if (PUZZLE.test(path)) await keep(cache, path, language);
  const today = (await (await cache.match('/puzzles'))?.text())?.match(/href="(\/puzzles\/(?!next|storm|streak)[\w-]+)"/)?.[1];
  if (today) await keep(cache, today, language);
  // The random choice may return one that is already cached.
  for (let tries = 0; tries < 3 * SPARE_PUZZLES && (await puzzles(cache)).length < SPARE_PUZZLES; tries++) await keep(cache, '/puzzles/next', language);
  for (const old of (await puzzles(cache)).slice(0, -MOST_PUZZLES)) await cache.delete(old);
}

/** Caches a page as a reader without an account sees it. @param {Cache} cache @param {string} path @param {string} language */
async function keep(cache, path, language) {
  const before = await cache.match(path);
  const age = Date.now() - Number(before?.headers.get('x-kept-at'));
  if (age < FRESH && (await isCurrent(cache, path, language))) return;
  const answer = await fetch(path, { credentials: 'omit', headers: { 'accept-language': language } }).catch(() => null);
  if (!answer?.ok) return;
  const page = (await answer.text()).replace('<html ', '<html data-kept ');
  const headers = new Headers(answer.headers);
  for (const name of ['content-encoding', 'content-length']) headers.delete(name);
  headers.set('content-language', language);
  headers.set('x-kept-at', String(Date.now()));
  headers.set('x-kept-with', FOLDER);
  await cache.put(new URL(answer.url).pathname, new Response(page, { headers }));
}

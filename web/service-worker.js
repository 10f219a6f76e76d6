// Offline support: serves files and pages as they were last seen. While the server responds, it is always asked.
//
// Files are kept as they come. Pages are kept as a stranger gets them, in the language of who read them: what belongs to one reader is not shown
// to the next one at the same browser. Each page tells that it was opened (frame.js), and which pages are kept then is told by `wanted`.

const CACHE = 'sumito-pages';
/** Where the files of this version lie: the page says so when it registers the worker. */
const FOLDER = new URLSearchParams(location.search).get('folder') ?? '/web/';
/** Kept from the first visit on, in this order: first what stands for all that is missing. */
const PAGES = ['/offline', '/', '/play', '/analysis', '/learn', '/learn/rules', '/learn/glossary', '/learn/editions', '/learn/lessons', '/puzzles'];
/** What is kept stays as it is for so long, in milliseconds, unless the reader changes the language. */
const FRESH = 60 * 60 * 1000;
/** A server that does not answer for so long, in milliseconds, cannot be reached. */
const PATIENCE = 6000;
/** So many puzzles are there without a connection before any was opened, and so many are kept at most. */
const SPARE_PUZZLES = 6;
const MOST_PUZZLES = 40;
const PUZZLE = /^\/puzzles\/(?!next$)[\w-]+$/;

const worker = /** @type {any} */ (self);

/** Keeping is done one after the other: two pages that open at once want the same. */
let keeping = Promise.resolve();

worker.addEventListener('install', (/** @type {any} */ event) => event.waitUntil(keepFiles().then(() => worker.skipWaiting())));

/** The names of all files of this version. @returns {Promise<string[]>} */
const listFiles = async () => (await fetch(`${FOLDER}files.json`)).json();

/** Keeps the files of this version. Those of another one may still be wanted by pages that were kept with it. */
async function keepFiles() {
  const cache = await caches.open(CACHE);
  await Promise.all((await listFiles()).map(async (name) => {
    const answer = await fetch(FOLDER + name);
    if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
    await cache.put(`/web/${name}`, answer);
  }));
}

/** Lets go of the files of another version when no page needs them any more. @param {Cache} cache @param {string} language */
async function dropFiles(cache, language) {
  const kept = await paths(cache);
  for (const page of kept.filter((path) => !isFile(path))) if (!(await isCurrent(cache, page, language))) return;
  const files = new Set((await listFiles()).map((name) => `/web/${name}`));
  for (const path of kept.filter(isFile)) if (!files.has(path)) await cache.delete(path);
}

const isFile = (/** @type {string} */ path) => path.startsWith('/web/');

/** Whether a page is kept in this language, with the files of this version. @param {Cache} cache @param {string} path @param {string} language */
async function isCurrent(cache, path, language) {
  const headers = (await cache.match(path))?.headers;
  return headers?.get('content-language') === language && headers.get('x-kept-with') === FOLDER;
}

/** Where something is kept: a file by its name, whatever version of it a page asks for. @param {URL} url */
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

/** What the server answers, else what is kept. @param {Request} request @param {URL} url @returns {Promise<Response>} */
async function newest(request, url) {
  const cache = await caches.open(CACHE);
  const isPage = request.mode === 'navigate';
  const kept = await cache.match(placeOf(url));
  try {
    const answer = await (kept || isPage ? soon(fetch(request)) : fetch(request));
    // A proxy may answer for a server that is not there. Our own pages have a policy, also those that say what went wrong.
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

/** A kept puzzle, but not the one that was solved last. @param {Cache} cache @param {URL} url */
async function anyPuzzle(cache, url) {
  const others = (await puzzles(cache)).filter((path) => path !== `/puzzles/${url.searchParams.get('after')}`);
  return Response.redirect(others.length ? others[Math.floor(Math.random() * others.length)] : '/puzzles');
}

/** What is kept, the oldest first. @param {Cache} cache */
const paths = async (cache) => (await cache.keys()).map(({ url }) => new URL(url).pathname);

/** @param {Cache} cache */
const puzzles = async (cache) => (await paths(cache)).filter((path) => PUZZLE.test(path));

/** A page was opened: keeps what the reader may want to open without a connection. @param {string} path @param {string} language */
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
  const today = (await (await cache.match('/puzzles'))?.text())?.match(/href="(\/puzzles\/(?!next)[\w-]+)"/)?.[1];
  if (today) await keep(cache, today, language);
  // Chance may choose one that is kept already.
  for (let tries = 0; tries < 3 * SPARE_PUZZLES && (await puzzles(cache)).length < SPARE_PUZZLES; tries++) await keep(cache, '/puzzles/next', language);
  for (const old of (await puzzles(cache)).slice(0, -MOST_PUZZLES)) await cache.delete(old);
}

/** Keeps a page as a stranger gets it. @param {Cache} cache @param {string} path @param {string} language */
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

// How soon pages show and can be used on a slow phone: `node web/pace.mjs PROGRAM`. The browser plays one: a quarter of the processor's speed,
// 150 ms for each request, 1.6 Mbit/s, and nothing kept from before. Tells when the page shows what it is about; when its scripts have run; and
// when it can be used, which a finger finds out that taps until the page answers: the first page when what is chosen in its form changes what is
// said there, a game when a marble is chosen and the moves that it may make are shown. A move is then made, and the server must know of it. The
// median of nine visits, with the best and the worst.

import { browse, serve } from './journeys/program.mjs';

/** @typedef {import('playwright-core').Page} Page */

const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2, serviceWorkers: /** @type {const} */ ('block') };
const VISITS = 9;
/** What fingers tap in turn, and what is there when the page has answered. @type {Record<string, { taps: string[], answer: string }>} */
const USES = {
  '/': { taps: ['label:has([name=against][value=online])', 'label:has([name=against][value=engine])'], answer: '[data-chosen=clock]:not(:empty)' },
  '/game/ID': { taps: ['.sumito-cells [data-cell=c3]'], answer: '.sumito-handle' },
};
/** So long after a tap, in milliseconds, comes the next. */
const IMPATIENCE = 60;

const [program] = process.argv.slice(2);
if (!program) {
  console.error('usage: node web/pace.mjs PROGRAM');
  process.exit(2);
}
const { server, address } = await serve(program);
try {
  const browser = await browse();
  for (const path of ['/', '/learn/rules', '/puzzles', '/game/ID']) {
    // The first visit tells where fingers have to tap: to look for that in the others would take their time.
    const places = await look(browser, path);
    const visits = [];
    for (let visit = 0; visit < VISITS; visit++) visits.push(await pace(browser, path, places));
    const usable = path in USES ? `, can be used after ${told(visits.map(({ usable }) => usable))}` : '';
    console.log(`${path}: shows after ${told(visits.map(({ shows }) => shows))}, runs after ${told(visits.map(({ runs }) => runs))}${usable}`);
  }
  await browser.close();
} finally {
  server.kill();
}

/** @param {number[]} times */
function told(times) {
  times.sort((a, b) => a - b);
  return `${times[VISITS >> 1]} ms (${times[0]} to ${times[VISITS - 1]})`;
}

/** A page, the game that was set up for it, and its address. @param {import('playwright-core').Browser} browser @param {string} path */
async function open(browser, path) {
  const context = await browser.newContext({ ...PHONE, baseURL: address });
  const page = await context.newPage();
  if (path !== '/game/ID') return { page, path, game: '' };
  const answer = await context.request.post('/api/games', { data: { against: 'engine', level: 2, color: 'black' } });
  const { game } = await answer.json();
  return { page, path: `/game/${game}`, game };
}

/** Where fingers have to tap. @param {import('playwright-core').Browser} browser @param {string} wanted */
async function look(browser, wanted) {
  const { page, path } = await open(browser, wanted);
  await page.goto(path);
  const places = [];
  for (const tap of USES[wanted]?.taps ?? []) {
    const box = await page.locator(tap).boundingBox();
    if (box) places.push({ x: box.x + box.width / 2, y: box.y + box.height / 2 });
  }
  await page.context().close();
  return places;
}

/** @param {import('playwright-core').Browser} browser @param {string} wanted @param {{ x: number, y: number }[]} places */
async function pace(browser, wanted, places) {
  const { page, path, game } = await open(browser, wanted);
  const line = await page.context().newCDPSession(page);
  await line.send('Network.enable');
  await line.send('Network.emulateNetworkConditions', { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 94_000 });
  await line.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  if (places.length) await page.addInitScript(watch, USES[wanted].answer);
  await page.goto(path, { waitUntil: 'commit' });
  const used = page.waitForFunction(() => !('unanswered' in window)).then(() => true);
  for (let n = 0; places.length && !(await Promise.race([used, page.waitForTimeout(IMPATIENCE)])); n++) {
    const { x, y } = places[n % places.length];
    await page.touchscreen.tap(x, y);
  }
  await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length && document.readyState === 'complete');
  const times = await page.evaluate(() => {
    const [paint] = performance.getEntriesByName('first-contentful-paint');
    const [{ domContentLoadedEventEnd }] = /** @type {PerformanceNavigationTiming[]} */ (performance.getEntriesByType('navigation'));
    const [answered] = performance.getEntriesByName('answered');
    return { shows: Math.round(paint.startTime), runs: Math.round(domContentLoadedEventEnd), usable: Math.round(answered?.startTime ?? 0) };
  });
  if (game) await moves(page, game);
  await page.context().close();
  return times;
}

/** Notes, within the page, when something is there to be seen. @param {string} answer */
function watch(answer) {
  Object.assign(window, { unanswered: true });
  const look = () => {
    if (!document.querySelector(answer)) return requestAnimationFrame(look);
    performance.mark('answered');
    delete (/** @type {any} */ (window).unanswered);
  };
  look();
}

/** Makes a move, and waits until the server knows of it. @param {Page} page @param {string} game */
async function moves(page, game) {
  // The last tap of many may have let go of the marble.
  if (!(await page.$('.sumito-handle'))) await page.locator(USES['/game/ID'].taps[0]).tap({ force: true });
  const box = await page.locator('.sumito-handle').first().boundingBox();
  if (box) await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
  for (let tries = 0; tries < 50; tries++) {
    const state = await (await page.request.get(`/api/games/${game}`)).json();
    if (state.moves.length) return;
    await page.waitForTimeout(100);
  }
  throw new Error('the server has not heard of the move');
}

// How soon pages show on a slow phone: `node web/pace.mjs PROGRAM`. The browser plays one: a quarter of the processor's speed, 150 ms for each
// request, 1.6 Mbit/s, and nothing kept from before. Tells when the page shows what it is about, and when its scripts have run: the median of
// nine visits, with the best and the worst.

import { browse, serve } from './journeys/program.mjs';

const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2, serviceWorkers: /** @type {const} */ ('block') };
const VISITS = 9;

const [program] = process.argv.slice(2);
if (!program) {
  console.error('usage: node web/pace.mjs PROGRAM');
  process.exit(2);
}
const { server, address } = await serve(program);
try {
  const browser = await browse();
  for (const path of ['/', '/learn/rules', '/puzzles', '/game/ID']) {
    const visits = [];
    for (let visit = 0; visit < VISITS; visit++) visits.push(await pace(browser, path));
    console.log(`${path}: shows after ${told(visits.map(({ shows }) => shows))}, runs after ${told(visits.map(({ runs }) => runs))}`);
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

/** @param {import('playwright-core').Browser} browser @param {string} path */
async function pace(browser, path) {
  const context = await browser.newContext({ ...PHONE, baseURL: address });
  if (path === '/game/ID') {
    const answer = await context.request.post('/api/games', { data: { against: 'engine', level: 2, color: 'black' } });
    path = `/game/${(await answer.json()).game}`;
  }
  const page = await context.newPage();
  const line = await context.newCDPSession(page);
  await line.send('Network.enable');
  await line.send('Network.emulateNetworkConditions', { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 94_000 });
  await line.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await page.goto(path);
  await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length);
  const times = await page.evaluate(() => {
    const [paint] = performance.getEntriesByName('first-contentful-paint');
    const [{ domContentLoadedEventEnd }] = /** @type {PerformanceNavigationTiming[]} */ (performance.getEntriesByType('navigation'));
    return { shows: Math.round(paint.startTime), runs: Math.round(domContentLoadedEventEnd) };
  });
  await context.close();
  return times;
}

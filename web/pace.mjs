// How soon pages show on a slow phone: `node web/pace.mjs PROGRAM`. The browser plays one: a quarter of the processor's speed, 150 ms for each
// request, 1.6 Mbit/s, and nothing kept from before. Tells the first paint of what the page is about, the best and the worst of five visits.

import { browse, serve } from './journeys/program.mjs';

const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2, serviceWorkers: /** @type {const} */ ('block') };
const VISITS = 5;

const [program] = process.argv.slice(2);
if (!program) {
  console.error('usage: node web/pace.mjs PROGRAM');
  process.exit(2);
}
const { server, address } = await serve(program);
try {
  const browser = await browse();
  for (const path of ['/', '/learn/rules', '/puzzles', '/game/ID']) {
    const times = [];
    for (let visit = 0; visit < VISITS; visit++) times.push(await firstPaint(browser, path));
    console.log(`${path}: ${Math.min(...times)} to ${Math.max(...times)} ms`);
  }
  await browser.close();
} finally {
  server.kill();
}

/** @param {import('playwright-core').Browser} browser @param {string} path */
async function firstPaint(browser, path) {
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
  const paint = await page.evaluate(() => Math.round(performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0));
  await context.close();
  return paint;
}

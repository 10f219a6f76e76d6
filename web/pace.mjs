// How soon pages are visible and usable on a slow phone: `node web/pace.mjs PROGRAM...`. The browser simulates one: a quarter of the CPU speed,
// 150 ms of latency, 1.6 Mbit/s, and an empty cache. Prints when the page shows its main content; when its scripts have run; and
// when it is usable, measured by a finger that keeps tapping until the page responds: the home page by showing the options of the tapped way to
// play, a game by showing the moves of the tapped marble. The move is then played and must reach the server. The
// figures are the median of nine visits, with the fastest and slowest. Several programs are visited in turn, so that they can be compared: the same machine
// is never equally fast twice.

import { after, ask, browse, middle, newGame, SLOWER, tap } from './journeys/phone.mjs';
import { serve } from './journeys/program.mjs';

/** @typedef {import('./journeys/phone.mjs').Line} Line */
/** @typedef {import('./journeys/phone.mjs').Point} Point */

const LINE = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 94_000 };
const VISITS = 9;
/** What is tapped in turn, and what appears when the page has responded. @type {Record<string, { taps: string[], answer: string }>} */
const USES = {
  '/': { taps: ['label:has([name=against][value=online])', 'label:has([name=against][value=engine])'], answer: '[data-chosen=clock]:not(:empty)' },
  '/game/ID': { taps: ['.sumito-cells [data-cell=c3]'], answer: '.sumito-handle' },
};
/** The time between two taps, in milliseconds. */
const IMPATIENCE = 60;

const programs = process.argv.slice(2);
if (!programs.length) {
  console.error('usage: node web/pace.mjs PROGRAM...');
  process.exit(2);
}
const phone = browse();
const sites = await Promise.all(programs.map((program) => serve(program).then(({ server, address }) => ({ server, address: address.replace(/\/$/, '') }))));
try {
  for (const path of ['/', '/learn/rules', '/puzzles', '/game/ID']) {
    // An extra first visit finds where to tap, because looking for it would slow down the measured ones.
    const places = await Promise.all(sites.map(({ address }) => look(address, path)));
    const visits = sites.map(() => /** @type {Awaited<ReturnType<typeof pace>>[]} */ ([]));
    for (let visit = 0; visit < VISITS; visit++) {
      for (const [n, { address }] of sites.entries()) visits[n].push(await pace(address, path, places[n]));
    }
    for (const [n, program] of programs.entries()) {
      const usable = path in USES ? `, can be used after ${told(visits[n].map(({ usable }) => usable))}` : '';
      const shows = `${path}: shows after ${told(visits[n].map(({ shows }) => shows))}, runs after ${told(visits[n].map(({ runs }) => runs))}${usable}`;
      console.log(programs.length > 1 ? `${program} ${shows}` : shows);
    }
  }
} finally {
  for (const { server } of sites) server.kill();
  phone.close();
}

/** @param {number[]} times */
function told(times) {
  times.sort((a, b) => a - b);
  return `${times[VISITS >> 1]} ms (${times[0]} to ${times[VISITS - 1]})`;
}

/** A page with an empty cache, its address, and the address of its game. @param {string} address @param {string} wanted */
async function open(address, wanted) {
  const { page, sessionId, close } = await phone.open();
  if (wanted !== '/game/ID') return { page, sessionId, url: address + wanted, game: '', close };
  const game = await newGame(page, address, { against: 'engine', level: 2, color: 'black' });
  return { page, sessionId, url: `${address}/game/${game}`, game: `${address}/api/games/${game}`, close };
}

/** Where fingers have to tap. @param {string} address @param {string} wanted */
async function look(address, wanted) {
  const { page, url, close } = await open(address, wanted);
  await page('Page.navigate', { url });
  await ask(page, `(${read})()`);
  const places = [];
  for (const tap of USES[wanted]?.taps ?? []) places.push(await middle(page, tap));
  await close();
  return places;
}

/** @param {string} address @param {string} wanted @param {Point[]} places */
async function pace(address, wanted, places) {
  const { page, sessionId, url, game, close } = await open(address, wanted);
  await page('Network.enable');
  await page('Network.emulateNetworkConditions', LINE);
  await page('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  await page('Runtime.enable');
  await page('Runtime.addBinding', { name: 'answered' });
  if (places.length) await page('Page.addScriptToEvaluateOnNewDocument', { source: `(${watch})('${USES[wanted].answer}')` });
  const answered = places.length ? phone.hear(sessionId, 'Runtime.bindingCalled').then(() => true) : true;
  await page('Page.navigate', { url });
  for (let n = 0; !(await Promise.race([answered, after(IMPATIENCE)])); n++) await tap(page, places[n % places.length]);
  const times = await ask(page, `(${read})()`);
  if (game) await move(page, game);
  await close();
  return /** @type {Awaited<ReturnType<typeof read>>} */ (times);
}

/** Records, within the page, when something becomes visible. @param {string} answer */
function watch(answer) {
  const observer = new MutationObserver(() => {
    if (!document.querySelector(answer)) return;
    observer.disconnect();
    requestAnimationFrame(() => {
      performance.mark('answered');
      /** @type {any} */ (window).answered('');
    });
  });
  observer.observe(document, { childList: true, subtree: true });
}

/** The page's own measurements, once it has loaded completely. */
async function read() {
  if (document.readyState !== 'complete') await new Promise((resolve) => addEventListener('load', resolve));
  await new Promise((resolve) => new PerformanceObserver((list) => list.getEntriesByName('first-contentful-paint').length && resolve(0)).observe({ type: 'paint', buffered: true }));
  const [paint] = performance.getEntriesByName('first-contentful-paint');
  const [{ domContentLoadedEventEnd }] = /** @type {PerformanceNavigationTiming[]} */ (performance.getEntriesByType('navigation'));
  const [answered] = performance.getEntriesByName('answered');
  return { shows: Math.round(paint.startTime), runs: Math.round(domContentLoadedEventEnd), usable: Math.round(answered?.startTime ?? 0) };
}

/** Makes a move, and waits until the server has it. @param {Line} page @param {string} game */
async function move(page, game) {
  // The last of many taps may have deselected the marble.
  if (!(await ask(page, `!!document.querySelector('.sumito-handle')`))) await tap(page, await middle(page, USES['/game/ID'].taps[0]));
  await tap(page, await middle(page, '.sumito-handle'));
  for (let tries = 0; tries < 50; tries++) {
    const state = await (await fetch(game)).json();
    if (state.moves.length) return;
    await after(100);
  }
  throw new Error('the server has not heard of the move');
}

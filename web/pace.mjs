// How soon pages show and can be used on a slow phone: `node web/pace.mjs PROGRAM...`. The browser plays one: a quarter of the processor's speed,
// 150 ms for each request, 1.6 Mbit/s, and nothing kept from before. Tells when the page shows what it is about; when its scripts have run; and
// when it can be used, which a finger finds out that taps until the page answers: the first page when what is chosen in its form changes what is
// said there, a game when a marble is chosen and the moves that it may make are shown. A move is then made, and the server must know of it. The
// median of nine visits, with the best and the worst. Several programs are visited in turn, so that they can be compared: no hour of a machine is
// like the next.
//
// The browser is spoken to over a pipe, without a library between: what that puts into pages, and has them do for each frame, was a fifth of
// their time.

import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { FLAGS, serve } from './journeys/program.mjs';

/** @typedef {(method: string, params?: Record<string, unknown>) => Promise<any>} Line  to a browser or a page */
/** @typedef {{ x: number, y: number }} Point */

const PHONE = { width: 390, height: 844, deviceScaleFactor: 2, mobile: true };
const LINE = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 94_000 };
const VISITS = 9;
/** What fingers tap in turn, and what is there when the page has answered. @type {Record<string, { taps: string[], answer: string }>} */
const USES = {
  '/': { taps: ['label:has([name=against][value=online])', 'label:has([name=against][value=engine])'], answer: '[data-chosen=clock]:not(:empty)' },
  '/game/ID': { taps: ['.sumito-cells [data-cell=c3]'], answer: '.sumito-handle' },
};
/** So long after a tap, in milliseconds, comes the next. */
const IMPATIENCE = 60;
/** No page takes longer, in milliseconds, unless it is broken. */
const PATIENCE = 30_000;

const programs = process.argv.slice(2);
if (!programs.length) {
  console.error('usage: node web/pace.mjs PROGRAM...');
  process.exit(2);
}
const { browser, send, hear } = browse();
const sites = await Promise.all(programs.map((program) => serve(program).then(({ server, address }) => ({ server, address: address.replace(/\/$/, '') }))));
try {
  for (const path of ['/', '/learn/rules', '/puzzles', '/game/ID']) {
    // The first visit tells where fingers have to tap: to look for that in the others would take their time.
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
  browser.kill();
}

/** @param {number[]} times */
function told(times) {
  times.sort((a, b) => a - b);
  return `${times[VISITS >> 1]} ms (${times[0]} to ${times[VISITS - 1]})`;
}

/** A page without a past, the address that it will go to, and what its game is asked by. @param {string} address @param {string} wanted */
async function open(address, wanted) {
  const { browserContextId } = await send('Target.createBrowserContext');
  const { targetId } = await send('Target.createTarget', { url: 'about:blank', browserContextId });
  const { sessionId } = await send('Target.attachToTarget', { targetId, flatten: true });
  /** @type {Line} */
  const page = (method, params) => send(method, params, sessionId);
  const close = () => send('Target.disposeBrowserContext', { browserContextId });
  await page('Page.enable');
  await page('Emulation.setDeviceMetricsOverride', PHONE);
  await page('Emulation.setTouchEmulationEnabled', { enabled: true });
  if (wanted !== '/game/ID') return { page, sessionId, url: address + wanted, game: '', close };
  const answer = await fetch(`${address}/api/games`, { method: 'POST', body: JSON.stringify({ against: 'engine', level: 2, color: 'black' }) });
  const { game } = await answer.json();
  for (const cookie of answer.headers.getSetCookie()) {
    const [, name, value] = cookie.match(/^([^=]+)=([^;]*)/) ?? [];
    await page('Network.setCookie', { name, value, url: address });
  }
  return { page, sessionId, url: `${address}/game/${game}`, game: `${address}/api/games/${game}`, close };
}

/** @param {Line} page @param {string} script */
async function ask(page, script) {
  const { result, exceptionDetails } = await page('Runtime.evaluate', { expression: script, returnByValue: true, awaitPromise: true });
  if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
  return result.value;
}

/** The middle of what a selector finds. @param {Line} page @param {string} selector @returns {Promise<Point>} */
function middle(page, selector) {
  return ask(page, `(({ x, y, width, height }) => ({ x: x + width / 2, y: y + height / 2 }))(document.querySelector('${selector}').getBoundingClientRect())`);
}

/** @param {Line} page @param {Point} point */
async function tap(page, { x, y }) {
  await page('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x: Math.round(x), y: Math.round(y) }] });
  await page('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
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
  await page('Emulation.setCPUThrottlingRate', { rate: 4 });
  await page('Runtime.enable');
  await page('Runtime.addBinding', { name: 'answered' });
  if (places.length) await page('Page.addScriptToEvaluateOnNewDocument', { source: `(${watch})('${USES[wanted].answer}')` });
  const answered = places.length ? hear(sessionId, 'Runtime.bindingCalled').then(() => true) : true;
  await page('Page.navigate', { url });
  for (let n = 0; !(await Promise.race([answered, after(IMPATIENCE)])); n++) await tap(page, places[n % places.length]);
  const times = await ask(page, `(${read})()`);
  if (game) await move(page, game);
  await close();
  return /** @type {Awaited<ReturnType<typeof read>>} */ (times);
}

/** Notes, within the page, when something is there to be seen. @param {string} answer */
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

/** What the page knows of its own times, when it is there as a whole. */
async function read() {
  if (document.readyState !== 'complete') await new Promise((resolve) => addEventListener('load', resolve));
  await new Promise((resolve) => new PerformanceObserver((list) => list.getEntriesByName('first-contentful-paint').length && resolve(0)).observe({ type: 'paint', buffered: true }));
  const [paint] = performance.getEntriesByName('first-contentful-paint');
  const [{ domContentLoadedEventEnd }] = /** @type {PerformanceNavigationTiming[]} */ (performance.getEntriesByType('navigation'));
  const [answered] = performance.getEntriesByName('answered');
  return { shows: Math.round(paint.startTime), runs: Math.round(domContentLoadedEventEnd), usable: Math.round(answered?.startTime ?? 0) };
}

/** Makes a move, and waits until the server knows of it. @param {Line} page @param {string} game */
async function move(page, game) {
  // The last tap of many may have let go of the marble.
  if (!(await ask(page, `!!document.querySelector('.sumito-handle')`))) await tap(page, await middle(page, USES['/game/ID'].taps[0]));
  await tap(page, await middle(page, '.sumito-handle'));
  for (let tries = 0; tries < 50; tries++) {
    const state = await (await fetch(game)).json();
    if (state.moves.length) return;
    await after(100);
  }
  throw new Error('the server has not heard of the move');
}

/** @param {number} time in milliseconds @returns {Promise<false>} */
function after(time) {
  return new Promise((resolve) => setTimeout(() => resolve(false), time));
}

/** A browser without a window, which is told what to do over a pipe. `hear` waits for what a page tells next. */
function browse() {
  const data = mkdtempSync(`${tmpdir()}/sumito-pace-`);
  process.on('exit', () => rmSync(data, { recursive: true, force: true, maxRetries: 5 }));
  const flags = [...FLAGS, '--remote-debugging-pipe', `--user-data-dir=${data}`];
  const browser = spawn(process.env.CHROMIUM ?? '/usr/bin/chromium', flags, { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] });
  const [into, from] = [/** @type {import('node:stream').Writable} */ (browser.stdio[3]), /** @type {import('node:stream').Readable} */ (browser.stdio[4])];
  /** @type {Map<number, { resolve: (result: any) => void, reject: (error: Error) => void }>} */
  const asked = new Map();
  /** @type {Map<string, (params: any) => void>} */
  const heard = new Map();
  let rest = '';
  from.setEncoding('utf8').on('data', (/** @type {string} */ text) => {
    const messages = (rest + text).split('\0');
    rest = messages.pop() ?? '';
    for (const { id, result, error, method, params, sessionId } of messages.map((message) => JSON.parse(message))) {
      if (method) heard.get(`${sessionId} ${method}`)?.(params);
      else if (error) asked.get(id)?.reject(new Error(error.message));
      else asked.get(id)?.resolve(result);
      asked.delete(id);
    }
  });
  let count = 0;
  return {
    browser,
    /** @param {string} method @param {Record<string, unknown>} [params] @param {string} [sessionId] @returns {Promise<any>} */
    send(method, params = {}, sessionId) {
      count += 1;
      into.write(`${JSON.stringify({ id: count, method, params, sessionId })}\0`);
      return new Promise((resolve, reject) => asked.set(count, { resolve, reject }));
    },
    /** @param {string} sessionId @param {string} event @returns {Promise<any>} */
    hear(sessionId, event) {
      return new Promise((resolve, reject) => {
        const late = setTimeout(() => reject(new Error(`no ${event} for ${PATIENCE} ms`)), PATIENCE);
        heard.set(`${sessionId} ${event}`, (params) => {
          clearTimeout(late);
          resolve(params);
        });
      });
    },
  };
}

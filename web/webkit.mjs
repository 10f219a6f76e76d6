// One journey in WebKit, the engine of Safari: `node web/webkit.mjs PROGRAM`. PROGRAM is a built `sumito`; the browser is WebKitGTK's, driven
// by WebKitWebDriver (Debian: webkit2gtk-driver) in a virtual screen (Debian: xvfb). Playwright cannot drive it, so this speaks WebDriver.

import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { PATIENCE, serve } from './journeys/program.mjs';
import { check, equal } from './journeys/steps.mjs';

/** A port that nobody uses. @returns {Promise<number>} */
function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
      server.close(() => resolve(port));
    });
  });
}

const rest = (/** @type {number} */ time) => new Promise((resolve) => setTimeout(resolve, time));

/** Repeats something until it returns a value other than false and null. @template T @param {string} what @param {() => Promise<T>} look */
async function until(what, look) {
  const end = Date.now() + PATIENCE;
  for (;;) {
    const found = await look().catch(() => null);
    if (found) return found;
    if (Date.now() > end) throw new Error(`this should have happened: ${what}`);
    await rest(100);
  }
}

class WebKit {
  /** @param {string} base  the address of the session */
  constructor(base) {
    this.base = base;
  }

  /** @param {string} method @param {string} path @param {unknown} [body] */
  async call(method, path, body) {
    const answer = await fetch(this.base + path, { method, body: body ? JSON.stringify(body) : undefined });
    const { value } = await answer.json();
    if (value?.error) throw new Error(`${method} ${path}: ${value.error}: ${value.message}`);
    return value;
  }

  /** @param {string} url */
  open(url) {
    return this.call('POST', '/url', { url });
  }

  /** Runs a function in the page. @template T @param {(...args: any[]) => T} task @param {unknown[]} args @returns {Promise<T>} */
  run(task, ...args) {
    return this.call('POST', '/execute/sync', { script: `return (${task})(...arguments)`, args });
  }

  /** Clicks in the middle of an element, as a mouse does. @param {string} selector */
  async click(selector) {
    const place = await until(`${selector} is there`, () => this.run((/** @type {string} */ selector) => {
      const found = [...document.querySelectorAll(selector)].find((one) => one.getClientRects().length);
      found?.scrollIntoView({ block: 'nearest' });
      const box = found?.getBoundingClientRect();
      return box ? { x: Math.round(box.x + box.width / 2), y: Math.round(box.y + box.height / 2) } : null;
    }, selector));
    const actions = [{ type: 'pointerMove', duration: 0, ...place }, { type: 'pointerDown', button: 0 }, { type: 'pointerUp', button: 0 }];
    await this.call('POST', '/actions', { actions: [{ type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions }] });
  }
}

/** @param {WebKit} page @param {string} site */
async function journey(page, site) {
  // A newcomer is in a game with one click, moves, and is answered.
  await page.open(site);
  await page.click('.hero .main.large');
  await until('a game begins', () => page.run(() => location.pathname.startsWith('/game/')));
  await until('it is the player’s turn', () => page.run(() => document.querySelector('sumito-board')?.hasAttribute('live')));
  const isWhite = await page.run(() => document.querySelector('.stage')?.classList.contains('turned') ?? false);
  if (isWhite) await until('the engine has begun', () => page.run(() => document.querySelectorAll('#moves button').length === 1 && !document.querySelector('sumito-board')?.hasAttribute('early')));
  for (const cell of isWhite ? ['a5', 'b5', 'c5', 'd5'] : ['a1', 'b2', 'c3', 'd4']) await page.click(`.sumito-cells [data-cell="${cell}"]`);
  await until('the move is played and answered', () => page.run((/** @type {number} */ count) => document.querySelectorAll('#moves button').length >= count, isWhite ? 3 : 2));
  // The engine thinks in the page.
  await page.open(`${site}/analysis`);
  await until('three lines are shown', () => page.run(() => document.querySelectorAll('#lines .line').length === 3));
  const firsts = await page.run(() => [...document.querySelectorAll('#lines .line [data-move="1"]')].map((move) => move.textContent));
  equal(new Set(firsts).size, firsts.length, 'the number of different first moves');
  // The numbers of the contents are not cut off, and selects and checkboxes have our look.
  await page.open(`${site}/learn/rules`);
  const room = await page.run(() => {
    const list = /** @type {HTMLElement} */ (document.querySelector('.contents ol'));
    return parseFloat(getComputedStyle(list).paddingLeft) / parseFloat(getComputedStyle(list).fontSize);
  });
  check(room >= 2.2, `the contents leave ${room} em for two digits and a period`);
  equal(await page.run(() => getComputedStyle(/** @type {Element} */ (document.querySelector('select'))).appearance), 'none', 'the look of a select');
}

const [program] = process.argv.slice(2);
if (!program) {
  console.error('usage: node web/webkit.mjs PROGRAM');
  process.exit(2);
}
const begun = performance.now();
const port = await freePort();
const { server, address } = await serve(program);
// Without a GPU, compositing only costs time.
const driver = spawn('xvfb-run', ['-a', '-s', '-screen 0 1400x1000x24', 'WebKitWebDriver', `--port=${port}`],
  { stdio: 'ignore', detached: true, env: { ...process.env, LIBGL_ALWAYS_SOFTWARE: '1', WEBKIT_DISABLE_COMPOSITING_MODE: '1' } });
try {
  const site = address.replace(/\/$/, '');
  const root = new WebKit(`http://127.0.0.1:${port}`);
  const { sessionId } = await until('WebKit starts', () => root.call('POST', '/session', { capabilities: { alwaysMatch: {} } }));
  const page = new WebKit(`${root.base}/session/${sessionId}`);
  await page.call('POST', '/window/rect', { width: 1300, height: 900 });
  await journey(page, site);
  await page.call('DELETE', '');
  console.log(`ok a newcomer plays, analyzes and reads in WebKit (${((performance.now() - begun) / 1000).toFixed(1)} s)`);
} finally {
  if (driver.pid) process.kill(-driver.pid);
  server.kill();
}

// A slow phone, simulated by a browser that is controlled over a pipe without a library: the scripts that a library injects took a
// fifth of the pages' time.

import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { FLAGS } from './program.mjs';

/** @typedef {(method: string, params?: Record<string, unknown>) => Promise<any>} Line  to a browser or a page */
/** @typedef {{ x: number, y: number }} Point */

const SCREEN = { width: 390, height: 844, deviceScaleFactor: 2, mobile: true };
/** How many times slower the phone's CPU is than this machine's. */
export const SLOWER = 4;
/** A page that takes longer than this many milliseconds is broken. */
const PATIENCE = 30_000;

/** A headless browser. */
export function browse() {
  const data = mkdtempSync(`${tmpdir()}/sumito-phone-`);
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
    for (const { id, result, error, method, params, sessionId = '' } of messages.map((message) => JSON.parse(message))) {
      if (method) heard.get(`${sessionId} ${method}`)?.(params);
      else if (error) asked.get(id)?.reject(new Error(error.message));
      else asked.get(id)?.resolve(result);
      asked.delete(id);
    }
  });
  let count = 0;
  /** @param {string} method @param {Record<string, unknown>} [params] @param {string} [sessionId] @returns {Promise<any>} */
  const send = (method, params = {}, sessionId) => {
    count += 1;
    into.write(`${JSON.stringify({ id: count, method, params, sessionId })}\0`);
    return new Promise((resolve, reject) => asked.set(count, { resolve, reject }));
  };
  /** Calls back for every event of this kind, of a page or, without one, of the browser. @param {string} sessionId @param {string} event @param {(params: any) => void} act */
  const listen = (sessionId, event, act) => {
    heard.set(`${sessionId} ${event}`, act);
  };
  return {
    send,
    listen,
    close: () => browser.kill(),

    /** Waits for the next event of this kind. @param {string} sessionId @param {string} event @returns {Promise<any>} */
    hear(sessionId, event) {
      return new Promise((resolve, reject) => {
        const late = setTimeout(() => reject(new Error(`no ${event} for ${PATIENCE} ms`)), PATIENCE);
        listen(sessionId, event, (params) => {
          clearTimeout(late);
          resolve(params);
        });
      });
    },

    /** A page of the phone, with an empty cache. */
    async open() {
      const { browserContextId } = await send('Target.createBrowserContext');
      const { targetId } = await send('Target.createTarget', { url: 'about:blank', browserContextId });
      const { sessionId } = await send('Target.attachToTarget', { targetId, flatten: true });
      /** @type {Line} */
      const page = (method, params) => send(method, params, sessionId);
      await page('Page.enable');
      await page('Emulation.setDeviceMetricsOverride', SCREEN);
      await page('Emulation.setTouchEmulationEnabled', { enabled: true });
      return { page, sessionId, close: () => send('Target.disposeBrowserContext', { browserContextId }) };
    },
  };
}

/** Starts a game whose player is this page. @param {Line} page @param {string} address  of the site @param {Record<string, unknown>} wish @returns {Promise<string>} its id */
export async function newGame(page, address, wish) {
  const answer = await fetch(`${address}/api/games`, { method: 'POST', body: JSON.stringify(wish) });
  const { game } = await answer.json();
  if (!game) throw new Error(`the server starts no game: ${answer.status}`);
  for (const cookie of answer.headers.getSetCookie()) {
    const [, name, value] = cookie.match(/^([^=]+)=([^;]*)/) ?? [];
    await page('Network.setCookie', { name, value, url: address });
  }
  return game;
}

/** Evaluates a script in a page. @param {Line} page @param {string} script */
export async function ask(page, script) {
  const { result, exceptionDetails } = await page('Runtime.evaluate', { expression: script, returnByValue: true, awaitPromise: true });
  if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
  return result.value;
}

/** The middle of what a selector finds. @param {Line} page @param {string} selector @returns {Promise<Point>} */
export function middle(page, selector) {
  return ask(page, `(({ x, y, width, height }) => ({ x: x + width / 2, y: y + height / 2 }))(document.querySelector('${selector}').getBoundingClientRect())`);
}

/** A finger that touches, moves or leaves the screen. @param {Line} page @param {'touchStart' | 'touchMove' | 'touchEnd'} type @param {Point} [point] */
export async function touch(page, type, point) {
  const touchPoints = point ? [{ x: Math.round(point.x * 10) / 10, y: Math.round(point.y * 10) / 10 }] : [];
  await page('Input.dispatchTouchEvent', { type, touchPoints });
}

/** @param {Line} page @param {Point} point */
export async function tap(page, point) {
  await touch(page, 'touchStart', point);
  await touch(page, 'touchEnd');
}

/** @param {number} time in milliseconds @returns {Promise<false>} */
export function after(time) {
  return new Promise((resolve) => setTimeout(() => resolve(false), time));
}

// What players do and see in journeys, and what is checked.

import { readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * @typedef {import('playwright-core').Page} Page
 * @typedef {import('playwright-core').BrowserContextOptions} Reader  who reads: language, size of the screen, light or dark
 * @typedef {{ x: number, y: number }} Point
 * @typedef {(reader?: Reader) => Promise<Page>} Visit  a page of a fresh browser; what its console complains about fails the journey
 * @typedef {Record<string, (visit: Visit) => Promise<void>>} Journeys  by their names
 */

/** A browser that keeps the program for the time without a connection. @type {Reader} */
export const KEEPS = { serviceWorkers: 'allow' };

export const LANGUAGES = ['en', 'fr', 'de', 'sv', 'pl'];
export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** A game from the Belgian daisy in which White helps Black to six ejections. */
export const GAME = 'g8h9f8 i6i7 g7h7 h5i6 i9i8 c5c4 i7i6 b4a3 c3b3 b5b4 a1a2 g4g5 a2a3'.split(' ');

/** What the console of a page may complain about. @type {WeakMap<Page, RegExp[]>} */
const meant = new WeakMap();

/** Allows a console error that this journey causes on purpose. @param {Page} page @param {RegExp} complaint  its words, or the address that fails */
export function forgive(page, complaint) {
  meant.set(page, [...(meant.get(page) ?? []), complaint]);
}

/** @param {Page} page @param {string} complaint */
export const isForgiven = (page, complaint) => (meant.get(page) ?? []).some((pattern) => pattern.test(complaint));

// ---- what a player does and sees

/** Where a cell is on the screen. @param {Page} page @param {string} cell @returns {Promise<Point>} */
export async function place(page, cell) {
  const hole = page.locator(`.sumito-cells [data-cell="${cell}"]`);
  await hole.scrollIntoViewIfNeeded();
  const box = await hole.boundingBox();
  if (!box) throw new Error(`${cell} is not on the screen`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** @param {Page} page @param {string} cell */
export async function tap(page, cell) {
  const { x, y } = await place(page, cell);
  await page.mouse.click(x, y);
}

/** A finger that goes along these cells. @param {Page} page @param {string[]} cells */
export async function swipe(page, cells) {
  const finger = await page.context().newCDPSession(page);
  /** @param {'touchStart' | 'touchMove' | 'touchEnd'} type @param {Point[]} touchPoints */
  const touch = (type, touchPoints) => finger.send('Input.dispatchTouchEvent', { type, touchPoints });
  // Find all places first, because that may scroll the page.
  for (const cell of cells) await place(page, cell);
  const [start, ...way] = await Promise.all(cells.map((cell) => place(page, cell)));
  await touch('touchStart', [start]);
  let from = start;
  for (const to of way) {
    for (const part of [0.25, 0.5, 0.75, 1]) await touch('touchMove', [{ x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part }]);
    from = to;
  }
  await touch('touchEnd', []);
  await finger.detach();
}

/** Waits for the words below the board. @param {Page} page @param {string} words */
export async function says(page, words) {
  await page.waitForFunction((words) => document.querySelector('#say')?.textContent === words, words).catch(async () => {
    throw new Error(`the page should say '${words}', and says '${await page.textContent('#say')}'`);
  });
}

/**
 * Waits for something that the page finds out in its own time. (A promise is true at once for `waitForFunction`.)
 * @template T @param {Page} page @param {(argument: T) => Promise<unknown>} holds @param {T} argument
 */
export async function until(page, holds, argument) {
  for (const end = Date.now() + 60_000; Date.now() < end; await page.waitForTimeout(100)) {
    if (await page.evaluate(/** @type {any} */ (holds), argument)) return;
  }
  throw new Error(`this should hold in the end: ${holds}`);
}

/** Waits for marks on these cells, and no others. @param {Page} page @param {string[]} cells @param {string} [kind] */
export async function marked(page, cells, kind = 'sumito-last') {
  /** @param {{ cells: string[], kind: string }} expected */
  const agree = ({ cells, kind }) => {
    const marks = [...document.querySelectorAll(`.${kind}`)].map((mark) => `${mark.getAttribute('cx')} ${mark.getAttribute('cy')}`);
    const holes = cells.map((cell) => document.querySelector(`.sumito-cells [data-cell="${cell}"]`)).map((hole) => `${hole?.getAttribute('cx')} ${hole?.getAttribute('cy')}`);
    return marks.sort().join() === holes.sort().join();
  };
  await page.waitForFunction(agree, { cells, kind }).catch(() => {
    throw new Error(`${kind} should mark ${cells.join(' ') || 'nothing'}`);
  });
}

/** @param {Page} page @param {number} count */
export async function countMoves(page, count) {
  await page.waitForFunction((count) => document.querySelectorAll('#moves button').length === count, count).catch(async () => {
    throw new Error(`${count} moves should be listed, and these are: ${(await playedMoves(page)).join(' ')}; the page says '${await page.textContent('#say')}'`);
  });
}

/** @param {Page} page */
export const playedMoves = (page) => page.locator('#moves button').allTextContents();

/** Nothing is wider than the screen. @param {Page} page */
export async function staysInside(page) {
  const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  check(over <= 0, `${new URL(page.url()).pathname} is ${over} pixels wider than the screen`);
}

/** An accessibility checker finds no serious problem. @param {Page} page @param {string} where */
export async function shutsNobodyOut(page, where) {
  await page.evaluate(readFileSync(`${ROOT}web/node_modules/axe-core/axe.min.js`, 'utf8'));
  /** @type {import('axe-core').AxeResults} */
  const { violations } = await page.evaluate(() => {
    // Words that are still appearing are pale.
    for (const one of document.getAnimations()) if (one.effect?.getComputedTiming().endTime !== Infinity) one.finish();
    return /** @type {any} */ (window).axe.run();
  });
  const grave = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  const words = grave.map(({ id, help, nodes }) => `${id}: ${help}\n${nodes.slice(0, 4).map((node) => `  ${node.html.slice(0, 160)}\n  ${node.failureSummary}`).join('\n')}`);
  check(!grave.length, `${where}:\n${words.join('\n')}`);
}

/** Presses a button that asks first, and means it. Two clicks in a row only make it ask. @param {Page} page @param {string} button */
export async function insist(page, button) {
  await page.dblclick(button);
  await page.waitForTimeout(600);
  check(await page.isVisible(`${button}.sure`), `${button} does not ask`);
  await page.click(button);
}

/** Opens what is folded away, if it is: the field for moves, the menu. @param {Page} page @param {string} [fold] */
export async function unfold(page, fold = 'details.typing') {
  await page.evaluate((fold) => document.querySelector(fold)?.setAttribute('open', ''), fold);
}

/** Switches between light and dark. @param {Page} page */
export async function switchTheme(page) {
  await page.click('#menu > summary');
  await page.click('#theme');
  await page.click('#menu > summary');
}

/** Types a move. @param {Page} page @param {string} move */
export async function type(page, move) {
  await unfold(page);
  await page.fill('#move', move);
  await page.press('#move', 'Enter');
}

/** @param {string[]} moves */
export const numbered = (moves) => moves.map((move, i) => (i % 2 ? move : `${i / 2 + 1}. ${move}`)).join(' ');

// ---- the texts of the pages

/** @param {string} language @returns {Map<string, string>} */
export function messages(language) {
  const files = readdirSync(`${ROOT}i18n/${language}`).map((name) => readFileSync(`${ROOT}i18n/${language}/${name}`, 'utf8'));
  // A message goes on in indented lines.
  return new Map([...files.join('\n').matchAll(/^([a-z][\w-]*) =[ ]?(.*(?:\n[ ]+.*)*)/gm)].map(([, key, value]) => [key, value]));
}

/** @param {string} language @param {string} key @param {Record<string, string>} [args] */
export function text(language, key, args = {}) {
  const found = messages(language).get(key);
  if (found === undefined) throw new Error(`there is no text ${key} in ${language}`);
  const chosen = found.replace(/\s*\{ \$(\w+) ->([^]*?)\n\s*\}/, (_, name, forms) => {
    const form = new Intl.PluralRules(language).select(Number(args[name]));
    const all = new Map([...forms.matchAll(/\*?\[(\w+)\] (.*)/g)].map(([, form, words]) => [form, words]));
    return all.get(args[name]) ?? all.get(form) ?? all.get('other');
  });
  return chosen.replace(/\{ \$(\w+) \}/g, (_, name) => args[name]);
}

// ---- checks

/** @param {unknown} holds @param {string} message */
export function check(holds, message) {
  if (!holds) throw new Error(message);
}

/** @param {unknown} found @param {unknown} expected @param {string} what */
export function equal(found, expected, what) {
  check(found === expected, `${what} should be '${expected}', and is '${found}'`);
}

// Journeys through the site in a real browser: `node web/journeys.mjs PROGRAM [JOURNEY]...`. PROGRAM is a built `sumito`; the browser is
// Chromium, at /usr/bin/chromium or where the variable CHROMIUM says. A line for each journey; the exit code is 1 if one fails, and
// target/journeys then has a picture of its page.

import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

/**
 * @typedef {import('playwright-core').Page} Page
 * @typedef {import('playwright-core').BrowserContextOptions} Reader  who reads: language, size of the screen, light or dark
 * @typedef {{ x: number, y: number }} Point
 * @typedef {(reader?: Reader) => Promise<Page>} Visit  a page of a fresh browser; what its console complains about fails the journey
 */

const LANGUAGES = ['en', 'fr', 'de', 'sv', 'pl'];
const PAGES = ['/', '/play', '/analysis'];
/** No step waits longer: enough for a slow machine, and an end for a page that hangs. */
const PATIENCE = 60_000;
const ROOT = fileURLToPath(new URL('..', import.meta.url));
const PICTURES = `${ROOT}target/journeys`;
const FLAGS = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
  '--disable-component-update', '--disable-sync'];

/** A game from the Belgian daisy in which White helps Black to six ejections. */
const GAME = 'g8h9f8 i6i7 g7h7 h5i6 i9i8 c5c4 i7i6 b4a3 c3b3 b5b4 a1a2 g4g5 a2a3'.split(' ');

// ---- the journeys

/** @type {Record<string, (visit: Visit) => Promise<void>>} */
const JOURNEYS = {
  async 'a newcomer plays against the engine'(visit) {
    const page = await visit();
    await page.goto('/');
    const form = page.locator('form', { has: page.locator('input[value=engine]') });
    await form.locator('label', { has: page.locator('input[name=level][value="1"]') }).click();
    await form.locator('label', { has: page.locator('input[name=color][value=black]') }).click();
    await form.locator('button[type=submit]').click();
    await says(page, text('en', 'js-your-turn'));
    await tap(page, 'c3');
    await tap(page, 'd4');
    await countMoves(page, 2);
    await says(page, text('en', 'js-your-turn'));
    equal((await playedMoves(page))[0], 'c3d4', 'the first move');
    await page.reload();
    await countMoves(page, 2);
    equal(await page.textContent('#name-black'), text('en', 'js-you'), 'the name of Black');
    // A new game changes the colors.
    await page.click('#again');
    await countMoves(page, 1);
    equal(await page.textContent('#name-white'), text('en', 'js-you'), 'the name of White');
    await page.goto('/play?layout=nonsense&level=nonsense');
    await says(page, text('en', 'js-your-turn'));
  },

  async 'two at one phone, by swiping, in Swedish and in the dark'(visit) {
    const page = await visit({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2, colorScheme: 'dark', locale: 'sv-SE' });
    await page.goto('/');
    equal(await page.getAttribute('html', 'lang'), 'sv', 'the language');
    await staysInside(page);
    const form = page.locator('form', { has: page.locator('input[value=screen]') });
    await form.locator('label', { has: page.locator('input[name=turning]') }).tap();
    await form.locator('label', { has: page.locator('input[value=standard]') }).tap();
    await form.locator('button[type=submit]').tap();
    await says(page, text('sv', 'js-turn-black'));
    await staysInside(page);
    const [red] = (await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).match(/\d+/g) ?? [];
    check(Number(red) < 80, 'the page is not dark');
    // In one go along the line and on: chosen and played.
    await swipe(page, ['a1', 'b2', 'c3', 'd4']);
    await countMoves(page, 1);
    await says(page, text('sv', 'js-turn-white'));
    await marked(page, ['b2', 'c3', 'd4']);
    // Along the line to choose it, then from any of its marbles to play it.
    await swipe(page, ['i9', 'h8', 'g7']);
    await page.waitForFunction(() => document.querySelectorAll('.sumito-chosen').length === 3);
    await swipe(page, ['h8', 'g7']);
    await countMoves(page, 2);
    await marked(page, ['h8', 'g7', 'f6']);
    equal((await playedMoves(page)).join(' '), 'a1b2 i9h8', 'the moves');
  },

  async 'an illegal push is explained in five languages'(visit) {
    for (const language of LANGUAGES) {
      const page = await visit({ locale: language });
      await page.goto('/play?kind=screen&layout=belgian-daisy');
      await says(page, text(language, 'js-turn-black'));
      for (const cell of ['b1', 'b2', 'b3', 'b4']) await tap(page, cell);
      await says(page, text(language, 'illegal-pac-3-3'));
      equal((await playedMoves(page)).length, 0, 'the number of moves');
    }
  },

  async 'a whole game by typed moves, to six ejections'(visit) {
    const page = await visit({ reducedMotion: 'reduce' });
    await page.goto('/play?kind=screen&layout=belgian-daisy');
    await says(page, text('en', 'js-turn-black'));
    for (const [ply, move] of GAME.entries()) {
      await page.fill('#move', move);
      await page.press('#move', 'Enter');
      await countMoves(page, ply + 1);
    }
    await says(page, `${text('en', 'js-wins-black')} – ${text('en', 'js-result-won-by-ejections')}`);
    equal((await page.textContent('#lost-white'))?.length, 6, 'the marbles that White lost');
    check(await page.isDisabled('#resign'), 'one may resign after the end');
    await page.click('#take-back');
    await countMoves(page, GAME.length - 1);
    await says(page, text('en', 'js-turn-black'));
    await page.fill('#move', 'a1i9');
    await page.press('#move', 'Enter');
    await says(page, text('en', 'refusal-not-a-move'));
  },

  async 'analysis: a game pasted, a variation, the engine, the game written'(visit) {
    const page = await visit();
    await page.goto('/analysis');
    await page.fill('#import-text', `[Layout "Belgian Daisy"]\n\n${numbered(GAME)} 1-0\n`);
    await page.click('#import');
    await countMoves(page, GAME.length);
    await says(page, text('en', 'js-turn-black'));
    await page.click('#next');
    await says(page, text('en', 'js-turn-white'));
    await marked(page, ['f8', 'g9']);
    await page.click('#next');
    await says(page, text('en', 'js-turn-black'));
    // Another second move for Black, on the board.
    await tap(page, 'c3');
    await tap(page, 'd4');
    await page.waitForSelector('.variation button[aria-current=true]');
    await says(page, text('en', 'js-turn-white'));
    await page.waitForFunction(() => document.querySelectorAll('#lines li').length === 3 && /\d/.test(document.querySelector('#score')?.textContent ?? ''));
    check(/^[a-i][1-9]/.test((await page.textContent('#lines li:first-child span')) ?? ''), 'the first line of the engine has no move');
    await page.selectOption('#format', 'plain');
    await page.fill('#import-text', '');
    await page.click('#export');
    await page.waitForFunction(() => /** @type {HTMLTextAreaElement} */ (document.querySelector('#import-text')).value !== '');
    const written = await page.inputValue('#import-text');
    check([GAME[0], GAME[1], 'c3d4'].every((move) => written.includes(move)), `a move is missing in what was written: ${written}`);
    await page.fill('#import-text', 'no game at all');
    await page.click('#import');
    await page.waitForSelector('#say.bad');
  },

  async 'every page in five languages, without a text missing'(visit) {
    const keys = [...messages('en').keys()].filter((key) => key.includes('-'));
    const page = await visit();
    for (const path of PAGES) {
      await page.goto(path);
      for (const language of LANGUAGES) {
        if ((await page.getAttribute('html', 'lang')) !== language) await page.selectOption('#language', language);
        await page.waitForSelector(`html[lang=${language}]`);
        equal(new URL(page.url()).pathname, path, 'the page after a change of language');
        if (path !== '/') await page.waitForFunction(() => document.querySelector('#say')?.textContent);
        const shown = await page.evaluate(() => [...document.querySelectorAll('body, [aria-label], [title], [placeholder]')]
          .flatMap((part) => [part instanceof HTMLElement ? part.innerText : '', ...['aria-label', 'title', 'placeholder'].map((name) => part.getAttribute(name))])
          .join('\n'));
        const bare = keys.find((key) => new RegExp(`(^|[^-\\w])${key}($|[^-\\w])`).test(shown));
        check(!bare, `${path} in ${language} shows the key ${bare}`);
        check(!/\{|undefined|NaN/.test(shown), `${path} in ${language} shows an unfinished text`);
        check(shown.includes(text(language, 'footer')), `${path} in ${language} has another language's foot`);
      }
    }
    equal((await page.request.get('/nowhere')).status(), 404, 'the status of a page that is not there');
  },

  async 'by the keyboard alone'(visit) {
    const page = await visit();
    await page.goto('/play?kind=screen&layout=belgian-daisy');
    await says(page, text('en', 'js-turn-black'));
    for (let tabs = 0; !(await page.evaluate(() => document.activeElement?.closest('sumito-board'))); tabs++) {
      check(tabs < 30, 'the board cannot be reached by Tab');
      await page.keyboard.press('Tab');
    }
    await marked(page, ['e5'], 'sumito-cursor');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.waitForFunction((words) => document.querySelector('#spoken')?.textContent === words, text('en', 'js-cell-black', { cell: 'c3' }));
    await page.keyboard.press('Space');
    await marked(page, ['c3'], 'sumito-chosen');
    await page.keyboard.press('e');
    await countMoves(page, 1);
    equal((await playedMoves(page))[0], 'c3d4', 'the move');
    await page.keyboard.press('Space');
    await page.keyboard.press('Escape');
    await marked(page, [], 'sumito-chosen');
  },

  async 'nothing that shuts out readers, in light and dark'(visit) {
    const axe = readFileSync(new URL('node_modules/axe-core/axe.min.js', import.meta.url), 'utf8');
    for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
      const page = await visit({ colorScheme });
      for (const path of PAGES) {
        await page.goto(path);
        if (path !== '/') await page.waitForFunction(() => document.querySelector('#say')?.textContent);
        await page.evaluate(axe);
        /** @type {import('axe-core').AxeResults} */
        const { violations } = await page.evaluate('axe.run()');
        const grave = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
        const words = grave.map(({ id, help, nodes }) => `${id}: ${help}\n${nodes.slice(0, 4).map((node) => `  ${node.html.slice(0, 160)}\n  ${node.failureSummary}`).join('\n')}`);
        check(!grave.length, `${path} in ${colorScheme}:\n${words.join('\n')}`);
      }
    }
  },
};

// ---- what a player does and sees

/** Where a cell is on the screen. @param {Page} page @param {string} cell @returns {Promise<Point>} */
async function place(page, cell) {
  const hole = page.locator(`.sumito-cells [data-cell="${cell}"]`);
  await hole.scrollIntoViewIfNeeded();
  const box = await hole.boundingBox();
  if (!box) throw new Error(`${cell} is not on the screen`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** @param {Page} page @param {string} cell */
async function tap(page, cell) {
  const { x, y } = await place(page, cell);
  await page.mouse.click(x, y);
}

/** A finger that goes along these cells. @param {Page} page @param {string[]} cells */
async function swipe(page, cells) {
  const finger = await page.context().newCDPSession(page);
  /** @param {'touchStart' | 'touchMove' | 'touchEnd'} type @param {Point[]} touchPoints */
  const touch = (type, touchPoints) => finger.send('Input.dispatchTouchEvent', { type, touchPoints });
  // All places first: to look for one may scroll the page.
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
async function says(page, words) {
  await page.waitForFunction((words) => document.querySelector('#say')?.textContent === words, words).catch(async () => {
    throw new Error(`the page should say '${words}', and says '${await page.textContent('#say')}'`);
  });
}

/** Waits for marks on these cells, and no others. @param {Page} page @param {string[]} cells @param {string} [kind] */
async function marked(page, cells, kind = 'sumito-last') {
  /** @param {{ cells: string[], kind: string }} expected */
  const agree = ({ cells, kind }) => {
    const marks = [...document.querySelectorAll(`.${kind}`)].map((mark) => `${mark.getAttribute('cx')} ${mark.getAttribute('cy')}`);
    const holes = cells.map((cell) => document.querySelector(`.sumito-cells [data-cell="${cell}"]`)).map((hole) => `${hole?.getAttribute('x')} ${hole?.getAttribute('y')}`);
    return marks.sort().join() === holes.sort().join();
  };
  await page.waitForFunction(agree, { cells, kind }).catch(() => {
    throw new Error(`${kind} should mark ${cells.join(' ') || 'nothing'}`);
  });
}

/** @param {Page} page @param {number} count */
async function countMoves(page, count) {
  await page.waitForFunction((count) => document.querySelectorAll('#moves button').length === count, count).catch(async () => {
    throw new Error(`${count} moves should be listed, and these are: ${(await playedMoves(page)).join(' ')}; the page says '${await page.textContent('#say')}'`);
  });
}

/** @param {Page} page */
const playedMoves = (page) => page.locator('#moves button').allTextContents();

/** Nothing is wider than the screen. @param {Page} page */
async function staysInside(page) {
  const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  check(over <= 0, `${new URL(page.url()).pathname} is ${over} pixels wider than the screen`);
}

/** @param {string[]} moves */
const numbered = (moves) => moves.map((move, i) => (i % 2 ? move : `${i / 2 + 1}. ${move}`)).join(' ');

// ---- the texts of the pages

/** @param {string} language @returns {Map<string, string>} */
function messages(language) {
  const lines = readFileSync(`${ROOT}i18n/${language}.ftl`, 'utf8').split('\n').filter((line) => /^[a-z]/.test(line));
  return new Map(lines.map((line) => /** @type {[string, string]} */ ([line.slice(0, line.indexOf(' = ')), line.slice(line.indexOf(' = ') + 3)])));
}

/** @param {string} language @param {string} key @param {Record<string, string>} [args] */
function text(language, key, args = {}) {
  const found = messages(language).get(key);
  if (found === undefined) throw new Error(`there is no text ${key} in ${language}`);
  return found.replace(/\{ \$(\w+) \}/g, (_, name) => args[name]);
}

// ---- checks

/** @param {unknown} holds @param {string} message */
function check(holds, message) {
  if (!holds) throw new Error(message);
}

/** @param {unknown} found @param {unknown} expected @param {string} what */
function equal(found, expected, what) {
  check(found === expected, `${what} should be '${expected}', and is '${found}'`);
}

// ---- running

/** Starts the site on a free port, with a database of its own. @param {string} program */
async function serve(program) {
  const data = mkdtempSync(`${tmpdir()}/sumito-journeys-`);
  process.on('exit', () => rmSync(data, { recursive: true, force: true }));
  const server = spawn(program, ['serve', '--listen', '127.0.0.1:0', '--quiet', '--data', data], { stdio: ['ignore', 'pipe', 'inherit'] });
  const failed = new Promise((_, reject) => {
    server.on('error', reject);
    server.on('exit', (code) => reject(new Error(`${program} serve ended with ${code}`)));
  });
  failed.catch(() => {});
  const address = (async () => {
    for await (const line of createInterface({ input: server.stdout })) {
      const [found] = line.match(/http:\/\/\S+/) ?? [];
      if (found) return found;
    }
    throw new Error(`${program} serve tells no address`);
  })();
  return { server, address: /** @type {string} */ (await Promise.race([address, failed])) };
}

/** @param {import('playwright-core').Browser} browser @param {string} baseURL @param {string} name @returns {Promise<boolean>} whether it went well */
async function travel(browser, baseURL, name) {
  const begun = performance.now();
  /** @type {string[]} */
  const complaints = [];
  /** @type {Page[]} */
  const pages = [];
  /** @type {Visit} */
  const visit = async (reader = {}) => {
    const context = await browser.newContext({ baseURL, locale: 'en', viewport: { width: 1100, height: 820 }, ...reader });
    context.setDefaultTimeout(PATIENCE);
    const page = await context.newPage();
    page.on('console', (message) => message.type() === 'error' && complaints.push(`console: ${message.text()}`));
    page.on('pageerror', (error) => complaints.push(`error: ${error.message}`));
    pages.push(page);
    return page;
  };
  try {
    await JOURNEYS[name](visit);
  } catch (error) {
    complaints.unshift(error instanceof Error ? error.message : String(error));
  }
  if (complaints.length) {
    mkdirSync(PICTURES, { recursive: true });
    await pages.at(-1)?.screenshot({ path: `${PICTURES}/${name.replace(/\W+/g, '-')}.png` }).catch(() => {});
  }
  for (const page of pages) await page.context().close();
  const seconds = ((performance.now() - begun) / 1000).toFixed(1);
  console.log(`${complaints.length ? 'FAILED' : 'ok'} ${name} (${seconds} s)`);
  for (const complaint of complaints) console.log(complaint.replace(/^/gm, '  '));
  return !complaints.length;
}

const [program, ...wanted] = process.argv.slice(2);
const names = Object.keys(JOURNEYS).filter((name) => !wanted.length || wanted.some((part) => name.includes(part)));
if (!program || !names.length) {
  console.error(`usage: node web/journeys.mjs PROGRAM [JOURNEY]...\nthe journeys:\n  ${Object.keys(JOURNEYS).join('\n  ')}`);
  process.exit(2);
}
const { server, address } = await serve(program);
try {
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: FLAGS, timeout: PATIENCE });
  let failed = 0;
  for (const name of names) if (!(await travel(browser, address, name))) failed += 1;
  await browser.close();
  console.log(failed ? `${failed} of ${names.length} journeys failed` : `${names.length} journeys went well`);
  process.exitCode = failed ? 1 : 0;
} finally {
  server.kill();
}

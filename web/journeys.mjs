// Journeys through the site in a real browser: `node web/journeys.mjs PROGRAM [JOURNEY]...`. PROGRAM is a built `sumito`; the browser is
// Chromium, at /usr/bin/chromium or where the variable CHROMIUM says, or with BROWSER=firefox Firefox, at /usr/bin/firefox-esr or where
// FIREFOX says. A line for each journey; the exit code is 1 if one fails, and target/journeys then has a screenshot of its page. A failed
// journey is repeated once, alone, only to report whether it fails every time.

import { mkdirSync } from 'node:fs';
import * as absence from './journeys/absence.mjs';
import * as account from './journeys/account.mjs';
import * as analysis from './journeys/analysis.mjs';
import * as board from './journeys/board.mjs';
import * as community from './journeys/community.mjs';
import * as embedding from './journeys/embedding.mjs';
import * as engines from './journeys/engines.mjs';
import * as game from './journeys/game.mjs';
import * as lessons from './journeys/lessons.mjs';
import * as lobby from './journeys/lobby.mjs';
import * as moderation from './journeys/moderation.mjs';
import * as pages from './journeys/pages.mjs';
import * as party from './journeys/party.mjs';
import * as partyOnline from './journeys/party-online.mjs';
import * as play from './journeys/play.mjs';
import * as rulebook from './journeys/rulebook.mjs';
import * as puzzles from './journeys/puzzles.mjs';
import * as tournaments from './journeys/tournaments.mjs';
import * as training from './journeys/training.mjs';
import { browse, PATIENCE, serve } from './journeys/program.mjs';
import { isForgiven, ROOT } from './journeys/steps.mjs';

/** @typedef {import('./journeys/steps.mjs').Visit} Visit */
/** @typedef {import('playwright-core').Page} Page */

const PICTURES = `${ROOT}target/journeys`;
/**
 * What says nothing against a page: a browser that was taken offline on purpose logs an error, and Firefox reports a typeface whose loading ended with its page
 * (NS_BINDING_ABORTED), now in the console and now as an error of the page.
 */
const MEANT = /net::ERR_INTERNET_DISCONNECTED|^download failed \(font-family: "Figtree".*status=2152398850/;
/** A journey mostly waits: two at a time keep two cores busy. */
const LANES = 2;

const AREAS = [lobby, play, party, partyOnline, game, absence, board, analysis, account, community, moderation, rulebook, lessons, pages, puzzles, training, tournaments, engines, embedding];

/** @type {import('./journeys/steps.mjs').Journeys} */
const JOURNEYS = Object.assign({}, ...AREAS.map((area) => area.journeys));

// ---- running

/** @param {import('playwright-core').Browser} browser @param {string} baseURL @param {string} name @returns {Promise<boolean>} whether it went well */
async function travel(browser, baseURL, name) {
  const begun = performance.now();
  /** @type {string[]} */
  const complaints = [];
  /** @type {Page[]} */
  const pages = [];
  /** @type {Visit} */
  const visit = async (reader = {}) => {
    // Each new browser would cache all files for offline use, so service workers are allowed only in journeys that go offline.
    const context = await browser.newContext({ baseURL, locale: 'en', viewport: { width: 1100, height: 820 }, serviceWorkers: 'block', ...reader });
    context.setDefaultTimeout(PATIENCE);
    const page = await context.newPage();
    page.on('console', (message) => {
      const meant = MEANT.test(message.text()) || isForgiven(page, `${message.text()} ${message.location().url}`);
      if (message.type() === 'error' && !meant) complaints.push(`console: ${message.text()}`);
    });
    page.on('pageerror', (error) => {
      if (!MEANT.test(error.message)) complaints.push(`error: ${error.message}`);
    });
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
/** Goes on these journeys in lanes, each with a site and a browser of its own. @param {string[]} names @param {number} lanes @returns {Promise<string[]>} those that failed */
async function travelAll(names, lanes) {
  const waiting = [...names];
  /** @type {string[]} */
  const failed = [];
  await Promise.all(Array.from({ length: Math.min(lanes, names.length) }, async () => {
    const { server, address } = await serve(program);
    try {
      const browser = await browse();
      for (let name = waiting.shift(); name; name = waiting.shift()) if (!(await travel(browser, address, name))) failed.push(name);
      await browser.close();
    } finally {
      server.kill();
    }
  }));
  return failed;
}

const failed = await travelAll(names, LANES);
const again = await travelAll(failed, 1);
for (const name of failed) console.log(`${again.includes(name) ? 'failed twice' : 'failed once, then went well'}: ${name}`);
console.log(`${names.length - failed.length} of ${names.length} journeys went well`);
process.exitCode = failed.length ? 1 : 0;

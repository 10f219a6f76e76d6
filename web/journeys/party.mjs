// Three to six players: at one screen, in the rule book and in a lesson.

import { check, countMoves, equal, insist, LANGUAGES, playedMoves, says, shutsNobodyOut, staysInside, tap, text, type } from './steps.mjs';

/** @typedef {import('playwright-core').Page} Page */

/** A game of three in which White and Blue help Black to six ejections. */
const THREE = 'i7h7 f9g9 f2g3 h9g8 g9h9 a1a2 h6h7 e8f8 b2a1 i8h8 c6d7 e2f3 h8g8 f9g9 f3g4 g7g8 e9f9 c2d2 g8f8 b6c7 e2e3 f8e8 d7e7 d2e3 d8d7 b5c6 f4g5 d7e8'.split(' ');

const NAMES = /** @type {const} */ (['black', 'white', 'blue', 'red', 'green', 'yellow']);

/** What the page says when a person is to move. @param {string} language @param {string} turn @param {string} next */
const toMove = (language, turn, next) => text(language, 'js-party-then', { turn: text(language, `js-turn-${turn}`), next: text(language, `js-${next}`) });

/** Opens the form with a layout. @param {Page} page @param {string} layout */
async function setUp(page, layout) {
  await page.goto(`/party?layout=${layout}`);
  await page.waitForSelector(`[name=layout][value=${layout}]:checked`, { state: 'attached' });
}

/** The marbles in a seat's tray. @param {Page} page @param {string} seat */
const trayOf = (page, seat) => page.locator(`#tile-${seat} .sumito-lost > :not(.partners)`).count();

/** @type {import('./steps.mjs').Journeys} */
export const journeys = {
  async 'three people play a game at one screen to its end'(visit) {
    const page = await visit({ reducedMotion: 'reduce' });
    await page.goto('/');
    await page.check('[name=against][value=same-screen]', { force: true });
    await page.click('#setup a[href="/party"]');
    await page.waitForSelector('.party[data-mode=setup]');
    await shutsNobodyOut(page, 'setting up a game of three');
    await page.click('#all-people');
    await page.fill('[name=name-white]', 'Ada');
    await page.click('#start');
    await says(page, toMove('en', 'black', 'white'));
    equal(await page.textContent('#tile-white .name'), 'Ada', 'the name of White');
    // The board turns to the player to move, who sits below it.
    for (const [ply, move] of THREE.entries()) {
      const seat = NAMES[ply % 3];
      await page.waitForSelector(`#tile-${seat}.turn[data-side="0"]`);
      await type(page, move);
      await countMoves(page, ply + 1);
      // In the middle of the game the page is loaded again.
      if (ply !== 10) continue;
      await page.reload();
      await countMoves(page, ply + 1);
    }
    equal(await page.textContent('#verdict'), text('en', 'js-wins-black'), 'the verdict');
    equal(await page.textContent('#reason'), text('en', 'js-party-won-by-ejections', { count: '6' }), 'the reason');
    equal(await trayOf(page, 'black'), 6, 'the marbles in the tray of Black');
    equal((await playedMoves(page)).join(' '), THREE.join(' '), 'the moves');
    await shutsNobodyOut(page, 'the end of a game of three');
    const [file] = await Promise.all([page.waitForEvent('download'), page.click('#download')]);
    const written = await (await file.createReadStream()).toArray();
    check(/\[White "Ada"\][^]*1-0-0/.test(Buffer.concat(written).toString()), 'the file has names and result');
    // The last move is taken back, and the game goes on.
    await page.click('#take-back');
    await countMoves(page, THREE.length - 1);
    await says(page, toMove('en', 'black', 'white'));
    await page.click('#again');
    await countMoves(page, 0);
  },

  async 'one person plays with five engines, resigns, and the engines go on'(visit) {
    const page = await visit({ reducedMotion: 'reduce' });
    await setUp(page, 'six');
    await page.click('#one-person');
    for (const seat of NAMES.slice(1)) await page.selectOption(`[name=level-${seat}]`, '1');
    await page.click('#start');
    await says(page, toMove('en', 'black', 'white'));
    equal(await page.textContent('#tile-black .name'), text('en', 'js-you'), 'the name of the only person');
    await tap(page, 'i6');
    await tap(page, 'i5');
    await countMoves(page, 6);
    await says(page, toMove('en', 'black', 'white'));
    equal((await playedMoves(page))[0], 'i6i5', 'the first move');
    await page.click('#take-back');
    await countMoves(page, 0);
    await says(page, toMove('en', 'black', 'white'));
    await tap(page, 'i6');
    await tap(page, 'i5');
    await countMoves(page, 6);
    await insist(page, '#resign');
    await page.waitForSelector('#tile-black.left');
    equal(await page.textContent('#tile-black .note'), text('en', 'js-party-left-resigned'), 'what is said of Black');
    // A resignation is a word of the game, and the marbles stay.
    await page.waitForFunction(() => document.querySelectorAll('#moves button').length >= 12);
    check((await page.locator('.sumito-marbles .sumito-black').count()) > 0, 'the marbles of Black stay');
    await page.reload();
    await page.waitForSelector('#tile-black.left');
    await page.waitForFunction(() => document.querySelectorAll('#moves button').length >= 13);
    // The resignation is taken back with everything after it.
    await page.click('#take-back');
    await countMoves(page, 6);
    await says(page, toMove('en', 'black', 'white'));
  },

  async 'three at one screen play on time, and whoever runs out of it is out'(visit) {
    const page = await visit({ reducedMotion: 'reduce' });
    await setUp(page, 'three');
    await page.click('#all-people');
    await page.evaluate(() => document.querySelector('.party-setup details.fold')?.setAttribute('open', ''));
    equal(await page.locator('[name=clock][value="3d"] + span').isVisible(), false, 'days for a move at one screen');
    await page.check('[name=clock][value=own]', { force: true });
    await page.fill('[name=minutes]', '0.1');
    await page.click('#start');
    await says(page, toMove('en', 'black', 'white'));
    const clock = (/** @type {string} */ seat) => page.textContent(`#clock-${seat} .time`);
    equal(await clock('white'), '0:06.0', 'the clock of White');
    // The clock starts with the first move.
    await type(page, 'i7h7');
    await page.waitForSelector('#clock-white.running');
    equal(await clock('black'), '0:06.0', 'the clock of Black, who has moved');
    // While the page is closed, time stands still.
    await page.waitForFunction(() => document.querySelector('#clock-white .time')?.textContent !== '0:06.0');
    await page.reload();
    await page.waitForSelector('#clock-white.running');
    check((await clock('white')) !== '0:06.0', 'the clock starts again after a reload');
    await page.waitForSelector('#tile-white.left');
    equal(await page.textContent('#tile-white .note'), text('en', 'js-party-left-flag'), 'what is said about White');
    await page.waitForSelector('#clock-blue.running');
    equal((await page.locator('#tile-blue.turn').count()), 1, 'whose turn it is');
  },

  async 'a game of three is analyzed: the keys step, variations and comments are kept, and the engine has a line'(visit) {
    const page = await visit();
    const at = (/** @type {string} */ move) => page.waitForFunction((move) => document.querySelector('#moves [aria-current] > span')?.textContent === move, move);
    await page.goto(`/analysis/party?${new URLSearchParams({ position: 'three', moves: THREE.slice(0, 6).join(' ') })}`);
    await at('a1a2');
    await page.waitForFunction(() => document.querySelectorAll('#line button').length > 0);
    await shutsNobodyOut(page, 'the analysis of a game of three');
    for (const [key, move] of [['ArrowLeft', 'g9h9'], ['End', 'a1a2'], ['Home', ''], ['ArrowRight', 'i7h7']]) {
      await page.keyboard.press(key);
      if (move) await at(move);
      else await page.waitForFunction(() => !document.querySelector('#moves [aria-current]'));
    }
    // Another second move becomes a variation; the arrow keys change between them.
    await tap(page, 'e9');
    await tap(page, 'f9').catch(() => {});
    await page.fill('#comment', 'quieter');
    await page.keyboard.press('Escape');
    await page.locator('#comment').blur();
    await page.keyboard.press('l');
    equal(await page.getAttribute('#engine', 'aria-pressed'), 'false', 'the engine after L');
    const side = await page.getAttribute('#tile-black', 'data-side');
    await page.keyboard.press('f');
    check((await page.getAttribute('#tile-black', 'data-side')) !== side, 'the board does not turn with F');
    await page.waitForFunction(() => /** @type {HTMLTextAreaElement} */ (document.querySelector('#export-text')).value.includes('quieter'));
    // It is all there after a reload.
    await page.goto('/analysis/party');
    await page.waitForFunction(() => document.querySelector('#moves')?.textContent?.includes('quieter'));
    // A file of a game of two has nothing for this page.
    await page.fill('#import-text', '1. a1b2 *');
    await page.click('#import');
    await page.waitForSelector('#import-problem:not([hidden])');
  },

  async 'every layout for more players fits on every screen and in every language'(visit) {
    for (const [i, size] of [{ width: 1366, height: 768 }, { width: 390, height: 844 }, { width: 320, height: 568 }, { width: 844, height: 390 }].entries()) {
      const language = LANGUAGES[i + 1] ?? 'en';
      const page = await visit({ viewport: size, locale: language, reducedMotion: 'reduce' });
      for (const layout of ['three', 'four-teams', 'four-belgian', 'six-teams']) {
        await setUp(page, layout);
        await staysInside(page);
        await page.click('#all-people');
        await page.click('#start');
        await says(page, toMove(language, 'black', 'white'));
        await staysInside(page);
        const board = await page.locator('sumito-board').boundingBox();
        for (const seat of NAMES.slice(0, Number(await page.getAttribute('.party', 'data-seats')))) {
          const tile = await page.locator(`#tile-${seat}`).boundingBox();
          check(tile && board && tile.x >= 0 && tile.x + tile.width <= size.width + 1, `${seat} of ${layout} at ${size.width} is cut off`);
        }
      }
    }
  },

  async 'somebody tries the rules for more players in the rule book, and plays one of the games'(visit) {
    const page = await visit();
    await page.goto('/learn/rules#players');
    const figure = page.locator('#figure-partner-push');
    await figure.locator('.tries button').nth(1).click();
    await page.waitForFunction(() => document.querySelector('#figure-partner-push .told')?.textContent);
    const did = text('en', 'js-did-sumito-3-2');
    await page.waitForFunction((did) => document.querySelector('#figure-partner-push .told')?.textContent === did, did);
    const rear = page.locator('#figure-partner-rear');
    await rear.locator('.tries button').first().click();
    const why = text('en', 'illegal-pusher-not-yours', { cell: 'g5' });
    await page.waitForFunction((why) => document.querySelector('#figure-partner-rear .told')?.textContent?.startsWith(why), why);
    await page.click('a[href="/party?layout=six-teams"]');
    await page.waitForSelector('[name=layout][value=six-teams]:checked', { state: 'attached' });
  },

  async 'somebody learns to push with a partner'(visit) {
    const page = await visit({ reducedMotion: 'reduce' });
    await page.goto('/learn/lessons/more-players');
    const forward = async (/** @type {string} */ good) => {
      await says(page, good);
      await page.click('#forward');
    };
    await says(page, text('en', 'js-turn-black'));
    for (const cell of ['e2', 'e4', 'e5']) await tap(page, cell);
    await forward(text('en', 'lesson-more-players-1-good'));
    await says(page, text('en', 'js-turn-black'));
    // One's own marble first, then the partner's.
    for (const cell of ['g5', 'g6', 'g7']) await tap(page, cell);
    await forward(text('en', 'lesson-more-players-2-good'));
    await says(page, text('en', 'js-turn-black'));
    for (const cell of ['g6', 'g7']) await tap(page, cell);
    await forward(text('en', 'lesson-more-players-3-good'));
    await says(page, text('en', 'js-turn-black'));
    for (const cell of ['e7', 'e8', 'e9']) await tap(page, cell);
    await says(page, text('en', 'lesson-more-players-4-good'));
    await page.waitForSelector('#done:not([hidden])');
  },
};

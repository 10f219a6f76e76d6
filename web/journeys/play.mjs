// A game in this browser alone.

import { check, countMoves, equal, GAME, insist, KEEPS, LANGUAGES, marked, playedMoves, says, staysInside, swipe, tap, text, type, until } from './steps.mjs';

/** Takes the lock that a window has while its engine thinks, so that no engine answers until it is released, or the window is closed. @param {import('playwright-core').Page} page */
const holdEngine = (page) => page.evaluate(() => new Promise((resolve) => {
  navigator.locks.request('sumito-local', () => {
    resolve(null);
    return new Promise((release) => (/** @type {any} */ (window).releaseEngine = release));
  });
}));

/** @type {import('./steps.mjs').Journeys} */
export const journeys = {
  async 'somebody plays against the engine without the server'(visit) {
    const page = await visit();
    await page.goto('/play?kind=engine&level=1&color=black&layout=belgian-daisy');
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
    // Something else wrote to the game's storage key.
    for (const nonsense of ['{', '7', '{"moves":["z9z8"]}']) {
      await page.evaluate((nonsense) => localStorage.setItem('sumito-local', nonsense), nonsense);
      await page.reload();
      await says(page, text('en', 'js-your-turn'));
    }
    // Two windows show the same game: what is played in one is seen in the other.
    const other = await page.context().newPage();
    await other.goto('/play');
    // The board takes no taps before the rules have loaded.
    await says(other, text('en', 'js-your-turn'));
    // The engine waits: its answer may come before a busy window has shown the notice.
    await holdEngine(page);
    const told = says(page, text('en', 'js-play-follows'));
    await tap(other, 'c3');
    await tap(other, 'd4');
    await Promise.all([told, countMoves(other, 1), countMoves(page, 1)]);
    await page.evaluate(() => /** @type {any} */ (window).releaseEngine());
    for (const both of [page, other]) await countMoves(both, 2);
    // It continues in the window that followed, with one engine reply for both.
    await type(page, 'd4c3');
    for (const both of [page, other]) await countMoves(both, 4);
    equal((await playedMoves(page)).join(), (await playedMoves(other)).join(), 'the moves in the other window');
    // The window whose engine is thinking is closed: the other one makes the move. Whatever the engine has played, this one is possible.
    await holdEngine(page);
    await type(page, 'g8f8');
    for (const both of [page, other]) await countMoves(both, 5);
    await page.close();
    await countMoves(other, 6);
    await says(other, text('en', 'js-your-turn'));
  },

  async 'on a train without a connection, somebody plays the engine from its first move'(visit) {
    const page = await visit(KEEPS);
    await page.goto('/');
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}));
    await until(page, async () => !!(await caches.match('/web/sumito.wasm')) && !!(await caches.match('/play', { ignoreSearch: true })), null);
    await page.context().setOffline(true);
    await page.goto('/play?kind=engine&level=1&color=white&layout=standard');
    await countMoves(page, 1);
    await says(page, text('en', 'js-your-turn'));
    await tap(page, 'g5');
    await tap(page, 'f5');
    await countMoves(page, 3);
    await page.reload();
    await countMoves(page, 3);
    // A page that needs the server says so, with a link to play offline.
    await page.goto('/players');
    equal(await page.textContent('h1'), text('en', 'offline-title'), 'the title of a page that is missing');
    await page.locator('main a[href^="/play"]').first().click();
    await page.waitForSelector('sumito-board[live]');
  },

  async 'without a connection, a game follows the rules chosen in the form'(visit) {
    const page = await visit({ ...KEEPS, reducedMotion: 'reduce' });
    await page.goto('/');
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}));
    await until(page, async () => !!(await caches.match('/web/sumito.wasm')) && !!(await caches.match('/play', { ignoreSearch: true })), null);
    await page.context().setOffline(true);
    await page.check('[name=against][value=same-screen]', { force: true });
    await page.click('details:has([name=marbles]) summary');
    await page.check('[name=marbles][value="3"]', { force: true });
    await page.check('[name=quiet][value="25"]', { force: true });
    await page.click('#setup .big');
    await page.waitForURL('**/play');
    await says(page, text('en', 'js-turn-black'));
    const rules = '3 marbles win · a draw after 25 moves without an ejection';
    equal(await page.textContent('#rules'), rules, 'the rules');
    const enter = async (/** @type {string[]} */ moves) => {
      for (const [ply, move] of moves.entries()) {
        await type(page, move);
        await countMoves(page, ply + 1);
      }
    };
    await enter(GAME.slice(0, 7));
    await says(page, `${text('en', 'js-wins-black')} – ${text('en', 'js-result-won-by-ejections', { score: '3–0' })}`);
    // Another game has the same rules, also when the page is loaded again.
    await page.click('#again');
    await countMoves(page, 0);
    await page.reload();
    await says(page, text('en', 'js-turn-black'));
    equal(await page.textContent('#rules'), rules, 'the rules of the next game');
    await page.goto(`/play?${new URLSearchParams({ kind: 'same-screen', layout: 'belgian-daisy', rules: 'quiet=4' })}`);
    await enter(['c3d4', 'g5f5', 'd4c3', 'f5g5']);
    await says(page, `${text('en', 'js-draw')} – ${text('en', 'js-result-drawn-by-quiet-limit')}`);
    // Rules that nobody can read: the usual game instead.
    await page.goto('/play?kind=same-screen&layout=belgian-daisy&rules=nonsense');
    await says(page, text('en', 'js-your-turn'));
    equal(await page.textContent('#rules'), '', 'the usual rules');
  },

  async 'two at one phone, by swiping, in Swedish and in the dark'(visit) {
    const page = await visit({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2, colorScheme: 'dark', locale: 'sv-SE' });
    await page.goto('/play?kind=same-screen&turning=on&layout=standard');
    equal(await page.getAttribute('html', 'lang'), 'sv', 'the language');
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
      await page.goto('/play?kind=same-screen&layout=belgian-daisy');
      await says(page, text(language, 'js-turn-black'));
      for (const cell of ['b1', 'b2', 'b3', 'b4']) await tap(page, cell);
      await says(page, text(language, 'illegal-pac-3-3'));
      equal((await playedMoves(page)).length, 0, 'the number of moves');
    }
  },

  async 'a whole game by typed moves, to six ejections'(visit) {
    const page = await visit({ reducedMotion: 'reduce' });
    await page.goto('/play?kind=same-screen&layout=belgian-daisy');
    await says(page, text('en', 'js-turn-black'));
    for (const [ply, move] of GAME.entries()) {
      await type(page, move);
      await countMoves(page, ply + 1);
    }
    await says(page, `${text('en', 'js-wins-black')} – ${text('en', 'js-result-won-by-ejections', { score: '6–0' })}`);
    equal(await page.getAttribute('.tray[data-tray=white]', 'data-count'), '6', 'the marbles that White lost');
    check(await page.isDisabled('#resign'), 'one may resign after the end');
    await page.click('#take-back');
    await countMoves(page, GAME.length - 1);
    await says(page, text('en', 'js-turn-black'));
    await type(page, 'a1i9');
    await says(page, text('en', 'illegal-empty-cell', { cell: 'a1' }));
  },

  async 'a game in this browser is resigned, and one press tells what decided it'(visit) {
    const page = await visit({ locale: 'fr' });
    await page.goto('/play?kind=same-screen&layout=belgian-daisy');
    await says(page, text('fr', 'js-turn-black'));
    check(await page.isHidden('#decided'), 'it is told before the end');
    // Black leaves a pac, and White does not see it.
    for (const [ply, move] of GAME.slice(0, 2).entries()) {
      await type(page, move);
      await countMoves(page, ply + 1);
    }
    await insist(page, '#resign');
    await page.click('#decided');
    await page.waitForSelector('#decisive:not([hidden])');
    equal(await page.textContent('#decisive h2'), text('fr', 'js-analysis-decisive'), 'the title');
    equal(await page.locator('#moves .move').count(), 2, 'the moves on the analysis board');
  },

  async 'by the keyboard alone'(visit) {
    const page = await visit();
    await page.goto('/play?kind=same-screen&layout=belgian-daisy');
    await says(page, text('en', 'js-turn-black'));
    for (let tabs = 0; !(await page.evaluate(() => document.activeElement?.closest('sumito-board'))); tabs++) {
      check(tabs < 30, 'the board cannot be reached by Tab');
      await page.keyboard.press('Tab');
    }
    await marked(page, ['e5'], 'sumito-cursor');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.waitForFunction((words) => document.querySelector('sumito-board [aria-live=assertive]')?.textContent === words, text('en', 'js-cell-black', { cell: 'c3' }));
    await page.keyboard.press('Space');
    await marked(page, ['c3'], 'sumito-chosen');
    await page.keyboard.press('e');
    await countMoves(page, 1);
    equal((await playedMoves(page))[0], 'c3d4', 'the move');
    await page.keyboard.press('Space');
    await page.keyboard.press('Escape');
    await marked(page, [], 'sumito-chosen');
  },
};

// The course.

import { fresh, signIn, signUp } from './account.mjs';
import { shownPuzzle, solve } from './puzzles.mjs';
import { check, equal, KEEPS, says, staysInside, swipe, tap, text, until } from './steps.mjs';

/** @typedef {import('playwright-core').Page} Page */

/** Goes on to the next step. @param {Page} page @param {number} step */
async function forward(page, step) {
  await page.click('#forward');
  await page.waitForSelector(`.step[data-step="${step}"]:not([hidden])`);
  await page.waitForSelector('sumito-board[live]');
}

/** Chooses marbles and plays toward a cell. @param {Page} page @param {string} cells */
async function play(page, cells) {
  for (const cell of cells.split(' ')) await tap(page, cell);
}

/** Takes a lesson without a mistake. @param {Page} page @param {string} lesson @param {string[]} steps  what is tapped in each */
async function take(page, lesson, steps) {
  await page.goto(`/learn/lessons/${lesson}`);
  await page.waitForSelector('sumito-board[live]');
  for (const [n, cells] of steps.entries()) {
    if (n) await forward(page, n + 1);
    await play(page, cells);
  }
  await page.waitForSelector('#done:not([hidden])');
}

/** @type {import('./steps.mjs').Journeys} */
export const journeys = {
  async 'lessons: a newcomer in Swedish takes the first ones, tries the impossible pushes, and solves the puzzle of the day'(visit) {
    const page = await visit({ locale: 'sv' });
    await page.goto('/');
    await page.getByText(text('sv', 'home-learn')).click();
    await page.waitForSelector('sumito-board[live]');
    // Two at once: allowed, but not asked for; and the board waits until the newcomer tries again.
    await play(page, 'd4 e5 f6');
    await says(page, text('sv', 'lesson-first-steps-1-two'));
    await page.click('#again');
    await page.waitForSelector('sumito-board[live]');
    await play(page, 'e5 e6');
    await says(page, text('sv', 'lesson-first-steps-1-good'));
    await forward(page, 2);
    await play(page, 'd4 d5');
    await says(page, text('sv', 'lessons-wrong-move-to', { cell: 'e5' }));
    await page.click('#again');
    await page.waitForSelector('sumito-board[live]');
    await play(page, 'd4 e5');
    await says(page, text('sv', 'lesson-first-steps-2-good'));
    // Progress is remembered.
    await page.reload();
    await page.waitForSelector('.step[data-step="3"]:not([hidden])');
    await page.waitForSelector('sumito-board[live]');
    await play(page, 'a1 b2 c3 d4');
    await says(page, text('sv', 'lesson-first-steps-3-good'));
    await page.waitForSelector('#done:not([hidden])');
    equal(await page.getAttribute('#stars', 'aria-label'), text('sv', 'js-lessons-stars', { stars: '2' }), 'the stars after two mistakes');
    await page.click('#done .main');
    await page.waitForSelector('sumito-board[live]');
    await play(page, 'c3 d4 e5');
    await says(page, text('sv', 'lesson-in-line-1-good'));
    await forward(page, 2);
    await play(page, 'e3 e5 e6');
    await says(page, text('sv', 'lesson-in-line-2-good'));
    await page.waitForSelector('#done:not([hidden])');
    equal(await page.getAttribute('#stars', 'aria-label'), text('sv', 'js-lessons-stars', { stars: '3' }), 'the stars without a mistake');

    await page.click('.back a');
    await page.click('a[href="/learn/lessons/why-not"]');
    await page.waitForSelector('sumito-board[live]');
    await play(page, 'e5 e6');
    await says(page, text('sv', 'lessons-wrong-illegal'));
    await page.click('#again');
    await page.waitForSelector('sumito-board[live]');
    await play(page, 'd4 e5 f6');
    await says(page, text('sv', 'lesson-why-not-1-good'));
    await forward(page, 2);
    await play(page, 'c3 e5 f6');
    await says(page, text('sv', 'lesson-why-not-2-good'));
    await forward(page, 3);
    await play(page, 'e5 e6');
    await says(page, text('sv', 'lesson-why-not-3-good'));
    await forward(page, 4);
    await play(page, 'f5 f6 e5');
    await says(page, text('sv', 'lesson-why-not-4-good'));
    await page.waitForSelector('#done:not([hidden])');
    await page.click('.back a');
    await page.waitForFunction(() => document.querySelectorAll('.stars[role=img]').length === 3);
    equal(await page.textContent('[data-lesson=broadside] .due'), text('sv', 'js-lessons-continue'), 'where to go on');

    await page.click('nav a[href="/puzzles"]');
    await page.click('.today .button');
    await says(page, text('sv', 'js-puzzles-begin'));
    const puzzle = shownPuzzle(page);
    if (!puzzle) throw new Error('the puzzle of the day is not in the collection');
    await solve(page, puzzle);
    await says(page, text('sv', 'js-puzzles-solved'));
  },

  async 'lessons: a phone, a hint, a solution, a clock'(visit) {
    const page = await visit({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
    await page.goto('/learn/lessons/sumito-2-1');
    await page.waitForSelector('sumito-board[live]');
    await staysInside(page);
    await swipe(page, ['d4', 'e5', 'f6']);
    await says(page, text('en', 'lesson-sumito-2-1-1-good'));
    await forward(page, 2);
    await page.click('.step:not([hidden]) summary');
    await page.click('#solve');
    await says(page, text('en', 'js-lessons-shown'));
    await play(page, 'e7 e6 e5');
    await says(page, text('en', 'lesson-sumito-2-1-2-good'));
    await page.waitForSelector('#done:not([hidden])');
    equal(await page.getAttribute('#stars', 'aria-label'), text('en', 'js-lessons-stars', { stars: '1' }), 'the stars after a hint and the solution');
    await page.goto('/learn/lessons/time');
    await page.waitForSelector('sumito-board[live]');
    await page.click('#clock');
    await page.waitForFunction(() => /^(30|29|28) s$/.test(document.querySelector('#say')?.textContent ?? ''));
    await play(page, 'd6 d7 d8');
    await says(page, text('en', 'lesson-time-1-good'));
    // Without scripts, every step and its solution can be read.
    const html = (await (await page.request.get('/learn/lessons/pac')).text()).replace(/<\/?a\b[^>]*>/g, '');
    check(['lesson-pac-1', 'lesson-pac-2', 'lesson-pac-3'].every((key) => html.includes(text('en', key))), 'a step is missing without scripts');
    equal((await page.request.get('/learn/lessons/nowhere')).status(), 404, 'the status of a lesson that is not there');
  },

  async 'lessons: stars follow the account to another browser, and to nobody else'(visit) {
    const page = await visit({ reducedMotion: 'reduce' });
    /** @param {import('playwright-core').Page} page @param {string} [stars] */
    const shows = (page, stars = '') => page.waitForFunction((stars) => document.querySelector('[data-lesson="sumito-2-1"] .stars')?.textContent === stars, stars);
    await take(page, 'sumito-2-1', ['d4 e5 f6', 'e7 e6 e5']);
    await page.click('.back a');
    await shows(page, '★★★');
    // Progress made without an account moves to the account.
    const name = fresh('Eva');
    await signUp(page, name);
    await until(page, () => fetch('/api/lessons/progress').then((answer) => answer.json()).then((stars) => stars['sumito-2-1'] === 3), null);

    const other = await visit({ reducedMotion: 'reduce', locale: 'fr' });
    await take(other, 'sumito-3-1', ['c3 e5 f6', 'f9 f7 f6']);
    await signIn(other, name);
    await other.waitForSelector('.top .who');
    await other.goto('/learn/lessons');
    await shows(other, '★★★');
    check((await (await other.request.get('/learn/lessons')).text()).includes('★★★'), 'the server does not show the stars itself');
    // And the other way round.
    await page.goto('/learn/lessons');
    await page.waitForFunction(() => document.querySelectorAll('.stars[role=img]').length === 2);

    // The next user of the browser has none of it.
    await other.goto('/account');
    await other.click('form[action="/account/sign-out"] button');
    await other.waitForSelector('.top a[href="/account"]');
    await other.goto('/learn/lessons');
    await shows(other);
    await signUp(other, fresh('Bo'));
    await other.goto('/learn/lessons');
    await shows(other);
    equal(await (await other.request.get('/api/lessons/progress')).text(), '{}', 'the stars of a new account');
  },

  async 'lessons: on a train without a connection, in Polish'(visit) {
    const page = await visit({ ...KEEPS, viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, locale: 'pl', reducedMotion: 'reduce' });
    const name = fresh('Iga');
    await signUp(page, name);
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}));
    await page.goto('/learn/lessons');
    await page.goto('/puzzles');
    await until(page, async () => {
      const kept = (await (await caches.open('sumito-pages')).keys()).map(({ url }) => new URL(url).pathname);
      return kept.includes('/learn/lessons/time') && kept.filter((path) => /^\/puzzles\/\w/.test(path)).length >= 6;
    }, null);
    await page.context().setOffline(true);

    // The course, with the progress so far.
    await page.goto('/learn/lessons');
    equal(await page.textContent('h1'), text('pl', 'lessons-title'), 'the title');
    await page.getByText(text('pl', 'offline-title')).waitFor();
    check(!(await page.textContent('body'))?.includes(name), 'a kept page shows who read it');
    await take(page, 'sumito-2-1', ['d4 e5 f6', 'e7 e6 e5']);
    await staysInside(page);
    await page.click('#done .main');
    await page.waitForSelector('sumito-board[live]');
    equal(new URL(page.url()).pathname, '/learn/lessons/sumito-3-1', 'the next lesson');
    await page.goto('/learn/lessons/why-not');
    await page.waitForSelector('sumito-board[live]');
    await play(page, 'd4 e5 f6');
    await says(page, text('pl', 'lesson-why-not-1-good'));

    // The books.
    for (const [path, key] of [['/learn', 'learn-title'], ['/learn/rules', 'rulebook-title'], ['/learn/glossary', 'glossary-title'], ['/learn/editions', 'editions-title']]) {
      await page.goto(path);
      equal(await page.textContent('h1'), text('pl', key), `the title of ${path}`);
    }
    await page.goto('/learn/rules');
    await page.locator('#figure-pac-1-1 .tries button').click();
    await page.waitForFunction((words) => document.querySelector('#figure-pac-1-1 .told')?.textContent?.startsWith(words), text('pl', 'illegal-pac-1-1'));

    // Puzzles: the one of the day, and another one.
    await page.goto('/puzzles');
    await page.click('.today .button');
    await says(page, text('pl', 'js-puzzles-begin'));
    const puzzle = shownPuzzle(page);
    if (!puzzle) throw new Error('the puzzle of the day is not in the collection');
    await solve(page, puzzle);
    await says(page, text('pl', 'js-puzzles-solved'));
    await page.waitForFunction((words) => document.querySelector('#reached')?.textContent === words, text('pl', 'js-puzzles-unsent'));
    await page.click('#forward');
    await page.waitForURL((url) => url.pathname.startsWith('/puzzles/') && !url.pathname.endsWith(puzzle.id));
    await says(page, text('pl', 'js-puzzles-begin'));
    // A page that was never opened is missing, and the offline page says so.
    await page.goto('/players');
    equal(await page.textContent('h1'), text('pl', 'offline-title'), 'the title of a page that is missing');

    // Back online, everything is delivered.
    await page.context().setOffline(false);
    await page.goto('/puzzles');
    await page.waitForSelector('.top .who');
    await until(page, async () => {
      const read = (/** @type {string} */ path) => fetch(path).then((answer) => answer.json());
      return (await read('/api/lessons/progress'))['sumito-2-1'] === 3 && (await read('/api/puzzles/progress')).progress?.solved === 1;
    }, null);
  },
};

// The course.

import { check, equal, says, staysInside, swipe, tap, text } from './steps.mjs';

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

/** @type {import('./steps.mjs').Journeys} */
export const journeys = {
  async 'lessons: a newcomer in Swedish takes the first ones, and tries impossible pushes'(visit) {
    const page = await visit({ locale: 'sv' });
    await page.goto('/learn');
    await page.click('a[href="/learn/lessons"]');
    await page.click('a[href="/learn/lessons/first-steps"]');
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
    // What was reached is remembered.
    await page.reload();
    await page.waitForSelector('.step[data-step="3"]:not([hidden])');
    await page.waitForSelector('sumito-board[live]');
    await play(page, 'a1 b2 c3 d4');
    await says(page, text('sv', 'lesson-first-steps-3-good'));
    await page.waitForSelector('#done:not([hidden])');
    equal(await page.getAttribute('#stars', 'aria-label'), text('sv', 'js-lessons-stars', { stars: '2' }), 'the stars after two mistakes');
    await page.click('#done a');
    // Two white marbles, seen from White's side.
    await page.waitForSelector('sumito-board[live]');
    await play(page, 'g7 f6 e5');
    await says(page, text('sv', 'lesson-in-line-1-good'));

    await page.goto('/learn/lessons/why-not');
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
    await page.goto('/learn/lessons');
    await page.waitForFunction(() => document.querySelectorAll('.stars[role=img]').length === 2);
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
    // Whoever does not read scripts reads every step and its solution.
    const html = await (await page.request.get('/learn/lessons/pac')).text();
    check(['lesson-pac-1', 'lesson-pac-2', 'lesson-pac-3'].every((key) => html.includes(text('en', key))), 'a step is missing without scripts');
    equal((await page.request.get('/learn/lessons/nowhere')).status(), 404, 'the status of a lesson that is not there');
  },
};

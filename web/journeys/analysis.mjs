// The analysis board.

import { check, countMoves, GAME, marked, numbered, says, tap, text } from './steps.mjs';

/** @type {import('./steps.mjs').Journeys} */
export const journeys = {
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
};

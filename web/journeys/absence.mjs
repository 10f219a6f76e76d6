// Games that a player leaves, or that nobody begins.

import { check, equal, says, shutsNobodyOut, staysInside, text } from './steps.mjs';

/** @typedef {import('./steps.mjs').Page} Page */
/** @typedef {import('./steps.mjs').Visit} Visit */

const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 };
/** Longer than a player may be away in a game of five minutes. */
const ABSENCE = 90_000;

/** Sends an action. @param {Page} page @param {string} game @param {Record<string, unknown>} action */
async function act(page, game, action) {
  const answer = await page.request.post(`/api/games/${game}/actions`, { data: action });
  check(answer.ok(), `${JSON.stringify(action)}: ${await answer.text()}`);
}

/** Two readers sit down to a game of five minutes. @param {Visit} visit @param {Parameters<Visit>[0]} [second] */
async function sitDown(visit, second) {
  const [black, white] = [await visit(), await visit(second)];
  const { game } = await (await black.request.post('/api/games', { data: { against: 'online', color: 'black', control: '300' } })).json();
  await act(white, game, { do: 'join' });
  return { black, white, game, look: () => Promise.all([black, white].map((page) => page.goto(`/game/${game}`))) };
}

/** The same, both have made a move, and look at its page. @param {Visit} visit @param {Parameters<Visit>[0]} [second] */
async function begin(visit, second) {
  const table = await sitDown(visit, second);
  // The first move has to come soon, which a page on a busy machine may not.
  await act(table.black, table.game, { do: 'play', move: 'a1b2', version: 2 });
  await act(table.white, table.game, { do: 'play', move: 'i5h5', version: 3 });
  await table.look();
  await says(table.black, text('en', 'js-your-turn'));
  return table;
}

const absent = (/** @type {Page} */ page, /** @type {string} */ words) => page.waitForFunction((words) => document.querySelector('#absent')?.textContent === words, words);

/** The seconds of the countdown. @param {Page} page */
async function seconds(page) {
  const shown = (await page.textContent('#countdown')) ?? '';
  const [, minutes, rest] = /^(\d):(\d\d)$/.exec(shown) ?? [];
  check(minutes !== undefined, `the countdown is '${shown}'`);
  return 60 * Number(minutes) + Number(rest);
}

/** @type {import('./steps.mjs').Journeys} */
export const journeys = {
  async 'a game that nobody begins is aborted, and both see how long it waits'(visit) {
    const { black, white, game, look } = await sitDown(visit, { ...PHONE, locale: 'de' });
    await look();
    await absent(black, text('en', 'js-game-first-move-yours'));
    await absent(white, text('de', 'js-game-first-move'));
    const [first, theirs] = [await seconds(black), await seconds(white)];
    check(first <= 30 && theirs <= 30, `the countdowns begin with ${first} and ${theirs} seconds`);
    await black.waitForFunction((first) => !document.querySelector('#countdown')?.textContent?.endsWith(String(first).padStart(2, '0')), first);
    check((await seconds(black)) < first, 'the countdown runs upwards');
    await staysInside(white);
    await act(black, game, { do: 'play', move: 'a1b2', version: 2 });
    await absent(white, text('de', 'js-game-first-move-yours'));
    await absent(black, text('en', 'js-game-first-move'));
    await says(black, text('en', 'js-game-aborted-no-first-move'));
    await says(white, text('de', 'js-game-aborted-no-first-move'));
    for (const page of [black, white]) await absent(page, '');
    // Whoever opens the page later reads the reason too.
    await black.reload();
    await says(black, text('en', 'js-game-aborted-no-first-move'));
  },

  async 'an opponent who leaves is missed, and the game can be claimed as a win or a draw'(visit) {
    const [won, drawn, goesOn] = [await begin(visit), await begin(visit, PHONE), await begin(visit)];
    await won.white.close();
    // Either color can be left alone.
    await drawn.black.close();
    await goesOn.white.goto('about:blank');
    await Promise.all([won.black, drawn.white, goesOn.black].map((page) => absent(page, text('en', 'js-game-absent'))));
    equal(await won.black.textContent('#here-white'), text('en', 'js-game-away'), 'the sign at the seat');
    check((await seconds(won.black)) <= 60, 'the wait is longer than a minute');
    check(await won.black.isHidden('#claim-win'), 'a win can be claimed at once');
    // The opponent comes back: nothing is left of it.
    await goesOn.white.goto(`/game/${goesOn.game}`);
    await absent(goesOn.black, '');
    equal(await goesOn.black.textContent('#countdown'), '', 'the countdown');

    await won.black.waitForSelector('#claim-win:not([hidden])', { timeout: ABSENCE });
    await absent(won.black, text('en', 'js-game-absent-claim'));
    await shutsNobodyOut(won.black, 'a claim');
    // By the keyboard alone.
    await won.black.focus('#claim-win');
    await won.black.keyboard.press('Enter');
    await says(won.black, `${text('en', 'js-game-you-win')} – ${text('en', 'js-result-won-by-absence')}`);
    await absent(won.black, '');
    await drawn.white.waitForSelector('#claim-draw:not([hidden])', { timeout: ABSENCE });
    await staysInside(drawn.white);
    await drawn.white.tap('#claim-draw');
    await says(drawn.white, `${text('en', 'js-draw')} – ${text('en', 'js-result-drawn-by-absence')}`);
    await says(goesOn.black, text('en', 'js-your-turn'));
  },
};

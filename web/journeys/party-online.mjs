// Three to six players online: meeting at a table, a team game with somebody who leaves and somebody who runs out of time, engines in free seats, and
// what needs everybody's consent.

import { fresh } from './account.mjs';
import { PATIENCE } from './program.mjs';
import { check, countMoves, equal, insist, says, shutsNobodyOut, staysInside, tap, text, type } from './steps.mjs';

/** @typedef {import('./steps.mjs').Page} Page */

const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2, reducedMotion: /** @type {const} */ ('reduce') };
const DESKTOP = { viewport: { width: 1366, height: 768 }, reducedMotion: /** @type {const} */ ('reduce') };
const en = (/** @type {string} */ key, /** @type {Record<string, string>} */ args = {}) => text('en', key, args);
/** What the page says: whose turn it is, and who is next. @param {string} turn @param {string} next */
const then = (turn, next) => en('js-party-then', { turn, next });
const color = (/** @type {string} */ seat) => en(`js-${seat}`);

/** Opens the form for a game online. @param {Page} page @param {string} layout */
async function openForm(page, layout) {
  await page.goto(`/party?online&layout=${layout}`);
  await page.waitForSelector('.party-setup[data-where=online]');
  await page.waitForSelector(`[name=layout][value=${layout}]:checked`, { state: 'attached' });
}

/** Arrives at a game. @param {Page} page */
async function arrive(page) {
  await page.waitForURL(/\/game\//);
  return new URL(page.url()).pathname;
}

/** Sits down. @param {Page} page @param {string} seat */
async function sit(page, seat) {
  await page.click(`#room-seats button.sit[aria-label$="${color(seat)}"]`);
  await page.waitForSelector('#room-seats button.leave, #table-side:not([hidden])');
}

/** Does something in a game without its page. @param {Page} page @param {string} path @param {Record<string, unknown>} action */
async function act(page, path, action) {
  const { version } = await (await page.request.get(`/api${path.replace('game', 'games')}`)).json();
  const answer = await page.request.post(`/api${path.replace('game', 'games')}/actions`, { data: { version, ...action } });
  check(answer.ok(), `${JSON.stringify(action)} is refused: ${await answer.text()}`);
}

/** Waits for words in the offers. @param {Page} page @param {string} words */
const offered = (page, words) => page.waitForFunction((words) => document.querySelector('#offers')?.textContent?.includes(words), words);

/** @type {import('./steps.mjs').Journeys} */
export const journeys = {
  async 'four people in four windows finish a team game while one leaves and returns and one runs out of time'(visit) {
    const [black, white, blue, red] = [await visit(DESKTOP), await visit(PHONE), await visit(DESKTOP), await visit(PHONE)];
    await red.goto('/');
    await openForm(black, 'four-teams');
    await shutsNobodyOut(black, 'setting up a game online');
    await black.selectOption('[name=takeover]', '');
    await black.evaluate(() => document.querySelector('.party-setup details.fold')?.setAttribute('open', ''));
    await black.check('[name=clock][value=own]', { force: true });
    // The clock waits before it runs, so that only somebody who does not move at all runs out of time, even on a slow machine.
    await black.check('[name=own][value=delay]', { force: true });
    await black.fill('[name=minutes]', '0.75');
    await black.fill('[name=seconds]', '25');
    await black.click('#start');
    const path = await arrive(black);
    await says(black, en('js-party-waiting', { count: '3' }));
    equal(await black.inputValue('#link'), new URL(path, black.url()).href, 'the link to send');
    await shutsNobodyOut(black, 'the room of a game');
    for (const [page, seat] of /** @type {[Page, string][]} */ ([[white, 'white'], [blue, 'red']])) {
      await page.goto(path);
      await sit(page, seat);
      await staysInside(page);
    }
    // Somebody sits down beside the partner, and changes seats.
    await blue.click('#room-seats button.leave');
    await sit(blue, 'blue');
    await says(black, en('js-party-waiting', { count: '1' }));
    // The last one finds the game in the lobby.
    const open = red.locator(`#open-seats a[href="${path}"]`);
    await open.filter({ hasText: en('js-lobby-party', { players: '4', count: '1' }) }).click();
    await arrive(red);
    await sit(red, 'red');
    await says(black, then(en('js-your-turn'), color('white')));
    await says(white, then(en('js-turn-black'), en('js-party-then-you')));
    // The first moves are due soon.
    for (const [page, move] of /** @type {[Page, string][]} */ ([[black, 'd1e1'], [white, 'f2e2'], [blue, 'f9e9'], [red, 'd8e8']])) await act(page, path, { do: 'play', move });
    await tap(black, 'd3');
    await tap(black, 'e3');
    await says(white, then(en('js-your-turn'), color('blue')));
    await tap(white, 'f4');
    await tap(white, 'e4');
    await countMoves(red, 6);
    // Blue closes the window, comes back and moves.
    await blue.goto('about:blank');
    await black.waitForFunction((away) => document.querySelector('#tile-blue .note')?.textContent === away, en('js-game-away'));
    await blue.goto(path);
    await says(blue, then(en('js-your-turn'), color('red')));
    await type(blue, 'f7e7');
    await countMoves(black, 7);
    // Each one sits below the board; partners may not talk.
    for (const [page, seat] of /** @type {[Page, string][]} */ ([[black, 'black'], [white, 'white'], [blue, 'blue'], [red, 'red']])) {
      check(['0', '1', '5'].includes((await page.getAttribute(`#tile-${seat}`, 'data-side')) ?? ''), `${seat} does not sit below the board`);
      await staysInside(page);
    }
    equal(await black.textContent('#chat-note'), en('js-party-chat-closed'), 'what is said about the chat');
    equal(await black.locator('#talk').isVisible(), false, 'a field to talk with the partner');
    // Red does not move any more: the game goes on without Red.
    await black.waitForSelector('#tile-red.left', { timeout: 2 * PATIENCE });
    equal(await black.textContent('#tile-red .note'), en('js-party-left-flag'), 'what is said about Red');
    await says(black, then(en('js-your-turn'), color('white')));
    await type(black, 'c1d1');
    await says(white, then(en('js-your-turn'), color('blue')));
    // Whoever opens the page now sees what has happened.
    await blue.reload();
    await blue.waitForSelector('#tile-red.left');
    equal(await blue.textContent('#moves button[data-seat=red][title]'), '✕', 'the sign of a departure');
    await insist(white, '#resign');
    for (const page of [black, blue]) {
      await page.waitForSelector('#after:not([hidden])');
      equal(await page.textContent('#verdict'), en('js-party-team-wins'), 'the verdict for the winners');
    }
    equal(await red.textContent('#verdict'), en('js-party-wins-team', { team: 'Black and Blue' }), 'the verdict for the others');
    equal(await black.textContent('#reason'), en('js-result-won-by-others-left'), 'the reason');
    await shutsNobodyOut(black, 'the end of a team game');
    // After the game, they may talk.
    await black.waitForSelector('#talk:not([hidden])');
    await black.fill('#line', 'well played');
    await black.press('#line', 'Enter');
    await white.waitForFunction(() => document.querySelector('#said')?.textContent?.includes('well played'));
    await white.click('#after a[href^="/analysis/party"]');
    await white.waitForFunction(() => document.querySelectorAll('#moves .move').length === 8);
  },

  async 'four members play in teams for ratings, and whoever leaves loses points although the partner wins'(visit) {
    const names = ['Ada', 'Bob', 'Cleo', 'Dan'].map(fresh);
    const pages = [await visit(DESKTOP), await visit(PHONE), await visit(DESKTOP), await visit(PHONE)];
    for (const [n, page] of pages.entries()) {
      if (n) await page.request.post('/api/account', { data: { name: names[n], password: 'marbles of glass' } });
    }
    const [host, ...others] = pages;
    // Without an account nobody plays for ratings.
    await openForm(host, 'four-teams');
    equal(await host.locator('[name=rated]').count(), 0, 'a choice for guests');
    await host.locator('.checks a[href="/account"]').waitFor();
    await host.request.post('/api/account', { data: { name: names[0], password: 'marbles of glass' } });
    await openForm(host, 'three');
    equal(await host.locator('[name=rated]').isVisible(), false, 'ratings for three');
    await openForm(host, 'four-belgian');
    await host.selectOption('[name=seat-red]', 'engine:3');
    await host.check('[name=rated]');
    equal(await host.inputValue('[name=seat-red]'), 'open', 'a seat that an engine had');
    equal(await host.locator('[name=takeover]').isVisible(), false, 'an engine that takes over');
    await shutsNobodyOut(host, 'setting up a rated game');
    await host.click('#start');
    const path = await arrive(host);
    await host.waitForSelector('#room-seats button.leave');
    equal(await host.locator('#fill').isVisible(), false, 'engines for free seats');
    for (const [n, page] of others.entries()) {
      await page.goto(path);
      await sit(page, ['white', 'blue', 'red'][n]);
    }
    await host.waitForSelector('#table-side:not([hidden])');
    // Chance has turned the table; partners are still partners.
    const state = await (await host.request.get(`/api${path.replace('game', 'games')}`)).json();
    /** @param {string} seat */
    const at = (seat) => pages[names.indexOf(state.players[seat].name)];
    const partner = /** @type {Record<string, string>} */ ({ black: 'blue', white: 'red', blue: 'black', red: 'white' });
    const own = Object.keys(partner).find((seat) => state.players[seat].name === names[0]) ?? '';
    equal(state.players[partner[own]].name, names[2], 'the partner of the host');
    await host.waitForFunction((seat) => document.querySelector(`#tile-${seat} .rating`)?.textContent === '1500?', own);
    equal(await host.locator('#take-back').isVisible(), false, 'takebacks');
    // Black leaves; White and Red do too, so that Blue wins alone.
    for (const seat of ['black', 'white', 'red']) await insist(at(seat), '#resign');
    await at('blue').waitForSelector('#after:not([hidden])');
    for (const [seat, words] of [['blue', '1500 → 1582 (+82)'], ['black', '1500 → 1418 (−82)'], ['red', '1500 → 1418 (−82)']]) {
      await at(seat).waitForFunction((words) => document.querySelector('#gained')?.textContent === words, words);
      await staysInside(at(seat));
    }
    equal(await at('red').textContent('#tile-blue .rating'), '1500? (+82)', 'the rating of the winner');
    // Profile and list.
    const [winner, loser] = ['blue', 'black'].map((seat) => state.players[seat].name);
    await host.goto(`/user/${loser}?speed=teams`);
    equal(await host.locator(`a[href="${path}"] .result`).textContent(), '0', 'the result of somebody who left');
    await staysInside(host);
    await host.goto('/players?speed=teams');
    await host.locator(`table a[href="/user/${winner}"]`).waitFor();
    await shutsNobodyOut(host, 'the strongest players in teams');
  },

  async 'one person plays with five engines online'(visit) {
    const page = await visit(DESKTOP);
    await openForm(page, 'six');
    await page.click('#one-person');
    for (const seat of ['white', 'blue', 'red']) await page.selectOption(`[name=seat-${seat}]`, 'engine:1');
    for (const seat of ['green', 'yellow']) await page.selectOption(`[name=seat-${seat}]`, 'open');
    await page.click('#start');
    await arrive(page);
    // Nobody comes: engines take the free seats.
    await says(page, en('js-party-waiting', { count: '2' }));
    await page.selectOption('#fill-level', '1');
    await page.click('#fill');
    await says(page, then(en('js-your-turn'), color('white')));
    equal(await page.getAttribute('#tile-black', 'data-side'), '0', 'where the reader sits');
    await tap(page, 'i6');
    await tap(page, 'i5');
    await countMoves(page, 6);
    await says(page, then(en('js-your-turn'), color('white')));
    await insist(page, '#resign');
    await page.waitForSelector('#after:not([hidden])');
    equal(await page.textContent('#reason'), en('js-result-won-by-desertion'), 'the reason');
  },

  async 'three agree and do not agree online, and the game is in the lists'(visit) {
    const [host, second, third] = [await visit(DESKTOP), await visit(PHONE), await visit({ ...DESKTOP, locale: 'de' })];
    const pages = [host, second, third];
    await openForm(host, 'three');
    await host.click('#start');
    const path = await arrive(host);
    for (const [page, seat] of /** @type {[Page, string][]} */ ([[second, 'white'], [third, 'blue']])) {
      await page.goto(path);
      await page.waitForSelector('#room-seats button.sit');
      await page.locator('#room-seats button.sit').first().click();
      await page.waitForSelector(`#room-seats button.leave, #tile-${seat}[data-side="0"]`);
    }
    await says(host, then(en('js-your-turn'), color('white')));
    await type(host, 'i7h7');
    await says(second, then(en('js-your-turn'), color('blue')));
    // Taking back needs everybody.
    await host.click('#take-back');
    await offered(second, en('js-party-waits', { names: 'You and Guest (Blue)' }));
    await second.click('#offers .main');
    await offered(third, text('de', 'js-party-agreed', { names: `${text('de', 'js-game-guest')} (${text('de', 'js-white')})` }));
    await third.click('#offers .main');
    await countMoves(host, 0);
    await type(host, 'i7h7');
    await countMoves(second, 1);
    // So does a draw: one does not agree, then all do.
    await second.click('#draw');
    await offered(host, en('js-party-offers-draw', { name: 'Guest (White)' }));
    await host.click('#offers button:not(.main)');
    await second.waitForFunction((words) => document.querySelector('#say')?.textContent === words, en('js-party-declined-draw', { name: 'Guest (Black)' }));
    await type(second, 'f9g9');
    await countMoves(third, 2);
    await act(third, path, { do: 'play', move: 'f2g3' });
    await says(host, then(en('js-your-turn'), color('white')));
    await act(second, path, { do: 'offer', what: 'draw' });
    for (const page of [host, third]) {
      await page.waitForSelector('#offers .main');
      await page.click('#offers .main');
    }
    await host.waitForSelector('#after:not([hidden])');
    equal(await host.textContent('#verdict'), en('js-draw'), 'the verdict');
    // A rematch, to which everybody agrees.
    await host.click('#rematch');
    for (const page of [second, third]) await page.click('#offers .main');
    const next = await Promise.all(pages.map(async (page) => {
      await page.waitForFunction((path) => location.pathname !== path && location.pathname.startsWith('/game/'), path);
      return new URL(page.url()).pathname;
    }));
    equal(new Set(next).size, 1, 'how many games follow');
    await host.goto('/games');
    check(await host.locator(`a[href="${path}"] .mini .blue`).first().isVisible(), 'the game is not in the list with its colors');
  },
};

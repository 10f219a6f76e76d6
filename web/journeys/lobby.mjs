// The home page: a newcomer finds a game, people find each other.

import { check, equal, LANGUAGES, staysInside, text } from './steps.mjs';

/** @typedef {import('playwright-core').Page} Page */

const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 };

/** Chooses a way to play. @param {Page} page @param {'engine' | 'same-screen' | 'online' | 'friend'} against */
const choose = (page, against) => page.locator('#setup label', { has: page.locator(`[name=against][value=${against}]`) }).click();

/** Opens a folded part of the form and chooses in it. @param {Page} page @param {string} part @param {string} value */
async function pick(page, part, value) {
  const fold = page.locator('details.fold', { has: page.locator(`[data-chosen=${part}]`) });
  if (!(await fold.evaluate((fold) => /** @type {HTMLDetailsElement} */ (fold).open))) await fold.locator('summary').first().click();
  await fold.locator('label', { has: page.locator(`[name=${part}][value="${value}"]`) }).click();
}

/** The address of the game that the page is on. @param {Page} page */
async function arrives(page) {
  await page.waitForURL(/\/game\/\w+/);
  await page.waitForSelector('sumito-board .sumito-marbles');
  return new URL(page.url()).pathname;
}

/** @type {import('./steps.mjs').Journeys} */
export const journeys = {
  async 'a newcomer is in a game with one click, by phone as well'(visit) {
    for (const reader of [{}, { ...PHONE, locale: 'fr' }, { ...PHONE, locale: 'de', viewport: { width: 320, height: 640 } }]) {
      const page = await visit(reader);
      await page.goto('/');
      await staysInside(page);
      const button = page.locator('.show button.main');
      const box = await button.boundingBox();
      check(box && box.y + box.height <= (page.viewportSize()?.height ?? 0), 'the button to play is below the fold');
      await button.click();
      await arrives(page);
    }
  },

  async 'what was chosen is remembered, for each way to play'(visit) {
    const page = await visit();
    await page.goto('/');
    equal(await page.textContent('[data-chosen=clock]'), text('en', 'js-control-none'), 'the usual clock against the engine');
    await page.locator('.ladder label', { has: page.locator('[value="7"]') }).click();
    check(await page.getByText(text('en', 'lobby-level-7')).isVisible(), 'the level is not described');
    await pick(page, 'layout', 'dutch-daisy');
    await pick(page, 'color', 'white');
    await pick(page, 'clock', 'own');
    await page.locator('.own label', { has: page.locator('[value=byo-yomi]') }).click();
    await page.fill('[name=minutes]', '5');
    await page.fill('[name=seconds]', '20');
    equal(await page.textContent('[data-chosen=clock]'), '5 min, then 3 × 20 s', 'the clock that was put together');
    await page.click('#setup .big');
    const game = await arrives(page);
    const state = await (await page.request.get(`/api${game.replace('game', 'games')}`)).json();
    equal(`${state.control} ${state.layout} ${JSON.stringify(state.players.black)} ${state.you}`, '300/3x20 dutch-daisy {"engine":7} white', 'the game');
    await page.goto('/');
    equal(await page.textContent('[data-chosen=clock]'), '5 min, then 3 × 20 s', 'the clock of the last time');
    equal(await page.textContent('[data-chosen=layout]'), 'Dutch Daisy', 'the layout of the last time');
    await staysInside(page);
    check(await page.locator(`.watch[href="${game}"]`).first().isVisible(), 'the game is not among one\'s own');
    await choose(page, 'online');
    equal(await page.textContent('[data-chosen=clock]'), '10 min', 'the usual clock online');
    equal(await page.locator('.ladder').isVisible(), false, 'levels for people');
  },

  async 'two find each other in the lobby, and others watch'(visit) {
    const [maker, other, watcher] = [await visit(), await visit({ ...PHONE, locale: 'de' }), await visit({ colorScheme: 'dark' })];
    for (const page of [maker, other, watcher]) await page.goto('/');
    await choose(maker, 'online');
    await pick(maker, 'clock', '300+3');
    await pick(maker, 'layout', 'standard');
    await pick(maker, 'color', 'black');
    await maker.click('#setup .big');
    await maker.waitForSelector('#open-seats .mine .cancel');
    equal(await maker.textContent('#looking'), text('en', 'js-lobby-looking'), 'what the maker is told');
    const openSeat = other.locator('#open-seats li', { hasText: text('de', 'js-lobby-as-white') });
    await openSeat.waitFor();
    check((await openSeat.textContent())?.includes('5 min + 3 s'), 'the clock is not told');
    await staysInside(other);
    await openSeat.locator('a').click();
    const [game, reached] = await Promise.all([arrives(maker), arrives(other)]);
    equal(reached, game, 'the game of the other');
    const card = watcher.locator(`#games a[href="${game}"]`);
    await card.waitFor();
    await watcher.locator('#open-seats li').waitFor({ state: 'detached' });
    const before = await card.locator('.mini .black').getAttribute('d');
    await maker.request.post(`/api${game.replace('game', 'games')}/actions`, { data: { do: 'play', move: 'a1b2', version: 2 } });
    await watcher.waitForFunction(({ game, before }) => document.querySelector(`#games a[href="${game}"] .mini .black`)?.getAttribute('d') !== before, { game, before });
    // The script draws the same as the server.
    const plain = await visit({ javaScriptEnabled: false });
    await plain.goto('/');
    const [drawn, same] = await Promise.all([watcher, plain].map(async (page) => {
      const paths = page.locator(`#games a[href="${game}"] .mini path`);
      return (await Promise.all([paths.nth(0), paths.nth(1)].map((path) => path.getAttribute('d')))).map((d) => d?.split('M').sort().join(' ')).join(' and ');
    }));
    equal(drawn, same, 'the picture of a game that is going on');
    await maker.request.post(`/api${game.replace('game', 'games')}/actions`, { data: { do: 'resign' } });
    await card.waitFor({ state: 'detached' });
    await watcher.goto('/games');
    check(await watcher.locator(`a[href="${game}"]`).isVisible(), 'the game is not among the recent ones');
  },

  async 'an open seat is withdrawn, also by leaving and coming back'(visit) {
    const [maker, other] = [await visit(), await visit()];
    for (const page of [maker, other]) await page.goto('/');
    await choose(maker, 'online');
    await maker.evaluate(() => /** @type {HTMLElement} */ (document.querySelector('[name=color][value=black]')).click());
    await maker.click('#setup .big');
    await other.waitForSelector('#open-seats li');
    // Each reader sees their own color.
    for (const [page, words] of /** @type {const} */ ([[maker, 'js-lobby-as-black'], [other, 'js-lobby-as-white']])) {
      await page.waitForFunction((words) => document.querySelector('#open-seats .what')?.textContent?.endsWith(words), text('en', words));
    }
    check(await maker.isDisabled('#setup .big'), 'one can look for two opponents at once');
    await maker.reload();
    await maker.waitForSelector('#looking:not([hidden])');
    check((await maker.textContent('#open-seats .what'))?.endsWith(text('en', 'js-lobby-as-black')), 'the own seat names the other color');
    await maker.click('#open-seats .cancel');
    await other.locator('#open-seats li').waitFor({ state: 'detached' });
    await maker.locator('#open-seats li').waitFor({ state: 'detached' });
    check(await other.isVisible('#no-open-seats'), 'an empty list says nothing');
    check(await maker.isEnabled('#setup .big'), 'one cannot look again');
  },

  async 'a friend comes by a private link'(visit) {
    const [maker, friend, stranger] = [await visit(), await visit(), await visit()];
    await stranger.goto('/');
    await maker.goto('/');
    await choose(maker, 'friend');
    await maker.click('#setup .big');
    const game = await arrives(maker);
    await friend.goto(game);
    await friend.click('#join');
    await friend.waitForSelector('#welcome', { state: 'hidden' });
    await maker.waitForSelector('#invitation', { state: 'hidden' });
    equal(await stranger.locator('#open-seats li, #games li').count(), 0, 'the number of games in the lobby');
  },

  async 'a game is set up by the keyboard alone, in five languages'(visit) {
    for (const locale of LANGUAGES) {
      const page = await visit({ locale });
      await page.goto('/');
      const focused = (/** @type {string} */ selector) => page.evaluate((selector) => !!document.activeElement?.matches(selector), selector);
      /** @param {string} selector */
      const reach = async (selector) => {
        for (let tabs = 0; !(await focused(selector)); tabs++) {
          check(tabs < 40, `${selector} cannot be reached by Tab`);
          await page.keyboard.press('Tab');
        }
      };
      await reach('[name=against]');
      await page.keyboard.press('ArrowRight');
      await reach('details.fold summary');
      await page.keyboard.press('Enter');
      await reach('[name=clock]');
      await page.keyboard.press('ArrowDown');
      equal(await page.textContent('[data-chosen=clock]'), '10 min', 'the clock');
      await reach('#setup .big');
      equal(await page.locator('#setup .big').innerText(), text(locale, 'lobby-play'), 'the button');
      await page.keyboard.press('Enter');
      const game = await arrives(page);
      const state = await (await page.request.get(`/api${game.replace('game', 'games')}`)).json();
      equal(`${state.kind} ${state.control}`, 'same-screen 600', 'the game');
    }
  },
};

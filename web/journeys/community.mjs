// Other players: challenges, following and blocking, searching, and the featured game.

import { fresh, signUp } from './account.mjs';
import { check, equal, shutsNobodyOut, staysInside, text } from './steps.mjs';

/** @typedef {import('playwright-core').Page} Page */

const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };

/** What the API answers to the browser of a page. @param {Page} page @param {string} path @param {object} data */
export async function post(page, path, data) {
  const answer = await page.request.post(path, { data: JSON.stringify(data) });
  check(answer.ok(), `${path}: ${await answer.text()}`);
  return answer.json();
}

/** Plays a move through the API. @param {Page} page @param {string} game @param {string} move */
export async function move(page, game, move) {
  const { version } = await (await page.request.get(`/api/games/${game}`)).json();
  await post(page, `/api/games/${game}/actions`, { do: 'play', move, version });
}

/** @type {import('./steps.mjs').Journeys} */
export const journeys = {
  async 'a challenge: by name from a profile, seen on another page at once, declined with a reason, sent again and accepted'(visit) {
    const [ada, bob] = [await visit(), await visit(PHONE)];
    const [adaName, bobName] = [fresh('Ada'), fresh('Bob')];
    await signUp(ada, adaName);
    await signUp(bob, bobName);
    await bob.goto('/learn/rules');
    const challenge = async () => {
      await ada.goto(`/user/${bobName}`);
      await ada.click('text=Challenge');
      equal(await ada.inputValue('#opponent'), bobName, 'the name in the form');
      await ada.click('#setup .big');
      await ada.waitForURL('**/game/*');
      check((await ada.textContent('#invitation'))?.includes(bobName), 'the page says for whom it waits');
    };
    await challenge();
    await bob.waitForSelector('.challenge');
    check((await bob.textContent('.challenge'))?.includes(adaName), 'the challenge says who sent it');
    await shutsNobodyOut(bob, 'a challenge');
    await staysInside(bob);
    await bob.selectOption('.challenge .decline select', 'too-fast');
    await bob.click('.challenge .decline button');
    await bob.waitForSelector('.challenge', { state: 'detached' });
    await ada.waitForFunction(() => document.querySelector('#say')?.textContent === 'The challenge was declined: “The clock is too fast”');
    // Without a reason, while the challenger looks at something else.
    const answer = async () => {
      await ada.waitForSelector('.challenge.answer');
      equal(await ada.textContent('.challenge.answer p'), `${bobName} declined your challenge`, 'what the challenger reads on another page');
      equal(await ada.getAttribute('.challenge.answer a', 'href'), `/?challenge=${bobName}#setup`, 'the way to another challenge');
      await ada.click('.challenge.answer [data-close]');
      equal(await ada.locator('.challenge').count(), 0, 'challenges after closing');
    };
    await challenge();
    await ada.goto('/learn/rules');
    await bob.click('.challenge .decline button');
    await answer();
    // While the challenger is between two pages, or on none.
    await challenge();
    await bob.waitForSelector('.challenge');
    await Promise.all([ada.goto('/learn/rules'), bob.click('.challenge .decline button')]);
    await answer();
    await challenge();
    await bob.waitForSelector('.challenge');
    await ada.goto('about:blank');
    await bob.click('.challenge .decline button');
    await bob.waitForSelector('.challenge', { state: 'detached' });
    await ada.goto('/learn/rules');
    await answer();
    // Once is enough.
    const heard = ada.waitForEvent('websocket').then((line) => line.waitForEvent('framereceived', ({ payload }) => String(payload).includes('outgoing')));
    await ada.reload();
    await heard;
    equal(await ada.locator('.challenge').count(), 0, 'challenges on the next page');
    // Somebody who was away sees it on the next visit.
    await bob.goto('about:blank');
    await challenge();
    await bob.goto('/puzzles');
    await bob.click('.challenge .main');
    await bob.waitForURL('**/game/*');
    await ada.waitForSelector('#invitation', { state: 'hidden' });
  },

  async 'follow and block: a followed player is seen on the home page; a blocked one cannot challenge, until unblocked'(visit) {
    const [ada, bob] = [await visit(), await visit()];
    const [adaName, bobName] = [fresh('Ada'), fresh('Bob')];
    await signUp(ada, adaName);
    await signUp(bob, bobName);
    await bob.goto('/');
    await bob.waitForFunction(() => /[1-9]/.test(document.getElementById('online')?.textContent ?? ''));
    await ada.goto(`/user/${bobName}`);
    await ada.click('button:text-is("Follow")');
    await ada.waitForSelector('button:text-is("Unfollow")');
    await ada.goto('/');
    check((await ada.textContent('#following'))?.includes(bobName), 'the followed player is listed');
    await shutsNobodyOut(ada, 'home with followed players');
    await ada.goto(`/user/${bobName}`);
    await ada.click('button:text-is("Block")');
    await ada.waitForSelector('button:text-is("Unblock")');
    const refused = await bob.request.post('/api/games', { data: JSON.stringify({ against: 'online', opponent: adaName }) });
    equal((await refused.json()).key, 'not-accepting', 'the challenge');
    await ada.goto('/account');
    await ada.click('#blocked button');
    await ada.waitForURL('**/account');
    equal(await ada.locator('#blocked li').count(), 0, 'the number of blocked players');
    await post(bob, '/api/games', { against: 'online', opponent: adaName });
  },

  async 'a search: players by a part of the name, games by filters, also without scripts'(visit) {
    const page = await visit();
    const name = fresh('Zaria');
    await signUp(page, name);
    const { game } = await post(page, '/api/games', { against: 'engine', level: 1, color: 'black', public: true, layout: 'star' });
    await post(page, `/api/games/${game}/actions`, { do: 'resign' });
    await page.goto('/');
    await page.click('.top a[href="/players"]');
    await page.fill('#find-name', name.slice(1, 8).toUpperCase());
    await page.waitForFunction((name) => [...document.querySelectorAll('#player-names option')].some((option) => option.getAttribute('value') === name), name);
    await page.press('#find-name', 'Enter');
    await page.waitForSelector(`#found a[href="/user/${name}"]`);
    await shutsNobodyOut(page, 'players that were found');
    const plain = await visit({ javaScriptEnabled: false, ...PHONE });
    await plain.goto('/games');
    await plain.click('.game-search > summary');
    await plain.fill('#search-player', name);
    await plain.selectOption('#search-result', 'lost');
    await plain.selectOption('#search-layout', 'star');
    await plain.click('.game-search button');
    await plain.waitForSelector(`a[href="/game/${game}"]`);
    check(new URL(plain.url()).searchParams.get('layout') === 'star', 'the address has the filters');
    check(await plain.isVisible(`a[href="/game/${game}"] .mini`), 'the game has no board');
    await staysInside(plain);
    await page.goto(plain.url());
    await shutsNobodyOut(page, 'games that were found');
    // A filter is taken away.
    equal(await page.locator('.search-chosen a').count(), 3, 'the number of filters');
    await page.locator('.search-chosen a', { hasText: text('en', 'search-result-lost') }).click();
    await page.waitForURL((url) => url.pathname === '/games' && !url.searchParams.has('result') && url.searchParams.has('layout'));
    await page.waitForSelector(`a[href="/game/${game}"]`);
  },

  async 'tv: follows the moves of a live game, and goes on to the next one'(visit) {
    const [black, white, watcher] = [await visit(), await visit(), await visit()];
    for (const page of [black, white]) await page.goto('/learn');
    const begin = async () => {
      const { game } = await post(black, '/api/games', { against: 'online', color: 'black', control: '600', public: true });
      await post(white, `/api/games/${game}/actions`, { do: 'join' });
      for (const [page, text] of /** @type {[Page, string][]} */ ([[black, 'a1b2'], [white, 'i5h5'], [black, 'b2c3'], [white, 'h5g5']])) await move(page, game, text);
      return game;
    };
    const first = await begin();
    await watcher.goto('/tv');
    // A game that another journey left behind is shown until it has been quiet for 90 seconds.
    await watcher.waitForSelector(`#tv a[href="/game/${first}"]`, { timeout: 120_000 });
    await shutsNobodyOut(watcher, 'tv');
    // Marbles are where the last move left them.
    const marbles = () => watcher.evaluate(() => document.querySelector('#tv sumito-board')?.getAttribute('aria-label') ?? document.querySelectorAll('#tv .sumito-last, #tv .sumito-halos *').length);
    await watcher.waitForFunction(() => document.querySelector('#tv #clock-black'));
    const before = await marbles();
    await move(black, first, 'c3d4');
    await watcher.waitForSelector('#seat-white.turn');
    check(before !== undefined, 'the board is drawn');
    await post(black, `/api/games/${first}/actions`, { do: 'resign' });
    await watcher.waitForFunction(() => document.getElementById('tv-say')?.textContent === 'White wins');
    const second = await begin();
    await watcher.waitForSelector(`#tv a[href="/game/${second}"]`);
    const home = await visit(PHONE);
    await home.goto('/');
    await home.waitForSelector(`.demo.tv a[href="/game/${second}"]`);
    await staysInside(home);
    await shutsNobodyOut(home, 'home with a live game');
    await post(black, `/api/games/${second}/actions`, { do: 'resign' });
  },
};

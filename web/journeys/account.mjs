// Accounts: signing up and in, ratings, profiles, and settings that follow.

import { check, equal, LANGUAGES, says, shutsNobodyOut, staysInside, switchTheme, text } from './steps.mjs';

/** @typedef {import('playwright-core').Page} Page */

const PASSWORD = 'marbles of glass';
const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 };

/** A name that is not taken yet. @param {string} name */
export const fresh = (name) => `${name}-${Math.random().toString(36).slice(2, 10)}`;

/** @param {Page} page @param {string} name */
export async function signUp(page, name) {
  await page.goto('/account');
  await page.fill('#sign-up-name', name);
  await page.fill('#sign-up-password', PASSWORD);
  await page.click('form[action="/account/sign-up"] button');
  await page.waitForSelector('.top .who');
  equal(await page.textContent('.top .who'), name, 'the name in the bar');
}

/** @param {Page} page @param {string} name @param {string} [password] */
export async function signIn(page, name, password = PASSWORD) {
  await page.goto('/account');
  await page.fill('#sign-in-name', name);
  await page.fill('#sign-in-password', password);
  await page.click('form[action="/account/sign-in"] button');
}

/** Chooses a setting on the page of settings. @param {Page} page @param {string} name @param {string} value */
const choose = (page, name, value) => page.locator('#settings label', { has: page.locator(`[name=${name}][value=${value}]`) }).click();

/** What the API answers to the browser of a page. @param {Page} page @param {'get' | 'post'} method @param {string} path @param {object} [data] */
async function ask(page, method, path, data) {
  const answer = await page.request[method](path, data && { data: JSON.stringify(data) });
  check(answer.ok(), `${path}: ${await answer.text()}`);
  return answer.json();
}

/** Two accounts play a rated game, which the second one resigns. @param {Page} winner @param {Page} loser */
async function rated(winner, loser) {
  const { game } = await ask(winner, 'post', '/api/games', { against: 'online', color: 'black', control: '600', rated: true });
  await ask(loser, 'post', `/api/games/${game}/actions`, { do: 'join' });
  await ask(loser, 'post', `/api/games/${game}/actions`, { do: 'resign' });
  return ask(winner, 'get', `/api/games/${game}`);
}

/** @type {import('./steps.mjs').Journeys} */
export const journeys = {
  async 'an account: a guest signs up and keeps the game, signs out and in, and out again'(visit) {
    const page = await visit();
    await page.goto('/');
    const { game } = await ask(page, 'post', '/api/games', { against: 'engine', level: 1, color: 'black' });
    const name = fresh('Ada');
    await page.goto('/');
    await page.click('.top a[href="/account"]');
    await page.fill('#sign-up-name', name);
    await page.fill('#sign-up-password', PASSWORD);
    await page.click('form[action="/account/sign-up"] button');
    await page.waitForSelector('.top .who');
    await shutsNobodyOut(page, 'a recovery code');
    const code = (await page.textContent('.token')) ?? '';
    await page.click('.welcome a');
    equal(new URL(page.url()).pathname, '/', 'the page after signing up');
    await page.click('.top .who');
    equal(await page.textContent('h1'), name, 'the head of the profile');
    await page.waitForSelector(`.played a[href="/game/${game}"]`);

    // Signing out also takes the seat away in the other tab.
    const tab = await page.context().newPage();
    await tab.goto(`/game/${game}`);
    await says(tab, text('en', 'js-your-turn'));
    await page.click('a[href="/account"]');
    await page.click('form[action="/account/sign-out"] button');
    await page.waitForSelector('.top a[href="/account"]');
    await says(tab, text('en', 'refusal-signed-out'));
    await tab.waitForSelector('#actions', { state: 'hidden' });
    await tab.close();
    await signIn(page, name.toUpperCase());
    await page.waitForSelector('.top .who');
    equal((await ask(page, 'get', `/api/games/${game}`)).you.join(), 'black', 'the seat after signing in');

    // A forgotten password is replaced with the code, in another browser on a phone; this one is signed out and signs in again.
    const phone = await visit(PHONE);
    await phone.goto('/account');
    await phone.tap('.card > details summary');
    await shutsNobodyOut(phone, 'a forgotten password');
    await staysInside(phone);
    await phone.fill('#recover-name', name);
    await phone.fill('#recover-code', code.toLowerCase());
    await phone.fill('#recover-password', PASSWORD);
    await phone.tap('form[action="/account/recover"] button');
    await phone.waitForSelector('.welcome .token');
    check((await phone.textContent('.token')) !== code, 'the code can be used again');
    await staysInside(phone);
    await page.goto('/account');
    await page.waitForSelector('#sign-in-name');
    await signIn(page, name);
    await page.waitForSelector('.top .who');
    await phone.context().clearCookies();

    // A second browser is signed out from the first one, and by a new password.
    const other = await visit();
    await signIn(other, name);
    await other.waitForSelector('.top .who');
    await page.goto('/account');
    await page.click('form[action="/account/sessions/end"] button');
    await page.waitForSelector('.notice[role=status]');
    await other.goto('/account');
    await other.waitForSelector('#sign-in-name');
    await page.fill('#old-password', PASSWORD);
    await page.fill('#new-password', 'marbles of wood');
    await page.click('form[action="/account/password"] button');
    await page.waitForFunction((words) => document.querySelector('.notice')?.textContent === words, text('en', 'account-done-password'));

    await page.fill('#token-label', 'my bot');
    await page.click('form[action="/account/tokens"] button');
    const token = await page.textContent('.token');
    check(token && /^[0-9a-f]{64}$/.test(token), `a token looks different: ${token}`);

    await page.fill('#delete-password', 'marbles of wood');
    await page.click('form[action="/account/delete"] button');
    await page.waitForFunction((words) => document.querySelector('.notice')?.textContent === words, text('en', 'account-done-deleted'));
    equal((await page.request.get(`/user/${name}`)).status(), 404, 'the status of a profile that was deleted');
  },

  async 'an account: what is wrong is told in its place, in five languages, without scripts'(visit) {
    for (const locale of LANGUAGES) {
      const page = await visit({ locale, javaScriptEnabled: false });
      // The browser logs an error for the status of a refusal.
      page.removeAllListeners('console');
      await page.goto('/account');
      await page.fill('#sign-in-name', 'nobody-at-all');
      await page.fill('#sign-in-password', PASSWORD);
      await page.click('form[action="/account/sign-in"] button');
      equal(await page.textContent('form[action="/account/sign-in"] [role=alert]'), text(locale, 'account-error-wrong-password'), 'the message');
      equal(await page.inputValue('#sign-in-name'), 'nobody-at-all', 'the name that was typed');
      await page.fill('#sign-up-name', 'Ä B');
      await page.fill('#sign-up-password', PASSWORD);
      await page.click('form[action="/account/sign-up"] button');
      equal(await page.textContent('form[action="/account/sign-up"] [role=alert]'), text(locale, 'account-error-bad-name'), 'the message');
    }
  },

  async 'an account: who is invited to a rated game signs up and comes back to it'(visit) {
    const [ada, guest] = [await visit(), await visit(PHONE)];
    await signUp(ada, fresh('Ada'));
    const { game } = await ask(ada, 'post', '/api/games', { against: 'online', color: 'black', control: '600', rated: true });
    await guest.goto(`/game/${game}`);
    check(await guest.isHidden('#join'), 'a guest may sit down at a rated game');
    await shutsNobodyOut(guest, 'an invitation to a rated game');
    await staysInside(guest);
    await guest.tap('#welcome a');
    await guest.fill('#sign-up-name', fresh('Bob'));
    await guest.fill('#sign-up-password', PASSWORD);
    await guest.tap('form[action="/account/sign-up"] button');
    await guest.tap('.welcome a');
    await guest.waitForURL(`**/game/${game}`);
    check((await guest.textContent('#welcome'))?.includes(text('en', 'game-join-random-colors')), 'the page does not say that the colors are random');
    await guest.tap('#join');
    // A random draw decides who begins.
    const turns = [text('en', 'js-game-their-turn'), text('en', 'js-your-turn')];
    await guest.waitForFunction((turns) => turns.includes(document.querySelector('#say')?.textContent ?? ''), turns);
  },

  async 'an account: a rated game changes both ratings and shows on the profile'(visit) {
    const [ada, bob] = [await visit(), await visit()];
    const names = [fresh('Ada'), fresh('Bob')];
    await signUp(ada, names[0]);
    await signUp(bob, names[1]);
    // A random draw decides who has Black.
    const { players, you: [winner] } = await rated(ada, bob);
    equal(players[winner].change, 162, 'what the winner gained');
    equal(players[winner === 'black' ? 'white' : 'black'].change, -162, 'what the loser lost');
    await rated(bob, ada);
    await bob.goto(`/user/${names[0]}`);
    equal(await bob.locator('.played .game').count(), 2, 'the number of games');
    const drawn = await bob.getAttribute('.ratings polyline', 'points');
    equal(drawn?.split(' ').length, 3, 'the points of the chart');
    check((await bob.textContent('tbody tr'))?.includes('?'), 'a rating after two games is not marked as provisional');
    await bob.click('.ratings summary');
    equal(await bob.locator('.ratings tbody tr').count(), 2, 'the rows of the table');
    await bob.click(`.filters a[href$="speed=classical"]`);
    equal(await bob.locator('.played .game').count(), 0, 'the number of classical games');
    // The two met twice, and each won once, the winner of the first game first.
    await bob.goto(`/user/${names[0]}`);
    equal((await bob.locator('.meetings a').allTextContents()).join(' '), `${text('en', 'meetings-lost')} ${text('en', 'meetings-won')}`, 'the results against the reader');
    equal(await bob.textContent('.meetings .score'), '1 : 1', 'the score');
    equal(await bob.locator('.played .mini').count(), 2, 'the small boards');
    check((await bob.textContent('.records'))?.includes(text('en', 'profile-against-people')), 'the results against people are not there');
    await bob.goto('/players');
    await bob.waitForSelector('h1');
  },

  async 'settings follow the account to a second browser, on a phone'(visit) {
    const page = await visit();
    const name = fresh('Ada');
    // Settings made before signing up move to the account.
    await page.goto('/settings');
    await choose(page, 'marbles', 'print');
    // The board beside the settings shows what is chosen.
    await page.waitForSelector('html[data-marbles=print]');
    await choose(page, 'coordinates', 'off');
    check(!(await page.isVisible('.preview .sumito-coordinates')), 'the board beside the settings has letters and digits');
    await choose(page, 'coordinates', 'on');
    await signUp(page, name);
    await page.goto('/settings');
    check(await page.isChecked('[name=marbles][value=print]'), 'the marbles after signing up');
    // The server has each change before the next page asks for it.
    const saved = () => page.waitForResponse((answer) => answer.url().endsWith('/api/settings') && answer.request().method() === 'PUT');
    await Promise.all([saved(), choose(page, 'sounds', 'off')]);
    await Promise.all([saved(), switchTheme(page)]);
    await page.waitForFunction(() => document.documentElement.dataset.theme === 'dark');
    await page.selectOption('#setting-language', 'sv');
    await page.waitForSelector('html[lang=sv]');

    const phone = await visit({ ...PHONE, locale: 'de' });
    await signIn(phone, name);
    await phone.waitForSelector('.top .who');
    await phone.goto('/settings');
    equal(await phone.getAttribute('html', 'lang'), 'sv', 'the language on the phone');
    equal(await phone.getAttribute('html', 'data-theme'), 'dark', 'the theme on the phone');
    check(await phone.isChecked('[name=marbles][value=print]'), 'the marbles on the phone');
    check(await phone.isChecked('[name=sounds][value=off]'), 'the sounds on the phone');
    for (const path of ['/settings', '/account', `/user/${name}`, '/players']) {
      await phone.goto(path);
      await staysInside(phone);
    }
  },

  async 'an account by the keyboard alone, and nothing that shuts out readers'(visit) {
    const page = await visit({ colorScheme: 'dark' });
    const name = fresh('Ada');
    await page.goto('/account');
    for (let tabs = 0; !(await page.evaluate(() => document.activeElement?.id === 'sign-up-name')); tabs++) {
      check(tabs < 40, 'the form cannot be reached by Tab');
      await page.keyboard.press('Tab');
    }
    await page.keyboard.type(name);
    await page.keyboard.press('Tab');
    await page.keyboard.type(PASSWORD);
    await page.keyboard.press('Enter');
    await page.waitForSelector('.top .who');
    const other = await visit();
    await signUp(other, fresh('Bob'));
    await rated(page, other);
    for (const path of ['/account', `/user/${name}`, '/players', '/settings']) {
      await page.goto(path);
      await shutsNobodyOut(page, path);
    }
  },
};

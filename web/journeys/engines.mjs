// The engine room in five languages, and a person who challenges a bot and loses.

import { fresh } from './account.mjs';
import { check, equal, GAME, LANGUAGES, shutsNobodyOut, staysInside, text, type } from './steps.mjs';

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {{ name: string, ask: (path: string, body?: object) => Promise<any>, stream: (path: string) => AsyncGenerator<any>, stop: () => void }} Bot */

const PHONE = { viewport: { width: 320, height: 700 }, isMobile: true, hasTouch: true };

/** A small bot: an account with a token, requests, and streams that are read line by line. @param {Page} page @param {string} name @returns {Promise<Bot>} */
async function bot(page, name) {
  const account = fresh(name);
  const post = async (/** @type {string} */ path, /** @type {object} */ data) => (await page.request.post(path, { data: JSON.stringify(data) })).json();
  await post('/api/account', { name: account, password: 'marbles of glass' });
  const { token } = await post('/api/tokens', { scope: 'bot' });
  const { origin } = new URL((await page.request.get('/api/me')).url());
  const headers = { authorization: `Bearer ${token}` };
  const stopped = new AbortController();
  const made = await fetch(`${origin}/api/account/bot`, { method: 'POST', headers });
  check(made.ok, `${account} is no bot: ${made.status}`);
  return {
    name: account,
    async ask(path, body) {
      const answer = await fetch(`${origin}${path}`, { method: body ? 'POST' : 'GET', headers, body: body && JSON.stringify(body) });
      return answer.json();
    },
    async *stream(path) {
      const { body } = await fetch(`${origin}${path}`, { headers, signal: stopped.signal });
      let unread = '';
      for await (const part of /** @type {any} */ (body).pipeThrough(new TextDecoderStream())) {
        const lines = (unread + part).split('\n');
        unread = /** @type {string} */ (lines.pop());
        for (const line of lines) if (line) yield JSON.parse(line);
      }
    },
    stop: () => stopped.abort(),
  };
}

/** Follows the stream of events until the bot is stopped. @param {Bot} bot @param {(message: any) => Promise<void>} hear */
async function follow(bot, hear) {
  try {
    for await (const message of bot.stream('/api/stream/events')) await hear(message);
  } catch {
    // It was stopped.
  }
}

/** @type {import('./steps.mjs').Journeys} */
export const journeys = {
  async 'the engine room: two bots play, and everybody reads the list in their own language'(visit) {
    const bots = [await bot(await visit(), 'Robo'), await bot(await visit(), 'Tiny')];
    // Whoever has Black resigns, so that both win and lose.
    bots.forEach((one, n) => follow(one, async (message) => {
      if (message.type === 'you') equal((await one.ask('/api/room', { version: `${n + 1}.0` })).entry?.name, one.name, 'the entry');
      if (message.type === 'game' && message.status === 'playing' && message.players.black.name === one.name) await one.ask(`/api/games/${message.game}/actions`, { do: 'resign' });
    }));
    const page = await visit();
    for (const end = Date.now() + 50_000; ; await page.waitForTimeout(300)) {
      const room = await (await page.request.get('/api/room')).json();
      if (room.rated.length === 2) break;
      check(Date.now() < end, `both should be rated: ${JSON.stringify(room).slice(0, 600)}`);
    }
    for (const language of LANGUAGES) {
      const reader = await visit({ locale: language, ...(language === 'de' ? PHONE : {}) });
      await reader.goto('/players');
      await reader.click('main a[href="/engines"]');
      await reader.waitForURL('**/engines');
      equal(await reader.textContent('h1'), text(language, 'engines-title'), 'the title');
      equal(await reader.locator('table.engines tbody tr').count(), 2, 'rated bots');
      // The time of the list, in the reader's own words and time.
      await reader.waitForFunction(() => [...document.querySelectorAll('time[data-at]')].every(({ textContent }) => textContent && !/UTC/.test(textContent)));
      await reader.waitForSelector(`h2:text-is("${text(language, 'engines-conditions')}")`);
      await staysInside(reader);
      await shutsNobodyOut(reader, `the engine room in ${language}`);
      // By keyboard to the page of an entry, and to a game.
      await reader.locator('table.engines a').first().focus();
      await reader.keyboard.press('Enter');
      await reader.waitForURL('**/engines/*');
      await reader.waitForSelector(`h2:text-is("${text(language, 'engines-opponents')}")`);
      await staysInside(reader);
      await shutsNobodyOut(reader, `an entry in ${language}`);
      await reader.locator('.played a').first().click();
      await reader.waitForURL('**/game/*');
      await reader.click('main a[href="/engines"]');
      await reader.waitForURL('**/engines');
    }
    const file = await (await page.request.get('/api/room/games')).text();
    check(file.includes('[Event "Engine room 60+1"]') && file.includes(`[Black "${bots[0].name} 1.0"]`), `the file of all games: ${file.slice(0, 300)}`);
    bots.forEach((one) => one.stop());
  },

  async 'a person challenges a small bot, and loses'(visit) {
    const small = await bot(await visit(), 'Small');
    const page = await visit();
    const name = fresh('Ada');
    await page.request.post('/api/account', { data: JSON.stringify({ name, password: 'marbles of glass' }) });
    // It knows one game by heart, with Black.
    /** @param {string} game */
    const play = async (game) => {
      for await (const message of small.stream(`/api/games/${game}/stream`)) {
        if (!['state', 'event'].includes(message.type)) continue;
        const { moves, status, version } = await small.ask(`/api/games/${game}`);
        if (status !== 'playing') return;
        if (moves.length % 2 === 0) await small.ask(`/api/games/${game}/actions`, { do: 'play', move: GAME[moves.length], version });
      }
    };
    follow(small, async (message) => {
      const [challenge] = message.type === 'challenges' ? message.incoming : [];
      if (challenge) await small.ask(`/api/games/${challenge.game}/actions`, { do: 'join' });
      if (message.type === 'game' && message.status === 'playing') play(message.game).catch(() => {});
    });
    await page.goto(`/user/${small.name}`);
    equal(await page.textContent('h1 .badge'), text('en', 'js-bot'), 'the badge');
    await page.click('text=Challenge');
    equal(await page.inputValue('#opponent'), small.name, 'the name in the form');
    await page.evaluate(() => /** @type {HTMLElement} */ (document.querySelector('[name=color][value=white]')).click());
    await page.click('#setup .big');
    await page.waitForURL('**/game/*');
    const game = new URL(page.url()).pathname.split('/')[2];
    for (let ply = 1; ply < GAME.length; ply += 2) {
      await page.waitForFunction((ply) => document.querySelectorAll('#moves button').length === ply, ply);
      await type(page, GAME[ply]);
    }
    await page.waitForFunction((plies) => document.querySelectorAll('#moves button').length === plies, GAME.length);
    const { status, outcome } = await (await page.request.get(`/api/games/${game}`)).json();
    equal(status, 'over', 'the game');
    equal(outcome.winner, 'black', 'the winner');
    await page.waitForSelector('#bot-black:not([hidden])');
    small.stop();
  },
};

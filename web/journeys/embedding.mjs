// What other sites show of this one: games that go on in their frames, and what a page offers to share.

import { createServer } from 'node:http';
import { readFileSync } from 'node:fs';
import { fresh, signUp } from './account.mjs';
import { move, post } from './community.mjs';
import { check, equal, forgive, LANGUAGES, says, shutsNobodyOut, staysInside, text } from './steps.mjs';

/** @typedef {import('./steps.mjs').Page} Page */

const en = (/** @type {string} */ key) => text('en', key);
const STILL = { reducedMotion: /** @type {const} */ ('reduce') };

/** A page of another site, on a port and with a name of its own. @param {string} content */
async function elsewhere(content) {
  const server = createServer((_, answer) => {
    answer.setHeader('content-type', 'text/html');
    answer.end(`<!DOCTYPE html><html lang="en"><title>A blog</title><link rel="icon" href="data:,"><h1>A blog</h1>${content}`);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  const address = server.address();
  return { server, url: `http://localhost:${typeof address === 'object' ? address?.port : 0}/` };
}

/** A game that both have begun. @param {Page} black @param {Page} white @param {object} [more] @returns {Promise<string>} */
async function begin(black, white, more = {}) {
  for (const page of [black, white]) await post(page, '/api/me', {});
  const { game } = await post(black, '/api/games', { against: 'online', color: 'black', control: '600', layout: 'belgian-daisy', public: true, ...more });
  await post(white, `/api/games/${game}/actions`, { do: 'join' });
  return game;
}

/** The frame of a page whose element has this id. @param {Page} page @param {string} id @returns {Promise<import('playwright-core').Frame>} */
async function frameOf(page, id) {
  const frame = await (await page.waitForSelector(`#${id}`)).contentFrame();
  if (!frame) throw new Error(`${id} is not a frame`);
  return frame;
}

/** Waits until a frame says something below its board. @param {import('playwright-core').Frame} frame @param {string} words */
const frameSays = (frame, words) => frame.waitForFunction((words) => document.querySelector('#say')?.textContent === words, words);

/** Waits for a marble of a color on a cell. @param {import('playwright-core').Frame} frame @param {string} color @param {string} cell */
const hasMarble = (frame, color, cell) => frame.waitForSelector(`.sumito-marble.sumito-${color}[data-cell="${cell}"]`, { state: 'attached' });

/** @param {Page} page */
const site = async (page) => new URL((await page.request.get('/offline')).url()).origin;

/** @type {import('./steps.mjs').Journeys} */
export const journeys = {
  async 'a live game embedded in a foreign page: moves appear in every kind of frame, nothing is left behind, and the game itself cannot be framed'(visit) {
    const [black, white, reader] = [await visit(), await visit(), await visit({ ...STILL, viewport: { width: 1366, height: 1500 } })];
    const game = await begin(black, white);
    const home = await site(black);
    const { server, url } = await elsewhere(`
      <iframe id="plain" src="${home}/embed/game/${game}" width="480" height="640" title="A game"></iframe>
      <iframe id="locked" src="${home}/embed/game/${game}?theme=dark&lang=de" width="320" height="460" sandbox="allow-scripts" title="The same game"></iframe>
      <iframe id="forbidden" src="${home}/game/${game}" width="320" height="200" title="Not allowed"></iframe>`);
    try {
      forgive(reader, /frame-ancestors/);
      await reader.goto(url);
      const [plain, locked] = [await frameOf(reader, 'plain'), await frameOf(reader, 'locked')];
      await frameSays(plain, en('js-turn-black'));
      await frameSays(locked, text('de', 'js-turn-black'));
      // The browser shows an error of its own in place of the page.
      const forbidden = await frameOf(reader, 'forbidden');
      equal(await forbidden.locator('sumito-board').count(), 0, 'the boards in the frame of the game itself');
      check(/^(chrome-error:|about:)/.test(forbidden.url()), `the game itself is framed: ${forbidden.url()}`);

      await move(black, game, 'a1b2');
      for (const frame of [plain, locked]) await hasMarble(frame, 'black', 'b2');
      await frameSays(plain, en('js-turn-white'));
      await frameSays(locked, text('de', 'js-turn-white'));
      equal(await locked.evaluate(() => getComputedStyle(document.body).colorScheme), 'dark', 'the chosen theme');
      // Whoever looks back is not disturbed by the next move.
      await plain.click('#back');
      await hasMarble(plain, 'black', 'a1');
      await move(white, game, 'i5h5');
      await hasMarble(locked, 'white', 'h5');
      await plain.waitForFunction(() => document.querySelectorAll('#moves button').length === 2);
      equal(await plain.locator('.sumito-marble.sumito-black[data-cell="a1"]').count(), 1, 'the marbles on a1 of who looks back');
      await plain.press('body', 'End');
      await hasMarble(plain, 'white', 'h5');
      await frameSays(plain, en('js-turn-black'));

      const [tab] = await Promise.all([reader.context().waitForEvent('page'), plain.click('.embed-way')]);
      await tab.waitForURL(`${home}/game/${game}`);
      equal(await tab.evaluate(() => window.opener), null, 'the way back from the new tab');
      await tab.close();

      await post(white, `/api/games/${game}/actions`, { do: 'resign' });
      await frameSays(plain, `${en('js-wins-black')} – ${en('js-result-won-by-resignation')}`);
      // The tab was a page of this site like any other; the frames leave nothing.
      const cookies = (await reader.context().cookies()).filter(({ name }) => name !== 'typeface');
      equal(JSON.stringify(cookies), '[]', 'the cookies of somebody who only watched');
      equal(await plain.evaluate(() => Object.keys(localStorage).join()), '', 'what the frame has stored');
    } finally {
      server.close();
    }
  },

  async 'a game of three in a foreign page: moves and departures appear'(visit) {
    const [host, other, reader] = [await visit(), await visit(), await visit(STILL)];
    for (const page of [host, other]) await post(page, '/api/me', {});
    const setup = { against: 'online', layout: 'three', control: '600', public: true, seats: ['you', 'open', 'engine:1'] };
    const { game } = await post(host, '/api/games', setup);
    const { server, url } = await elsewhere(`<iframe id="frame" src="${await site(host)}/embed/game/${game}" width="480" height="640" title="A game"></iframe>`);
    try {
      await reader.goto(url);
      const frame = await frameOf(reader, 'frame');
      await frameSays(frame, en('js-game-open'));
      await post(other, `/api/games/${game}/actions`, { do: 'join', seat: 'white' });
      await frameSays(frame, en('js-turn-black'));
      await frame.waitForFunction((name) => document.querySelector('#tile-blue .name')?.textContent === name, text('en', 'js-party-engine', { level: '1' }));
      const { start, rules, version } = await (await host.request.get(`/api/games/${game}`)).json();
      check(start && rules, 'the game says where it starts');
      const answers = await (await host.request.get(`/game/${game}/rule-answers`)).json();
      const [first] = Object.entries(answers).find(([command]) => command.startsWith('moves '))?.[1] ?? [];
      await post(host, `/api/games/${game}/actions`, { do: 'play', move: first.text, version });
      for (const step of first.steps.split(' ')) await hasMarble(frame, 'black', step.split('-')[1]);
      await frameSays(frame, en('js-turn-white'));
      await post(other, `/api/games/${game}/actions`, { do: 'resign' });
      await frame.waitForSelector('#tile-white.left');
    } finally {
      server.close();
    }
  },

  async 'a tournament in a foreign page: who enters appears'(visit) {
    const [director, player, reader] = [await visit(), await visit(), await visit(STILL)];
    const name = fresh('Kim');
    await signUp(director, fresh('Ada'));
    await signUp(player, name);
    const { tournament } = await post(director, '/api/tournaments', { name: 'Club cup', format: 'swiss', rounds: 3 });
    const { server, url } = await elsewhere(`<iframe id="frame" src="${await site(director)}/embed/tournament/${tournament}" width="480" height="640" title="A tournament"></iframe>`);
    try {
      await reader.goto(url);
      const frame = await frameOf(reader, 'frame');
      await frame.waitForSelector('h2:has-text("Club cup")');
      await post(player, `/api/tournaments/${tournament}/actions`, { do: 'enter' });
      await frame.waitForSelector(`.standings a[href="/user/${name}"]`);
      equal(await frame.locator('form, button').count(), 0, 'what can be done in the frame');
    } finally {
      server.close();
    }
    const page = await visit({ ...STILL, viewport: { width: 300, height: 420 }, colorScheme: 'dark' });
    await page.goto(`/embed/tournament/${tournament}?lang=pl`);
    await staysInside(page);
    await shutsNobodyOut(page, 'a tournament in a frame');
  },

  async 'embedded pages: they fill every frame, in five languages, light and dark, and can be heard'(visit) {
    const [black, white] = [await visit(), await visit()];
    const game = await begin(black, white);
    const party = '/embed/position?position=six';
    for (const [path, size] of /** @type {[string, [number, number]][]} */ ([
      [`/embed/game/${game}`, [300, 400]], [`/embed/game/${game}`, [600, 340]], [`/embed/game/${game}`, [1366, 768]], [party, [300, 520]], [party, [700, 480]],
      ['/embed/position?position=belgian-daisy&moves=a1b2', [390, 844]], ['/embed/puzzle/nhqhcj', [320, 420]],
    ])) {
      const page = await visit({ ...STILL, viewport: { width: size[0], height: size[1] }, colorScheme: size[0] % 200 ? 'dark' : 'light' });
      await page.goto(path);
      await page.waitForSelector('sumito-board [data-cell]');
      await staysInside(page);
      const board = await page.locator('sumito-board').boundingBox();
      const foot = await page.locator('.embed-foot').boundingBox();
      check(board && foot && board.y >= 0 && board.y + board.height <= foot.y && board.width > 140, `${path} at ${size.join('x')}: the board is at ${JSON.stringify(board)}`);
      await shutsNobodyOut(page, `${path} at ${size.join('x')}`);
    }
    for (const language of LANGUAGES) {
      const page = await visit({ ...STILL, locale: language, viewport: { width: 300, height: 420 } });
      await page.goto(`/embed/game/${game}`);
      await says(page, text(language, 'js-turn-black'));
      check((await page.textContent('.embed-way'))?.includes(text(language, 'embed-watch')), `${language}: the way to the site`);
      await staysInside(page);
    }
    const nobody = await visit();
    forgive(nobody, /404/);
    await nobody.goto('/embed/game/aaaaaaaaaa');
    equal(await nobody.textContent('main p'), en('embed-gone'), 'what an unknown game says');
  },

  async 'sharing a game: a link and a code to copy, with and without a clipboard, and images to download'(visit) {
    const [black, white] = [await visit(), await visit({ ...STILL, permissions: ['clipboard-read', 'clipboard-write'] })];
    const game = await begin(black, white);
    await move(black, game, 'a1b2');
    await post(white, `/api/games/${game}/actions`, { do: 'resign' });
    await white.goto(`/game/${game}`);
    await white.focus('[data-share]');
    await white.keyboard.press('Enter');
    await white.waitForSelector('dialog[open] .share');
    await shutsNobodyOut(white, 'sharing a game');
    equal(await white.inputValue('#share-link'), `${await site(black)}/game/${game}`, 'the link');
    await white.click('[data-copies=share-link]');
    await white.waitForFunction((words) => document.querySelector('#share-say')?.textContent === words, en('js-game-copied'));
    equal(await white.evaluate(() => navigator.clipboard.readText()), await white.inputValue('#share-link'), 'what was copied');
    await white.selectOption('#share-theme', 'dark');
    const code = await white.inputValue('#share-code');
    check(code.includes(`/embed/game/${game}?theme=dark"`), `the code has the theme: ${code}`);
    // Where browsers have no clipboard for scripts.
    await white.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
    await white.click('[data-copies=share-code]');
    await white.waitForFunction((words) => document.querySelector('#share-say')?.textContent === words, en('js-game-copied'));
    // Where nothing works, the text is at least selected.
    await white.evaluate(() => (document.execCommand = () => false));
    await white.click('[data-copies=share-link]');
    await white.waitForFunction((words) => document.querySelector('#share-say')?.textContent === words, en('share-not-copied'));
    equal(await white.evaluate(() => document.activeElement?.id), 'share-link', 'what is selected');
    for (const [words, ending, start] of [[en('share-gif'), 'gif', 'GIF89a'], [en('share-png'), 'png', '\u0089PNG']]) {
      const [file] = await Promise.all([white.waitForEvent('download'), white.click(`.share a:has-text("${words}")`)]);
      equal(file.suggestedFilename(), `sumito-${game}.${ending}`, 'the name of the file');
      check(readFileSync(await file.path()).toString('latin1').startsWith(start), `the ${ending} is one`);
    }
    await white.keyboard.press('Escape');
    await white.waitForSelector('.share-dialog', { state: 'detached' });
    equal(await white.evaluate(() => document.activeElement?.id), 'share-way', 'what has the focus after closing');
  },

  async 'sharing elsewhere: positions as they stand, for two and for more, a puzzle, a tournament, and what is private'(visit) {
    const page = await visit(STILL);
    const shared = async () => {
      await page.click('[data-share]');
      await page.waitForSelector('dialog[open] .share');
      const link = new URL(await page.inputValue('#share-link'));
      await page.keyboard.press('Escape');
      await page.waitForSelector('.share-dialog', { state: 'detached' });
      return link;
    };
    await page.goto('/analysis?position=belgian-daisy&moves=a1b2');
    await page.waitForSelector('#moves button');
    await page.keyboard.press('ArrowLeft');
    await page.waitForFunction(() => !document.querySelector('#share-way')?.getAttribute('href')?.includes('moves'));
    equal((await shared()).searchParams.get('moves'), null, 'the moves before the first one');
    await page.keyboard.press('ArrowRight');
    await page.waitForFunction(() => document.querySelector('#share-way')?.getAttribute('href')?.includes('moves'));
    equal((await shared()).searchParams.get('moves'), 'a1b2', 'the moves after it');
    await page.goto('/analysis/party?position=three');
    await page.waitForFunction(() => document.querySelector('#share-way')?.getAttribute('href')?.includes('three'));
    const party = await shared();
    equal(`${party.pathname} ${party.searchParams.get('position')}`, '/analysis/party three', 'the analysis of a game of three');
    await page.goto('/puzzles/nhqhcj');
    equal((await shared()).pathname, '/puzzles/nhqhcj', 'the puzzle');
    // Only players get images of a private game, and nobody gets a code for it.
    const { game } = await post(page, '/api/games', { against: 'engine', level: 1 });
    await page.goto(`/game/${game}`);
    await page.click('[data-share]');
    await page.waitForSelector(`dialog[open] .share a:has-text("${en('share-png')}")`);
    equal(await page.locator('#share-code').count(), 0, 'the codes for a private game');
    const stranger = await visit({ locale: 'fr', viewport: { width: 320, height: 640 } });
    await stranger.goto(`/share/game/${game}`);
    equal(await stranger.textContent('.share .quiet'), text('fr', 'share-private'), 'what a stranger reads');
    equal(await stranger.locator('.share a[download]').count(), 0, 'the images for a stranger');
    await staysInside(stranger);
    await shutsNobodyOut(stranger, 'a page for sharing');
  },
};

// Games on the server: against the engine, two at one screen, and online.

import { check, countMoves, equal, forgive, GAME, insist, LANGUAGES, marked, place, unfold, playedMoves, says, shutsNobodyOut, staysInside, swipe, tap, text, type } from './steps.mjs';

/** @typedef {import('./steps.mjs').Page} Page */

const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 };
const en = (/** @type {string} */ key, /** @type {Record<string, string>} */ args = {}) => text('en', key, args);

/** Sets up a game and goes to its page. @param {Page} page @param {Record<string, unknown>} wanted */
async function setUp(page, wanted) {
  const answer = await page.request.post('/api/games', { data: wanted });
  const { game } = await answer.json();
  await page.goto(`/game/${game}`);
  // The page can be read before it can be used.
  await page.waitForSelector('#first[aria-disabled=true]');
  return `/game/${game}`;
}

/** An online game; the player who sets it up is Black. @param {import('./steps.mjs').Visit} visit @param {string} control */
async function meet(visit, control) {
  const [black, white] = [await visit(), await visit(PHONE)];
  const path = await setUp(black, { against: 'online', color: 'black', control });
  await says(black, en('js-game-waiting'));
  equal(await black.inputValue('#link'), new URL(path, black.url()).href, 'the link to send');
  await shutsNobodyOut(black, 'who waits');
  await white.goto(path);
  await white.waitForSelector('#welcome:not([hidden])');
  check((await white.textContent('#welcome'))?.includes(en('game-join-white')), 'the visitor is not told the color');
  await shutsNobodyOut(white, 'who is invited');
  await white.tap('#join');
  await says(black, en('js-your-turn'));
  await says(white, en('js-game-their-turn'));
  await staysInside(white);
  // Both see the board from their own side, even after a reload.
  for (const [page, nearest] of /** @type {[Page, string][]} */ ([[black, 'a1'], [white, 'i9']])) {
    await page.reload();
    await page.waitForSelector('#first[aria-disabled=true]');
    const [own, far] = [await place(page, nearest), await place(page, nearest === 'a1' ? 'i9' : 'a1')];
    check(own.y > far.y, `${nearest} is not below`);
  }
  await says(black, en('js-your-turn'));
  return { black, white, path };
}

/** Waits for an offer, and answers it. @param {Page} page @param {string} what @param {string} answer */
async function answer(page, what, answer) {
  await page.waitForFunction((words) => document.querySelector('#offers')?.textContent?.includes(words), en(`js-game-offers-${what}`));
  await page.click(`#offers button:text-is("${answer}")`);
}

/** @type {import('./steps.mjs').Journeys} */
export const journeys = {
  async 'a newcomer plays the engine on the server, takes back, resigns and has revenge'(visit) {
    const page = await visit();
    const path = await setUp(page, { against: 'engine', level: 1, color: 'black' });
    await says(page, en('js-your-turn'));
    check((await page.title()).startsWith(`● ${en('js-your-turn')}`), 'the title does not tell whose turn it is');
    await tap(page, 'c3');
    await tap(page, 'd4');
    await countMoves(page, 2);
    await says(page, en('js-your-turn'));
    equal((await playedMoves(page))[0], 'c3d4', 'the first move');
    await page.reload();
    await countMoves(page, 2);
    await says(page, en('js-your-turn'));
    await page.click('#take-back');
    await countMoves(page, 0);
    // An illegal push is explained, and nothing is played.
    for (const cell of ['b1', 'b2', 'b3', 'b4']) await tap(page, cell);
    await says(page, en('illegal-pac-3-3'));
    await type(page, 'a1b2');
    await countMoves(page, 2);
    await says(page, en('js-your-turn'));
    // Back through the game and to its end by keys.
    await page.keyboard.press('Escape');
    await page.evaluate(() => /** @type {HTMLElement} */ (document.activeElement).blur());
    await page.keyboard.press('Home');
    await page.waitForSelector('#last.main');
    await page.keyboard.press('ArrowRight');
    await marked(page, ['b2', 'c3', 'd4']);
    await page.keyboard.press('End');
    await page.waitForSelector('#last:not(.main)');
    await shutsNobodyOut(page, 'a game');
    await page.click('#resign');
    equal(await page.textContent('#resign'), en('js-game-sure-resign'), 'the question');
    await page.keyboard.press('Escape');
    equal(await page.textContent('#resign'), en('resign'), 'the button that was left alone');
    await insist(page, '#resign');
    await says(page, `${en('js-game-you-lose')} – ${en('js-result-won-by-resignation')}`);
    await shutsNobodyOut(page, 'the end of a game');
    check((await (await page.request.get(`/api${path.replace('game', 'games')}/record`)).text()).includes('[White "Sumito, level 1"]'), 'the record does not name the engine');
    await page.click('#rematch');
    await page.waitForURL((url) => url.pathname.startsWith('/game/') && url.pathname !== path);
    await countMoves(page, 1);
    equal(await page.textContent('#name-white'), en('js-you'), 'the name of White');
  },

  async 'after a game against the engine: one level down for the loser, none below the first, one up for the winner'(visit) {
    const page = await visit({ reducedMotion: 'reduce' });
    const lose = async () => {
      await says(page, en('js-your-turn'));
      await type(page, 'a1b2');
      await countMoves(page, 2);
      await says(page, en('js-your-turn'));
      await insist(page, '#resign');
      await says(page, `${en('js-game-you-lose')} – ${en('js-result-won-by-resignation')}`);
    };
    const takeLevel = async (/** @type {string} */ words, /** @type {string} */ level) => {
      equal(await page.textContent('#other-level'), words, 'the suggestion');
      const before = new URL(page.url()).pathname;
      await page.click('#other-level');
      await page.waitForURL((url) => url.pathname.startsWith('/game/') && url.pathname !== before);
      equal(await page.textContent('#name-white'), en('js-engine-level', { level }), 'the opponent');
    };
    await setUp(page, { against: 'engine', level: 2, color: 'black', layout: 'standard', control: '600' });
    await lose();
    await shutsNobodyOut(page, 'a suggestion');
    await takeLevel(en('js-level-down', { level: '1' }), '1');
    // The same game otherwise: the side, the layout, the clock.
    const { layout, control, you } = await page.evaluate(() => JSON.parse(document.getElementById('game')?.textContent ?? ''));
    equal([layout, control, ...you].join(), 'standard,600,black', 'the next game');
    await lose();
    check(await page.isHidden('#other-level'), 'there is no level below the first');
    // A win, one move away.
    await setUp(page, { against: 'engine', level: 1, color: 'black', position: '5/6/7/8/4b4/8/7/6/wbb2 b 0 5' });
    await type(page, 'a3a2');
    await says(page, `${en('js-game-you-win')} – ${en('js-result-won-by-ejections', { score: '6–0' })}`);
    await takeLevel(en('js-level-up', { level: '2' }), '2');
  },

  async 'a question stays under the pointer that asked, although the row has no room for it'(visit) {
    const page = await visit();
    // The letters of the system are wider.
    await page.route('**/*.woff2', (route) => route.abort());
    forgive(page, /woff2/);
    await setUp(page, { against: 'engine', level: 1, color: 'black' });
    await says(page, en('js-your-turn'));
    const before = await page.locator('#abort').boundingBox();
    await page.click('#abort');
    equal(await page.textContent('#abort.sure'), en('js-game-sure-abort'), 'the question');
    equal(JSON.stringify(await page.locator('#abort').boundingBox()), JSON.stringify(before), 'its place');
    await page.press('#abort', 'Escape');
    await insist(page, '#abort');
    await page.waitForSelector('#after:not([hidden])');
    // At the edge of a small screen, too.
    const phone = await visit({ ...PHONE, viewport: { width: 320, height: 640 }, locale: 'fr' });
    await setUp(phone, { against: 'engine', level: 1, color: 'black' });
    await says(phone, text('fr', 'js-your-turn'));
    await phone.tap('#abort');
    await staysInside(phone);
    const [button, question] = [await phone.locator('#abort').boundingBox(), await phone.locator('#abort .asks').boundingBox()];
    check(button && question && question.x <= button.x && question.x + question.width >= button.x + button.width, 'the question does not cover the button');
    check(question && question.x + question.width <= 320, 'the question is cut off');
  },

  async 'moves are made and answered before the rules have come, and what is not possible is explained when they are there'(visit) {
    const page = await visit(PHONE);
    let come = () => {};
    const coming = new Promise((resolve) => (come = () => resolve(null)));
    await page.route('**/sumito.wasm', async (route) => {
      await coming;
      await route.continue();
    });
    const path = await setUp(page, { against: 'engine', level: 1, color: 'black' });
    await says(page, en('js-your-turn'));
    await type(page, 'e5e6');
    await tap(page, 'c3');
    await page.waitForSelector('.sumito-handle');
    await tap(page, 'd4');
    await page.waitForSelector('.sumito-marbles [data-cell=d4]', { state: 'attached' });
    check(!(await page.$('.sumito-marbles [data-cell=c3]')), 'the marble is still where it was');
    // The engine has answered.
    await says(page, en('js-your-turn'));
    const { moves } = await (await page.request.get(`/api${path.replace('game', 'games')}`)).json();
    equal(moves.length, 2, 'the moves that the server knows');
    // The server sent the rules' answers, so the move is shown and can be answered.
    await countMoves(page, 2);
    await marked(page, [], 'sumito-chosen');
    await tap(page, 'd4');
    await page.waitForSelector('.sumito-handle');
    await tap(page, 'c3');
    await page.waitForSelector('.sumito-marbles [data-cell=c3]', { state: 'attached' });
    await countMoves(page, 4);
    come();
    await says(page, en('illegal-empty-cell', { cell: 'e5' }));
    await tap(page, 'a2');
    await page.waitForSelector('.sumito-handle');
  },

  async 'two play online on time: one is cut off and has lost nothing, then a flag falls'(visit) {
    const { black, white } = await meet(visit, '15');
    await type(black, 'a1b2');
    await says(white, en('js-your-turn'));
    await white.waitForSelector('#clock-white.running');
    // The connection is dead without any notice; the move is made and waits.
    await white.context().setOffline(true);
    await type(white, 'i5h5');
    await white.waitForSelector('#offline:not([hidden])');
    await countMoves(white, 2);
    await says(white, en('js-game-pending', { move: 'i5h5' }));
    await shutsNobodyOut(white, 'without a connection');
    equal((await playedMoves(black)).length, 1, 'the moves that arrived');
    await white.context().setOffline(false);
    await white.waitForSelector('#offline', { state: 'hidden' });
    await countMoves(black, 2);
    await says(white, en('js-game-their-turn'));
    equal((await playedMoves(white)).join(' '), 'a1b2 i5h5', 'the moves after the line was back');
    await black.waitForSelector('#clock-black.low');
    await says(black, `${en('js-game-you-lose')} – ${en('js-result-won-on-time')}`);
    await says(white, `${en('js-game-you-win')} – ${en('js-result-won-on-time')}`);
    equal(await white.textContent('#clock-black .time'), '0:00.0', 'the clock whose flag fell');
  },

  async 'a move made without a connection is sent after a reload or by another tab, if it still can be made'(visit) {
    const { black, white, path } = await meet(visit, 'none');
    let cut = true;
    for (const page of [black, white]) {
      await page.routeWebSocket(/\/socket/, (line) => void (cut ? line.close() : line.connectToServer()));
      await page.reload();
    }
    await type(black, 'a1b2');
    await says(black, en('js-game-pending', { move: 'a1b2' }));
    await black.reload();
    await says(black, en('js-game-pending', { move: 'a1b2' }));
    await countMoves(black, 1);
    await shutsNobodyOut(black, 'a move that waits');
    cut = false;
    await countMoves(white, 1);
    await says(black, en('js-game-their-turn'));
    equal((await playedMoves(white)).join(' '), 'a1b2', 'the move that waited');
    // A move that was made elsewhere meanwhile: the one that waited is not sent.
    cut = true;
    await white.reload();
    await countMoves(white, 1);
    await type(white, 'i5h5');
    await says(white, en('js-game-pending', { move: 'i5h5' }));
    const api = `/api${path.replace('game', 'games')}`;
    const { version } = await (await white.request.get(api)).json();
    const other = await white.request.post(`${api}/actions`, { data: { do: 'play', move: 'i6h6', version } });
    check(other.ok(), `the other move was refused: ${await other.text()}`);
    await white.reload();
    await says(white, en('refusal-stale'));
    await says(white, en('js-game-their-turn'));
    cut = false;
    await countMoves(black, 2);
    equal((await playedMoves(black)).join(' '), 'a1b2 i6h6', 'the moves');
    // A press before the connection is open is sent once it is.
    await white.reload();
    await white.click('#take-back:enabled');
    await answer(black, 'takeback', en('js-game-accept'));
    await countMoves(white, 1);
    // The tab is closed before the connection is back: the next tab that shows the game sends the move, once.
    cut = true;
    await white.reload();
    await countMoves(white, 1);
    await type(white, 'i5h5');
    await says(white, en('js-game-pending', { move: 'i5h5' }));
    const context = white.context();
    await white.close();
    for (const tab of [await context.newPage(), await context.newPage()]) {
      await tab.goto(path);
      await countMoves(tab, 2);
      await says(tab, en('js-game-their-turn'));
      await tab.close();
    }
    await countMoves(black, 2);
    equal((await playedMoves(black)).join(' '), 'a1b2 i5h5', 'the moves after another tab sent one');
    await says(black, en('js-your-turn'));
  },

  async 'a move that is typed before the turn has come is played when it comes'(visit) {
    const { black, white } = await meet(visit, 'none');
    // Hold back the server's messages to White.
    /** @type {(() => void)[] | null} */
    let held = null;
    let cut = () => {};
    await white.routeWebSocket(/\/socket/, (line) => {
      const server = line.connectToServer();
      server.onMessage((message) => void (held ? held.push(() => line.send(message)) : line.send(message)));
      cut = () => void line.close();
    });
    await white.reload();
    await says(white, en('js-game-their-turn'));
    held = [];
    await type(black, 'a1b2');
    await countMoves(black, 1);
    await type(white, 'i5h5');
    await says(white, en('js-board-premove', { move: 'i5h5' }));
    equal(await white.inputValue('#move'), '', 'what is still typed');
    // A lost connection changes nothing.
    held = [];
    cut();
    await white.waitForSelector('#offline:not([hidden])');
    await says(white, en('js-board-premove', { move: 'i5h5' }));
    for (const send of held) send();
    held = null;
    for (const page of [black, white]) await countMoves(page, 2);
    await says(black, en('js-your-turn'));
    // White knows that it is its turn, but the board does not show the move yet, because the rules are still loading.
    let come = () => {};
    const wait = async () => {
      const coming = new Promise((resolve) => (come = () => resolve(null)));
      await white.unroute(/sumito\.wasm|\/rule-answers$/);
      await white.route(/sumito\.wasm|\/rule-answers$/, async (route) => {
        await coming;
        await route.continue();
      });
      await white.reload();
      await says(white, en('js-game-their-turn'));
    };
    await wait();
    await type(black, 'b2c3');
    await says(white, en('js-your-turn'));
    await type(white, 'g4g3');
    come();
    for (const page of [black, white]) await countMoves(page, 4);
    // When they have come, the board stays with the last move.
    await wait();
    await type(black, 'c3d4');
    await says(white, en('js-your-turn'));
    come();
    await countMoves(white, 5);
    await white.waitForTimeout(1000);
    equal(await white.textContent('#moves [aria-current]'), 'c3d4', 'the move that is shown');
    await type(white, 'i6h6');
    await says(white, en('js-game-their-turn'));
    // With premoves turned off, the page says so.
    await white.evaluate(() => localStorage.setItem('sumito-settings', JSON.stringify({ premove: 'off' })));
    await white.reload();
    await says(white, en('js-game-their-turn'));
    await type(white, 'h6h5');
    await says(white, en('refusal-not-your-turn'));
    equal(await white.inputValue('#move'), 'h6h5', 'what was typed out of turn');
  },

  async 'two at one screen type faster than the server answers'(visit) {
    const page = await visit();
    /** @type {(() => void)[] | null} */
    let held = [];
    await page.routeWebSocket(/\/socket/, (line) => {
      const server = line.connectToServer();
      server.onMessage((message) => void (held && /"(moved|done)"/.test(String(message)) ? held.push(() => line.send(message)) : line.send(message)));
    });
    await setUp(page, { against: 'same-screen' });
    await says(page, en('js-turn-black'));
    await type(page, 'a1b2');
    await says(page, en('js-turn-white'));
    await type(page, 'i5h5');
    await countMoves(page, 1);
    for (const send of held) send();
    held = null;
    await countMoves(page, 2);
    equal((await playedMoves(page)).join(' '), 'a1b2 i5h5', 'the moves');
  },

  async 'a page that has missed something learns it as soon as the server refuses what it wants'(visit) {
    const { black, white, path } = await meet(visit, 'none');
    const tab = await black.context().newPage();
    let deaf = true;
    let connect = () => {};
    const connected = new Promise((resolve) => (connect = () => resolve(null)));
    await tab.routeWebSocket(/\/socket/, (line) => {
      const server = line.connectToServer();
      server.onMessage((message) => {
        const { type } = JSON.parse(String(message));
        if (!deaf || type !== 'event') line.send(message);
        if (type === 'state') connect();
      });
    });
    await tab.goto(path);
    await says(tab, en('js-your-turn'));
    // If it connected only after the next move, the state would tell it.
    await connected;
    await type(black, 'a1b2');
    await says(white, en('js-your-turn'));
    // The other tab does not know of it, and tries another move.
    await type(tab, 'c3d4');
    await says(tab, en('refusal-stale'));
    await countMoves(tab, 1);
    equal((await playedMoves(tab)).join(' '), 'a1b2', 'the moves that the tab has learned');
    await says(tab, en('js-game-their-turn'));
    // It does not know of the reply either, and tries to abort a game that can no longer be aborted.
    await type(white, 'i5h5');
    await countMoves(black, 2);
    await insist(tab, '#abort');
    await says(tab, en('refusal-too-late-to-abort'));
    await countMoves(tab, 2);
    deaf = false;
    await type(tab, 'b2c3');
    for (const page of [black, white, tab]) await countMoves(page, 3);
  },

  async 'two agree and do not agree online, and somebody watches'(visit) {
    const { black, white, path } = await meet(visit, 'none');
    const watcher = await visit();
    await watcher.goto(path);
    await black.waitForFunction((words) => document.querySelector('#watchers')?.textContent?.includes(words), en('js-game-watchers', { count: '1' }));
    // The same game in a second tab.
    const tab = await white.context().newPage();
    await tab.goto(path);
    await type(black, 'a1b2');
    await type(white, 'i5h5');
    for (const page of [black, white, tab, watcher]) await countMoves(page, 2);
    await marked(watcher, ['h5', 'g5', 'f5']);
    // White chooses the answer in advance: it is played when the turn comes.
    await tap(white, 'g4');
    await tap(white, 'g3');
    await says(white, en('js-board-premove', { move: 'g4g3' }));
    equal((await playedMoves(black)).length, 2, 'the number of moves');
    await type(black, 'b2c3');
    for (const page of [black, white, tab, watcher]) await countMoves(page, 4);
    equal((await playedMoves(black))[3], 'g4g3', 'the move in advance');
    // A draw that was declined is not offered again in this position.
    await black.click('#draw');
    await black.waitForFunction((words) => document.querySelector('#offers')?.textContent === words, en('js-game-offered-draw'));
    await shutsNobodyOut(white, 'an offer');
    await answer(white, 'draw', en('js-game-decline'));
    await says(black, en('js-game-declined-draw'));
    check(await black.isDisabled('#draw'), 'a draw can be offered again in the same position');
    await black.reload();
    await says(black, en('js-your-turn'));
    check(await black.isDisabled('#draw'), 'after a reload a draw can be offered again in the same position');
    await type(black, 'c3d4');
    await countMoves(watcher, 5);
    check(await black.isEnabled('#draw'), 'a draw cannot be offered in another position');
    // A move goes back by agreement.
    await black.click('#take-back');
    await answer(white, 'takeback', en('js-game-decline'));
    await says(black, en('js-game-declined-takeback'));
    await black.click('#take-back');
    const told = says(black, en('js-game-took-back'));
    await answer(tab, 'takeback', en('js-game-accept'));
    await told;
    for (const page of [black, white, tab, watcher]) await countMoves(page, 4);
    // Chat is for the players, and can be turned off.
    await white.fill('#line', 'hello');
    await white.press('#line', 'Enter');
    // On a screen of Black's width it is a tab beside the moves, which counts what has not been read.
    await black.waitForFunction(() => document.querySelector('#unread')?.textContent === '1');
    await black.click('#tab-chat');
    equal(await black.textContent('#unread'), '', 'what is unread in the open chat');
    check((await black.isVisible('#said')) && (await black.isHidden('#moves')), 'the chat replaces the moves');
    await shutsNobodyOut(black, 'the chat beside the moves');
    await black.fill('#line', 'good <b>luck</b>');
    await black.press('#line', 'Enter');
    await white.waitForFunction(() => document.querySelector('#said')?.textContent?.includes('good <b>luck</b>'));
    check(await watcher.isHidden('#chat') && (await watcher.isHidden('#chat-tabs')), 'who watches reads the chat');
    // On a wide screen it has its own place.
    await black.setViewportSize({ width: 1366, height: 768 });
    await black.waitForSelector('#about #line');
    check((await black.isVisible('#moves')) && (await black.isHidden('#chat-tabs')), 'a wide screen shows moves and chat');
    await black.setViewportSize({ width: 1100, height: 820 });
    await black.waitForSelector('#panel-chat #chat', { state: 'attached' });
    check(await black.isVisible('#moves'), 'the moves come first');
    await white.click('#mute');
    check(await white.isHidden('#said'), 'the chat is not off');
    await white.click('#mute');
    // The end, and another game with changed colors.
    await insist(white, '#resign');
    await says(black, `${en('js-game-you-win')} – ${en('js-result-won-by-resignation')}`);
    await says(watcher, `${en('js-wins-black')} – ${en('js-result-won-by-resignation')}`);
    // By the keyboard: the button goes, and the focus stays near.
    await black.keyboard.press('Tab');
    await black.focus('#rematch');
    await black.keyboard.press('Enter');
    await black.waitForSelector('#after a:focus');
    await answer(white, 'rematch', en('js-game-accept'));
    for (const page of [black, white, tab]) await page.waitForURL((url) => url.pathname.startsWith('/game/') && url.pathname !== path);
    equal(new URL(black.url()).pathname, new URL(white.url()).pathname, 'the next game');
    await says(white, en('js-your-turn'));
    equal(await black.textContent('#name-white'), en('js-you'), 'the name of White');
    await watcher.click('#offers a');
    await says(watcher, en('js-turn-black'));
    await insist(white, '#abort');
    await says(black, en('js-game-aborted'));
  },

  async 'two at one phone on the server, to six ejections'(visit) {
    const page = await visit({ ...PHONE, reducedMotion: 'reduce', colorScheme: 'dark' });
    await setUp(page, { against: 'same-screen', control: '600/3x30' });
    await says(page, en('js-turn-black'));
    await staysInside(page);
    await swipe(page, ['a1', 'b2', 'c3', 'd4']);
    await countMoves(page, 1);
    await says(page, en('js-turn-white'));
    await page.tap('#take-back');
    await countMoves(page, 0);
    await page.tap('#turning');
    for (const [ply, move] of GAME.entries()) {
      await type(page, move);
      await countMoves(page, ply + 1);
      if (ply + 1 < GAME.length) await says(page, en(ply % 2 ? 'js-turn-black' : 'js-turn-white'));
      if (ply === 0) await page.waitForSelector('.stage.turned');
    }
    await says(page, `${en('js-wins-black')} – ${en('js-result-won-by-ejections', { score: '6–0' })}`);
    equal(await page.getAttribute('.tray[data-tray=white]', 'data-count'), '6', 'the marbles that White lost');
    check(await page.isHidden('#actions'), 'one may resign after the end');
    await staysInside(page);
    await shutsNobodyOut(page, 'the end at one screen');
    await page.goto('/games');
    equal((await page.locator('.watching').first().locator('.name').allTextContents()).join(), `${en('black')},${en('white')}`, 'who played at one screen');
  },

  async 'a game page speaks five languages, and says where there is no game'(visit) {
    for (const locale of LANGUAGES) {
      const page = await visit({ locale });
      await setUp(page, { against: 'engine', level: 2, color: 'black', control: '3d' });
      await says(page, text(locale, 'js-your-turn'));
      equal(await page.textContent('#name-white'), text(locale, 'js-engine-level', { level: '2' }), 'the name of White');
      equal(await page.textContent('#clock-black .time'), text(locale, 'js-clock-days', { days: '3', hours: '0' }), 'the clock');
      const missing = await page.request.get('/game/aaaaaaaaaa', { headers: { 'accept-language': locale } });
      equal(missing.status(), 404, 'the status of a game that is not there');
      check((await missing.text()).includes(text(locale, 'error-not-found')), `the page in ${locale} does not say so`);
    }
  },

  async 'help against the engine: what is threatened, and a hint in two steps'(visit) {
    const page = await visit();
    await setUp(page, { against: 'engine', level: 1, color: 'black', position: '5/6/7/8/4b4/8/2w4/1w4/b4 b' });
    await says(page, en('js-your-turn'));
    await page.click('#threats');
    await page.waitForSelector('#dangers:not([hidden])');
    await marked(page, ['a1'], 'sumito-threatened');
    await page.click('#hint');
    await page.waitForSelector('.sumito-help');
    await page.click('#hint');
    await page.waitForSelector('.sumito-arrow.sumito-hint');
    await shutsNobodyOut(page, 'a hint');
    // The next position shows none of it.
    await unfold(page);
    await type(page, 'a1b1');
    await page.waitForFunction(() => !document.querySelector('.sumito-arrow.sumito-hint'));
    // Neither does a finished game.
    await countMoves(page, 2);
    await says(page, en('js-your-turn'));
    await page.click('#hint');
    await page.waitForSelector('.sumito-help');
    await insist(page, '#resign');
    await page.waitForFunction(() => !document.querySelector('.sumito-help'));
    const { black, path } = await meet(visit, 'none');
    await says(black, en('js-your-turn'));
    check(await black.isHidden('#help'), 'there is help against a person that nobody agreed to');
    // The analysis board does not help in a game against a person either.
    await black.goto(`/analysis?game=${path.slice('/game/'.length)}&report`);
    await says(black, en('js-analysis-running'));
    equal(await black.locator('#moves .move').count(), 0, 'the moves on the analysis board');
  },

  async 'two agree on help when a game is set up, and both have it'(visit) {
    const [black, white] = [await visit(), await visit(PHONE)];
    await black.goto('/');
    await black.check('[name=against][value=friend]', { force: true });
    await black.check('[name=help]');
    await black.click('details:has([data-chosen=color]) summary');
    await black.check('[name=color][value=black]', { force: true });
    await black.click('#setup .big');
    await black.waitForSelector('#invitation:not([hidden])');
    await white.goto(new URL(black.url()).pathname);
    await white.waitForSelector('#welcome:not([hidden])');
    const welcome = (await white.textContent('#welcome')) ?? '';
    check(welcome.includes(en('game-join-help')) && welcome.includes(en('js-lobby-help')), `who is invited is not told of the help: ${welcome}`);
    await white.tap('#join');
    await says(black, en('js-your-turn'));
    await black.waitForSelector('#help:not([hidden])');
    check(await white.isHidden('#help'), 'help out of turn');
    await black.click('#hint');
    await black.waitForSelector('.sumito-help');
    await unfold(black);
    const tools = async () => (await black.locator('#flip').boundingBox())?.y;
    const before = await tools();
    await type(black, 'a1b2');
    await says(white, en('js-your-turn'));
    await white.tap('#threats');
    await white.waitForSelector('#dangers:not([hidden])');
    check(await black.isHidden('#help'), 'help out of turn');
    equal(await tools(), before, 'where the tools are out of turn');
    // A move is taken back if the opponent agrees.
    await black.click('#take-back');
    await answer(white, 'takeback', en('js-game-accept'));
    await countMoves(black, 0);
  },

  async 'what is threatened is told in the words of the glossary, in five languages'(visit) {
    for (const language of LANGUAGES) {
      const page = await visit({ locale: language, ...(language === 'de' ? { ...PHONE, colorScheme: /** @type {const} */ ('dark') } : {}) });
      await setUp(page, { against: 'same-screen', position: '1bb2/1bbb2/2bb3/2w5/2wb2wwb/2ww4/2w4/ww4/bw3 b' });
      await says(page, text(language, 'js-turn-black'));
      await page.click('#threats');
      await page.waitForSelector('#threats[aria-pressed=true]');
      await marked(page, ['a1', 'e9'], 'sumito-threatened');
      const push = (/** @type {string} */ forces, /** @type {string} */ line) => text(language, 'js-help-push', { forces, line });
      const covered = { en: 'h6', fr: 'h6', de: '', sv: 'a1 h6', pl: 'h6' }[language];
      const expected = [
        text(language, 'js-help-det', { cell: 'a1', pushes: `${push('2-1', 'c3-a1')}, ${push('3-1', 'd4-a1')}` }),
        text(language, 'js-help-threat', { cell: 'e9', pushes: push('2-1', 'e7-e9') }),
        text(language, 'js-help-amid', { cells: 'e4' }),
        covered ? text(language, 'js-help-covered', { cells: covered }) : text(language, 'js-help-uncovered'),
      ];
      equal((await page.locator('#dangers li').allTextContents()).join('\n'), expected.join('\n'), 'what is threatened');
      for (const [term, count] of /** @type {const} */ ([['sumito', 3], ['det', 2], ['covered', covered ? covered.split(' ').length : 0]])) {
        equal(await page.locator(`.sumito-shapes .term-${term}`).count(), count, `the marks for ${term}`);
      }
      for (const term of ['det', 'sumito', 'eject', 'covered']) check(await page.locator(`#dangers a[href="/learn/glossary#${term}"]`).count(), `nothing leads to ${term} in the glossary`);
      await staysInside(page);
      await shutsNobodyOut(page, 'what is threatened');
      // It goes along with the game: now for White, and not for what was before.
      await type(page, 'e9f9');
      await says(page, text(language, 'js-turn-white'));
      await marked(page, [], 'sumito-threatened');
      await page.waitForFunction((words) => document.querySelector('#dangers:not([hidden])')?.textContent?.includes(words), text(language, 'js-help-no-threat'));
      await page.click('#back');
      await page.waitForSelector('#dangers', { state: 'hidden' });
      equal(await page.locator('.sumito-shapes > *').count(), 0, 'the marks while somebody looks back');
      await page.click('#last');
      await page.waitForSelector('#dangers:not([hidden])');
      await page.click('#threats');
      await page.waitForSelector('#dangers', { state: 'hidden' });
    }
  },

  async 'after the game, one press tells what decided it'(visit) {
    const page = await visit();
    const path = await setUp(page, { against: 'same-screen', position: '5/6/4w2/8/bww3bbw/8/2b4/6/5 b 5 5' });
    await says(page, en('js-turn-black'));
    check(await page.isHidden('#decided'), 'it is told before the end');
    // Each side overlooks that it could win at once.
    for (const [ply, move] of ['c3c4', 'g7g8', 'c4c3', 'g8g7', 'c3d4', 'g7g8', 'e7e8'].entries()) {
      await type(page, move);
      await countMoves(page, ply + 1);
    }
    // The card shows the turning point in small, and leads to the report.
    await page.waitForSelector('#turning-point:not([hidden]) .mini .better');
    check((await page.textContent('#turning-point'))?.includes(en('js-game-turning-point')), 'the turning point has no title');
    await page.click('#decided');
    await page.waitForSelector('#decisive:not([hidden])');
    check(await page.locator('.turning-points > li').count(), 'no move decided the game');
    // Back to the game, and forth to the report.
    await page.goBack();
    await page.waitForURL(`**${path}`);
    await page.goForward();
    await page.waitForSelector('#decisive:not([hidden])');
  },
};

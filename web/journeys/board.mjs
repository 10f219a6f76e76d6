// Journeys over the board itself: settings, confirming, moves in advance, the trays, sounds, notations, fingers, turning, words.

import { readFileSync } from 'node:fs';
import { LANGUAGES, check, countMoves, equal, marked, place, playedMoves, says, staysInside, swipe, switchTheme, tap, text, type } from './steps.mjs';

/** @typedef {import('./steps.mjs').Page} Page */

const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 };
const TWO = '/play?kind=same-screen&layout=belgian-daisy';

/** Settings as if they had been chosen before. @param {Page} page @param {Record<string, string>} settings */
const prefer = (page, settings) => page.addInitScript((settings) => localStorage.setItem('sumito-settings', JSON.stringify(settings)), settings);

/** A game of two at one screen. @param {Page} page @param {string} [language] */
async function begin(page, language = 'en') {
  await page.goto(TWO);
  await says(page, text(language, 'js-turn-black'));
}

/** Changes a setting, as another tab of this browser does. @param {Page} page @param {string} key @param {string} value */
async function set(page, key, value) {
  await page.evaluate(([key, value]) => {
    const place = 'sumito-settings';
    localStorage.setItem(place, JSON.stringify({ ...JSON.parse(localStorage.getItem(place) ?? '{}'), [key]: value }));
    dispatchEvent(new StorageEvent('storage', { key: place }));
  }, [key, value]);
}

/** @param {Page} page @param {'polite' | 'assertive'} voice @param {RegExp} words */
async function hears(page, voice, words) {
  const heard = () => page.textContent(`sumito-board [aria-live=${voice}]`);
  await page.waitForFunction(([voice, words]) => new RegExp(words).test(document.querySelector(`sumito-board [aria-live=${voice}]`)?.textContent ?? ''), [voice, words.source])
    .catch(async () => { throw new Error(`one should hear ${words}, and hears '${await heard()}'`); });
}

/** @type {import('./steps.mjs').Journeys} */
export const journeys = {
  async 'a phone on its side shows the whole board'(visit) {
    const page = await visit({ viewport: { width: 844, height: 390 }, isMobile: true, hasTouch: true });
    for (const path of ['/play', '/analysis', '/puzzles/nhqhcj', '/learn/lessons/eject']) {
      await page.goto(path);
      await page.waitForSelector('sumito-board[live]');
      const box = await page.locator('sumito-board').first().boundingBox();
      check(box && box.height <= 390 && box.height > 300, `the board of ${path} is ${box?.height} pixels high`);
      await staysInside(page);
    }
  },

  async 'settings are chosen in a dialog, kept, and known in another tab'(visit) {
    const page = await visit();
    await page.addInitScript(() => localStorage.getItem('sumito-settings') ?? localStorage.setItem('sumito-settings', '{"marbles":"nonsense","sounds":7,"confirm":"on"}'));
    await begin(page);
    equal(await page.getAttribute('html', 'data-marbles'), 'classic', 'the marbles, if what is kept is nonsense');
    await page.focus('.settings-open');
    await page.keyboard.press('Enter');
    check(await page.isChecked('input[name=confirm][value=on]'), 'a setting that was kept is not shown');
    await page.focus('input[name=marbles][value=classic]');
    await page.keyboard.press('ArrowDown');
    equal(await page.getAttribute('html', 'data-marbles'), 'light', 'the marbles');
    const other = await page.context().newPage();
    await other.goto(TWO);
    equal(await other.getAttribute('html', 'data-marbles'), 'light', 'the marbles in another tab');
    await page.locator('label', { has: page.locator('input[value=color-blind]') }).click();
    await page.locator('label', { has: page.locator('input[name=coordinates][value=off]') }).click();
    await other.waitForSelector('html[data-marbles=color-blind][data-coordinates=off]');
    check(!(await other.isVisible('.sumito-coordinates')), 'the letters and digits are still there');
    await page.keyboard.press('Escape');
    check(!(await page.isVisible('dialog.settings')), 'Escape does not close the dialog');
    await page.reload();
    equal(await page.getAttribute('html', 'data-marbles'), 'color-blind', 'the marbles, after the page was loaded again');
  },

  async 'where nothing may be kept, everything still works'(visit) {
    const page = await visit();
    await page.addInitScript(() => Object.defineProperty(window, 'localStorage', { get: () => { throw new DOMException('forbidden', 'SecurityError'); } }));
    await begin(page);
    await page.click('.settings-open');
    await page.locator('label', { has: page.locator('input[value=dark]') }).click();
    equal(await page.getAttribute('html', 'data-marbles'), 'dark', 'the marbles');
    await page.keyboard.press('Escape');
    await switchTheme(page);
    await tap(page, 'c3');
    await tap(page, 'd4');
    await countMoves(page, 1);
  },

  async 'the settings shut nobody out, in five languages and on a phone'(visit) {
    const axe = readFileSync(new URL('../node_modules/axe-core/axe.min.js', import.meta.url), 'utf8');
    for (const language of LANGUAGES) {
      const page = await visit({ ...PHONE, locale: language, colorScheme: language === 'en' ? 'light' : 'dark' });
      await begin(page, language);
      await page.tap('.settings-open');
      const words = await page.innerText('dialog.settings');
      check(!/js-|undefined/.test(words), `a text is missing: ${words}`);
      await page.evaluate(axe);
      /** @type {import('axe-core').AxeResults} */
      const { violations } = await page.evaluate('axe.run()');
      const grave = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
      check(!grave.length, grave.map(({ id, nodes }) => `${id}: ${nodes[0].html}\n${nodes[0].failureSummary}`).join('\n'));
      // Outside the dialog.
      await page.touchscreen.tap(4, 4);
      await page.waitForSelector('dialog.settings', { state: 'hidden' });
    }
  },

  async 'a move is shown first, then confirmed or taken back'(visit) {
    for (const reader of [{}, PHONE]) {
      const page = await visit(reader);
      await prefer(page, { confirm: 'on' });
      await begin(page);
      await tap(page, 'c3');
      await tap(page, 'd4');
      await page.waitForSelector('.board-play');
      equal(await page.locator('.sumito-preview .sumito-marble').count(), 1, 'the number of marbles shown where they would go');
      equal((await playedMoves(page)).length, 0, 'the number of moves before it is confirmed');
      await page.click('.board-cancel');
      await page.waitForSelector('.board-play', { state: 'hidden' });
      equal(await page.locator('.sumito-preview .sumito-marble').count(), 0, 'the number of marbles shown after it was taken back');
      // By the button, by a tap on where it goes, by Enter; Escape takes back.
      await tap(page, 'c3');
      await tap(page, 'd4');
      await page.click('.board-play');
      await countMoves(page, 1);
      await tap(page, 'g5');
      await tap(page, 'f5');
      await tap(page, 'f5');
      await countMoves(page, 2);
      await tap(page, 'd4');
      await tap(page, 'e5');
      await page.keyboard.press('Escape');
      await page.waitForSelector('.board-play', { state: 'hidden' });
      await tap(page, 'd4');
      await tap(page, 'e5');
      await page.keyboard.press('Enter');
      await countMoves(page, 3);
      equal((await playedMoves(page)).join(' '), 'c3d4 g5f5 d4e5', 'the moves');
    }
  },

  async 'a move in advance is played when its time comes'(visit) {
    const page = await visit(PHONE);
    // The engine waits until it is told to think.
    await page.addInitScript(() => {
      const post = Worker.prototype.postMessage;
      /** @type {(() => void)[]} */
      const waiting = [];
      Worker.prototype.postMessage = function (/** @type {any[]} */ ...message) {
        waiting.push(() => post.apply(this, /** @type {any} */ (message)));
      };
      /** @type {any} */ (window).letEngineThink = () => {
        Worker.prototype.postMessage = post;
        for (const go of waiting) go();
      };
    });
    await page.goto('/play?kind=engine&level=1&layout=belgian-daisy&color=white');
    await page.waitForSelector('sumito-board[early]');
    // Chosen, canceled, chosen again.
    await tap(page, 'g4');
    await tap(page, 'g3');
    await says(page, text('en', 'js-board-premove', { move: 'g4g3' }));
    await page.click('.board-cancel');
    await says(page, text('en', 'js-thinking'));
    await tap(page, 'g4');
    await tap(page, 'g3');
    await says(page, text('en', 'js-board-premove', { move: 'g4g3' }));
    await page.evaluate(() => /** @type {any} */ (window).letEngineThink());
    await page.waitForFunction(() => document.querySelectorAll('#moves button').length >= 2);
    equal((await playedMoves(page))[1], 'g4g3', 'the move in advance');
  },

  async 'a move in advance that is no longer possible is given up'(visit) {
    const page = await visit();
    await begin(page);
    const gone = await page.evaluate(async () => {
      const board = /** @type {import('../board.js').Board} */ (document.querySelector('sumito-board'));
      /** @type {string[]} */
      const heard = [];
      board.addEventListener('notice', (event) => heard.push(/** @type {CustomEvent} */ (event).detail));
      board.addEventListener('move', () => heard.push('move'));
      /** @type {import('../board.js').LegalMove} */
      const move = { text: 'e5e6', cells: ['e5'], direction: 'east', steps: [['e5', 'e6']] };
      board.show({ black: ['e5'], white: ['a1'], ahead: [move], movable: 'black' });
      board.choose(['e5']);
      const svg = /** @type {SVGSVGElement} */ (board.querySelector('svg.sumito-diagram'));
      svg.focus();
      svg.dispatchEvent(new KeyboardEvent('keydown', { key: 'd', code: 'KeyD', bubbles: true }));
      const shown = board.querySelectorAll('.sumito-preview .sumito-marble').length;
      const other = { ...move, text: 'e5d4', direction: /** @type {const} */ ('south-west'), steps: /** @type {[string, string][]} */ ([['e5', 'd4']]) };
      board.show({ black: ['e5'], white: ['e6'], legal: [other], movable: 'black' });
      await new Promise((resolve) => setTimeout(resolve, 50));
      return { shown, heard, left: board.querySelectorAll('.sumito-preview .sumito-marble').length };
    });
    equal(gone.shown, 1, 'the number of marbles shown in advance');
    equal(gone.heard.join(), text('en', 'js-board-premove-gone'), 'what the page is told');
    equal(gone.left, 0, 'the number of marbles shown after it was given up');
  },

  async 'dragged marbles follow the pointer with what they push, fall back when let go early, and play when let go late'(visit) {
    const page = await visit();
    await begin(page);
    await type(page, 'g8h9f8');
    await countMoves(page, 1);
    await type(page, 'i6i7');
    await countMoves(page, 2);
    /** How far a marble has been dragged, in pixels of the screen. @param {string} cell */
    const shift = (cell) => page.evaluate((cell) => {
      const transform = /** @type {HTMLElement | null} */ (document.querySelector(`.sumito-moving [data-cell="${cell}"]`)?.parentElement)?.style.transform ?? '';
      return Math.hypot(...(transform.match(/-?[\d.]+(?=px)/g) ?? ['0']).map(Number));
    }, cell);
    // Two push one over the rim.
    const [tail, next] = [await place(page, 'g7'), await place(page, 'h7')];
    const along = (/** @type {number} */ part) => ({ x: tail.x + (next.x - tail.x) * part, y: tail.y + (next.y - tail.y) * part });
    const drag = async (/** @type {number} */ part) => {
      await page.mouse.move(tail.x, tail.y);
      await page.mouse.down();
      for (const at of [0.1, part / 2, part]) await page.mouse.move(along(at).x, along(at).y);
    };
    await tap(page, 'g7');
    await tap(page, 'h7');
    await drag(0.35);
    const early = await shift('g7');
    check(early > 10, `the marble does not follow: ${early}`);
    for (const cell of ['h7', 'i7']) equal(await shift(cell), early, `how far ${cell} has gone`);
    await page.mouse.up();
    await page.waitForFunction(() => !(/** @type {HTMLElement} */ (document.querySelector('.sumito-moving')).style.transform));
    equal((await playedMoves(page)).length, 2, 'the moves after a drag that was let go early');
    await drag(0.8);
    check((await shift('g7')) > early, 'the marble does not follow farther');
    await page.mouse.up();
    await countMoves(page, 3);
    equal(await page.locator('.sumito-lost .sumito-white').count(), 1, 'the number of white marbles in the tray');
  },

  async 'a wide screen has three columns, and a newcomer is shown how to move until the second move'(visit) {
    const page = await visit({ viewport: { width: 1920, height: 1080 } });
    await page.goto('/');
    await page.click('.hero .main.large');
    await page.waitForURL('**/game/*');
    await page.waitForSelector('sumito-board[live]:not([early])');
    await page.waitForSelector('#coach:not([hidden])');
    const boxes = await Promise.all(['.playing > .about', 'sumito-board', '.playing > .side'].map((part) => page.locator(part).boundingBox()));
    const [about, board, side] = boxes.map((box) => box ?? { x: 0, y: 0, width: 0, height: 0 });
    check(about.x + about.width <= board.x && board.x + board.width <= side.x, 'the columns are not beside each other');
    check(board.height > 700, `the board is ${board.height} px high on a screen of 1080`);
    // The seat bars are exactly as wide as the board.
    for (const color of ['black', 'white']) equal(Math.round((await page.locator(`#seat-${color}`).boundingBox())?.width ?? 0), Math.round(board.width), `the width of the seat of ${color}`);
    const isWhite = await page.evaluate(() => document.querySelector('.stage')?.classList.contains('turned'));
    for (const [count, move] of (isWhite ? [[3, 'a5b5'], [5, 'a4b4']] : [[2, 'a1b2'], [4, 'a2b3']])) {
      await page.locator('details.typing').evaluate((fold) => fold.setAttribute('open', ''));
      await type(page, String(move));
      await page.waitForFunction((count) => document.querySelectorAll('#moves button').length >= count, Number(count));
    }
    await page.waitForSelector('#coach', { state: 'hidden' });
  },

  async 'ejected marbles fall into the tray and stay there'(visit) {
    for (const animation of ['normal', 'off']) {
      const page = await visit();
      await prefer(page, { animation });
      await begin(page);
      await type(page, 'g8h9f8');
      await countMoves(page, 1);
      await type(page, 'i6i7');
      await countMoves(page, 2);
      await type(page, 'g7h7');
      if (animation === 'normal') {
        await page.waitForFunction(() => document.getAnimations().some((one) => /** @type {KeyframeEffect} */ (one.effect).getKeyframes().some((frame) => /scale/.test(String(frame.transform)))));
      }
      await countMoves(page, 3);
      const lost = await page.locator('.sumito-lost .sumito-white').count();
      equal(lost, 1, 'the number of white marbles in the tray');
      await page.click('#first');
      await page.waitForFunction(() => !document.querySelector('.sumito-lost .sumito-marble'));
      await page.click('#last');
      await page.waitForSelector('.sumito-lost .sumito-white', { state: 'attached' });
    }
  },

  async 'sounds wait for a gesture, and for the setting'(visit) {
    const listen = () => {
      const global = /** @type {any} */ (window);
      global.heard = 0;
      const start = OscillatorNode.prototype.start;
      OscillatorNode.prototype.start = function (/** @type {number | undefined} */ when) {
        global.heard += 1;
        return start.call(this, when);
      };
    };
    // Somebody sits down before anybody has touched the page. What a journey asks of a page counts as a touch, so this one only listens to the line.
    const waiting = await visit();
    await waiting.addInitScript(listen);
    const message = (/** @type {string} */ type) => new Promise((resolve) => waiting.on('websocket', (line) => line.on('framereceived', ({ payload }) => String(payload).includes(type) && resolve(null))));
    const [opened, joined] = [message('"state"'), message('"joined"')];
    const { game } = await (await waiting.request.post('/api/games', { data: { against: 'online', color: 'black' } })).json();
    await waiting.goto(`/game/${game}`);
    await opened;
    await (await visit()).request.post(`/api/games/${game}/actions`, { data: { do: 'join' } });
    await joined;
    await waiting.waitForTimeout(500);
    equal(await waiting.evaluate(() => /** @type {any} */ (window).heard), 0, 'the number of tones before any gesture');
    const page = await visit();
    await page.addInitScript(listen);
    const heard = () => page.evaluate(() => /** @type {any} */ (window).heard);
    await begin(page);
    await tap(page, 'c3');
    await tap(page, 'd4');
    await countMoves(page, 1);
    check((await heard()) > 0, 'a move makes no sound');
    const before = await heard();
    await set(page, 'sounds', 'off');
    await type(page, 'g5f5');
    await countMoves(page, 2);
    equal(await heard(), before, 'the number of tones with sounds off');
  },

  async 'typed moves are read in every notation, or explained'(visit) {
    const page = await visit();
    await begin(page);
    // Nacre is recognized automatically, with signs and capitals; then as the reader's chosen notation.
    await type(page, ' A1-D4 ');
    await countMoves(page, 1);
    equal((await playedMoves(page))[0], 'a1b2', 'the move in Aba-Pro notation');
    await set(page, 'notation', 'nacre');
    await page.waitForFunction(() => document.querySelector('#moves button')?.textContent === 'a1d4');
    for (const [typed, words] of /** @type {[string, string][]} */ ([
      ['hello', text('en', 'js-board-typed-form')],
      ['a9b9', text('en', 'js-board-typed-none', { text: 'a9b9' })],
      ['e5e6', text('en', 'illegal-empty-cell', { cell: 'e5' })],
      ['b2c3', text('en', 'illegal-not-your-marble', { cell: 'b2' })],
    ])) {
      await type(page, typed);
      await says(page, words);
    }
    equal((await playedMoves(page)).length, 1, 'the number of moves');
    // Aba-Pro is read all the same.
    await type(page, 'i5h5');
    await page.waitForFunction(() => document.querySelectorAll('#moves button')[1]?.textContent === 'i5f5');
  },

  async 'a finger scrolls past the board and moves nothing by accident'(visit) {
    const page = await visit(PHONE);
    await begin(page);
    const finger = await page.context().newCDPSession(page);
    /** @param {{ x: number, y: number }} from @param {{ x: number, y: number }} to */
    const drag = async (from, to) => {
      await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [from] });
      for (let part = 1; part <= 12; part++) {
        const point = { x: from.x + ((to.x - from.x) * part) / 12, y: from.y + ((to.y - from.y) * part) / 12 };
        await finger.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [point] });
      }
      await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    };
    // From a free cell: the page scrolls.
    const free = await place(page, 'e5');
    await drag(free, { x: free.x, y: free.y - 200 });
    await page.waitForFunction(() => scrollY > 50);
    // Scrolling continues for a moment after the finger lifts.
    await page.waitForTimeout(1000);
    await page.evaluate(() => scrollTo(0, 0));
    // From a marble of one's own: the page stays, and neither off the board nor between two directions anything is played.
    const own = await place(page, 'c3');
    await drag(own, { x: own.x, y: own.y - 28 });
    await drag(own, { x: 2, y: own.y + 160 });
    await tap(page, 'c3');
    await marked(page, ['c3'], 'sumito-chosen');
    await drag(own, { x: own.x, y: own.y - 60 });
    equal(await page.evaluate(() => scrollY), 0, 'how far the page scrolled under the marbles');
    equal((await playedMoves(page)).length, 0, 'the number of moves by accident');
    await swipe(page, ['c3', 'd4']);
    await countMoves(page, 1);
  },

  async 'the board turned by a sixth plays as it is seen'(visit) {
    const page = await visit();
    await prefer(page, { turn: '1' });
    await begin(page);
    const [a1, a5] = [await place(page, 'a1'), await place(page, 'a5')];
    check(a5.y < a1.y - 20, 'the board is not turned');
    await tap(page, 'c3');
    // East of the cell is up and to the right now.
    await page.keyboard.press('e');
    await countMoves(page, 1);
    equal((await playedMoves(page))[0], 'c3c4', 'the move');
    await page.click('#flip');
    const turned = await place(page, 'a1');
    check(turned.y < a1.y - 20, 'the board is not turned about');
  },

  async 'the position and the moves are heard'(visit) {
    const page = await visit();
    await begin(page);
    await page.focus('sumito-board svg.sumito-diagram');
    await page.keyboard.press('p');
    await hears(page, 'polite', /^Black to move\. Row i: black 8 9, white 5 6\. .* Row a: black 1 2, white 4 5\.$/);
    await tap(page, 'a1');
    await tap(page, 'c3');
    await hears(page, 'assertive', /a1 b2 c3; \d+ possible moves?/);
    await tap(page, 'd4');
    await hears(page, 'polite', /^Black: three in line, a1 b2 c3 to d4$/);
    await countMoves(page, 1);
    await page.keyboard.press('?');
    await hears(page, 'polite', /Escape/);
    await page.keyboard.press('l');
    await hears(page, 'polite', /^Black: three in line/);
    await page.waitForFunction(() => /White to move/.test(document.querySelector('sumito-board desc')?.textContent ?? ''));
  },

  async 'the help names the keys of the keyboard'(visit) {
    const keys = (/** @type {Page} */ page) => page.textContent('[data-keys]');
    // Without a word from the browser: the usual keyboard of the language.
    const silent = await visit({ locale: 'fr-FR' });
    await silent.addInitScript(() => Object.defineProperty(navigator, 'keyboard', { value: undefined }));
    await silent.goto('/play');
    check((await keys(silent))?.includes('Z E Q D W X'), 'the help does not name the French keys');
    // An English page on a German keyboard.
    const page = await visit();
    await page.addInitScript(() => {
      const layout = new Map([['KeyW', 'w'], ['KeyE', 'e'], ['KeyA', 'a'], ['KeyD', 'd'], ['KeyZ', 'y'], ['KeyX', 'x']]);
      Object.defineProperty(navigator, 'keyboard', { value: { getLayoutMap: async () => layout } });
    });
    await begin(page);
    await page.waitForFunction(() => document.querySelector('[data-keys]')?.textContent.includes('W E A D Y X'));
    await page.focus('sumito-board svg.sumito-diagram');
    await page.keyboard.press('?');
    await hears(page, 'polite', /W E A D Y X/);
  },
};

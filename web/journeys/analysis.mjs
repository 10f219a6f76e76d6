// The analysis board.

import { check, equal, GAME, KEEPS, LANGUAGES, marked, numbered, place, says, shutsNobodyOut, staysInside, tap, text, until } from './steps.mjs';

/** @typedef {import('playwright-core').Page} Page */

const RECORD = `[Black "Ada"]
[White "Bob"]
[Variant "belgian"]

{First of all.} 1. a1b2! i5h5 (1... i6h6 {quieter} 2. a2b3 (2. c2c3?! a5b5) 2... a5b5) 2. a2b3 {[%clk 0:09:58] on it goes} 2... i6h6 1-0
`;
const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 };
const TABS = ['moves', 'report', 'editor', 'terms', 'exchange'];

/** Pastes a text and reads it. @param {Page} page @param {string} words */
async function paste(page, words) {
  await page.click('#tab-exchange');
  await page.fill('#import-text', words);
  await page.click('#import');
}

/** Waits until the tree has this many moves. @param {Page} page @param {number} count */
async function moves(page, count) {
  await page.waitForFunction((count) => document.querySelectorAll('#moves .move').length === count, count).catch(async () => {
    throw new Error(`${count} moves should be in the tree, and these are: ${(await page.locator('#moves .move').allTextContents()).join(' ')}`);
  });
}

/** Waits for the present move. @param {Page} page @param {string} move */
async function at(page, move) {
  await page.waitForFunction((move) => document.querySelector('#moves [aria-current] > span')?.textContent === move, move).catch(async () => {
    throw new Error(`the present move should be ${move}, and is ${await page.locator('#moves [aria-current]').textContent({ timeout: 100 }).catch(() => 'none')}`);
  });
}

/** The exported game. @param {Page} page @param {string} format @param {string} part to wait for */
async function written(page, format, part) {
  await page.click('#tab-exchange');
  await page.selectOption('#format', format);
  await page.waitForFunction((part) => /** @type {HTMLTextAreaElement} */ (document.querySelector('#export-text')).value.includes(part), part);
  return page.inputValue('#export-text');
}

/** @type {import('./steps.mjs').Journeys} */
export const journeys = {
  async 'analysis: a record with variations goes in, is changed, and comes out again'(visit) {
    const page = await visit();
    await page.goto('/analysis');
    await says(page, text('en', 'js-turn-black'));
    await paste(page, RECORD);
    await moves(page, 9);
    await page.click('#tab-moves');
    check((await page.textContent('.players'))?.includes('Ada'), 'the players are not named');
    for (const words of ['First of all.', 'quieter', 'on it goes']) check((await page.textContent('#moves'))?.includes(words), `the comment '${words}' is not shown`);
    // Folding hides the variations below a move.
    await page.locator('#moves .unfold').first().click();
    await moves(page, 4);
    await page.locator('#moves .unfold').first().click();
    await moves(page, 9);
    await page.click('#next');
    await at(page, 'a1b2');
    await marked(page, ['b2', 'c3', 'd4']);
    // Another answer, on the board; then it becomes the main line.
    await tap(page, 'a5');
    await tap(page, 'b5');
    await tap(page, 'c5');
    await tap(page, 'd5');
    await at(page, 'a5b5');
    await moves(page, 10);
    check(await page.locator('#moves .variation [aria-current]').count(), 'a new answer is no variation');
    await page.locator('#marks button', { hasText: /^!\?$/ }).click();
    await page.fill('#comment', 'mine {braces}\nin two lines');
    await page.click('#promote');
    await page.waitForFunction(() => document.querySelector('#moves .pair [aria-current]'));
    const apgn = await written(page, 'apgn aba-pro', 'mine');
    for (const part of ['a1b2!', 'a5b5!?', '{quieter}', 'c2c3?!', '%clk', '[Black "Ada"]']) check(apgn.includes(part), `${part} is not in what was written: ${apgn}`);
    // The export can be imported again unchanged.
    await paste(page, apgn);
    await moves(page, 10);
    equal(await written(page, 'apgn aba-pro', 'mine'), apgn, 'what is written the second time');
    check((await written(page, 'plain nacre', 'belgian-daisy')).includes('1.a1d4'), 'the plain list is not in Nacre');
    check((await written(page, 'code', 'ABAL1:')).startsWith('ABAL1:belgian:Ada|Bob:'), 'the code does not begin as it should');
    check((await written(page, 'playstrategy', '[P1 "Ada"]')).includes('Abalone'), 'the record is not as PlayStrategy has it');
    // A reload loses nothing, and what is deleted is gone.
    await page.click('#tab-moves');
    await page.click('#next');
    await page.click('#next');
    await at(page, 'a5b5');
    await page.waitForTimeout(600);
    await page.reload();
    await moves(page, 10);
    await at(page, 'a5b5');
    equal(await page.inputValue('#comment'), 'mine {braces}\nin two lines', 'the comment after a reload');
    await page.click('#delete');
    await at(page, 'a1b2');
    await moves(page, 9);
  },

  async 'analysis: several games in a file, and what is wrong with one of them'(visit) {
    const page = await visit();
    await page.goto('/analysis');
    await says(page, text('en', 'js-turn-black'));
    const file = `${RECORD}\nstandard 1.a1b2 a1b2\n\n[Black "Cleo"]\n[White "Dan"]\n\n1. a1b2 i9h8 2. b1c2 *\n`;
    await page.click('#tab-exchange');
    await page.setInputFiles('#import-file', { name: 'games.apgn', mimeType: 'text/plain', buffer: Buffer.from(file) });
    await page.waitForSelector('#games button');
    equal(await page.locator('#games button').count(), 2, 'the number of games to choose from');
    const problem = (await page.textContent('#problems')) ?? '';
    check(problem.includes(text('en', 'js-analysis-problem-where', { game: '2', line: '7', character: '17' })) && problem.includes(text('en', 'illegal-empty-cell', { cell: 'a1' })), `the problem is told as '${problem}'`);
    await page.locator('#games button', { hasText: 'Cleo' }).click();
    await moves(page, 3);
    await paste(page, 'no game at all');
    await page.waitForSelector('#import-problem:not([hidden])');
    // Errors are explained in the reader's language.
    const german = await visit({ locale: 'de' });
    await german.goto('/analysis');
    await says(german, text('de', 'js-turn-black'));
    await paste(german, '[Variant "nowhere"]\n\n1. a1b2');
    const where = text('de', 'js-analysis-problem-where', { game: '1', line: '1', character: '11' });
    const why = `${text('de', 'js-analysis-problem-tag', { text: 'Variant' })} ${text('de', 'js-analysis-expected-position')}`;
    await german.waitForFunction((words) => document.querySelector('#import-problem')?.textContent === words, `${where} · ${why}`);
    // A position alone, in the notation of another site.
    await paste(page, 'ss1SS/sssSSS/1ss1SS1/8/9/8/1SS1ss1/SSSsss/SS1ss 0 0 w 0 1');
    await says(page, text('en', 'js-turn-white'));
    await page.click('#tab-exchange');
    await page.click('#now-texts summary');
    await page.waitForFunction(() => /** @type {HTMLInputElement} */ (document.querySelector('#now-text-native')).value.startsWith('ww1bb/wwwbbb'));
    for (const notation of ['playstrategy', 'kaa', 'abalonline', 'apgn']) check((await page.inputValue(`#now-text-${notation}`)).length > 20, `there is no text in ${notation}`);
  },

  async 'analysis: a game longer than any goes in and comes out'(visit) {
    const page = await visit();
    await page.goto('/analysis');
    await says(page, text('en', 'js-turn-black'));
    const shuffled = Array.from({ length: 12_000 }, (_, i) => ['c3d4', 'g7f6', 'd4c3', 'f6g7'][i % 4]);
    await paste(page, `[Rules "repetition=off"]\n\n${numbered(shuffled)} *\n`);
    await moves(page, shuffled.length);
    await page.click('#tab-moves');
    await page.click('#last');
    await page.waitForSelector('#last[aria-disabled=true]');
    // The list has gone there too.
    await page.waitForFunction(() => {
      const [list, move] = [document.querySelector('#moves'), document.querySelector('#moves [aria-current]')].map((one) => one?.getBoundingClientRect());
      return list && move && move.top >= list.top && move.bottom <= list.bottom;
    });
    const record = await written(page, 'apgn aba-pro', '6000. d4c3');
    check(record.includes('1. c3d4 g7f6'), 'the beginning is not written');
  },

  async 'analysis: lines of the engine, played into the tree, and the threat'(visit) {
    const page = await visit();
    await page.goto('/analysis?position=belgian-daisy');
    await page.selectOption('#line-count', '5');
    await page.waitForFunction(() => document.querySelectorAll('#lines .line').length === 5 && /\d/.test(document.querySelector('#score')?.textContent ?? ''));
    await page.waitForFunction(() => document.querySelectorAll('.sumito-arrow.sumito-second').length > 0 && document.querySelectorAll('.sumito-arrow.sumito-hint').length > 0);
    check(/\d/.test((await page.textContent('#depth')) ?? ''), 'neither depth nor speed is shown');
    // The engine writes another line while the button is down: the click counts all the same.
    await page.locator('#lines .line').first().locator('[data-move="2"]').hover();
    await page.mouse.down();
    await page.evaluate(() => new Promise((resolve) => {
      new MutationObserver(resolve).observe(document.querySelector('#lines .line') ?? document.body, { childList: true, subtree: true });
      setTimeout(resolve, 10_000);
    }));
    await page.mouse.up();
    await page.waitForFunction(() => document.querySelectorAll('#moves .move').length >= 2 && document.querySelectorAll('#moves .move')[1].hasAttribute('aria-current'));
    await page.click('#threat');
    await page.waitForSelector('.sumito-arrow.sumito-threat');
    await page.click('#threat');
    await page.click('#engine');
    await page.waitForFunction(() => !document.querySelectorAll('#lines .line').length && !document.querySelectorAll('.sumito-arrow.sumito-hint').length);
    await page.click('#first');
    await page.waitForTimeout(300);
    equal(await page.locator('#lines .line').count(), 0, 'the number of lines while the engine is off');
  },

  async 'analysis: the moves of the opening book, played into the tree, and marked in the list'(visit) {
    for (const language of LANGUAGES) {
      const page = await visit({ locale: language, ...(language === 'pl' ? PHONE : {}) });
      await page.goto('/analysis?position=standard');
      await page.waitForSelector('#book:not([hidden]) [data-book]');
      check((await page.textContent('#book'))?.startsWith(text(language, 'js-analysis-book-moves')), 'nothing says that these are moves of the book');
      const first = (await page.locator('#book [data-book]').first().textContent()) ?? '';
      await page.locator('#book [data-book]').first().click();
      await at(page, first);
      await staysInside(page);
      if (language === 'pl') await shutsNobodyOut(page, 'the moves of the book');
      // A position from no game is in no book.
      if (language !== 'en') continue;
      await page.click('#tab-report');
      await page.click('#judge');
      await page.waitForSelector('#summary:not([hidden])');
      await page.click('#tab-moves');
      equal(await page.locator('#moves .book').first().textContent(), text(language, 'js-analysis-book'), 'the mark of a move of the book');
      await page.goto('/analysis?position=5/6/4w2/8/bww3bbw/8/2b4/6/5+b+5+5');
      await page.waitForFunction(() => document.querySelectorAll('#lines .line').length > 0);
      equal(await page.locator('#book [data-book]').count(), 0, 'the moves of the book for a position that is in no book');
    }
  },

  async 'analysis: a whole game is judged, and its blunders are named in five languages'(visit) {
    for (const language of LANGUAGES) {
      const page = await visit({ locale: language });
      // Each side overlooks that it could win at once: that is so whatever the engine thinks of positions.
      await page.goto('/analysis?position=5/6/4w2/8/bww3bbw/8/2b4/6/5+b+5+5&moves=c3c4+g7g8');
      await moves(page, 2);
      await page.click('#tab-report');
      await page.click('#judge');
      await page.waitForSelector('#summary:not([hidden]) .why.blunder');
      const words = (await page.locator('#summary .why.blunder').allTextContents()).join('\n');
      check(words.includes(text(language, 'js-analysis-judgement-blunder')), `no blunder is named: ${words}`);
      check(words.includes(text(language, 'js-analysis-reason-overlooks-win', { moves: '1' })), `the reason is not told: ${words}`);
      // The chart is walked by keys.
      await page.focus('#chart');
      await page.keyboard.press('Home');
      await page.keyboard.press('ArrowRight');
      await page.click('#tab-moves');
      await at(page, 'c3c4');
      check(await page.locator('#moves .why.blunder').count(), 'the list of moves does not name the blunder');
      if (language !== 'en') continue;
      await page.click('#tab-report');
      await page.click('#write-report');
      const record = await written(page, 'apgn aba-pro', 'Blunder');
      check(record.includes('(1. e7e8') && record.includes('%eval'), `the report is not in the record: ${record}`);
      // A long one is canceled.
      await page.goto(`/analysis?position=belgian-daisy&moves=${GAME.join('+')}`);
      await moves(page, GAME.length);
      await page.click('#tab-report');
      await page.selectOption('#care', '200000');
      await page.click('#judge');
      await page.waitForSelector('#judging:not([hidden])');
      await page.click('#judge-cancel');
      await page.waitForSelector('#judge:not([hidden])');
    }
  },

  async 'analysis: what decided a game, in one press, each move with its lines in five languages'(visit) {
    for (const language of LANGUAGES) {
      const page = await visit({ locale: language, ...(language === 'pl' ? PHONE : {}) });
      await page.goto('/analysis');
      await says(page, text(language, 'js-turn-black'));
      // Each side overlooks that it could win at once, then Black does: that is so whatever the engine thinks of positions.
      await paste(page, '[SetUp "1"]\n[FEN "5/6/4w2/8/bww3bbw/8/2b4/6/5 b 5 5"]\n\n1. c3c4 g7g8 2. e7e8 1-0');
      await moves(page, 3);
      await page.click('#tab-moves');
      await page.click('#judge-offer');
      await page.waitForSelector('#decisive:not([hidden])');
      const cards = page.locator('.turning-points > li');
      equal(await cards.count(), 2, 'the number of moves that decided the game');
      const words = (await cards.first().textContent()) ?? '';
      for (const part of [
        '1. c3c4', text(language, 'js-analysis-reason-overlooks-win', { moves: '1' }).slice(1), text(language, 'js-analysis-decisive-chances-black', { before: '100', after: '0' }),
      ]) check(words.includes(part), `'${part}' is not in: ${words}`);
      check(await cards.first().locator('a.term[href="/learn/glossary#eject"]').count(), 'no word leads to the glossary');
      // The position before it, with what was played and what was better; then its lines, step by step.
      await cards.first().locator('.position').click();
      await says(page, text(language, 'js-turn-black'));
      await page.waitForSelector('.sumito-arrow.sumito-played');
      await page.waitForSelector('.sumito-arrow.sumito-hint');
      await cards.first().locator('.better .step').first().click();
      await at(page, 'e7e8');
      await page.waitForFunction(() => !document.querySelector('.sumito-arrow.sumito-played'));
      await cards.first().locator('.allowed .step').first().click();
      await at(page, 'e3e2');
      await page.click('#back');
      await at(page, 'c3c4');
      await staysInside(page);
      if (language === 'pl') await shutsNobodyOut(page, 'what decided the game');
      if (language !== 'en') continue;
      // Reloading brings it back.
      await page.reload();
      await page.waitForSelector('#decisive:not([hidden])');
      equal(await cards.count(), 2, 'the number of moves that decided the game after a reload');
      // Neither side made a mistake.
      await paste(page, '[SetUp "1"]\n[FEN "5/6/4w2/8/bww3bbw/8/2b4/6/5 b 5 5"]\n\n1. e7e8 1-0');
      await page.click('#tab-moves');
      await page.click('#judge-offer');
      await page.waitForFunction((words) => document.querySelector('#decisive')?.textContent?.includes(words), text('en', 'js-analysis-decisive-none'));
    }
  },

  async 'analysis: the reader draws arrows and circles, with the right button and with a resting finger'(visit) {
    const page = await visit();
    await page.goto('/analysis');
    await says(page, text('en', 'js-turn-black'));
    const drawn = (/** @type {Page} */ page) => page.evaluate(() => ['arrow', 'highlight'].map((kind) => document.querySelectorAll(`.sumito-${kind}.sumito-drawn`).length).join(' '));
    const draw = async (/** @type {string} */ from, /** @type {string} */ to) => {
      const [start, end] = [await place(page, from), await place(page, to)];
      await page.mouse.move(start.x, start.y);
      await page.mouse.down({ button: 'right' });
      await page.mouse.move(end.x, end.y, { steps: 4 });
      await page.mouse.up({ button: 'right' });
    };
    await draw('a1', 'c3');
    await draw('i5', 'g5');
    await draw('e5', 'e5');
    equal(await drawn(page), '2 1', 'arrows and circles');
    // They belong to the position, and the same stroke removes one.
    await page.locator('#lines .line').first().waitFor();
    for (const cell of ['a1', 'b2', 'c3']) await tap(page, cell);
    await draw('a1', 'c3');
    await draw('i5', 'g5');
    await draw('e5', 'e5');
    await tap(page, 'd4');
    await at(page, 'a1b2');
    equal(await drawn(page), '0 0', 'arrows and circles after a move');
    await page.click('#back');
    await page.waitForFunction(() => document.querySelectorAll('.sumito-arrow.sumito-drawn').length === 2);
    await draw('i5', 'g5');
    equal(await drawn(page), '1 1', 'arrows and circles after one was removed');
    await tap(page, 'e5');
    equal(await drawn(page), '0 0', 'arrows and circles after a click');
    // After a click on a tab, the arrow keys step through the moves.
    await page.click('#tab-terms');
    await page.keyboard.press('ArrowRight');
    await at(page, 'a1b2');
    equal(await page.getAttribute('#tab-terms', 'aria-selected'), 'true', 'the open tab');

    const phone = await visit(PHONE);
    await phone.goto('/analysis');
    await says(phone, text('en', 'js-turn-black'));
    const finger = await phone.context().newCDPSession(phone);
    const touch = (/** @type {'touchStart' | 'touchMove' | 'touchEnd'} */ type, /** @type {{ x: number, y: number }[]} */ touchPoints) => finger.send('Input.dispatchTouchEvent', { type, touchPoints });
    await touch('touchStart', [await place(phone, 'a1')]);
    await phone.waitForSelector('.sumito-highlight.sumito-drawn');
    for (const cell of ['b2', 'c3']) await touch('touchMove', [await place(phone, cell)]);
    await touch('touchEnd', []);
    equal(await drawn(phone), '1 0', 'arrows and circles by finger');
    await moves(phone, 0);
  },

  async 'analysis: on a wide screen the report has a column beside board and moves, which stay in view'(visit) {
    const page = await visit({ viewport: { width: 1920, height: 1080 } });
    await page.goto('/analysis');
    await says(page, text('en', 'js-turn-black'));
    await paste(page, '[SetUp "1"]\n[FEN "5/6/4w2/8/bww3bbw/8/2b4/6/5 b 5 5"]\n\n1. c3c4 g7g8 2. e7e8 1-0');
    await moves(page, 3);
    await page.click('#tab-moves');
    check(!(await page.isVisible('#tab-report')), 'the report has a tab and a column');
    await page.click('#judge');
    await page.waitForSelector('#summary:not([hidden])');
    check(await page.isVisible('#moves .move'), 'the moves are hidden by the report');
    equal(await page.locator('#chart .sign').count(), 2, 'the number of bad moves in the chart');
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    const box = await page.locator('sumito-board').boundingBox();
    check(box && box.y >= 0 && box.y + box.height <= 1080, 'the board leaves the screen while the report scrolls');
    // A narrower window has the tab again.
    await page.setViewportSize({ width: 1200, height: 800 });
    check(await page.isHidden('#tab-report'), 'the report has no column at 1,200 pixels');
    await page.setViewportSize({ width: 1199, height: 800 });
    check(await page.isVisible('#tab-report'), 'a narrow screen has no tab for the report');
    check(!(await page.isVisible('#panel-report')), 'two panels are open');
  },

  async 'analysis: a position set up by tap and key, analysed and played from'(visit) {
    const page = await visit();
    await page.goto('/analysis');
    await says(page, text('en', 'js-turn-black'));
    await page.click('#tab-editor');
    await page.selectOption('#edit-layout', 'standard');
    await page.waitForFunction(() => document.querySelectorAll('.sumito-marbles .sumito-black').length === 14);
    await page.click('#edit-clear');
    await page.waitForSelector('#edit-problem:not([hidden])');
    check(await page.isDisabled('#edit-analyse'), 'an empty board can be analysed');
    for (const cell of ['c3', 'd4', 'e5']) await tap(page, cell);
    await page.click('#brush label:has([value=white])');
    for (const cell of ['f6', 'g7', 'h8']) await tap(page, cell);
    await tap(page, 'h8');
    // By keys: the cursor begins in the middle.
    await page.focus('sumito-board svg.sumito-diagram');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Space');
    await page.waitForFunction(() => /** @type {HTMLInputElement} */ (document.querySelector('#edit-text-native')).value.startsWith('5/6/4w2/4w3/3wb4/'));
    await page.fill('#edit-lost-black', '6');
    await page.waitForFunction((words) => document.querySelector('#edit-problem')?.textContent === words, text('en', 'js-analysis-editor-decided'));
    await page.fill('#edit-lost-black', '2');
    await page.waitForSelector('#edit-problem', { state: 'hidden' });
    await page.click('#edit-analyse');
    await says(page, text('en', 'js-turn-black'));
    equal(await page.getAttribute('.tray[data-tray=black]', 'data-count'), '2', 'the marbles that Black lost');
    check(new URL(page.url()).searchParams.get('position')?.startsWith('5/6/4w2/4w3/3wb4/3b4/2b4/6/5 b 2 0'), `the address is ${page.url()}`);
    await page.click('#tab-editor');
    await page.context().route('**/game/*', (route) => route.fulfill({ contentType: 'text/html', body: '<link rel="icon" href="data:,"><title>a game</title>' }));
    const [answer] = await Promise.all([page.waitForResponse('**/api/games'), page.click('#edit-play')]);
    equal(answer.status(), 200, 'the answer to a new game');
    await page.waitForURL('**/game/*');
  },

  async 'analysis: the terms of the rule books on the board'(visit) {
    const page = await visit({ locale: 'pl' });
    await page.goto('/analysis?position=5/6/4w2/4w3/4b4/3b4/2b4/6/5+b');
    await says(page, text('pl', 'js-turn-black'));
    await page.click('#tab-terms');
    equal(await page.locator('.sumito-shapes > *').count(), 0, 'the number of shapes before they are asked for');
    await page.click('#overlay');
    await page.waitForSelector('.sumito-shapes .term-sumito');
    check((await page.locator('.terms li:has(> label [value=sumito]) .findings').textContent())?.includes('3-2 · c3-g7'), 'the sumito is not listed');
    await page.locator('.terms [value=lance]').check();
    await page.waitForSelector('.sumito-shapes .term-lance');
    await page.locator('.terms [value=sumito]').uncheck();
    await page.waitForFunction(() => !document.querySelector('.sumito-shapes .term-sumito'));
    await page.click('#flip');
    await page.waitForSelector('.sumito-shapes .term-lance');
    check((await page.textContent('#panel-terms'))?.includes('Klincz'), 'the words are not those of the Polish book');
  },

  async 'analysis: a link to a position, a game of the server, and no connection'(visit) {
    const page = await visit(KEEPS);
    await page.goto('/analysis');
    await says(page, text('en', 'js-turn-black'));
    await paste(page, `Belgian Daisy ${numbered(GAME)}`);
    await moves(page, GAME.length);
    await page.click('#tab-moves');
    await page.click('#next');
    await at(page, GAME[0]);
    await page.click('#tab-exchange');
    await page.waitForFunction((move) => /** @type {HTMLInputElement} */ (document.querySelector('#link')).value.endsWith(move), GAME[0]);
    const other = await visit();
    await other.goto(await page.inputValue('#link'));
    await at(other, GAME[0]);
    await other.goto('/analysis?position=nonsense');
    await says(other, text('en', 'js-analysis-problem-link'));
    // A game of the server, with its players.
    const game = await (await other.request.post('/api/games', { data: { against: 'same-screen', layout: 'belgian-daisy' }, headers: { origin: new URL(other.url()).origin } })).json();
    await other.request.post(`/api/games/${game.game}/actions`, { data: { do: 'play', move: 'a1b2', version: game.version }, headers: { origin: new URL(other.url()).origin } });
    await other.goto(`/analysis?game=${game.game}`);
    await moves(other, 1);
    // Everything still works offline.
    await page.evaluate(() => navigator.serviceWorker.ready);
    await until(page, async () => !!(await caches.match('/web/sumito.wasm')) && !!(await caches.match('/analysis')), null);
    await page.context().setOffline(true);
    await page.reload();
    await moves(page, GAME.length);
    await page.waitForFunction(() => document.querySelectorAll('#lines .line').length === 3);
  },

  async 'analysis: on a phone, and by readers of every kind'(visit) {
    const page = await visit({ ...PHONE, colorScheme: 'dark', locale: 'de' });
    await page.goto('/analysis');
    await says(page, text('de', 'js-turn-black'));
    await paste(page, RECORD);
    await moves(page, 9);
    for (const name of TABS) {
      await page.locator(`#tab-${name}`).tap();
      await page.waitForSelector(`#panel-${name}:not([hidden])`);
      await staysInside(page);
      await shutsNobodyOut(page, `analysis, ${name}`);
    }
    await page.locator('#tab-moves').tap();
    await page.locator('#moves .move').nth(1).tap();
    await at(page, 'i5h5');
  },

  async 'analysis: by the keyboard alone'(visit) {
    const page = await visit();
    await page.goto('/analysis?position=belgian-daisy');
    await says(page, text('en', 'js-turn-black'));
    await paste(page, RECORD);
    await moves(page, 9);
    // Tabs by arrows.
    await page.focus('#tab-exchange');
    await page.keyboard.press('Home');
    await page.waitForSelector('#panel-moves:not([hidden])');
    await page.focus('#next');
    for (const [key, move] of [['ArrowRight', 'a1b2'], ['ArrowRight', 'i5h5'], ['ArrowDown', 'i6h6'], ['ArrowUp', 'i5h5'], ['End', 'i6h6'], ['ArrowLeft', 'a2b3']]) {
      await page.keyboard.press(key);
      await at(page, move);
    }
    // At the end there is no step on: the button says so and keeps the focus.
    await page.focus('#next');
    await page.keyboard.press('Enter');
    await at(page, 'i6h6');
    await page.waitForSelector('#next[aria-disabled=true]:focus');
    await page.waitForSelector('#first:not([aria-disabled])');
    await page.keyboard.press('Enter');
    await at(page, 'i6h6');
    await page.keyboard.press('l');
    await page.waitForSelector('#engine[aria-pressed=false]');
    await page.keyboard.press('Home');
    // The words below the board may be those of the position before: the start has no last move.
    await marked(page, []);
    await page.waitForSelector('#back[aria-disabled=true]');
    await page.waitForSelector('#next:focus:not([aria-disabled])');
    // A move on the board: the cursor begins in the middle.
    await page.focus('sumito-board svg.sumito-diagram');
    for (const key of ['ArrowDown', 'ArrowDown', 'Space', 'e']) await page.keyboard.press(key);
    await at(page, 'c3d4');
  },
};

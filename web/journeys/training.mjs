// Storm, streak, coordinates, practice, and the gesture of the first step.

import { spawnSync } from 'node:child_process';
import { fresh, signUp } from './account.mjs';
import { wrongMove } from './puzzles.mjs';
import { check, equal, forgive, place, says, shutsNobodyOut, staysInside, swipe, tap, text } from './steps.mjs';

/** @typedef {import('./steps.mjs').Page} Page */
/** @typedef {{ id: string, theme: string, position: string, solution: string, moves: number }} Puzzle */

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** Starts a run and returns its puzzles. @param {Page} page @param {string} kind @returns {Promise<Puzzle[]>} */
async function start(page, kind) {
  const [answer] = await Promise.all([page.waitForResponse(`**/api/puzzles/runs/${kind}`), page.click('#start')]);
  await page.waitForSelector('sumito-board[live]');
  return (await answer.json()).puzzles;
}

/** The solver's moves along the first way. @param {Puzzle} puzzle */
const own = ({ solution }) => solution.replace(/,.*/, '').replace(/\)+$/, '').split(/[(:]/).filter((_, i) => i % 2 === 0);

/** Types a move once it is the reader's turn. @param {Page} page @param {string} move */
async function type(page, move) {
  await page.waitForSelector('sumito-board[live]');
  await page.fill('#move', move);
  await page.press('#move', 'Enter');
}

/** @param {Page} page @param {Puzzle} puzzle @param {number} score */
async function solve(page, puzzle, score) {
  const moves = own(puzzle);
  for (const move of moves) {
    await page.waitForSelector('sumito-board[live]');
    // The other side may reply before anybody looks, so the page itself notes that it was not the reader's turn for a moment.
    await page.evaluate(() => {
      const board = /** @type {Element} */ (document.querySelector('sumito-board'));
      board.removeAttribute('data-paused');
      new MutationObserver(() => board.setAttribute('data-paused', '')).observe(board, { attributeFilter: ['live'] });
    });
    await type(page, move);
    await page.waitForFunction(() => !(/** @type {HTMLInputElement} */ (document.querySelector('#move')).value));
    if (move !== moves.at(-1)) await page.waitForSelector('sumito-board[data-paused]');
  }
  await page.waitForFunction((score) => document.querySelector('#score')?.textContent === String(score), score);
}

/** Waits until a puzzle other than this one is on the board. @param {Page} page @param {Puzzle} puzzle */
async function shown(page, puzzle) {
  const side = puzzle.position.split(' ')[1] === 'w' ? 'white' : 'black';
  await says(page, text('en', `js-run-${side}-${puzzle.theme}`, { within: String(puzzle.moves) }));
}

/** The position on the board. @param {Page} page @param {'b' | 'w'} turn */
async function position(page, turn) {
  const marbles = await page.locator('.sumito-marbles [data-cell]').evaluateAll((all) => all.map((marble) => [marble.getAttribute('data-cell'), marble.classList.contains('sumito-black') ? 'b' : 'w']));
  const on = new Map(/** @type {[string, string][]} */ (marbles));
  const rows = [...'ihgfedcba'].map((letter) => {
    const digits = [1, 2, 3, 4, 5, 6, 7, 8, 9].filter((digit) => Math.abs(digit - 1 - (letter.charCodeAt(0) - 97)) <= 4);
    return digits.map((digit) => on.get(`${letter}${digit}`) ?? '1').join('').replace(/1+/g, (empty) => String(empty.length));
  });
  const lost = ['b', 'w'].map((color) => 14 - [...on.values()].filter((one) => one === color).length);
  return `${rows.join('/')} ${turn} ${lost.join(' ')}`;
}

/** The first move of a win within three moves, proved by the program. @param {string} position */
function solved(position) {
  const { stdout } = spawnSync(process.argv[2], ['solve', '--position', position, '--goal', 'game', '--moves', '3', '--color', 'never'], { encoding: 'utf8' });
  const [, move] = stdout.match(/^line: (\S+)/m) ?? [];
  if (!move) throw new Error(`no win in '${position}': ${stdout}`);
  return move;
}

/** Drags a line as an in-line move says. @param {Page} page @param {string} move */
async function drag(page, move) {
  equal(move.length, 4, `the length of the in-line move ${move}`);
  const [from, to] = [await place(page, move.slice(0, 2)), await place(page, move.slice(2))];
  const line = await page.evaluate((move) => {
    const color = (/** @type {number} */ n) => {
      const cell = String.fromCharCode(move.charCodeAt(0) + n * (move.charCodeAt(2) - move.charCodeAt(0))) + (Number(move[1]) + n * (Number(move[3]) - Number(move[1])));
      return document.querySelector(`.sumito-marbles [data-cell="${cell}"]`)?.getAttribute('class');
    };
    return [1, 2, 3].find((n) => color(n) !== color(0)) ?? 3;
  }, move);
  const far = line - 1 + 0.8;
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x + (to.x - from.x) * far, from.y + (to.y - from.y) * far, { steps: 12 });
  await page.mouse.up();
}

/** @type {import('./steps.mjs').Journeys} */
export const journeys = {
  async 'a guest storms: right, wrong, stopped; the best stays'(visit) {
    const page = await visit({ reducedMotion: 'reduce' });
    await page.goto('/puzzles');
    await page.click('a[href="/puzzles/storm"]');
    await says(page, text('en', 'js-run-ready'));
    await shutsNobodyOut(page, 'storm');
    const puzzles = await start(page, 'storm');
    equal(puzzles.length, 100, 'puzzles');
    for (const n of [0, 1]) {
      await shown(page, puzzles[n]);
      await solve(page, puzzles[n], n + 1);
    }
    await shown(page, puzzles[2]);
    // A legal move that is not the solution costs time and the combination.
    await type(page, wrongMove({ position: puzzles[2].position, solution: own(puzzles[2]) }));
    await says(page, text('en', 'js-run-wrong', { move: own(puzzles[2])[0], seconds: '10' }));
    equal(await page.textContent('#combo'), '0', 'the combination after a miss');
    await shown(page, puzzles[3]);
    const [saved] = await Promise.all([page.waitForResponse((answer) => answer.request().method() === 'PUT'), page.click('#stop')]);
    equal((await saved.json()).score, 2, 'the score that the server found');
    equal(await page.textContent('#sum'), text('en', 'js-run-result', { score: '2', best: '2' }), 'the result');
    equal(await page.locator('#missed a').count(), 1, 'puzzles to look at again');
    await page.reload();
    equal(await page.textContent('#best'), '2', 'the best score');
  },

  async 'a streak ends with the first miss, on a phone, and belongs to the account'(visit) {
    const page = await visit({ ...PHONE, reducedMotion: 'reduce' });
    await signUp(page, fresh('streak'));
    await page.goto('/puzzles/streak');
    await staysInside(page);
    const puzzles = await start(page, 'streak');
    await shown(page, puzzles[0]);
    await solve(page, puzzles[0], 1);
    await shown(page, puzzles[1]);
    await type(page, wrongMove({ position: puzzles[1].position, solution: own(puzzles[1]) }));
    await says(page, text('en', 'js-run-missed', { move: own(puzzles[1])[0] }));
    await page.waitForFunction(() => document.querySelector('#run')?.getAttribute('data-best') === '1');
    await page.evaluate(() => localStorage.clear());
    await page.reload();
    equal(await page.textContent('#best'), '1', 'the best score, as the server keeps it');
  },

  async 'a run without a connection says so'(visit) {
    const page = await visit();
    forgive(page, /api\/puzzles\/runs/);
    await page.goto('/puzzles/storm');
    await page.route('**/api/puzzles/runs/*', (route) => route.abort());
    await page.click('#start');
    await says(page, text('en', 'js-run-offline'));
    await page.unroute('**/api/puzzles/runs/*');
    await start(page, 'storm');
    await page.route('**/api/puzzles/runs/*', (route) => route.fulfill({ status: 500, json: {} }));
    await page.click('#stop');
    await page.waitForFunction((words) => document.querySelector('#sum')?.textContent?.includes(words), text('en', 'js-run-unsaved'));
  },

  async 'coordinates: find cells with the mouse and the keyboard'(visit) {
    const page = await visit();
    await page.goto('/learn/lessons');
    await page.click('a[href="/learn/coordinates"]');
    await shutsNobodyOut(page, 'coordinates');
    await page.click('#start');
    const sought = () => page.getAttribute('sumito-board', 'data-sought');
    for (const count of [1, 2]) {
      const cell = (await sought()) ?? '';
      await says(page, text('en', 'js-coordinates-find', { cell }));
      await tap(page, cell);
      await page.waitForFunction((count) => document.querySelector('#score')?.textContent === String(count), count);
    }
    // A wrong cell is named, and does not count.
    const cell = (await sought()) ?? '';
    const other = cell === 'e5' ? 'e6' : 'e5';
    await tap(page, other);
    await says(page, text('en', 'js-coordinates-wrong', { tapped: other, cell }));
    equal(await page.textContent('#score'), '2', 'what was found');
    // The cursor starts in the middle.
    await page.focus('sumito-board svg.sumito-diagram');
    await page.keyboard.press('Space');
    await page.waitForFunction(() => document.querySelector('#time')?.textContent === '0:00', null, { timeout: 40_000 });
    await page.waitForSelector('#start:not([hidden])');
    check(Number(await page.textContent('#best')) >= 2, 'the best is not kept');
  },

  async 'practice: win a game from a position against the engine, and miss a goal'(visit) {
    const page = await visit({ reducedMotion: 'reduce' });
    await page.goto('/learn/practice/finish');
    await says(page, text('en', 'js-practice-left', { left: '12' }));
    await shutsNobodyOut(page, 'practice');
    await page.waitForSelector('sumito-board[live]');
    await drag(page, solved(await position(page, 'b')));
    await says(page, text('en', 'js-practice-left', { left: '11' }));
    await page.click('#retry');
    await says(page, text('en', 'js-practice-left', { left: '12' }));
    // Whatever the engine replies, the solver knows how to win.
    for (let left = 11; ; left--) {
      await page.waitForSelector('sumito-board[live]');
      await drag(page, solved(await position(page, 'b')));
      const expected = [text('en', 'js-practice-left', { left: String(left) }), text('en', 'js-practice-won')];
      await page.waitForFunction((expected) => expected.includes(document.querySelector('#say')?.textContent ?? ''), expected);
      if (await page.isVisible('#next')) break;
      check(left > 8, 'a win in three moves takes more than four');
    }
    await says(page, text('en', 'js-practice-won'));
    equal(await page.evaluate(() => localStorage.getItem('sumito-practice')), '["finish"]', 'what was reached');
    await page.click('#next');
    await page.waitForURL('**/learn/practice/attack');
    // Careless moves lose a marble, and with it the goal.
    await page.goto('/learn/practice/hold');
    for (let left = 6; left > 0 && !(await page.isVisible('#say.bad')); left--) {
      await says(page, text('en', 'js-practice-left', { left: String(left) }));
      await page.waitForSelector('sumito-board[live]');
      await drag(page, left % 2 ? 'a5a4' : 'a4a5');
      const expected = [text('en', 'js-practice-left', { left: String(left - 1) }), text('en', 'js-practice-lost')];
      await page.waitForFunction((expected) => expected.includes(document.querySelector('#say')?.textContent ?? ''), expected);
    }
    await says(page, text('en', 'js-practice-lost'));
    await page.waitForSelector('#retry:focus');
    check(!(await page.isVisible('#next')), 'who misses a goal is sent on');
    forgive(page, /practice\/nothing|404/);
    await page.goto('/learn/practice/nothing');
    equal(await page.locator('h1').count(), 1, 'a page that says there is none');
  },

  async 'the first step shows the gesture, which a swipe of the finger repeats'(visit) {
    for (const reducedMotion of /** @type {const} */ (['no-preference', 'reduce'])) {
      const page = await visit({ ...PHONE, reducedMotion });
      await page.goto('/learn/lessons/first-steps');
      await page.waitForSelector('sumito-board[live]');
      await says(page, text('en', 'js-lessons-gesture'));
      const finger = page.locator('.gesture');
      equal(await finger.count(), 1, 'the finger');
      const moving = await finger.evaluate((element) => getComputedStyle(element).animationName);
      equal(moving, reducedMotion === 'reduce' ? 'none' : 'drag', 'its animation');
      await swipe(page, ['e5', 'e6']);
      await says(page, text('en', 'lesson-first-steps-1-good'));
      equal(await finger.count(), 0, 'the finger after a move');
      await page.click('#forward');
      await page.waitForSelector('.step[data-step="2"]:not([hidden])');
      equal(await finger.count(), 0, 'the finger in the second step');
    }
  },
};

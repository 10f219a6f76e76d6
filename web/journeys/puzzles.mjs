// Puzzles: solved, failed, and tried again.

import { readFileSync } from 'node:fs';
import { fields, load } from '../sumito.js';
import { check, countMoves, equal, forgive, marked, playedMoves, ROOT, says, staysInside, tap, text, unfold, until } from './steps.mjs';

/** @typedef {{ id: string, theme: string, moves: number, solution: string[], position: string }} Puzzle */

/** The collection; of each solution the line along the first way: the solver's moves and the best defenses. @type {Puzzle[]} */
const PUZZLES = readFileSync(`${ROOT}puzzles/puzzles.txt`, 'utf8').split('\n').filter((line) => line && !line.startsWith('#')).map((line) => {
  const [id, theme, moves, , solution, ...position] = line.split(' ');
  // Everything after the first comma of a choice is another way.
  const first = solution.replace(/,.*/, '').replace(/\)+$/, '');
  return { id, theme, moves: Number(moves), solution: first.split(/[(:]/), position: position.join(' ') };
});

/** @param {string} theme @param {number} moves */
function example(theme, moves) {
  const found = PUZZLES.find((puzzle) => puzzle.theme === theme && puzzle.moves === moves);
  if (!found) throw new Error(`there is no puzzle ${theme} ${moves}`);
  return found;
}

/** @typedef {import('./steps.mjs').Page} Page */

/** @param {Page} page @param {string} move */
async function type(page, move) {
  await unfold(page);
  await page.fill('#move', move);
  await page.press('#move', 'Enter');
}

/** Plays the solver's moves and waits for the defenses. @param {Page} page @param {Puzzle} puzzle */
export async function solve(page, puzzle) {
  for (const [i, move] of puzzle.solution.entries()) {
    if (i % 2) continue;
    await countMoves(page, i);
    await page.waitForFunction((move) => document.querySelector('#say')?.textContent && move, move);
    await type(page, move);
    await countMoves(page, i + 1);
    const reply = puzzle.solution[i + 1];
    if (!reply) continue;
    await countMoves(page, i + 2);
    equal((await playedMoves(page))[i + 1], reply, 'the defense');
  }
}

/** @param {Page} page */
export const shownPuzzle = (page) => PUZZLES.find(({ id }) => new URL(page.url()).pathname.endsWith(id));

const { command } = await load(readFileSync(`${ROOT}web/sumito.wasm`));

/** A legal first move that is not the solution: one marble beside a free cell. @param {{ position: string, solution: string[] }} puzzle */
export function wrongMove({ position, solution }) {
  const quiet = command(`moves ${position}`).map(fields).find(({ text, kind }) => text !== solution[0] && kind === 'single');
  if (!quiet) throw new Error(`every single marble solves ${position}`);
  return quiet.text;
}

/** @type {import('./steps.mjs').Journeys} */
export const journeys = {
  async 'a newcomer on a phone solves the puzzle of the day, in Swedish'(visit) {
    const page = await visit({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, locale: 'sv-SE', reducedMotion: 'reduce' });
    await page.goto('/');
    await page.click(`nav a[href="/puzzles"]`);
    equal(await page.textContent('h1'), text('sv', 'puzzles-title'), 'the title');
    await staysInside(page);
    await page.click('.today .button');
    await says(page, text('sv', 'js-puzzles-begin'));
    await staysInside(page);
    const puzzle = shownPuzzle(page);
    check(puzzle, 'the puzzle of the day is not in the collection');
    await solve(page, /** @type {Puzzle} */ (puzzle));
    await says(page, text('sv', 'js-puzzles-solved'));
    // One puzzle says little: the rating appears with the fifth.
    await page.waitForFunction((words) => document.querySelector('#reached')?.textContent === words, text('sv', 'js-puzzles-rating-soon'));
    await page.click('nav a[href="/puzzles"]');
    equal(await page.textContent('#figure-solved'), '1 / 1', 'what was solved');
    equal(await page.textContent('#figure-days'), '1', 'the days in a row');
    equal(await page.textContent('#figure-rating'), '–', 'the rating before the fifth puzzle');
  },

  async 'a wrong move is refuted, explained, and made good'(visit) {
    const page = await visit({ reducedMotion: 'reduce' });
    for (const [theme, moves] of /** @type {[string, number][]} */ ([['marble', 3], ['save', 2], ['game', 2]])) {
      const puzzle = example(theme, moves);
      await page.goto(`/puzzles/${puzzle.id}`);
      await says(page, text('en', 'js-puzzles-begin'));
      const wrong = wrongMove(puzzle);
      await type(page, wrong);
      await page.waitForSelector('#retry:not([hidden])');
      const words = (await page.textContent('#say')) ?? '';
      const played = await playedMoves(page);
      equal(played[0], wrong, 'the wrong move');
      check(words.includes(wrong) && played.slice(1).every((move) => words.includes(move)), `the refutation ${played.join(' ')} is not explained by '${words}'`);
      check(played.length > 1, `nothing was played against ${wrong}`);
      await page.waitForFunction((words) => document.querySelector('#reached')?.textContent === words, text('en', 'js-puzzles-rating-soon'));
      await page.goto('/puzzles');
      check(await page.locator(`.again a[href="/puzzles/${puzzle.id}"]`).count(), 'the failed puzzle is not there to be tried again');
      await page.click(`.again a[href="/puzzles/${puzzle.id}"]`);
      await says(page, text('en', 'js-puzzles-begin'));
      await solve(page, puzzle);
      await says(page, text('en', 'js-puzzles-solved'));
      await until(page, (/** @type {string} */ id) => fetch('/api/puzzles/progress').then((answer) => answer.json()).then(({ progress }) => !progress.failed.includes(id)), puzzle.id);
    }
    await page.goto('/puzzles');
    equal(await page.textContent('.again .quiet'), text('en', 'puzzles-review-none'), 'what is to be tried again');
  },

  async 'the solution is shown though a wrong move was about to be refuted'(visit) {
    const page = await visit({ reducedMotion: 'reduce' });
    const puzzle = example('marble', 3);
    // The refutation is found only after the solution was shown.
    let find = () => {};
    const found = new Promise((resolve) => (find = () => resolve(null)));
    await page.route(/worker/, async (route) => {
      await found;
      await route.continue();
    });
    for (const waits of [true, false]) {
      await page.goto(`/puzzles/${puzzle.id}`);
      await says(page, text('en', 'js-puzzles-begin'));
      await type(page, wrongMove(puzzle));
      await countMoves(page, 1);
      await page.click('#solution');
      await says(page, text('en', 'js-puzzles-shown'));
      const shown = (await playedMoves(page)).join(' ');
      equal(shown, puzzle.solution.join(' '), 'the solution');
      find();
      if (waits) await page.waitForTimeout(2000);
      equal((await playedMoves(page)).join(' '), shown, 'the solution, after the refutation was found');
      await says(page, text('en', 'js-puzzles-shown'));
      check(await page.isHidden('#retry'), 'a puzzle that is over can be tried again');
      // Also between a right move and the answer to it.
      await page.goto(`/puzzles/${puzzle.id}`);
      await says(page, text('en', 'js-puzzles-begin'));
      await type(page, puzzle.solution[0]);
      await says(page, text('en', 'js-puzzles-good'));
      await page.click('#solution');
      await says(page, text('en', 'js-puzzles-shown'));
      equal((await playedMoves(page)).join(' '), puzzle.solution.join(' '), 'the solution after a right move');
    }
  },

  async 'a try that the server refuses is dropped, and those after it arrive'(visit) {
    const page = await visit({ reducedMotion: 'reduce' });
    forgive(page, /\/api\/puzzles\/\w+\/attempts/);
    const [first, second] = [example('marble', 1), example('pac', 2)];
    await page.goto('/puzzles');
    // A puzzle that is no longer in the collection was tried without a connection, and then one that is.
    await page.evaluate((id) => localStorage.setItem('sumito-puzzles-waiting', JSON.stringify([
      { puzzle: 'gone00', moves: [] }, { puzzle: id, moves: [] },
    ])), second.id);
    let refusals = 0;
    page.on('response', (answer) => void (answer.status() === 404 && (refusals += 1)));
    await page.goto(`/puzzles/${first.id}`);
    await until(page, (/** @type {string} */ id) => fetch('/api/puzzles/progress').then((answer) => answer.json()).then(({ progress }) => progress?.failed.includes(id)), second.id);
    // The server knows of it before the page has its answer.
    await page.waitForFunction(() => localStorage.getItem('sumito-puzzles-waiting') === '[]');
    equal(refusals, 1, 'how often the server refused');
    // An attempt that cannot count says so, and is not kept for later.
    await page.route('**/attempts', (route) => route.fulfill({ status: 400, json: { type: 'refused', key: 'bad-request', message: 'no' } }));
    await page.reload();
    await says(page, text('en', 'js-puzzles-begin'));
    await page.click('#hint');
    await page.waitForFunction((words) => document.querySelector('#reached')?.textContent === words, text('en', 'js-puzzles-refused'));
    equal(await page.evaluate(() => localStorage.getItem('sumito-puzzles-waiting')), '[]', 'what waits after a refusal');
    // One that may still be delivered is kept.
    await page.unroute('**/attempts');
    await page.route('**/attempts', (route) => route.fulfill({ status: 500, json: {} }));
    await page.goto(`/puzzles/${example('save', 2).id}`);
    await says(page, text('en', 'js-puzzles-begin'));
    await page.click('#hint');
    await page.waitForFunction((words) => document.querySelector('#reached')?.textContent === words, text('en', 'js-puzzles-unsent'));
  },

  async 'puzzles of a theme, one after the other: a streak'(visit) {
    const page = await visit({ reducedMotion: 'reduce' });
    await page.goto('/puzzles');
    await page.selectOption('#theme-wanted', 'marble-1');
    await page.selectOption('#level-wanted', 'easy');
    await page.click('form[action="/puzzles/next"] button');
    const seen = new Set();
    for (let count = 1; count <= 3; count++) {
      await says(page, text('en', 'js-puzzles-begin'));
      const puzzle = shownPuzzle(page);
      equal(puzzle?.theme, 'marble', 'the theme');
      equal(puzzle?.moves, 1, 'the number of moves');
      seen.add(puzzle?.id);
      await solve(page, /** @type {Puzzle} */ (puzzle));
      await says(page, text('en', 'js-puzzles-solved'));
      if (count > 1) await page.waitForFunction((words) => document.querySelector('#reached')?.textContent?.includes(words), text('en', 'js-puzzles-run', { count: String(count) }));
      else await page.waitForFunction(() => document.querySelector('#reached')?.textContent);
      // By the keyboard alone: the way on has the focus.
      await page.keyboard.press('Enter');
      await page.waitForURL((url) => !url.pathname.endsWith(`/${puzzle?.id}`));
    }
    equal(seen.size, 3, 'different puzzles');
    equal(await page.textContent('#figure-run'), '3', 'the streak beside the next puzzle');
    await page.goto('/puzzles');
    equal(await page.textContent('#figure-run'), '3 (3)', 'the streak');
    // The theme shows what was solved of it, and leads to another one.
    check((await page.textContent('.theme[href$="theme=marble-1"]'))?.includes(text('en', 'puzzles-theme-done', { done: '3', all: '' }).trim()), 'the theme does not count what was solved');
    await page.click('.theme[href$="theme=marble-1"]');
    await says(page, text('en', 'js-puzzles-begin'));
    equal(shownPuzzle(page)?.theme, 'marble', 'the theme that was chosen in the list');
  },

  async 'a hint shows the marbles, then the move; the solution plays itself'(visit) {
    const page = await visit({ reducedMotion: 'reduce' });
    const puzzle = example('marble', 2);
    await page.goto(`/puzzles/${puzzle.id}`);
    await says(page, text('en', 'js-puzzles-begin'));
    // The cost is shown before, and not when there is nothing left to lose.
    equal(await page.textContent('#cost'), text('en', 'puzzles-cost'), 'what a hint costs');
    check(await page.isVisible('#cost'), 'what a hint costs is not told');
    await page.click('#hint');
    await says(page, text('en', 'js-puzzles-hint-marbles'));
    check(await page.isHidden('#cost'), 'a second hint seems to cost again');
    check(await page.locator('.sumito-hinted').count(), 'no marble is marked');
    await page.click('#hint');
    await says(page, text('en', 'js-puzzles-hint-move', { move: puzzle.solution[0] }));
    check(await page.locator('.sumito-arrow.sumito-hint').count(), 'there is no arrow');
    await page.click('#solution');
    await says(page, text('en', 'js-puzzles-shown'));
    equal((await playedMoves(page)).join(' '), puzzle.solution.join(' '), 'the solution');
    equal(new URL((await page.getAttribute('#analyse', 'href')) ?? '', page.url()).pathname, '/analysis', 'the way to the analysis');
    // On the board, by the mouse: the tail of the line, then where its head goes.
    await page.goto(`/puzzles/${puzzle.id}`);
    await says(page, text('en', 'js-puzzles-begin'));
    check(await page.isHidden('#cost'), 'a puzzle that was tried before seems to count');
    await page.click('#hint');
    await marked(page, [], 'sumito-chosen');
    await tap(page, puzzle.solution[0].slice(0, 2));
    check(await page.locator('.sumito-chosen').count(), 'no marble is chosen');
  },
};

// Storm and streak: puzzles of rising difficulty, against the clock or until the first miss. The server hands out the puzzles with their
// solutions, so nothing is asked of it while the clock runs; in the end it checks the moves and keeps the score.

import './frame.js';
import './board.js';
import { countdown } from './clock.js';
import { deliver } from './delivery.js';
import { button, element, say } from './elements.js';
import { pause } from './later.js';
import { account } from './reader.js';
import { illegalWords } from './refusals.js';
import { moves as legalMoves, readTyped, replay, whyNot } from './rules.js';
import { readWays } from './solution.js';
import { get } from './settings.js';
import { recallValue, remember } from './storage.js';
import { t } from './texts.js';

/**
 * @typedef {import('./board.js').Board} Board
 * @typedef {import('./solution.js').Way} Way
 * @typedef {{ id: string, theme: string, goal: string, moves: number, position: string, solution: string }} Puzzle
 * @typedef {{ milliseconds: number, miss: number, combo: number, gain: number }} Clock
 * @typedef {{ run: string, clock: Clock | null, best: number | null, puzzles: Puzzle[] }} Run
 */

/** Below this, time is short, in milliseconds. */
const SHORT = 10_000;
/** How long the page waits before it plays, and shows a mistake, in milliseconds. */
const [PACE, LOOK] = [350, 1100];

const board = /** @type {Board} */ (document.querySelector('sumito-board'));
const kind = element('run').dataset.kind ?? 'storm';
const KEY = `sumito-${kind}-${account || 'guest'}`;

/** @type {Run | null} */ let run = null;
/** The number of the puzzle. */ let at = 0;
/** The solver's moves at each puzzle that is over. @type {string[][]} */ let tries = [];
/** Those at this one. @type {string[]} */ let own = [];
/** All moves at this one, of both sides. @type {string[]} */ let line = [];
/** What reaches the goal now. @type {Way[]} */ let ways = [];
let score = 0;
let combo = 0;
/** When the time is up. */ let ends = 0;
/** The page plays, or nothing runs. */ let busy = true;
/** @type {ReturnType<typeof setInterval> | undefined} */ let ticking;
/** Puzzles that were missed. @type {Puzzle[]} */ let missed = [];

const best = () => Math.max(Number(element('run').dataset.best ?? 0), Number(recallValue(KEY) ?? 0));
const puzzle = () => /** @type {Run} */ (run).puzzles[at];
const game = () => `${puzzle().position}${line.length ? ` moves ${line.join(' ')}` : ''}`;

async function start() {
  button('start').disabled = true;
  const answer = await deliver('POST', `/api/puzzles/runs/${kind}`, {});
  button('start').disabled = false;
  if (answer === 'later' || 'refused' in answer) return say(t('js-run-offline'), 'bad');
  run = /** @type {Run} */ (answer.taken);
  if (run.best) element('run').dataset.best = String(run.best);
  [at, score, combo, tries, missed] = [0, 0, 0, [], []];
  element('result').hidden = true;
  button('start').hidden = true;
  button('stop').hidden = false;
  element('typed').hidden = false;
  if (run.clock) {
    ends = performance.now() + run.clock.milliseconds;
    ticking = setInterval(tick, 200);
    tick();
  }
  showFigures();
  await begin();
  /** @type {SVGSVGElement | null} */ (board.querySelector('svg.sumito-diagram'))?.focus({ preventScroll: true });
}

/** Puts the next puzzle on the board. */
async function begin() {
  [own, line, ways] = [[], [], readWays(puzzle().solution)];
  const white = puzzle().position.split(' ')[1] === 'w';
  board.letGo();
  board.arrows([]);
  board.turn(white ? 3 : 0);
  element('task').textContent = t(`js-run-${white ? 'white' : 'black'}-${puzzle().theme}`, { within: puzzle().moves });
  const now = run;
  await lay(true);
  if (now !== run) return;
  busy = false;
  say(element('task').textContent ?? '');
}

/** @param {boolean} [live] */
async function lay(live = false) {
  const [now, text] = [run, game()];
  const { move, place } = /** @type {Awaited<ReturnType<typeof replay>>[number]} */ ((await replay(text)).at(-1));
  if (move) await board.roll(move);
  const legal = live ? await legalMoves(text) : [];
  if (now === run && now) board.show({ ...place, legal, movable: live ? place.turn : null, last: move ?? null });
}

/** @param {string} move */
async function play(move) {
  if (busy || !run) return;
  busy = true;
  const now = run;
  const way = ways.find((way) => way.move === move);
  own.push(move);
  line.push(move);
  await lay();
  if (now !== run) return;
  if (!way) return miss();
  if (!way.reply) return solve();
  await pause(PACE);
  if (now !== run) return;
  line.push(way.reply);
  ways = way.then;
  await lay(true);
  if (now === run) busy = false;
}

async function solve() {
  const { clock } = /** @type {Run} */ (run);
  tries.push(own);
  score += 1;
  combo += 1;
  const gains = clock && combo % clock.combo === 0;
  if (gains) ends += clock.gain;
  showFigures();
  say(gains ? t('js-run-combo', { row: combo, seconds: clock.gain / 1000 }) : t('js-run-right'), 'good');
  await forward(PACE);
}

async function miss() {
  const { clock } = /** @type {Run} */ (run);
  tries.push(own);
  missed.push(puzzle());
  combo = 0;
  if (clock) ends -= clock.miss;
  showFigures();
  const move = ways[0].move;
  board.arrows([[move.slice(0, 2), move.slice(-2)]]);
  if (!clock) return end(t('js-run-missed', { move }));
  say(t('js-run-wrong', { move, seconds: clock.miss / 1000 }), 'bad');
  await forward(LOOK);
}

/** Goes on to the next puzzle after a moment. @param {number} time */
async function forward(time) {
  const now = run;
  await pause(time);
  if (now !== run || !run) return;
  at += 1;
  if (at === run.puzzles.length) return end(t('js-run-all'));
  await begin();
}

function tick() {
  const left = ends - performance.now();
  element('time').textContent = countdown(left);
  element('time').classList.toggle('bad', left <= SHORT);
  if (left <= 0) end(t('js-run-time-up'));
}

function showFigures() {
  element('score').textContent = String(score);
  if (kind === 'storm') element('combo').textContent = String(combo);
  element('best').textContent = String(best() || '–');
}

/** Ends the run, and has the server check it. @param {string} words */
async function end(words) {
  if (!run) return;
  const { run: name } = run;
  run = null;
  busy = true;
  clearInterval(ticking);
  board.letGo();
  button('stop').hidden = true;
  element('typed').hidden = true;
  button('start').hidden = false;
  button('start').textContent = element('result').dataset.again ?? '';
  const before = best();
  if (score > before) remember(KEY, JSON.stringify(score));
  const heading = /** @type {HTMLElement} */ (element('result').querySelector('h2'));
  heading.textContent = score > before ? t('js-run-record') : words;
  element('sum').textContent = t('js-run-result', { score, best: Math.max(before, score) });
  element('missed').replaceChildren(...missed.map((puzzle) => {
    const [item, link] = [document.createElement('li'), document.createElement('a')];
    link.href = `/puzzles/${puzzle.id}`;
    link.textContent = puzzle.id;
    item.append(link);
    return item;
  }));
  element('result').hidden = false;
  say(words);
  showFigures();
  heading.focus({ preventScroll: true });
  element('result').scrollIntoView({ block: 'nearest', behavior: get('animation') === 'off' ? 'auto' : 'smooth' });
  const answer = await deliver('PUT', `/api/puzzles/runs/${kind}`, { run: name, tries });
  if (answer === 'later' || 'refused' in answer) element('sum').textContent += ` ${t('js-run-unsaved')}`;
  else element('run').dataset.best = String(answer.taken.best);
}

board.addEventListener('move', (event) => play(/** @type {CustomEvent} */ (event).detail));
board.addEventListener('illegal', async (event) => {
  const { cells, direction } = /** @type {CustomEvent} */ (event).detail;
  if (!run) return;
  const why = await whyNot(game(), cells, direction);
  if (why) board.refuse(illegalWords(why), why.cell);
});
element('typed').addEventListener('submit', async (event) => {
  event.preventDefault();
  const field = /** @type {HTMLInputElement} */ (element('move'));
  if (busy || !run || !field.value.trim()) return;
  const read = await readTyped(game(), field.value, get('notation'));
  field.value = '';
  if ('move' in read) play(read.move.text);
  else say(t(read.key, read.args), 'bad');
});
button('start').addEventListener('click', start);
// A click before this would be lost.
button('start').disabled = false;
button('stop').addEventListener('click', () => end(t('js-run-stopped')));
showFigures();
say(t('js-run-ready'));

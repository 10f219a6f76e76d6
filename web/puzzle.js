// The page of a puzzle. Correct moves are in the solution tree, which is part of the page; wrong ones are answered by the
// solver in a worker, and its refutation is played on the board.

import './frame.js';
import { allow } from './buttons.js';
import { setMood } from './elements.js';
import { pause } from './later.js';
import { module, moves as legalMoves } from './rules.js';
import { readWays } from './solution.js';
import { fields } from './sumito.js';
import { GameTable, button, element } from './table.js';
import { t } from './texts.js';
import { isTried, sendWaiting, tell } from './tries.js';

/** @typedef {import('./solution.js').Way} Way */

const puzzle = JSON.parse(element('puzzle').textContent ?? '{}');
const color = puzzle.position.split(' ')[1] === 'w' ? 'white' : 'black';
const root = readWays(puzzle.solution);
const table = new GameTable(play);

/** The pace at which the page plays, in milliseconds. */
const PACE = 650;

/** All moves so far, of both sides. @type {string[]} */ let line = [];
/** The correct moves now. @type {Way[]} */ let ways = root;
/** How many moves there were before the wrong one. */ let before = 0;
/** Whether the attempt has been sent to the server. */ let sent = false;
/** The number of hints given. */ let hints = 0;
/** Whether the page is playing moves, or the puzzle is over. */ let busy = true;
let over = false;
/** Counts what the page plays out, so that pressing another button stops the earlier sequence. */ let showing = 0;


/** Shows the moves so far; the reader may continue on their turn. @param {boolean} [live] */
function lay(live = false) {
  return table.lay({ start: puzzle.position, moves: [...line], movable: live ? color : null, bottom: color, over });
}

/** The reader's moves among all. */
const own = () => line.filter((_, i) => i % 2 === 0);

/** @param {string} move */
async function play(move) {
  if (busy || over) return;
  busy = true;
  const now = ++showing;
  unmark();
  const way = ways.find((way) => way.move === move);
  before = line.length;
  line.push(move);
  await lay();
  if (now !== showing) return;
  if (!way) return refute(move, now);
  if (!way.reply) return solved();
  say(t('js-puzzles-good'), 'good');
  await pause(PACE);
  if (now !== showing) return;
  line.push(way.reply);
  ways = way.then;
  busy = false;
  await lay(true);
}

async function solved() {
  over = true;
  say(t(sent ? 'js-puzzles-solved-late' : 'js-puzzles-solved'), 'good');
  end();
  // After a hint or a wrong move the attempt has been counted; this only removes the puzzle from the unsolved ones.
  await report(own(), true);
}

/** A wrong move: shows the refutation on the board and in words. @param {string} move @param {number} now */
async function refute(move, now) {
  say(t('js-puzzles-wait'), '');
  report(own(), false);
  const answer = await ask(`refute ${puzzle.goal} ${puzzle.moves} ${puzzle.position} moves ${line.join(' ')}`);
  if (now !== showing) return;
  const replies = answer?.moves ? answer.moves.split(' ') : [];
  const start = line.length;
  const ejects = replies.length === 1 && (await legalMoves(`${puzzle.position} moves ${line.join(' ')}`)).some(({ text, ejected }) => text === replies[0] && ejected.length);
  for (const reply of replies) {
    await pause(PACE);
    if (now !== showing) return;
    line.push(reply);
    await lay();
  }
  if (now !== showing) return;
  const reply = line.slice(start).join(' ');
  say(t(reason(answer?.is === 'refutation', replies.length > 0, ejects), { move, reply }), 'bad');
  button('retry').hidden = false;
  allow(button('hint'), false);
  button('retry').focus({ preventScroll: true });
}

/** The text that says why a move is wrong. @param {boolean} known @param {boolean} answered @param {boolean} ejects */
function reason(known, answered, ejects) {
  if (!known) return 'js-puzzles-wrong';
  if (puzzle.goal === 'save' || puzzle.goal === 'survive') return `js-puzzles-wrong-${puzzle.goal}`;
  if (!answered) return `js-puzzles-wrong-${puzzle.goal}-none`;
  return puzzle.goal === 'marble' && ejects ? 'js-puzzles-wrong-marble-back' : `js-puzzles-wrong-${puzzle.goal}`;
}

/** Sends an attempt, and shows the change of the rating. @param {string[]} moves @param {boolean} solved */
async function report(moves, solved) {
  // Only the first failed attempt counts.
  if (sent && !solved) return;
  sent = true;
  element('cost').hidden = true;
  const answer = await tell(puzzle.id, moves, solved);
  const words = answer === 'later' ? t('js-puzzles-unsent') : 'refused' in answer ? t('js-puzzles-refused') : ratingWords(answer.taken);
  if (words) element('reached').textContent = words;
}

/** Shows how an attempt changed the rating. @param {import('./tries.js').AttemptResult} result */
function ratingWords({ first, rating, provisional, change, run }) {
  if (!first) return '';
  if (rating !== null) element('figure-rating').textContent = `${rating}${provisional ? '?' : ''}`;
  element('figure-run').textContent = String(run);
  const words = rating === null ? [t('js-puzzles-rating-soon')] : change === null ? [] : [t('js-puzzles-rating', { rating: `${rating}${provisional ? '?' : ''}`, change: `${change < 0 ? '−' : '+'}${Math.abs(change)}` })];
  if (run > 1) words.push(t('js-puzzles-run', { count: run }));
  return words.join(' · ');
}

/** Shows what comes after a finished puzzle. */
function end() {
  busy = true;
  for (const id of ['hint', 'solution', 'retry']) button(id).hidden = true;
  for (const id of ['forward', 'analyse']) element(id).hidden = false;
  element('skip').hidden = true;
  element('analyse').setAttribute('href', `/analysis#${encodeURIComponent(`${puzzle.position} moves ${line.join(' ')}`).replaceAll('%20', '+')}`);
  element('forward').focus({ preventScroll: true });
}

/** One line of the module's answer, from a worker. @param {string} command @returns {Promise<Record<string, string> | null>} */
async function ask(command) {
  const worker = new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });
  const bytes = await module();
  const answer = await new Promise((resolve) => {
    worker.onmessage = ({ data }) => resolve(fields(String(data)));
    worker.onerror = () => resolve(null);
    worker.postMessage({ bytes, lines: [command] });
  });
  worker.terminate();
  return answer;
}

/** @param {string} words @param {'good' | 'bad' | ''} mood */
function say(words, mood) {
  table.calm();
  table.say(words);
  setMood(element('say'), mood);
}

function unmark() {
  table.board.mark('sumito-hinted', []);
  table.board.arrows([]);
  hints = 0;
}

/** The next hint: the marbles, then the move. */
async function hint() {
  if (busy || over) return;
  report([], false);
  const [now, wanted] = [showing, ways[0].move];
  const text = line.length ? `${puzzle.position} moves ${line.join(' ')}` : puzzle.position;
  const move = (await legalMoves(text)).find(({ text }) => text === wanted);
  if (!move || now !== showing) return;
  hints += 1;
  table.board.mark('sumito-hinted', move.cells);
  if (hints > 1) {
    table.board.arrows(move.steps.filter(([from, to]) => to && move.cells.includes(from)).map(([from, to]) => [from, to]));
    say(t('js-puzzles-hint-move', { move: move.text }), '');
  } else {
    say(t('js-puzzles-hint-marbles'), '');
  }
}

/** Plays the solution from the start. */
async function show() {
  if (over) return;
  over = busy = true;
  showing += 1;
  unmark();
  report([], false);
  say('', '');
  button('retry').hidden = true;
  line = [];
  ways = root;
  await lay();
  for (let way = /** @type {Way | undefined} */ (root[0]); way; way = way.then[0]) {
    for (const move of [way.move, way.reply]) {
      if (!move) continue;
      await pause(PACE);
      line.push(move);
      await lay();
    }
  }
  say(t('js-puzzles-shown'), '');
  end();
}

/** Goes back to before the wrong move. */
async function retry() {
  button('retry').hidden = true;
  allow(button('hint'), true);
  line = line.slice(0, before);
  busy = false;
  say(t('js-puzzles-begin'), '');
  await lay(true);
  /** @type {SVGSVGElement | null} */ (table.board.querySelector('svg.sumito-diagram'))?.focus({ preventScroll: true });
}

element('cost').hidden = isTried(puzzle.id);
element('hint').addEventListener('click', hint);
element('solution').addEventListener('click', show);
element('retry').addEventListener('click', retry);
sendWaiting();
lay(true).then(() => {
  busy = false;
  say(t('js-puzzles-begin'), '');
});

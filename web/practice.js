// A position to play out against the engine in this browser, with a goal and a number of moves.

import './frame.js';
import './board.js';
import { element, say } from './elements.js';
import { Engine } from './engine.js';
import { illegalWords } from './refusals.js';
import { moves as legalMoves, replay, whyNot } from './rules.js';
import { recallValue, remember } from './storage.js';
import { t } from './texts.js';

/** What was reached in this browser: the names of positions. */
const KEY = 'sumito-practice';
/** An answer that comes at once startles, in milliseconds. */
const PACE = 400;

const board = /** @type {import('./board.js').Board} */ (document.querySelector('sumito-board'));
const { name = '', position = '', goal = '', color = 'black', ...limits } = element('practice').dataset;
const most = Number(limits.moves);
const engine = new Engine();

/** @type {string[]} */ let played = [];
/** Counts the tries: what an earlier one still thinks about no longer matters. */ let attempt = 0;
/** @type {Awaited<ReturnType<typeof replay>>[number]['place'] | undefined} */ let start;

const game = () => `${position}${played.length ? ` moves ${played.join(' ')}` : ''}`;

/** How many marbles the learner is ahead. @param {{ blackLost: number, whiteLost: number }} place */
const ahead = ({ blackLost, whiteLost }) => (color === 'black' ? whiteLost - blackLost : blackLost - whiteLost);

/** Shows where the game stands. @param {boolean} live @returns the position */
async function lay(live) {
  const now = attempt;
  const { move, place } = /** @type {Awaited<ReturnType<typeof replay>>[number]} */ ((await replay(game())).at(-1));
  if (move) await board.roll(move);
  const legal = live && !place.result ? await legalMoves(game()) : [];
  if (now === attempt) board.show({ ...place, legal, movable: live && !place.result ? place.turn : null, last: move ?? null });
  return place;
}

/** Whether the goal is reached or missed; neither while it is open. @param {NonNullable<typeof start>} place @param {number} own  moves of the learner */
function judge(place, own) {
  const won = place.result === (color === 'black' ? '1-0' : '0-1');
  if (place.result) return won ? 'won' : 'lost';
  const gained = ahead(place) - ahead(/** @type {NonNullable<typeof start>} */ (start));
  // What was taken may still be taken back: the reply has been played.
  const answered = played.length % 2 === 0;
  if (goal === 'marble' && answered && gained > 0) return 'won';
  if (goal === 'keep' && answered && gained < 0) return 'lost';
  if (own < most || !answered) return 'open';
  return goal === 'keep' ? 'won' : 'lost';
}

async function begin() {
  attempt += 1;
  engine.stop();
  played = [];
  board.letGo();
  board.turn(color === 'white' ? 3 : 0);
  next().hidden = true;
  start = await lay(true);
  say(t('js-practice-left', { left: most }));
}

/** The way to the next position; the last one has none. */
const next = () => document.getElementById('next') ?? document.createElement('a');

/** @param {string} move */
async function play(move) {
  const now = attempt;
  played.push(move);
  let place = await lay(false);
  if (now !== attempt) return;
  const own = Math.ceil(played.length / 2);
  if (judge(place, own) === 'open') {
    say(t('js-practice-thinking'));
    const [answer] = await Promise.all([engine.go(`fen ${game()}`, `nodes ${limits.nodes}`), new Promise((resolve) => setTimeout(resolve, PACE))]);
    if (now !== attempt || !answer) return;
    played.push(answer);
    place = await lay(true);
    if (now !== attempt) return;
  }
  const verdict = judge(place, own);
  if (verdict === 'open') return say(t('js-practice-left', { left: most - own }));
  board.letGo();
  board.show({ ...place, legal: [], movable: null, last: null });
  say(t(`js-practice-${verdict}`), verdict === 'won' ? 'good' : 'bad');
  if (verdict === 'won') {
    const done = new Set(/** @type {string[]} */ (recallValue(KEY) ?? []));
    remember(KEY, JSON.stringify([...done.add(name)]));
    next().hidden = false;
    next().focus({ preventScroll: true });
  } else {
    element('retry').focus({ preventScroll: true });
  }
}

board.addEventListener('move', (event) => play(/** @type {CustomEvent} */ (event).detail));
board.addEventListener('illegal', async (event) => {
  const { cells, direction } = /** @type {CustomEvent} */ (event).detail;
  const why = await whyNot(game(), cells, direction);
  if (why) board.refuse(illegalWords(why), why.cell);
});
element('retry').addEventListener('click', begin);
begin();

// A lesson: one step after another on the board. The page includes the responses to all legal moves, in the learner's language; the rules
// explain illegal ones, so it works offline.

import './frame.js';
import './board.js';
import { element, setMood } from './elements.js';
import { linkWords } from './glossary.js';
import { showStars } from './lessons.js';
import { keep, reached } from './progress.js';
import { illegalWords } from './refusals.js';
import * as rulesForTwo from './rules.js';
import { t } from './texts.js';

/** @typedef {import('./board.js').Board} Board */
/** @typedef {import('./board.js').Color} Color */

/**
 * @typedef {object} MoveReply
 * @property {boolean} good
 * @property {string} says
 * @property {string | null} reply   what the other side plays then
 *
 * @typedef {object} StepReplies         to all that may be tried at a step
 * @property {{ answer: MoveReply, moves: string }[]} moves
 * @property {{ reason: string, says: string } | null} illegal  the attempt that is looked for, if it is one that the rules forbid: the keys of its reasons
 */

const board = /** @type {Board} */ (document.querySelector('sumito-board'));
const sections = /** @type {HTMLElement[]} */ ([...document.querySelectorAll('.step')]);
const lesson = element('lesson').dataset.lesson ?? '';
const done = element('done');
const answers = /** @type {StepReplies[]} */ (JSON.parse(element('answers').textContent ?? '[]'));

let standing = reached(lesson);
/** The step that is shown, from 1. */ let step = Math.min(standing.step, sections.length);
/** Whether the step is done, or a wrong move is on the board. */ let settled = false;
/** Counts the positions shown, so that an animation for an earlier one can stop. */ let showing = 0;
let hinted = false;
/** When the clock runs out, if it runs. */ let ends = 0;
/** @type {ReturnType<typeof setInterval> | undefined} */ let ticking;

const section = () => sections[step - 1];
/** The rules for as many players as the step has. @returns {Promise<Pick<typeof rulesForTwo, 'replay' | 'moves' | 'whyNot'>>} */
const rules = async () => (section().dataset.party === undefined ? rulesForTwo : /** @type {any} */ (await import('./live-party.js')));
const start = () => section().dataset.position ?? '';

/** @param {string} words @param {'' | 'good' | 'bad'} [kind] */
function say(words, kind = '') {
  linkWords(element('say'), words);
  setMood(element('say'), kind);
}

/** @param {string[]} played  moves since the step began @param {boolean} [live] whether the learner may move */
async function lay(played, live = false) {
  const now = showing;
  const game = `${start()}${played.length ? ` moves ${played.join(' ')}` : ''}`;
  const { replay, moves } = await rules();
  const { move, place } = (await replay(game))[played.length];
  if (move) await board.roll(move);
  const legal = live ? await moves(game) : [];
  if (now === showing) board.show({ ...place, legal, movable: live ? place.turn : null, last: move ?? null });
}

/** Puts the step on the board. @param {boolean} [focus] */
async function begin(focus = false) {
  settled = false;
  const now = ++showing;
  stopClock();
  hideGesture();
  for (const [n, other] of sections.entries()) other.hidden = n !== step - 1;
  done.hidden = true;
  element('buttons').hidden = false;
  element('solve').hidden = false;
  element('forward').hidden = element('again').hidden = true;
  element('clock').hidden = !section().dataset.seconds;
  board.letGo();
  board.arrows([]);
  board.turn(section().dataset.turn === 'white' ? 3 : 0);
  await lay([], true);
  if (now !== showing) return;
  const shows = showGesture();
  say(t(shows ? 'js-lessons-gesture' : `js-turn-${section().dataset.turn}`));
  if (focus) section().querySelector('h2')?.focus();
}

/** On the very first step the board shows how a move is made, until the learner touches it: a marble that pulses, and a finger that drags it. */
function showGesture() {
  const [first] = document.querySelectorAll('.step[data-gesture]');
  if (first !== section()) return false;
  const text = section().dataset.solution ?? '';
  const [from, to] = [text.slice(0, 2), text.slice(-2)].map((cell) => document.querySelector(`.sumito-cells [data-cell="${cell}"]`)?.getBoundingClientRect());
  const frame = board.getBoundingClientRect();
  if (!from || !to || !frame.width) return false;
  const place = (/** @type {DOMRect} */ box) => ({ x: (box.x + box.width / 2 - frame.x) / frame.width, y: (box.y + box.height / 2 - frame.y) / frame.height });
  const [a, b] = [place(from), place(to)];
  const finger = document.createElement('span');
  finger.className = 'gesture';
  finger.setAttribute('aria-hidden', 'true');
  for (const [name, value] of Object.entries({ left: a.x, top: a.y, 'to-left': b.x, 'to-top': b.y, size: from.width / frame.width })) finger.style.setProperty(`--${name}`, `${value * 100}%`);
  board.append(finger);
  board.addEventListener('pointerdown', hideGesture, { once: true });
  board.addEventListener('choose', hideGesture, { once: true });
  return true;
}

function hideGesture() {
  board.querySelector('.gesture')?.remove();
}

/** @param {string} move */
async function play(move) {
  hideGesture();
  if (settled) return;
  settled = true;
  const late = ends > 0 && Date.now() > ends;
  stopClock();
  board.arrows([]);
  const now = showing;
  await lay([move]);
  if (now !== showing) return;
  if (late) return again(t('js-lessons-late'));
  const { answer } = /** @type {StepReplies['moves'][number]} */ (answers[step - 1].moves.find(({ moves }) => moves.split(' ').includes(move)));
  say(answer.says, answer.good ? 'good' : 'bad');
  if (answer.reply) {
    await new Promise((resolve) => setTimeout(resolve, 500));
    if (now !== showing) return;
    await lay([move, answer.reply]);
    if (now !== showing) return;
  }
  if (answer.good) succeed();
  else again();
}

/** @param {{ cells: string[], direction: string }} tried */
async function attempt({ cells, direction }) {
  if (settled) return;
  const now = showing;
  const refusal = await (await rules()).whyNot(start(), cells, direction);
  if (!refusal || settled || now !== showing) return;
  const { illegal } = answers[step - 1];
  const wanted = illegal?.reason.split(' ').includes(refusal.key);
  const words = illegal && wanted ? illegal.says : illegalWords(refusal);
  board.refuse(words, refusal.cell);
  say(words, wanted ? 'good' : 'bad');
  if (!wanted) return;
  settled = true;
  board.letGo();
  await lay([]);
  if (now === showing) succeed();
}

/** Leaves a wrong move on the board until the learner tries again. @param {string} [words] */
function again(words) {
  standing.faults += 1;
  if (words) say(words, 'bad');
  element('again').hidden = false;
  element('again').focus();
}

function succeed() {
  stopClock();
  for (const id of ['solve', 'clock', 'again']) element(id).hidden = true;
  hinted = false;
  if (step < sections.length) {
    standing.step = step + 1;
    keep(lesson, standing);
    element('forward').hidden = false;
    element('forward').focus();
    return;
  }
  const stars = standing.faults === 0 ? 3 : standing.faults <= 2 ? 2 : 1;
  standing = { stars: Math.max(stars, standing.stars), step: 1, faults: 0 };
  keep(lesson, standing);
  showStars(element('stars'), stars);
  element('buttons').hidden = true;
  done.hidden = false;
  done.querySelector('h2')?.focus();
  done.scrollIntoView({ block: 'nearest' });
}

function stopClock() {
  clearInterval(ticking);
  ends = 0;
}

function startClock() {
  ends = Date.now() + Number(section().dataset.seconds) * 1000;
  element('clock').hidden = true;
  const tick = () => {
    const left = Math.max(0, Math.ceil((ends - Date.now()) / 1000));
    element('say').textContent = t('js-lessons-left', { seconds: left });
    if (left > 0) return;
    stopClock();
    settled = true;
    board.letGo();
    const now = showing;
    lay([]).then(() => now === showing && again(t('js-lessons-late')));
  };
  ticking = setInterval(tick, 1000);
  tick();
}

board.addEventListener('move', (event) => play(/** @type {CustomEvent} */ (event).detail));
board.addEventListener('illegal', (event) => attempt(/** @type {CustomEvent} */ (event).detail));
element('again').addEventListener('click', () => begin());
element('forward').addEventListener('click', () => {
  step += 1;
  begin(true);
});
element('repeat').addEventListener('click', () => {
  step = 1;
  for (const details of document.querySelectorAll('.step details')) details.removeAttribute('open');
  begin(true);
});
element('clock').addEventListener('click', startClock);
element('solve').addEventListener('click', async () => {
  standing.faults += 3;
  await begin();
  const text = section().dataset.solution ?? '';
  board.arrows([[text.slice(0, 2), text.slice(-2)]]);
  say(t('js-lessons-shown'));
});
for (const details of document.querySelectorAll('.step details')) {
  details.addEventListener('toggle', () => {
    if (!hinted && details.hasAttribute('open')) standing.faults += 1;
    hinted = true;
  });
}
begin();

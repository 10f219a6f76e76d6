// A learner's progress in the course, saved in this browser. With an account the stars are saved on the server as well, and the higher
// number counts. Progress made without an account goes to the next account that signs in.

import { deliver } from './delivery.js';
import { afterPaint } from './later.js';
import { account, isKept } from './reader.js';
import { recallValue, remember } from './storage.js';

/**
 * @typedef {object} Reached  in one lesson
 * @property {number} stars   the best so far; none until all its steps are done
 * @property {number} step    the step to go on with
 * @property {number} faults  wrong tries, hints and solutions in the steps before that
 * @property {boolean} [untold]  the server has not got the stars yet
 *
 * @typedef {Record<string, Reached | undefined>} Course
 */

const NOBODYS = 'sumito-lessons';
const PLACE = account ? `${NOBODYS}-${account}` : NOBODYS;
let joined = false;

/** @param {string} place @returns {Course} */
function read(place) {
  return recallValue(place) ?? {};
}

/** @param {Course} course */
const write = (course) => remember(PLACE, JSON.stringify(course));

/** @param {string} lesson @returns {Reached} */
export function reached(lesson) {
  join();
  return { stars: 0, step: 1, faults: 0, ...read(PLACE)[lesson] };
}

/** @param {string} lesson @param {Reached} what */
export function keep(lesson, what) {
  const before = reached(lesson);
  const untold = account && (what.stars > before.stars || before.untold) ? true : undefined;
  write({ ...read(PLACE), [lesson]: { ...what, untold } });
  if (untold) tell();
}

/** Adopts the server's stars where they are higher. @param {Record<string, number>} stars */
export function take(stars) {
  join();
  const course = read(PLACE);
  for (const [lesson, count] of Object.entries(stars)) {
    const own = reached(lesson);
    if (count >= own.stars) course[lesson] = { ...own, stars: count, untold: undefined };
  }
  write(course);
}

/** Adopts progress made without an account, before it is first read. */
function join() {
  if (joined || !account || isKept) return;
  joined = true;
  const theirs = Object.entries(read(NOBODYS));
  if (!theirs.length) return;
  const course = read(PLACE);
  for (const [lesson, found] of theirs) {
    const own = reached(lesson);
    if (found && found.stars > own.stars) course[lesson] = { ...found, untold: true };
    else if (found && !own.stars && found.step > own.step) course[lesson] = found;
  }
  write(course);
  remember(NOBODYS, '{}');
}

/** Sends stars that the server does not have yet. If that fails, the next page tries again. */
async function tell() {
  if (!account || isKept) return;
  const untold = Object.entries(read(PLACE)).filter(([, found]) => found?.untold && found.stars);
  if (!untold.length) return;
  if (await send(untold)) return;
  // A lesson that the server does not know, for example a renamed one, does not block the others.
  for (const one of untold) {
    if (await send([one])) continue;
    const course = read(PLACE);
    const [lesson] = one;
    write({ ...course, [lesson]: { ...reached(lesson), untold: undefined } });
  }
}

/** Sends these stars; false if the server refuses them for good. @param {[string, Reached | undefined][]} lessons */
async function send(lessons) {
  const answer = await deliver('PUT', '/api/lessons/progress', Object.fromEntries(lessons.map(([lesson, found]) => [lesson, found?.stars])));
  if (answer !== 'later' && 'taken' in answer) take(answer.taken);
  return answer === 'later' || 'taken' in answer;
}

afterPaint(() => {
  join();
  tell();
});

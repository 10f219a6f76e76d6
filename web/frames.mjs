// How smoothly marbles move on a slow phone: `node web/frames.mjs PROGRAM...`. The browser simulates one, with a quarter of the CPU speed. A
// finger drags three marbles that push two back and forth, then lets go, and the last marble is ejected into its tray. Prints, for the drag and
// for the animation, how many frames a second were drawn (the screen shows 60), how many were late, the median and the 95th percentile of the time
// between two frames, and how long the page's own thread worked in a frame. The figures cover several games; several programs are
// measured in turn, because the same machine is never equally fast twice.

import { after, ask, browse, middle, newGame, SLOWER, tap, touch } from './journeys/phone.mjs';
import { serve } from './journeys/program.mjs';

/** @typedef {import('./journeys/phone.mjs').Line} Line */
/** @typedef {{ gaps: number[], work: number[], delay: number }} Film  of one gesture or animation: the times between frames, the page's work in each, and how long the first took after the finger was lifted, in milliseconds */

const GAMES = 5;
const FRAME = 1000 / 60;
/** The finger moves this many times, twice for each frame: screens look for fingers more often than they draw, so that every frame has something new. */
const MOVES = 240;
/** A gap longer than this means that the screen was drawn later than it could be. */
const LATE = FRAME * 1.5;
/** Both sides have nearly all of their marbles, and Black can eject. */
const POSITION = 'wwwww/wwwwww/1w5/8/4bbbww/8/2bbb2/bbbbbb/bb3 b';
/** An animation that takes longer than this many milliseconds is broken. */
const PATIENCE = 10_000;

const programs = process.argv.slice(2);
if (!programs.length) {
  console.error('usage: node web/frames.mjs PROGRAM...');
  process.exit(2);
}
const phone = browse();
const sites = await Promise.all(programs.map((program) => serve(program).then(({ server, address }) => ({ server, address: address.replace(/\/$/, '') }))));
try {
  const films = sites.map(() => ({ dragging: /** @type {Film[]} */ ([]), ejecting: /** @type {Film[]} */ ([]) }));
  for (let game = 0; game < GAMES; game++) {
    for (const [n, { address }] of sites.entries()) {
      const { dragging, ejecting } = await film(address);
      films[n].dragging.push(dragging);
      films[n].ejecting.push(ejecting);
    }
  }
  for (const [n, program] of programs.entries()) {
    for (const [what, all] of Object.entries(films[n])) console.log(`${programs.length > 1 ? `${program} ` : ''}${what}: ${summary(all)}`);
  }
} finally {
  for (const { server } of sites) server.kill();
  phone.close();
}

/** @param {Film[]} films */
function summary(films) {
  const gaps = films.flatMap((film) => film.gaps).sort((a, b) => a - b);
  const work = films.flatMap((film) => film.work).sort((a, b) => a - b);
  const at = (/** @type {number[]} */ values, /** @type {number} */ part) => values[Math.min(values.length - 1, Math.floor(values.length * part))] ?? 0;
  const sum = (/** @type {number[]} */ values) => values.reduce((sum, value) => sum + value, 0);
  const rate = (gaps.length / sum(gaps)) * 1000;
  const late = gaps.filter((gap) => gap > LATE).length;
  return `${rate.toFixed(1)} frames a second, ${late} of ${gaps.length} late; between frames ${at(gaps, 0.5).toFixed(1)} ms, p95 ${at(gaps, 0.95).toFixed(1)}, ` +
    `longest ${at(gaps, 1).toFixed(1)}; work in a frame ${at(work, 0.5).toFixed(1)} ms, p95 ${at(work, 0.95).toFixed(1)}${films[0].delay ? `; begins ${at(films.map((film) => film.delay).sort((a, b) => a - b), 0.5).toFixed(0)} ms after the finger is lifted` : ''}`;
}

/** A game in which a line is dragged back and forth, and then ejects a marble. @param {string} address */
async function film(address) {
  const { page, close } = await phone.open();
  const game = await newGame(page, address, { against: 'same-screen', position: POSITION });
  // Keeping files for offline use would compete with the first seconds of a game.
  await page('Page.addScriptToEvaluateOnNewDocument', { source: 'delete Navigator.prototype.serviceWorker' });
  await page('Page.navigate', { url: `${address}/game/${game}` });
  await ask(page, `new Promise((resolve) => { const look = () => document.querySelector('sumito-board[live]') ? resolve(0) : setTimeout(look, 50); look(); })`);
  // What else the page loads is not measured.
  await after(1500);
  const places = await Promise.all(['e5', 'e6', 'e7'].map((cell) => middle(page, `.sumito-cells [data-cell=${cell}]`)));
  const [back, from, front] = places;
  const pitch = from.x - back.x;
  await tap(page, back);
  await tap(page, front);
  await page('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  const dragging = await record(page, async () => {
    await touch(page, 'touchStart', from);
    const begun = performance.now();
    for (let n = 1; n <= MOVES; n++) {
      // From where the marbles begin to follow, to nearly the whole step, and back, four times: closer to the start there would be nothing to draw.
      const part = (1 - Math.cos((n / MOVES) * 8 * Math.PI)) / 2;
      touch(page, 'touchMove', { x: from.x + pitch * (0.25 + 0.7 * part), y: from.y });
      await after(Math.max(0, begun + (n * FRAME) / 2 - performance.now()));
    }
    // It lets go when the marbles have just passed the point of no return.
    await touch(page, 'touchMove', { x: from.x + pitch * 0.6, y: from.y });
  }, whileDragged);
  const ejecting = await record(page, async () => {
    const ejected = ask(page, `new Promise((resolve) => new MutationObserver(() => resolve(0)).observe(document.querySelector('.tray[data-tray=white]'), { attributeFilter: ['data-count'] }))`);
    await touch(page, 'touchEnd');
    if ((await Promise.race([ejected, after(PATIENCE)])) === false) throw new Error('no marble was ejected');
  }, whileRolling);
  await page('Emulation.setCPUThrottlingRate', { rate: 1 });
  await close();
  return { dragging, ejecting };
}

/**
 * Records the browser's trace while something happens.
 * @param {Line} page @param {() => Promise<void>} act @param {(trace: any[]) => [number, number]} span  when marbles moved, by the trace's clock @returns {Promise<Film>}
 */
async function record(page, act, span) {
  /** @type {any[]} */
  const trace = [];
  phone.listen('', 'Tracing.dataCollected', ({ value }) => trace.push(...value));
  const includedCategories = ['disabled-by-default-devtools.timeline', 'disabled-by-default-devtools.timeline.frame', 'devtools.timeline', 'devtools.timeline.frame', 'blink.animations', 'toplevel', '__metadata'];
  await phone.send('Tracing.start', { transferMode: 'ReportEvents', traceConfig: { recordMode: 'recordUntilFull', excludedCategories: ['*'], includedCategories } });
  await act();
  const done = phone.hear('', 'Tracing.tracingComplete');
  await phone.send('Tracing.end');
  await done;
  trace.sort((a, b) => a.ts - b.ts);
  const [begin, end] = span(trace);
  const [touched] = named(trace, 'EventDispatch', 'pointerup');
  const shown = trace.filter(({ name, ph, pid, ts }) => name === 'SubmitCompositorFrameToPresentationCompositorFrame' && ph === 'e' && pid === pageOf(trace) && ts >= begin && ts <= end).map(({ ts }) => ts / 1000);
  return { gaps: shown.slice(1).map((time, n) => time - shown[n]), work: work(trace, begin, end), delay: touched ? (shown[0] ?? 0) - touched.ts / 1000 : 0 };
}

/** The process of the page, which handles the finger. @param {any[]} trace */
function pageOf(trace) {
  return trace.find(({ name, args }) => name === 'EventDispatch' && args?.data?.type?.startsWith('pointer'))?.pid;
}

/** @param {any[]} trace @param {string} event @param {string} type */
function named(trace, event, type) {
  return trace.filter(({ name, args }) => name === event && args?.data?.type === type);
}

/** From the first movement of the finger to the last. @param {any[]} trace @returns {[number, number]} */
function whileDragged(trace) {
  const moves = named(trace, 'EventDispatch', 'pointermove');
  return [moves[0].ts, moves[moves.length - 1].ts];
}

/** From the beginning of the first animation of marbles to the end of the last. @param {any[]} trace @returns {[number, number]} */
function whileRolling(trace) {
  const rolls = trace.filter(({ name, ph, args }) => name === 'Animation' && ph === 'b' && /sumito-(moving|marble)/.test(args?.data?.nodeName));
  const ids = new Set(rolls.map(({ id2, id }) => JSON.stringify(id2 ?? id)));
  const ends = trace.filter(({ name, ph, id2, id }) => name === 'Animation' && ph === 'e' && ids.has(JSON.stringify(id2 ?? id)));
  return [rolls[0].ts, ends[ends.length - 1].ts];
}

/** The work of the page's own thread in each frame, in milliseconds. @param {any[]} trace @param {number} begin @param {number} end */
function work(trace, begin, end) {
  const pid = pageOf(trace);
  const main = trace.find(({ name, args, pid: process }) => name === 'thread_name' && args.name === 'CrRendererMain' && process === pid);
  const tasks = trace.filter(({ name, ph, pid: process, tid, ts }) => name === 'RunTask' && ph === 'X' && process === pid && tid === main?.tid && ts >= begin && ts < end);
  const frames = trace.filter(({ name, pid: process, ts }) => name === 'BeginMainThreadFrame' && process === pid && ts >= begin && ts < end).map(({ ts }) => ts);
  return frames.slice(1).map((next, n) => tasks.filter(({ ts }) => ts >= frames[n] && ts < next).reduce((sum, task) => sum + timeOf(task), 0) / 1000);
}

/** The time that a task took on its core, in microseconds: other processes do not count. @param {{ dur?: number, tdur?: number }} task */
function timeOf({ dur = 0, tdur = dur }) {
  return tdur;
}

// A game in this browser alone: against the engine, or two at one screen. It needs no server once the page is there, and it is kept when
// the page is left.

import './board.js';
import { Engine } from './engine.js';
import { moves, replay, whyNot } from './rules.js';
import { t } from './texts.js';

/** @typedef {import('./board.js').Board} Board */
/** @typedef {Awaited<ReturnType<typeof replay>>} Steps */

/**
 * @typedef {object} Saved
 * @property {string} layout
 * @property {'engine' | 'screen'} kind
 * @property {number} level
 * @property {'black' | 'white'} color   the player's, against the engine
 * @property {boolean} turning           the board turns to the player whose turn it is
 * @property {string[]} moves
 * @property {'black' | 'white' | null} resigned
 */

const element = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));
const board = /** @type {Board} */ (document.querySelector('sumito-board'));
const engine = new Engine();
const KEY = 'sumito-local';

/** @type {Saved} */ let saved = begin();
/** @type {Steps} */ let steps = [];
/** The ply that is shown; the last one unless the player looks back. */
let shown = 0;

/** A new game if the address asks for one, else the one that was left. @returns {Saved} */
function begin() {
  const query = new URLSearchParams(location.search);
  if (query.has('layout')) {
    const color = query.get('color') === 'white' || (query.get('color') !== 'black' && Math.random() < 0.5) ? 'white' : 'black';
    /** @type {Saved} */
    const fresh = {
      layout: query.get('layout') ?? 'belgian-daisy',
      kind: query.get('kind') === 'screen' ? 'screen' : 'engine',
      level: Math.min(10, Math.max(1, Number(query.get('level')) || usual().level)),
      color,
      turning: query.get('turning') === 'on',
      moves: [],
      resigned: null,
    };
    history.replaceState(null, '', location.pathname);
    return fresh;
  }
  const kept = localStorage.getItem(KEY);
  if (kept) return JSON.parse(kept);
  return usual();
}

/** @returns {Saved} */
function usual() {
  return { layout: 'belgian-daisy', kind: 'engine', level: 3, color: 'black', turning: false, moves: [], resigned: null };
}

const text = (/** @type {string[]} */ line) => (line.length ? `${saved.layout} moves ${line.join(' ')}` : saved.layout);

/** Replays the game and shows its end. @param {boolean} animate */
async function refresh(animate) {
  localStorage.setItem(KEY, JSON.stringify(saved));
  steps = await replay(text(saved.moves));
  await lookAt(saved.moves.length, animate);
  const place = steps[steps.length - 1].place;
  if (saved.kind === 'engine' && !over() && place.turn !== saved.color) await answer();
}

const over = () => !!saved.resigned || !!steps[steps.length - 1].place.result;

/** @param {number} ply @param {boolean} [animate] */
async function lookAt(ply, animate = false) {
  shown = ply;
  const { move, place } = steps[ply];
  if (animate && move) await board.roll(move.steps);
  const live = ply === saved.moves.length && !over();
  const mine = saved.kind === 'screen' ? place.turn : saved.color;
  board.show({
    black: place.black,
    white: place.white,
    legal: live && place.turn === mine ? await moves(text(saved.moves)) : [],
    movable: live && place.turn === mine ? mine : null,
    last: move ? move.steps.flatMap(([from, to]) => (to ? [to] : [from])) : [],
  });
  turnTo(saved.kind === 'engine' ? saved.color : saved.turning ? place.turn : 'black');
  element('name-black').textContent = name('black');
  element('name-white').textContent = name('white');
  element('lost-black').textContent = '●'.repeat(place.blackLost);
  element('lost-white').textContent = '○'.repeat(place.whiteLost);
  element('seat-black').classList.toggle('turn', live && place.turn === 'black');
  element('seat-white').classList.toggle('turn', live && place.turn === 'white');
  /** @type {HTMLButtonElement} */ (element('take-back')).disabled = !saved.moves.length;
  /** @type {HTMLButtonElement} */ (element('resign')).disabled = over();
  tell();
  drawMoves();
}

function tell() {
  const { place } = steps[steps.length - 1];
  if (saved.resigned) return say(`${t(saved.resigned === 'black' ? 'js-wins-white' : 'js-wins-black')} – ${t('js-result-won-by-resignation')}`);
  if (place.result) {
    const who = place.result === '1-0' ? 'js-wins-black' : place.result === '0-1' ? 'js-wins-white' : 'js-draw';
    return say(`${t(who)} – ${t(`js-result-${place.outcome}`)}`);
  }
  const mine = saved.kind === 'engine' && place.turn === saved.color;
  say(mine ? t('js-your-turn') : saved.kind === 'engine' ? t('js-thinking') : t(`js-turn-${place.turn}`));
  document.title = `${element('say').textContent} · Sumito`;
}

/** @param {string} words @param {boolean} [bad] */
function say(words, bad = false) {
  element('say').textContent = words;
  element('say').classList.toggle('bad', bad);
}

/** Shows the board from a side, by turning the drawing. @param {'black' | 'white'} side */
function turnTo(side) {
  const flipped = (side === 'white') !== (element('flip').getAttribute('aria-pressed') === 'true');
  board.turn(flipped);
}

async function answer() {
  engine.set('Level', saved.level);
  const line = saved.moves.length ? ` moves ${saved.moves.join(' ')}` : '';
  const asked = saved.moves.length;
  const started = performance.now();
  const best = await engine.go(`layout ${saved.layout}${line}`, 'movetime 1200');
  // An answer that comes at once startles.
  await new Promise((resolve) => setTimeout(resolve, Math.max(0, 450 - (performance.now() - started))));
  if (best && saved.moves.length === asked && !over()) {
    saved.moves.push(best);
    await refresh(true);
  }
}

function drawMoves() {
  const place = element('moves');
  place.replaceChildren();
  saved.moves.forEach((move, i) => {
    if (i % 2 === 0) {
      const number = document.createElement('span');
      number.className = 'number';
      number.textContent = `${i / 2 + 1}.`;
      place.append(number);
    }
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = move;
    if (i + 1 === shown) button.setAttribute('aria-current', 'true');
    button.addEventListener('click', () => lookAt(i + 1));
    place.append(button, ' ');
  });
  place.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
  const line = saved.moves.length ? ` moves ${saved.moves.join(' ')}` : '';
  element('analyse').setAttribute('href', `/analysis#${encodeURIComponent(saved.layout + line).replaceAll('%20', '+')}`);
}

/** @param {string} move */
async function play(move) {
  saved.moves.push(move);
  await refresh(true);
}

board.addEventListener('move', (event) => play(/** @type {CustomEvent} */ (event).detail));
board.addEventListener('choose', (event) => {
  const cells = /** @type {CustomEvent<string[]>} */ (event).detail;
  element('spoken').textContent = cells.length ? t('js-chosen', { cells: cells.join(' ') }) : '';
});
board.addEventListener('cursor', (event) => {
  const { cell, color } = /** @type {CustomEvent} */ (event).detail;
  element('spoken').textContent = t(`js-cell-${color ?? 'empty'}`, { cell });
});
board.addEventListener('illegal', async (event) => {
  const { cells, direction } = /** @type {CustomEvent} */ (event).detail;
  const why = await whyNot(text(saved.moves), cells, direction);
  if (!why) return;
  say(t(`illegal-${why.key}`, { cell: why.cell ?? '' }), true);
  board.mark('sumito-why', why.cell ? [why.cell] : []);
  setTimeout(() => board.mark('sumito-why', []), 1600);
});
element('take-back').addEventListener('click', () => {
  engine.stop();
  saved.resigned = null;
  const mine = (/** @type {number} */ ply) => saved.kind === 'screen' || steps[ply].place.turn === saved.color;
  do saved.moves.pop();
  while (saved.moves.length && !mine(saved.moves.length));
  refresh(false);
});
element('resign').addEventListener('click', () => {
  if (!confirm(t('js-confirm-resign'))) return;
  engine.stop();
  saved.resigned = saved.kind === 'engine' ? saved.color : steps[steps.length - 1].place.turn;
  refresh(false);
});
element('again').addEventListener('click', () => {
  engine.stop();
  saved = { ...saved, color: saved.color === 'black' ? 'white' : 'black', moves: [], resigned: null };
  refresh(false);
});
element('flip').addEventListener('click', () => {
  const button = element('flip');
  button.setAttribute('aria-pressed', String(button.getAttribute('aria-pressed') !== 'true'));
  lookAt(shown);
});
element('typed').addEventListener('submit', async (event) => {
  event.preventDefault();
  const input = /** @type {HTMLInputElement} */ (element('move'));
  const wanted = input.value.trim().toLowerCase();
  const mine = saved.kind === 'screen' || steps[steps.length - 1].place.turn === saved.color;
  const legal = over() || !mine ? [] : await moves(text(saved.moves));
  const move = legal.find((one) => one.text === wanted);
  if (!move) return say(t('refusal-not-a-move'), true);
  input.value = '';
  play(move.text);
});
for (const [id, ply] of /** @type {[string, () => number][]} */ ([
  ['first', () => 0], ['back', () => shown - 1], ['next', () => shown + 1], ['last', () => saved.moves.length],
])) {
  element(id).addEventListener('click', () => lookAt(Math.min(saved.moves.length, Math.max(0, ply())), id === 'next' && shown < saved.moves.length));
}

/** @param {'black' | 'white'} color */
function name(color) {
  if (saved.kind === 'screen') return t(`js-${color}`);
  return color === saved.color ? t('js-you') : t('js-engine-level', { level: saved.level });
}

// An address or a kept game that the rules do not know: the usual game instead.
refresh(false).catch(() => {
  saved = usual();
  return refresh(false);
});

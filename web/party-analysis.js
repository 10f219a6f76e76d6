// The analysis board for more than two players: steps through a game with its variations and comments, tries out moves, and asks the engine.
// Everything happens in the browser.

import './frame.js';
import './board.js';
import { allow } from './buttons.js';
import { element } from './elements.js';
import { Engine } from './engine.js';
import { fromRecord, tellShare } from './exchange.js';
import { arrowsOf } from './lines.js';
import { MoveList, make } from './movelist.js';
import { partyMoves, readPartyTree, replayParty } from './party-rules.js';
import { arrange, colorName, drawSeats, endingWords, leftWords, marble, scoreWords, sixthsFor } from './party-seats.js';
import { illegalWords } from './refusals.js';
import { RulesError, compose, readGames, whyNot } from './rules.js';
import { get, watch } from './settings.js';
import { watchStepKeys } from './step-keys.js';
import { recallValue, remember } from './storage.js';
import { t } from './texts.js';
import { GLYPHS, Tree } from './tree.js';
// Bundled with it, for the same reason as in frame.js.
import './party-table.js';

/**
 * @typedef {import('./tree.js').Node} Node
 * @typedef {import('./board.js').Board} Board
 * @typedef {import('./party-rules.js').Seat} Seat
 * @typedef {import('./party-rules.js').PartyPlace} PartyPlace
 */

const board = /** @type {Board} */ (document.querySelector('sumito-board'));
const comment = /** @type {HTMLTextAreaElement} */ (element('comment'));
/** The layout of a new analysis. */
const FIRST = 'four-teams';
/** The storage key of the saved analysis. */
const SAVED = 'sumito-party-analysis';
/** How many positions the engine looks at, one search after the other. */
const NODES = [20_000, 100_000, 400_000];

/** @type {Tree} */ let tree; // once something is open
/** @type {Node} */ let now;
/** How far the board is turned. */ let sixths = 0;
const engine = new Engine();
const list = new MoveList(element('moves'), { go, playLine: () => {}, leftWords: (left) => leaving(left) });

/** The position of a node. @param {Node} node */
const placeOf = (node) => /** @type {PartyPlace} */ (/** @type {unknown} */ (node.place));

/** Who left, in words: `White resigned, Blue ran out of time`. @param {string} left */
const leaving = (left) => left.split(' ').map((word) => {
  const [names, why] = word.split(':');
  return leftWords(/** @type {Seat[]} */ (names.toLowerCase().split('+')), why);
}).join(', ');

/** @param {Seat} seat */
const nameOf = (seat) => tree.tags[seat[0].toUpperCase() + seat.slice(1)] || colorName(seat);

// ---- the tree

/** Shows another tree. @param {Tree} fresh @param {Node} [node] */
async function open(fresh, node) {
  tree = fresh;
  now = node ?? tree.root;
  const start = placeOf(tree.root);
  sixths = sixthsFor(start, start.seats[0]);
  element('columns').replaceChildren(make('span', ''), ...start.seats.map(marble));
  list.draw(tree, now);
  await go(now);
}

/** Goes to a node. @param {Node} node */
async function go(node) {
  const forward = node.parent === now;
  now = node;
  list.mark(now);
  drawAbout();
  if (forward && node.move) await board.roll(node.move);
  if (now !== node) return;
  const place = placeOf(node);
  const legal = place.result ? [] : await partyMoves(tree.game(node));
  if (now !== node) return;
  board.show({ ...place, score: scoreWords(place), legal, movable: place.result ? null : place.turn, last: node.move ?? null });
  orient();
  say(place.result ? endingWords(place).join(' – ') : t(`js-turn-${place.turn}`));
  tellShare(tree, now);
  save();
  think();
}

function orient() {
  const start = placeOf(tree.root);
  board.turn(sixths);
  arrange(start, sixths + Number(get('turn')));
  drawSeats(start, placeOf(now), { name: nameOf }, !placeOf(now).result);
}

/** Plays moves from a node: an existing branch, or a new one. @param {Node} parent @param {string[]} line */
async function playLine(parent, line) {
  const steps = await replayParty(tree.game(parent, line)).catch(() => []);
  let at = parent;
  for (const { move, place } of steps.slice(-line.length)) if (move) at = tree.add(at, move, /** @type {any} */ (place));
  list.draw(tree, now);
  await go(at);
}

/** @param {string} text @param {boolean} [bad] */
function say(text, bad = false) {
  element('say').textContent = text;
  element('say').classList.toggle('bad', bad);
}

/** Shows the comment and the buttons for the current move. */
function drawAbout() {
  if (document.activeElement !== comment || comment.value !== now.comment) comment.value = now.comment;
  for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll('#marks button'))) {
    button.setAttribute('aria-pressed', String(button.textContent === now.glyph));
    allow(button, !!now.move);
  }
  allow(element('delete'), !!now.parent);
  allow(element('promote'), tree.path(now).some((node) => node.parent && node.parent.children[0] !== node));
  for (const id of ['first', 'back']) allow(element(id), !!now.parent);
  for (const id of ['next', 'last']) allow(element(id), now.children.length > 0);
}

/** Updates the page after a change to the tree. */
function changed() {
  list.draw(tree, now);
  drawAbout();
  save();
}

// ---- the engine

/** Lets the engine think about the position, longer and longer, until another one is shown. */
async function think() {
  const node = now;
  engine.stop();
  const on = element('engine').getAttribute('aria-pressed') === 'true';
  element('line').replaceChildren();
  board.arrows([]);
  if (!on || placeOf(node).result) return;
  for (const nodes of NODES) {
    const best = await engine.best(`nodes=${nodes}`, 0, tree.game(node));
    if (now !== node || !best?.text) return;
    const line = (best.pv ?? best.text).split(' ');
    const played = /** @type {HTMLButtonElement} */ (make('button', 'words', line.join(' ')));
    played.type = 'button';
    played.addEventListener('click', () => playLine(node, [line[0]]));
    element('line').replaceChildren(make('b', '', scoreOf(best)), ' ', played);
    const move = (await partyMoves(tree.game(node))).find(({ text }) => text === line[0]);
    if (now !== node) return;
    board.arrows(arrowsOf(move));
  }
}

/** What a position is worth to the team to move. @param {Record<string, string>} best */
function scoreOf({ score, win, loss }) {
  if (win) return `#${win}`;
  if (loss) return `-#${loss}`;
  return `${Number(score) > 0 ? '+' : ''}${(Number(score) / 100).toFixed(2)}`;
}

// ---- files

/** @type {ReturnType<typeof setTimeout> | undefined} */ let waiting;

/** Saves the tree after a short delay, because several changes often come together. */
function save() {
  clearTimeout(waiting);
  waiting = setTimeout(async () => {
    const record = await compose('apgn', tree.lines()).catch(() => null);
    if (record) remember(SAVED, JSON.stringify({ record, number: 1, moves: tree.moves(now) }));
    /** @type {HTMLTextAreaElement} */ (element('export-text')).value = record ?? '';
  }, 250);
}

/** Opens a game of a file. @param {string} text @param {number} number @param {string[]} [moves]  where to go in it */
async function openRecord(text, number, moves = []) {
  const read = fromRecord(/** @type {any} */ (await readPartyTree(text, number)));
  let at = read.root;
  for (let next = /** @type {Node | undefined} */ (at); next && read.moves(next).length <= moves.length; next = next.children.find((child) => moves[read.moves(at).length] === child.move?.text)) at = next;
  await open(read, at);
}

/** Reads a file, a position or the name of a layout. @param {string} text */
async function read(text) {
  element('import-problem').hidden = true;
  const one = text.trim().replace(/\s+/g, ' ');
  if (!one) return;
  const start = await replayParty(one).catch(() => null);
  if (start?.[0]?.place.seats.length) return open(new Tree(one, /** @type {any} */ (start[0].place)));
  const games = await readGames(text);
  const number = games.findIndex((game) => game.is === 'game' && game.teams) + 1;
  if (number) return openRecord(text, number);
  element('import-problem').textContent = t('js-party-no-game');
  element('import-problem').hidden = false;
}

/** A game of the server. @param {string} id */
async function openGame(id) {
  const address = `/api/games/${encodeURIComponent(id)}`;
  const state = await fetch(address).then((answer) => (answer.ok ? answer.json() : null)).catch(() => null);
  // No engine help for an unfinished game against people.
  const running = state?.kind === 'online' && (state.status === 'open' || state.status === 'playing');
  const answer = state && !running ? await fetch(`${address}/record`).catch(() => null) : null;
  if (answer?.ok) return openRecord(await answer.text(), 1);
  await read(FIRST);
  say(t(running ? 'js-analysis-running' : 'js-analysis-no-game'), true);
}

/** Opens what the address names, or the last analysis. */
async function begin() {
  const query = new URLSearchParams(location.search);
  const [id, position] = [query.get('game'), query.get('position')];
  if (id) return openGame(id);
  if (position) {
    const rules = query.get('rules') ?? '';
    const words = (query.get('moves') ?? '').split(/[ +]/).filter(Boolean);
    const start = `${position}${rules ? ` rules ${rules}` : ''}`;
    const steps = await replayParty(words.length ? `${start} moves ${words.join(' ')}` : start);
    const asked = new Tree(position, /** @type {any} */ (steps[0].place), rules);
    let at = asked.root;
    for (const [i, { move, place }] of steps.slice(1).entries()) {
      if (move) at = asked.add(at, move, /** @type {any} */ (place));
      else {
        at.left = [at.left, words[i]].filter(Boolean).join(' ');
        at.place = /** @type {any} */ (place);
      }
    }
    return open(asked, at);
  }
  const saved = recallValue(SAVED);
  if (saved?.record) return openRecord(saved.record, saved.number ?? 1, saved.moves ?? []);
  await read(FIRST);
}

// ---- the reader

/** @param {import('./step-keys.js').Way} way @returns {boolean} whether there is something to walk along */
function walk(way) {
  if (!tree) return false;
  const node = tree.reached(now, way);
  if (node && node !== now) go(node);
  return !/up|down/.test(way) || !!tree.sibling(now, 1);
}

/** Turns the board to the next seat around it. */
function flip() {
  const { seats } = placeOf(tree.root);
  const next = seats.findIndex((seat) => sixthsFor(placeOf(tree.root), seat) === sixths) + 1;
  const other = [...seats.slice(next), ...seats].find((seat) => sixthsFor(placeOf(tree.root), seat) !== sixths);
  sixths = sixthsFor(placeOf(tree.root), other ?? seats[0]);
  orient();
}

function toggleEngine() {
  element('engine').setAttribute('aria-pressed', String(element('engine').getAttribute('aria-pressed') !== 'true'));
  think();
}

board.addEventListener('move', (event) => playLine(now, [/** @type {CustomEvent} */ (event).detail]));
board.addEventListener('illegal', async (event) => {
  const { cells, direction } = /** @type {CustomEvent} */ (event).detail;
  const why = await whyNot(tree.game(now), cells, direction);
  if (!why) return;
  say(illegalWords(why), true);
  board.refuse(illegalWords(why), why.cell);
});
for (const step of /** @type {const} */ (['first', 'back', 'next', 'last'])) element(step).addEventListener('click', () => walk(step));
element('flip').addEventListener('click', flip);
element('engine').addEventListener('click', toggleEngine);
element('marks').append(...GLYPHS.map((glyph) => {
  const button = /** @type {HTMLButtonElement} */ (make('button', 'mark', glyph));
  button.type = 'button';
  button.addEventListener('click', () => {
    now.glyph = now.glyph === glyph ? '' : glyph;
    changed();
  });
  return button;
}));
element('delete').addEventListener('click', () => {
  const parent = tree.remove(now);
  list.draw(tree, parent);
  go(parent);
});
element('promote').addEventListener('click', () => {
  tree.promote(now);
  changed();
});
comment.addEventListener('input', () => {
  now.comment = comment.value;
  list.draw(tree, now);
  save();
});
element('import').addEventListener('click', () => read(/** @type {HTMLTextAreaElement} */ (element('import-text')).value));
const file = /** @type {HTMLInputElement} */ (element('import-file'));
file.addEventListener('change', async () => {
  const [first] = file.files ?? [];
  if (first) await read(await first.text());
  file.value = '';
});
element('download').addEventListener('click', () => {
  const anchor = document.createElement('a');
  anchor.href = URL.createObjectURL(new Blob([/** @type {HTMLTextAreaElement} */ (element('export-text')).value, '\n'], { type: 'text/plain' }));
  anchor.download = 'sumito.apgn';
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(anchor.href), 1000);
});
watchStepKeys(walk, { l: toggleEngine, f: flip });
watch((key) => key === 'turn' && tree && orient());
begin().catch(async (error) => {
  if (!(error instanceof RulesError)) throw error;
  await read(FIRST);
  say(t('js-party-no-game'), true);
});

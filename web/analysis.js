// The analysis board: has the tree and the current node, and notifies the parts of the page. Everything happens in the browser.

import './frame.js';
import './board.js';
import { allow } from './buttons.js';
import { Editor } from './editor.js';
import { element } from './elements.js';
import { Exchange, fromRecord, link, tellShare } from './exchange.js';
import { Lines, arrowsOf } from './lines.js';
import { MoveList, make } from './movelist.js';
import { illegalWords } from './refusals.js';
import { Report } from './report.js';
import { RulesError, compose, moves, readTree, replay, show, whyNot } from './rules.js';
import { Scribbles } from './scribbles.js';
import { Shapes } from './shapes.js';
import { watchStepKeys } from './step-keys.js';
import { outcomeWords } from './spoken.js';
import { recallValue, remember } from './storage.js';
import { openTab, watchTabs } from './tabs.js';
import { t } from './texts.js';
import { GLYPHS, Tree } from './tree.js';

/** @typedef {import('./tree.js').Node} Node */
/** @typedef {import('./board.js').Board} Board */

const board = /** @type {Board} */ (document.querySelector('sumito-board'));
const comment = /** @type {HTMLTextAreaElement} */ (element('comment'));

/** The layout of a new analysis. */
const FIRST = 'belgian-daisy';
/** Arrows of the move that was played in the game. */
const PLAYED = 'sumito-played';
/** The storage key of the saved analysis. */
const SAVED = 'sumito-analysis';

/** @type {Tree} */ let tree; // once something is open
/** @type {Node} */ let now;
let turned = false;

const list = new MoveList(element('moves'), { go, playLine: (parent, line) => playLine(parent, line, 1) });
const lines = new Lines({ board, playLine, onWorth: () => drawChart() });
const report = new Report({ tree: () => tree, go, show: showBefore, playLine: playInView, turned: () => turned, changed });
const shapes = new Shapes(board);
const exchange = new Exchange({ tree: () => tree, now: () => now, open });
const scribbles = new Scribbles(board);
const editor = new Editor(board, (place) => open(new Tree(place.text, place)));

// ---- the tree

/** Shows another tree. @param {Tree} fresh @param {Node} [node] */
async function open(fresh, node) {
  // Games for more than two have a page of their own.
  if (fresh.root.place.teams) return location.replace(`/analysis/party${link(fresh, node ?? fresh.root).replace(/^[^?]*/, '')}`);
  tree = fresh;
  report.clear();
  editor.close();
  for (const color of /** @type {const} */ (['black', 'white'])) {
    element(`name-${color}`).textContent = tree.tags[color === 'black' ? 'Black' : 'White'] || t(`js-${color}`);
  }
  element('result').textContent = tree.result === '*' ? '' : tree.result;
  if (!element('panel-editor').hidden) openTab('moves');
  now = node ?? tree.root;
  list.draw(tree, now);
  await go(now);
  // The address contains only the moves up to this node. Save the whole tree right away, so that leaving and coming back loses nothing.
  await saveNow();
}

/** Goes to a node. @param {Node} node */
async function go(node) {
  const forward = node.parent === now;
  now = node;
  board.arrows([], PLAYED);
  scribbles.show(node.drawn);
  list.mark(now);
  drawAbout();
  drawChart();
  if (editor.isOpen) openTab('moves');
  if (forward && node.move) await board.roll(node.move);
  if (now !== node) return;
  const legal = node.place.result ? [] : await moves(tree.game(node));
  if (now !== node) return;
  showBoard(legal);
  const { place } = node;
  say(place.result ? resultWords(place) : t(`js-turn-${place.turn}`));
  tellAddress();
  shapes.show(tree.game(node));
  lines.show(tree, node, legal);
  save();
}

/** Shows the position before a move that was judged, with arrows for what was played and for what was better. @param {Node} node */
async function showBefore(node) {
  const { move, parent, verdict } = node;
  if (!move || !parent) return;
  await go(parent);
  const better = (await moves(tree.game(parent))).find((one) => one.text === verdict?.best[0]);
  if (now !== parent) return;
  board.arrows(arrowsOf(better));
  board.arrows(arrowsOf(move), PLAYED);
  toBoard();
}

/** Scrolls back to the board, which may be off the screen on a phone. */
function toBoard() {
  const { top, bottom } = board.getBoundingClientRect();
  if (top < 0 || bottom > innerHeight) board.scrollIntoView({ block: 'start' });
}

/** @param {import('./board.js').LegalMove[]} legal */
function showBoard(legal) {
  const { place, move } = now;
  board.show({
    ...place,
    legal,
    movable: place.result ? null : place.turn,
    last: move ?? null,
  });
}

/** @param {import('./rules.js').PositionInfo} place */
function resultWords(place) {
  const { result, outcome } = place;
  const who = result === '1-0' ? t('js-wins-black') : result === '0-1' ? t('js-wins-white') : t('js-draw');
  return outcome ? `${who} – ${outcomeWords(outcome, place)}` : who;
}

/** Plays a move from here: an existing branch, or a new one. @param {string} text */
async function play(text) {
  await playLine(now, [text], 1);
}

/**
 * Plays moves from a node into the tree.
 * @param {Node} parent @param {string[]} line @param {number} goTo after how many of them to stop; 0 to stay
 */
async function playLine(parent, line, goTo) {
  const steps = await replay(tree.game(parent, line)).catch(() => []);
  let at = parent;
  let target = parent;
  const before = tree.moves(parent).length;
  for (const [i, step] of steps.slice(before + 1).entries()) {
    if (!step.move) return;
    at = tree.add(at, step.move, step.place);
    if (i + 1 === goTo) target = at;
  }
  list.draw(tree, now);
  if (goTo) await go(target);
}

/** @type {typeof playLine} */
async function playInView(parent, line, goTo) {
  if (goTo) toBoard();
  await playLine(parent, line, goTo);
}

/** Updates the page after a change to the tree. */
function changed() {
  list.draw(tree, now);
  drawAbout();
  drawChart();
  tellAddress();
  save();
}

// ---- what is shown

/** Keeps the address up to date, so that it leads back to this node and to the report if there is one. */
function tellAddress() {
  const address = link(tree, now).slice(location.origin.length);
  history.replaceState(history.state, '', report.wanted ? `${address}&report` : address);
  tellShare(tree, now);
}

/** @param {string} text @param {boolean} [bad] */
function say(text, bad = false) {
  element('say').textContent = text;
  element('say').classList.toggle('bad', bad);
}

function drawChart() {
  report.chart.draw(tree.lineThrough(now), now);
}

/** Shows the comment and the buttons for the current move. */
function drawAbout() {
  element('lead').hidden = tree.root.children.length > 0;
  const isOver = tree.root.children.length > 0 && (tree.result !== '*' || !!tree.mainLine().at(-1)?.place.result);
  element('judge-offer').hidden = !isOver;
  document.querySelector('.analysis')?.classList.toggle('reviewing', isOver || report.wanted);
  report.settle();
  element('about').hidden = !tree.root.children.length;
  if (document.activeElement !== comment || comment.value !== now.comment) comment.value = now.comment;
  for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll('#marks button'))) {
    button.setAttribute('aria-pressed', String(button.textContent === now.glyph));
    allow(button, !!now.move);
  }
  const line = tree.lineThrough(now);
  element('ply').textContent = t('js-analysis-progress', { done: line.indexOf(now), all: line.length - 1 });
  allow(element('delete'), !!now.parent);
  allow(element('promote'), tree.path(now).some((node) => node.parent && node.parent.children[0] !== node));
  for (const id of ['first', 'back']) allow(element(id), !!now.parent);
  for (const id of ['next', 'last']) allow(element(id), now.children.length > 0);
}

/** @param {import('./step-keys.js').Way} way @returns {boolean} whether there is something to walk along */
function walk(way) {
  if (!tree) return false;
  const node = tree.reached(now, way);
  if (node && node !== now) go(node);
  return !/up|down/.test(way) || !!tree.sibling(now, 1);
}

function turn() {
  turned = !turned;
  board.turn(turned ? 3 : 0);
  shapes.draw();
}

// ---- keeping the work

/** @type {ReturnType<typeof setTimeout> | undefined} */ let waiting;

/** Saves the tree after a short delay, because several changes often come together. */
function save() {
  clearTimeout(waiting);
  waiting = setTimeout(saveNow, 250);
}

async function saveNow() {
  clearTimeout(waiting);
  const record = await compose('apgn', tree.lines()).catch(() => null);
  history.replaceState({ record }, '');
  if (record) remember(SAVED, JSON.stringify({ record, moves: tree.moves(now) }));
  if (!element('panel-exchange').hidden) exchange.draw();
}

/** The saved tree and the current node in it. */
async function kept() {
  const { record, moves } = recallValue(SAVED) ?? {};
  const lines = record ? await readTree(record).catch(() => null) : null;
  if (!lines) return null;
  const tree = fromRecord(lines);
  return { tree, node: tree.find(moves ?? []) ?? tree.root };
}

/** Opens what the address names, and starts the report if it requests one. */
async function begin() {
  const wanted = new URLSearchParams(location.search).has('report');
  await openAsked();
  if (wanted) await report.start();
}

/** Opens a game from the server, a position with moves, or the last saved analysis. */
async function openAsked() {
  const query = new URLSearchParams(location.search);
  const [id, position, line] = [query.get('game'), query.get('position'), (query.get('moves') ?? '').split(/[ +]/).filter(Boolean)];
  if (query.get('side') === 'white') turn();
  if (id) return openGame(id);
  if (!position && !line.length) {
    const last = await kept();
    return last ? open(last.tree, last.node) : open(await fresh(FIRST));
  }
  // After a reload, the variations are in the history entry.
  const known = history.state?.record ? fromRecord(await readTree(history.state.record)) : null;
  const node = known?.find(line);
  if (known && node) return open(known, node);
  const asked = await fresh(position ?? FIRST, query.get('rules') ?? '');
  let at = asked.root;
  for (const step of (await replay(asked.game(at, line))).slice(1)) if (step.move) at = asked.add(at, step.move, step.place);
  await open(asked, at);
}

/** @param {string} start @param {string} [rules] */
const fresh = async (start, rules = '') => new Tree(start, await show(rules ? `${start} rules ${rules}` : start), rules);

/** A game of the server. @param {string} id */
async function openGame(id) {
  const answer = await fetch(`/api/games/${encodeURIComponent(id)}`).catch(() => null);
  const state = answer?.ok ? await answer.json() : null;
  // No engine help for an unfinished game against a person.
  const running = state?.kind === 'online' && (state.status === 'open' || state.status === 'playing');
  if (!state || running) {
    await open(await fresh(FIRST));
    return say(t(running ? 'js-analysis-running' : 'js-analysis-no-game'), true);
  }
  if (state.seats?.length > 2) return location.replace(`/analysis/party?game=${encodeURIComponent(id)}`);
  if (state.you?.join() === 'white') turn();
  const game = await fresh(state.start, state.rules ?? '');
  const name = (/** @type {{ name?: string, engine?: number } | null} */ player) => player?.name ?? (player?.engine ? t('js-analysis-engine-level', { level: player.engine }) : '');
  game.tags = { Black: name(state.players?.black), White: name(state.players?.white) };
  game.result = state.outcome?.result ?? '*';
  let at = game.root;
  for (const step of (await replay(game.game(at, state.moves))).slice(1)) if (step.move) at = game.add(at, step.move, step.place);
  await open(game);
}

// ---- the reader

function wire() {
  board.addEventListener('move', (event) => play(/** @type {CustomEvent} */ (event).detail));
  board.addEventListener('illegal', async (event) => {
    const { cells, direction } = /** @type {CustomEvent} */ (event).detail;
    const why = await whyNot(tree.game(now), cells, direction);
    if (!why) return;
    const words = illegalWords(why);
    say(words, true);
    board.refuse(words, why.cell);
  });
  for (const step of /** @type {const} */ (['first', 'back', 'next', 'last'])) element(step).addEventListener('click', () => walk(step));
  element('flip').addEventListener('click', turn);
  element('marks').append(...GLYPHS.map((glyph) => {
    const button = /** @type {HTMLButtonElement} */ (make('button', 'mark', glyph));
    button.type = 'button';
    button.title = t(`js-analysis-mark-${{ '!!': 'brilliant', '!': 'good', '!?': 'interesting', '?!': 'dubious', '?': 'mistake', '??': 'blunder' }[glyph]}`);
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
  watchStepKeys(walk, { l: () => lines.toggle(), x: () => lines.toggleThreat(), f: turn });
  addEventListener('resize', () => report.settle());
  watchTabs((name) => {
    if (!tree) return;
    if (name === 'exchange') exchange.draw();
    if (name === 'editor') {
      lines.pause();
      say(t('js-analysis-editing'));
      editor.open(now.place);
    } else if (editor.isOpen) {
      editor.close();
      go(now);
    }
  });
}

wire();
begin().catch(async (error) => {
  if (!(error instanceof RulesError)) throw error;
  await open(await fresh(FIRST));
  say(t('js-analysis-problem-link'), true);
});

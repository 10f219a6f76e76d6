// The analysis board: a tree of moves with variations and comments, the engine's lines, a chart, import and export. Everything happens in
// the browser.

import './board.js';
import { Engine, expectation, shortScore } from './engine.js';
import { RulesError, moves, readGames, replay, show, whyNot, writeGame } from './rules.js';
import { t } from './texts.js';

/** @typedef {import('./rules.js').Place} Place */
/** @typedef {import('./board.js').Board} Board */
/** @typedef {import('./engine.js').Info} Info */

/**
 * @typedef {object} Node
 * @property {string} text          the move that led here; empty at the root
 * @property {[string, string][]} steps
 * @property {Place} place
 * @property {Node | null} parent
 * @property {Node[]} children      the first is the main line
 * @property {string} comment
 * @property {Info['score'] | null} score  as the engine judged it, for the side to move
 */

const element = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));
const board = /** @type {Board} */ (document.querySelector('sumito-board'));
const engine = new Engine();

let start = 'belgian-daisy';
/** @type {Node} */ let root;
/** @type {Node} */ let now;
let thinking = true;

/** The moves from the root to a node. @param {Node} node */
function path(node) {
  const line = [];
  for (let at = /** @type {Node | null} */ (node); at?.parent; at = at.parent) line.unshift(at.text);
  return line;
}

/** A node's game as the rules read it. @param {Node} node */
function game(node) {
  const line = path(node);
  return line.length ? `${start} moves ${line.join(' ')}` : start;
}

/** @param {string} text @param {[string, string][]} steps @param {Place} place @param {Node | null} parent @returns {Node} */
function newNode(text, steps, place, parent) {
  return { text, steps, place, parent, children: [], comment: '', score: null };
}

/** Begins anew from a layout or a position, with moves. @param {string} from @param {string[]} line */
async function open(from, line = []) {
  const text = line.length ? `${from} moves ${line.join(' ')}` : from;
  const steps = await replay(text);
  start = from;
  root = newNode('', [], steps[0].place, null);
  let at = root;
  for (const { move, place } of steps.slice(1)) {
    if (!move) continue;
    const node = newNode(move.text, move.steps, place, at);
    at.children.push(node);
    at = node;
  }
  await go(line.length ? root : at);
}

/** Goes to a node. @param {Node} node */
async function go(node) {
  const forward = node.parent === now && board.isConnected;
  now = node;
  engine.stop();
  drawMoves();
  if (forward) await board.roll(node.steps);
  if (now !== node) return;
  const legal = await moves(game(node));
  if (now !== node) return;
  board.show({
    black: node.place.black,
    white: node.place.white,
    legal,
    movable: node.place.result ? null : node.place.turn,
    last: node.steps.flatMap(([from, to]) => (to ? [to] : [from])),
  });
  board.arrows([]);
  board.arrows([], 'sumito-second');
  const { place } = node;
  say(place.result ? t(`js-result-${place.outcome ?? 'over'}`) : t(`js-turn-${place.turn}`));
  element('lost-black').textContent = '●'.repeat(place.blackLost) || '–';
  element('lost-white').textContent = '○'.repeat(place.whiteLost) || '–';
  /** @type {HTMLInputElement} */ (element('position')).value = place.text;
  /** @type {HTMLTextAreaElement} */ (element('comment')).value = node.comment;
  history.replaceState(null, '', `#${encodeURIComponent(game(node)).replaceAll('%20', '+')}`);
  drawScore(node.score);
  think();
}

/** @param {string} text @param {boolean} [bad] */
function say(text, bad = false) {
  element('say').textContent = text;
  element('say').classList.toggle('bad', bad);
}

/** Plays a move from here: an existing branch, or a new one. @param {string} text */
async function play(text) {
  let node = now.children.find((child) => child.text === text);
  if (!node) {
    const steps = await replay(`${game(now)}${path(now).length ? '' : ' moves'} ${text}`);
    const last = steps[steps.length - 1];
    if (!last.move) return;
    node = newNode(last.move.text, last.move.steps, last.place, now);
    now.children.push(node);
  }
  await go(node);
}

// ---- the engine

async function think() {
  element('lines').replaceChildren();
  if (!thinking || now.place.result) return;
  const node = now;
  engine.set('MultiPV', 3);
  // Longer and longer, so that the first lines are there at once.
  for (const time of [300, 1500, 8000]) {
    await engine.go(protocolPosition(node), `movetime ${time}`, (info) => {
      if (now !== node) return;
      if (info.line === 1) {
        node.score = info.score;
        drawScore(info.score);
        drawChart();
      }
      drawLine(info);
    });
    if (now !== node || !thinking) return;
  }
}

/** @param {Node} node */
function protocolPosition(node) {
  const line = path(node);
  const from = start.includes('/') ? `fen ${start}` : `layout ${start}`;
  return line.length ? `${from} moves ${line.join(' ')}` : from;
}

/** @param {Info} info */
function drawLine(info) {
  const list = element('lines');
  while (list.children.length < info.line) {
    const item = document.createElement('li');
    item.append(document.createElement('b'), document.createElement('span'));
    list.append(item);
  }
  const item = list.children[info.line - 1];
  item.children[0].textContent = shortScore(forBlack(info.score, now.place));
  item.children[1].textContent = info.pv.join(' ');
  element('depth').textContent = t('js-depth', { depth: info.depth, nodes: Math.round(info.nodes / 1000) });
  const arrow = landing(info.pv[0]);
  if (arrow && info.line <= 2) board.arrows([arrow], info.line === 1 ? 'sumito-hint' : 'sumito-second');
}

/** Where an arrow for a move goes: from its first cell to the last one named. @param {string} move @returns {[string, string] | null} */
function landing(move) {
  const cells = move?.match(/[a-i][1-9]/g);
  return cells ? [cells[0], cells[cells.length - 1]] : null;
}

/** @param {Info['score']} score @param {Place} place @returns {Info['score']} */
function forBlack(score, place) {
  return place.turn === 'black' ? score : { ...score, value: -score.value };
}

/** @param {Info['score'] | null} score */
function drawScore(score) {
  const white = score ? 1 - expectation(forBlack(score, now.place)) : 0.5;
  const share = `${Math.round(white * 100)}%`;
  element('bar').style.height = share;
  element('bar').style.setProperty('--white', share);
  element('score').textContent = score ? shortScore(forBlack(score, now.place)) : '';
}

/** The main line through the present node. */
function mainLine() {
  const line = [];
  for (let at = now; at; at = /** @type {Node} */ (at.parent)) line.unshift(at);
  while (line[line.length - 1].children[0]) line.push(line[line.length - 1].children[0]);
  return line;
}

function drawChart() {
  const line = mainLine();
  const points = line.flatMap((node, i) => {
    if (!node.score) return [];
    const black = expectation(forBlack(node.score, node.place));
    return [`${((i / Math.max(1, line.length - 1)) * 100).toFixed(2)},${(40 - black * 40).toFixed(2)}`];
  });
  const at = (line.indexOf(now) / Math.max(1, line.length - 1)) * 100;
  element('chart').innerHTML = `<rect width="100" height="40" fill="currentColor" opacity="0.06"/><path d="M0 20H100" stroke="currentColor" stroke-width="0.3" opacity="0.5"/>
    <polyline points="${points.join(' ')}" fill="none" stroke="var(--accent)" stroke-width="1" vector-effect="non-scaling-stroke"/>
    <path d="M${at} 0V40" stroke="var(--focus)" stroke-width="1" vector-effect="non-scaling-stroke"/>`;
}

// ---- the tree of moves

function drawMoves() {
  const place = element('moves');
  place.replaceChildren(...branch(root, 0, true));
  place.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
  drawChart();
}

/** @param {Node} node @param {number} ply @param {boolean} first @returns {(HTMLElement | Text)[]} */
function branch(node, ply, first) {
  /** @type {(HTMLElement | Text)[]} */
  const out = [];
  let at = node;
  while (at.children.length) {
    const [main, ...others] = at.children;
    const white = at.place.turn === 'white';
    if (!white || first) {
      const number = document.createElement('span');
      number.className = 'number';
      number.textContent = `${Math.floor(ply / 2) + 1}${white ? '...' : '.'}`;
      out.push(number);
    }
    out.push(moveButton(main), document.createTextNode(' '));
    first = false;
    for (const other of others) {
      const variation = document.createElement('span');
      variation.className = 'variation';
      const number = document.createElement('span');
      number.className = 'number';
      number.textContent = `${Math.floor(ply / 2) + 1}${white ? '...' : '.'}`;
      variation.append(number, moveButton(other), document.createTextNode(' '), ...branch(other, ply + 1, false));
      out.push(variation);
      first = true;
    }
    ply += 1;
    at = main;
  }
  return out;
}

/** @param {Node} node */
function moveButton(node) {
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = node.text;
  if (node.comment) button.title = node.comment;
  if (node === now) button.setAttribute('aria-current', 'true');
  button.addEventListener('click', () => go(node));
  return button;
}

/** @param {'first' | 'back' | 'next' | 'last'} step */
function stepTo(step) {
  if (step === 'first') return go(root);
  if (step === 'back') return now.parent ? go(now.parent) : undefined;
  if (step === 'next') return now.children[0] ? go(now.children[0]) : undefined;
  let at = now;
  while (at.children[0]) at = at.children[0];
  return go(at);
}

// ---- import and export

/** Reads a game file, a list of moves, a position or a layout. @param {string} text */
async function importText(text) {
  const trimmed = text.trim();
  if (!trimmed) return;
  try {
    const games = await readGames(trimmed);
    const good = games.find((one) => !one.error && one.start);
    if (good) return await open(good.start, (good.moves ?? '').split(' ').filter(Boolean));
  } catch (error) {
    if (!(error instanceof RulesError)) throw error;
  }
  try {
    const place = await show(trimmed);
    await open(place.text);
  } catch (error) {
    if (!(error instanceof RulesError)) throw error;
    say(t('js-import-failed', { reason: error.message }), true);
  }
}

function wire() {
  board.addEventListener('move', (event) => play(/** @type {CustomEvent} */ (event).detail));
  board.addEventListener('illegal', async (event) => {
    const { cells, direction } = /** @type {CustomEvent} */ (event).detail;
    const why = await whyNot(game(now), cells, direction);
    if (!why) return;
    say(t(`illegal-${why.key}`, { cell: why.cell ?? '' }), true);
    board.mark('sumito-why', why.cell ? [why.cell] : []);
    setTimeout(() => board.mark('sumito-why', []), 1600);
  });
  for (const step of /** @type {const} */ (['first', 'back', 'next', 'last'])) element(step).addEventListener('click', () => stepTo(step));
  element('engine').addEventListener('click', () => {
    thinking = !thinking;
    element('engine').setAttribute('aria-pressed', String(thinking));
    if (thinking) think();
    else engine.stop();
  });
  element('delete').addEventListener('click', () => {
    const parent = now.parent;
    if (!parent) return;
    parent.children = parent.children.filter((child) => child !== now);
    go(parent);
  });
  element('comment').addEventListener('input', (event) => {
    now.comment = /** @type {HTMLTextAreaElement} */ (event.target).value;
  });
  element('import').addEventListener('click', () => importText(/** @type {HTMLTextAreaElement} */ (element('import-text')).value));
  element('export').addEventListener('click', async () => {
    const format = /** @type {HTMLSelectElement} */ (element('format')).value;
    /** @type {HTMLTextAreaElement} */ (element('import-text')).value = await writeGame(format, game(mainLine().at(-1) ?? now));
  });
  element('layout').addEventListener('change', (event) => open(/** @type {HTMLSelectElement} */ (event.target).value));
  document.addEventListener('dragover', (event) => event.preventDefault());
  document.addEventListener('drop', async (event) => {
    event.preventDefault();
    const file = event.dataTransfer?.files[0];
    if (file) importText(await file.text());
  });
  document.addEventListener('keydown', (event) => {
    if (event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement || event.target instanceof HTMLSelectElement) return;
    if (event.target instanceof SVGElement) return;
    if (event.key === 'ArrowLeft') stepTo('back');
    if (event.key === 'ArrowRight') stepTo('next');
  });
}

wire();
const linked = decodeURIComponent(location.hash.slice(1).replaceAll('+', ' '));
const [from, line = ''] = linked.split(' moves ');
open(from || 'belgian-daisy', line.split(' ').filter(Boolean)).catch(() => open('belgian-daisy'));

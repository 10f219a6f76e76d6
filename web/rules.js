// The rules for a page: the same library as on the server, through WebAssembly. The module is large, and loaded on first use. The page may
// include the answers to its first questions, in the format of the module.

import { fields, load } from './sumito.js';

/** @typedef {import('./board.js').LegalMove} LegalMove */

/**
 * @typedef {object} PositionInfo
 * @property {string} text
 * @property {'black'|'white'} turn
 * @property {string[]} black
 * @property {string[]} white
 * @property {number} blackLost
 * @property {number} whiteLost
 * @property {string} [result]   `1-0` (Black won), `0-1` or `1/2-1/2` once the game is over
 * @property {string} [outcome]  the key of why
 * @property {number} number     of the move to be played
 * @property {string} [teams]    in a game for more than two, which other modules show
 *
 * @typedef {LegalMove & { kind: string, ejected: string[] }} PlayedMove
 */

/** The answer of the module: lines, split into fields. @typedef {Record<string, string>[]} Answer */

/** The answers that the page includes, by command. @type {Record<string, Answer>} */
const known = JSON.parse(document.getElementById('rule-answers')?.textContent ?? '{}');

/** @type {() => void} */
let announceNews = () => {};
/** The server has sent more answers. @type {Promise<void>} */
let news = new Promise((resolve) => (announceNews = resolve));
/** Whether the module has been loaded. */
let here = false;

/** @type {Promise<ArrayBuffer> | null} */
let bytes = null;
/** @type {Promise<(line: string) => Answer> | null} */
let desk = null;

/** The bytes of the module, to be shared with workers. */
export function module() {
  const address = new URL('./sumito.wasm', import.meta.url);
  bytes ??= fetch(address).then((answer) => answer.arrayBuffer()).catch((error) => {
    // Try again later, when there may be a connection.
    bytes = null;
    throw error;
  });
  return bytes;
}

/** Starts loading the module before it is needed. */
export function prepare() {
  desk ??= open().catch((error) => {
    desk = null;
    throw error;
  });
  return desk;
}

async function open() {
  const { command } = await load(await module());
  here = true;
  return (/** @type {string} */ line) => command(line).map(fields);
}

/** Whether the rules can answer immediately. */
export const areHere = () => here;

/** Asks the server for the answers about the current position, if the module is still loading. @param {string} address */
export function hurry(address) {
  if (here) return;
  fetch(address).then(async (answer) => {
    if (answer.ok) for (const [command, lines] of Object.entries(await answer.json())) hear(command, lines);
    announceNews();
    news = new Promise((resolve) => (announceNews = resolve));
  }).catch(() => {});
}

/** The answer about a game also answers for its beginning: keeps that of the game before its last moves. @param {string} command @param {Answer} lines */
function hear(command, lines) {
  known[command] = lines;
  const [start, moves] = command.split(' moves ');
  if (!start.startsWith('replay ') || !moves) return;
  const before = moves.split(' ').slice(0, -1);
  known[before.length ? `${start} moves ${before.join(' ')}` : start] = lines.slice(0, -2);
}

/** The answer to a command; an error is thrown. @param {string} line */
export async function ask(line) {
  while (!here && !known[line]) await Promise.race([news, prepare()]);
  const lines = known[line] ?? (await prepare())(line);
  const error = lines.find((line) => line.is === 'error');
  if (error) throw new RulesError(error);
  return lines;
}

/** A text that the rules could not read: what is wrong, and where. */
export class RulesError extends Error {
  /** @param {Record<string, string>} line of the answer */
  constructor(line) {
    super(line.says);
    this.line = line;
  }
}

/** @param {string | undefined} cells */
export const list = (cells) => (cells ? cells.split(/[ ,]+/) : []);

/** @param {Record<string, string>} line @returns {PlayedMove} */
export function readMove(line) {
  const steps = list(line.steps).map((step) => /** @type {[string, string]} */ (step.split('-')));
  return {
    text: line.text,
    kind: line.kind,
    cells: list(line.cells),
    direction: /** @type {LegalMove['direction']} */ (line.direction),
    steps,
    ejected: list(line.ejected),
  };
}

/** @param {Record<string, string>} line @returns {PositionInfo} */
function readPosition(line) {
  return {
    text: line.text,
    turn: line.turn === 'white' ? 'white' : 'black',
    black: list(line.black),
    white: list(line.white),
    blackLost: Number(line['black-lost'] ?? 0),
    whiteLost: Number(line['white-lost'] ?? 0),
    result: line.result,
    outcome: line.outcome,
    number: Number(line.number ?? 1),
    teams: line.teams,
  };
}

/** Where a game stands. @param {string} game */
export async function show(game) {
  return readPosition((await ask(`show ${game}`))[0]);
}

/** The legal moves. @param {string} game */
export async function moves(game) {
  return (await ask(`moves ${game}`)).map(readMove);
}

/** The moves of the opening book, the best first. @param {string} game */
export async function book(game) {
  return (await ask(`book ${game}`)).map(({ text }) => text);
}

/** The position as if it were the other side's turn, and that side's marbles alone. @param {PositionInfo} place */
function positionsAhead(place) {
  const [rows] = place.text.split(' ');
  const [own, foe] = place.turn === 'white' ? ['b', 'w'] : ['w', 'b'];
  return [`${rows} ${own}`, `${rows.replaceAll(foe, '1')} ${own}`];
}

/**
 * The moves that the side not to move can choose as a premove: those it could play now if it were its turn, and those that may become possible
 * after the other side's move. Whether a premove is legal is decided on its turn.
 * @param {PositionInfo} place
 */
export async function candidates(place) {
  const [now, alone] = await Promise.all(positionsAhead(place).map(moves));
  const known = new Set(now.map((move) => `${move.cells} ${move.direction}`));
  return [...now, ...alone.filter((move) => !known.has(`${move.cells} ${move.direction}`))];
}

/** What a typed move looks like, in any notation. */
export const MOVE = /^[a-i][1-9]([-x:>]?[a-i][1-9]){1,2}$/;

/**
 * Reads a typed move in any notation; no text means different legal moves in two of them. An error is reported for the
 * preferred notation.
 * @param {string} game @param {string} text @param {string} preferred  a value of the setting `notation`
 * @returns {Promise<{ move: LegalMove } | { key: string, args: Record<string, string> }>} the move, or the text that says what is wrong
 */
export async function readTyped(game, text, preferred) {
  const word = text.replace(/\s+/g, '').toLowerCase();
  if (!MOVE.test(word)) return { key: 'js-board-typed-form', args: {} };
  /** @type {Record<string, string> | null} */
  let refusal = null;
  for (const notation of [preferred, ...['abapro', 'nacre', 'playstrategy'].filter((one) => one !== preferred)]) {
    const [line] = await ask(`play ${notation} ${word} ${game}`).catch(() => [/** @type {Record<string, string>} */ ({ is: 'error' })]);
    if (line.is === 'illegal') refusal ??= line;
    if (line.is !== 'move') continue;
    // The page knows moves in Aba-Pro notation.
    const move = (await moves(game)).find((move) => move.cells.join() === list(line.cells).join() && move.direction === line.direction);
    if (move) return { move };
  }
  if (refusal) return { key: `illegal-${refusal.key}`, args: { cell: refusal.cell ?? '' } };
  return { key: 'js-board-typed-none', args: { text: word } };
}

/**
 * Reads a move that was typed while it is the other side's turn.
 * @param {PositionInfo} place @param {string} text @param {string} preferred  a value of the setting `notation`
 */
export async function readAhead(place, text, preferred) {
  const [now, alone] = positionsAhead(place);
  const read = await readTyped(now, text, preferred);
  if ('move' in read) return read;
  const later = await readTyped(alone, text, preferred);
  return 'move' in later ? later : read;
}

/**
 * Why an attempt is illegal.
 * @param {string} game @param {string[]} cells @param {string} direction
 * @returns {Promise<{ key: string, cell?: string, says: string } | null>} the reason why not, or null if it is legal
 */
export async function whyNot(game, cells, direction) {
  const [line] = await ask(`try ${cells.join()} ${direction} ${game}`);
  return line.is === 'illegal' ? { key: line.key, cell: line.cell, says: line.says } : null;
}

/** The moves of a game in a notation of the setting `notation`. @param {string} game @param {string} notation @returns {Promise<string[]>} */
export async function written(game, notation) {
  return (await ask(`replay ${notation} ${game}`)).filter((line) => line.is === 'move').map((line) => line.text);
}

/** Each move of a game with the position it leads to; the first place has no move. @param {string} game */
export async function replay(game) {
  /** @type {{ move: ReturnType<typeof readMove> | null, place: PositionInfo }[]} */
  const steps = [];
  let move = null;
  for (const line of await ask(`replay ${game}`)) {
    if (line.is === 'move') move = readMove(line);
    if (line.is === 'position') {
      steps.push({ move, place: readPosition(line) });
      move = null;
    }
  }
  return steps;
}

/** The games of a file in any format, and what is wrong with those that do not read. @param {string} text */
export async function readGames(text) {
  const lines = (await prepare())(`read ${text}`);
  return lines.filter((line) => line.is === 'game' || line.is === 'error');
}

/** One game of a file with its variations, as lines: `game`, `ply`, `move`, `position`. @param {string} text @param {number} number from 1 */
export async function readTree(text, number = 1) {
  const lines = await ask(`tree ${number} ${text}`);
  return {
    head: lines[0],
    start: readPosition(lines[1]),
    plies: lines.flatMap((line, i) => (line.is === 'ply' ? [{ fields: line, move: readMove(lines[i + 1]), place: readPosition(lines[i + 2]) }] : [])),
  };
}

/** A record from its lines, as the text of a file. @param {string} format such as `apgn` or `plain nacre` @param {string[]} lines */
export async function compose(format, lines) {
  return (await ask(`compose ${format}\n${lines.join('\n')}`)).map((line) => line.text ?? '').join('\n');
}

/** A position in another notation. @param {string} notation @param {string} game */
export async function convert(notation, game) {
  return (await ask(`convert ${notation} ${game}`))[0].text;
}

/**
 * The position with these marbles.
 * @param {{ black: string[], white: string[], turn: string, blackLost: number, whiteLost: number }} board
 */
export async function placed({ black, white, turn, blackLost, whiteLost }) {
  const cells = (/** @type {string[]} */ marbles) => marbles.join() || '-';
  return readPosition((await ask(`place ${turn} ${cells(black)} ${blackLost} ${cells(white)} ${whiteLost}`))[0]);
}

/** The occurrences of the rule books' terms. @param {string} game */
export async function survey(game) {
  return ask(`survey ${game}`);
}

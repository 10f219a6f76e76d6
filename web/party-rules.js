// The rules for more than two players: the same module and commands as for two (rules.js), with what only such games have.

import { MOVE, ask, list, readMove } from './rules.js';

/**
 * @typedef {import('./drawing.js').Seat} Seat
 *
 * @typedef {object} PartyPlace  where a game stands
 * @property {string} text
 * @property {Seat} turn
 * @property {Seat[]} next       who moves after that, without those who have left
 * @property {Seat[]} seats      all of them, in the order in which they move
 * @property {Seat[][]} teams    a player who plays alone is a team
 * @property {Partial<Record<Seat, string[]>>} marbles  the cells of each seat
 * @property {Record<string, Seat[]>} trays  the marbles that each seat has pushed off since the start, in that order
 * @property {Partial<Record<Seat, string>>} left       who has left, and why
 * @property {Seat[]} blocked    who cannot move now
 * @property {number} toWin      how many ejections of a team win
 * @property {number} number     of the round
 * @property {string} [score]    in words, for screen readers
 * @property {string} [result]   once the game is over
 * @property {string} [outcome]  the key of why
 * @property {Seat[]} winners    nobody in a draw
 *
 * @typedef {import('./rules.js').PlayedMove & { by: Seat, victim?: Seat }} PartyMove
 * @typedef {{ seats: Seat[], why: string }} Leave
 * @typedef {{ move: PartyMove | null, leave: Leave | null, place: PartyPlace }} PartyStep
 */

/** The seats in the order in which they move, and their letters in the text of teams. */
export const SEATS = /** @type {const} */ (['black', 'white', 'blue', 'red', 'green', 'yellow']);
const LETTERS = 'bwurgy';

/** The word for a departure among the moves of a game: `White:resigned`. @param {Seat} seat @param {string} why */
export const departure = (seat, why) => `${seat[0].toUpperCase()}${seat.slice(1)}:${why}`;

/** Whether a word of a game is a departure or the agreement to a draw, not a move. @param {string} word */
export const isDeparture = (word) => word.includes(':') || word === 'draw';

/** @param {string | undefined} words @returns {Seat[]} */
const seatsOf = (words) => /** @type {Seat[]} */ (list(words));

/** @param {Record<string, string>} line @param {Record<string, Seat[]>} trays @returns {PartyPlace} */
function readPlace(line, trays) {
  const teams = line.teams.split('-').map((team) => [...team].map((letter) => SEATS[LETTERS.indexOf(letter)]));
  const seats = SEATS.filter((seat) => teams.flat().includes(seat));
  return {
    text: line.text,
    turn: /** @type {Seat} */ (line.turn),
    next: seatsOf(line.next),
    seats,
    teams,
    marbles: Object.fromEntries(seats.map((seat) => [seat, list(line[seat])])),
    trays,
    left: Object.fromEntries(seats.flatMap((seat) => (line[`${seat}-left`] ? [[seat, line[`${seat}-left`]]] : []))),
    blocked: seatsOf(line.blocked),
    toWin: Number(line['to-win'] ?? 6),
    number: Number(line.number ?? 1),
    result: line.result,
    outcome: line.outcome,
    winners: seatsOf(line.winners),
  };
}

/** @param {Record<string, string>} line @returns {PartyMove} */
function readPartyMove(line) {
  return { ...readMove(line), by: /** @type {Seat} */ (line.by), victim: /** @type {Seat | undefined} */ (line.victim) };
}

/** The trays after a move. @param {Record<string, Seat[]>} trays @param {PartyMove} move */
const taken = (trays, { by, victim }) => (victim ? { ...trays, [by]: [...(trays[by] ?? []), victim] } : trays);

/** A position in which every seat has a tray. @param {Record<string, string>} line @param {Record<string, Seat[]>} trays */
function withTrays(line, trays) {
  const place = readPlace(line, trays);
  place.trays = Object.fromEntries(place.seats.map((seat) => [seat, trays[seat] ?? []]));
  return place;
}

/** Each move or departure of a game with the position that it leads to. @param {string} game @returns {Promise<PartyStep[]>} */
export async function replayParty(game) {
  const lines = await ask(`replay ${game}`);
  /** @type {Record<string, Seat[]>} */
  let trays = {};
  /** @type {PartyStep[]} */
  const steps = [];
  let [move, leave] = [/** @type {PartyMove | null} */ (null), /** @type {Leave | null} */ (null)];
  for (const line of lines) {
    if (line.is === 'move') {
      move = readPartyMove(line);
      trays = taken(trays, move);
    }
    if (line.is === 'leave') leave = { seats: seatsOf(line.seats), why: line.why };
    if (line.is !== 'position') continue;
    steps.push({ move, leave, place: withTrays(line, trays) });
    [move, leave] = [null, null];
  }
  return steps;
}

/** The legal moves. @param {string} game */
export async function partyMoves(game) {
  return (await ask(`moves ${game}`)).map(readPartyMove);
}

/**
 * Reads a typed move, which is always in Aba-Pro notation.
 * @param {string} game @param {string} text
 * @returns {Promise<{ move: import('./board.js').LegalMove } | { key: string, args: Record<string, string> }>}
 */
export async function readTyped(game, text) {
  const word = text.replace(/\s+/g, '').toLowerCase();
  if (!MOVE.test(word)) return { key: 'js-board-typed-form', args: {} };
  const [line] = await ask(`play ${word} ${game}`).catch(() => [/** @type {Record<string, string>} */ ({ is: 'error' })]);
  if (line.is === 'move') return { move: readPartyMove(line) };
  if (line.is === 'illegal') return { key: `illegal-${line.key}`, args: { cell: line.cell ?? '' } };
  return { key: 'js-board-typed-none', args: { text: word } };
}

/**
 * The file of a game, with names.
 * @param {{ start: string, rules: string, words: string[], names: Partial<Record<Seat, string>>, result?: string }} game
 */
export async function writeParty({ start, rules, words, names, result }) {
  const tags = Object.entries(names).map(([seat, name]) => `tag-${seat[0].toUpperCase()}${seat.slice(1)}=${name}`);
  const date = new Date();
  const day = [date.getFullYear(), date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, '0')).join('.');
  const lines = [{ fields: ['game', `start=${start}`, `rules=${rules}`, `result=${result ?? '*'}`, `tag-Date=${day}`, ...tags], left: /** @type {string[]} */ ([]) }];
  for (const word of words) {
    if (word === 'draw') continue;
    const ply = lines.length;
    if (isDeparture(word)) lines[ply - 1].left.push(word);
    else lines.push({ fields: ['ply', `id=${ply}`, `of=${ply - 1}`, `text=${word}`], left: [] });
  }
  const written = lines.map(({ fields, left }) => [...fields, ...(left.length ? [`left=${left.join(' ')}`] : [])].map((field) => field.replace(/\s+/g, ' ')).join('\t'));
  return (await ask(`compose apgn\n${written.join('\n')}`)).map((line) => line.text ?? '').join('\n');
}

/** One game of a file with its variations: its head, the position at its start, and its plies. @param {string} text @param {number} [number] from 1 */
export async function readPartyTree(text, number = 1) {
  const lines = await ask(`tree ${number} ${text}`);
  const start = withTrays(lines[1], {});
  /** The position after each ply, by its id. @type {PartyPlace[]} */
  const places = [start];
  const plies = lines.flatMap((line, i) => {
    if (line.is !== 'ply') return [];
    const move = readPartyMove(lines[i + 1]);
    const place = withTrays(lines[i + 2], taken(places[Number(line.of)].trays, move));
    places[Number(line.id)] = place;
    return [{ fields: line, move, place }];
  });
  return { head: lines[0], start, plies };
}

// A game table for more than two players: the seats around the board, which turns to the player below it, and a column of moves for each seat.

import { partyMoves, readTyped, replayParty } from './party-rules.js';
import { arrange, colorName, drawSeats, leftWords, marble, scoreWords, sixthsFor } from './party-seats.js';
import { whyNot } from './rules.js';
import { get, watch } from './settings.js';
import { GameTable } from './table.js';

/**
 * @typedef {import('./party-rules.js').Seat} Seat
 * @typedef {import('./party-rules.js').PartyPlace} PartyPlace
 * @typedef {import('./party-rules.js').PartyStep} PartyStep
 */

/** The last game that was replayed. @type {{ game: string, steps: PartyStep[] }} */
let replayed = { game: '', steps: [] };

/** Each move with the position after it, and the score in words. @param {string} game @returns {Promise<PartyStep[]>} */
export async function replay(game) {
  if (replayed.game === game) return replayed.steps;
  const steps = await replayParty(game);
  for (const { place } of steps) place.score = scoreWords(place);
  replayed = { game, steps };
  return steps;
}

/** The rules as a table for two asks for them. */
const rules = { moves: partyMoves, readTyped, replay: /** @type {any} */ (replay), whyNot, written: async (/** @type {string} */ game) => game.split(' moves ')[1]?.split(' ') ?? [] };

export class PartyTable extends GameTable {
  /** Who sits below the board. @type {(place: PartyPlace) => Seat} */ below = (place) => place.turn;
  /** The name of a player. @type {(seat: Seat) => string} */ name = colorName;
  /** What is to be said about a player instead of whose turn it is. @type {(seat: Seat) => string} */ note = () => '';

  /** Whether somebody is to move in what is shown. */ #live = false;

  /** @param {(move: string) => void} play */
  constructor(play) {
    super(play, rules);
    watch((key) => key === 'turn' && this.orient());
  }

  /** Each move or departure with the position after it. */
  get history() {
    return /** @type {PartyStep[]} */ (/** @type {unknown} */ (this.steps));
  }

  /** Where the game stands. @returns {PartyPlace | undefined} */
  get now() {
    return this.history[this.history.length - 1]?.place;
  }

  /** Turns the board to the player below it, and the seats with it. */
  orient() {
    const [start, shown] = [this.history[0]?.place, this.history[this.shown]?.place];
    if (!start || !shown) return;
    const sixths = sixthsFor(start, this.below(shown));
    this.board.turn(sixths);
    arrange(start, sixths + Number(get('turn')));
    this.onShow();
  }

  /** @param {boolean} live */
  markTurn(live) {
    this.#live = live;
    this.drawSeats();
  }

  /** Shows what is known about the players. */
  drawSeats() {
    drawSeats(this.history[0].place, this.history[this.shown].place, this, this.#live);
  }

  /** Rounds as rows, seats as columns. @param {string[]} words */
  entries(words) {
    const { seats } = this.history[0].place;
    let round = 0;
    const corner = document.createElement('span');
    corner.className = 'head';
    const heads = seats.map((seat, column) => inColumn(marble(seat), column));
    return words.length ? [inColumn(corner, -1), ...heads, ...words.flatMap((word, i) => {
      const { place: before } = this.history[i];
      const { leave } = this.history[i + 1];
      const seat = leave?.seats[0] ?? before.turn;
      const one = inColumn(this.entry(leave || word === 'draw' ? '✕' : word, i), seats.indexOf(seat));
      one.dataset.seat = seat;
      if (leave) {
        one.title = leftWords(leave.seats, leave.why);
        one.setAttribute('aria-label', one.title);
      }
      if (before.number === round) return [one, ' '];
      round = before.number;
      return [this.number(round), one, ' '];
    })] : [];
  }
}

/** @template {HTMLElement | SVGElement} Part @param {Part} part @param {number} column */
function inColumn(part, column) {
  part.style.gridColumn = String(column + 2);
  return part;
}

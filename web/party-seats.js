// The seats of a game for more than two around its board: where each one sits as the board is turned, whose turn it is and who is next, and the
// trays with the marbles that each has pushed off.

import { element } from './elements.js';
import { SEATS } from './party-rules.js';
import { t } from './texts.js';
import { trayMarble } from './trays.js';

/**
 * @typedef {import('./party-rules.js').Seat} Seat
 * @typedef {import('./party-rules.js').PartyPlace} PartyPlace
 */

const SVG = 'http://www.w3.org/2000/svg';

/** Where a cell lies, from the middle of the board: to the right and down. @param {string} cell */
function placeOf(cell) {
  const up = cell.charCodeAt(0) - 101;
  return { x: (Number(cell[1]) - 5) * 60 - up * 30, y: -up * 52 };
}

/**
 * The side of the board that each seat sits at, clockwise from the bottom: 0 below, 1 and 2 on the left, 3 above, 4 and 5 on the right.
 * It is where the seat's marbles start.
 * @param {PartyPlace} start @returns {Partial<Record<Seat, number>>}
 */
export function sides({ seats, marbles }) {
  return Object.fromEntries(seats.map((seat, n) => {
    const places = (marbles[seat] ?? []).map(placeOf);
    const [x, y] = [places.reduce((sum, place) => sum + place.x, 0), places.reduce((sum, place) => sum + place.y, 0)];
    // Four sit at the corners.
    if (seats.length === 4) return [seat, x < 0 ? (y > 0 ? 1 : 2) : y > 0 ? 5 : 4];
    const side = x || y ? Math.round(Math.atan2(-x, y) / (Math.PI / 3)) : n;
    return [seat, (side + 6) % 6];
  }));
}

/** By how many sixths the board is turned so that a seat is below it. @param {PartyPlace} start @param {Seat} seat */
export function sixthsFor(start, seat) {
  const side = sides(start)[seat] ?? 0;
  // Four sit at the corners: two of them below, two above.
  return start.seats.length === 4 ? (side === 1 || side === 5 ? 0 : 3) : side;
}

/** Puts the seats around the board as it is turned. @param {PartyPlace} start @param {number} sixths */
export function arrange(start, sixths) {
  const places = sides(start);
  for (const seat of SEATS) {
    const tile = element(`tile-${seat}`);
    tile.hidden = !start.seats.includes(seat);
    tile.dataset.side = String(((places[seat] ?? 0) - sixths + 12) % 6);
  }
  const stage = element('tile-black').closest('.party');
  if (stage instanceof HTMLElement) stage.dataset.seats = String(start.seats.length);
}

/** A marble, as it lies on the board. @param {Seat} seat */
export function marble(seat) {
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('viewBox', '0 0 60 60');
  svg.setAttribute('class', 'marble');
  svg.setAttribute('aria-hidden', 'true');
  const path = document.createElementNS(SVG, 'path');
  path.setAttribute('d', 'M30 30h0');
  path.setAttribute('marker-start', `url(#sumito-${seat})`);
  svg.append(path);
  return svg;
}

/** The partners of a seat. @param {PartyPlace} place @param {Seat} seat */
export const partners = ({ teams }, seat) => (teams.find((team) => team.includes(seat)) ?? []).filter((other) => other !== seat);

/** The name of a color: `Black`. @param {Seat} seat */
export const colorName = (seat) => t(`js-${seat}`);

/** Who plays in a seat, in words. @param {import('./online.js').Player | undefined} player @param {string} [you]  what a reader without a name is called */
export function playerName(player, you) {
  if (!player) return t('js-party-open-seat');
  if ('engine' in player) return t('js-party-engine', { level: player.engine });
  const name = player.name ?? you ?? t('js-game-guest');
  return player.bot ? `${name} [${t('js-bot')}]` : name;
}

/** Words in a row: `Black, White and Blue`. @param {string[]} words */
export const listed = (words) => new Intl.ListFormat(document.documentElement.lang || 'en', { type: 'conjunction' }).format(words);

/**
 * Shows names, turns, losses and trays.
 * @param {PartyPlace} start @param {PartyPlace} place @param {{ name: (seat: Seat) => string, note?: (seat: Seat) => string }} words  a note instead of whose turn it is
 * @param {boolean} live  somebody is to move
 */
export function drawSeats(start, place, { name, note: more }, live) {
  for (const seat of place.seats) {
    const tile = element(`tile-${seat}`);
    const left = place.left[seat];
    const note = left ? t(`js-party-left-${left}`) : more?.(seat) ? more(seat) : !live ? '' : place.turn === seat ? t('js-party-turn') : place.next[0] === seat ? t('js-party-next') : place.blocked.includes(seat) ? t('js-party-blocked') : '';
    tile.classList.toggle('turn', live && place.turn === seat);
    tile.classList.toggle('next', live && place.next[0] === seat);
    tile.classList.toggle('left', !!left);
    tile.classList.toggle('noted', !left && !!more?.(seat));
    tile.classList.toggle('winner', place.winners.includes(seat));
    if (live && place.turn === seat) tile.setAttribute('aria-current', 'true');
    else tile.removeAttribute('aria-current');
    write(tile, '.name', name(seat));
    write(tile, '.note', note);
    drawLosses(tile, start, place, seat);
    drawPartner(tile, place, seat);
  }
}

/** @param {Element} tile @param {string} part @param {string} words */
function write(tile, part, words) {
  const found = tile.querySelector(part);
  if (found && found.textContent !== words) found.textContent = words;
}

/** How many marbles a seat has lost, and to whom. @param {Element} tile @param {PartyPlace} start @param {PartyPlace} place @param {Seat} seat */
function drawLosses(tile, start, place, seat) {
  const lost = (start.marbles[seat]?.length ?? 0) - (place.marbles[seat]?.length ?? 0);
  const takers = place.seats.map((by) => ({ by, count: place.trays[by].filter((owner) => owner === seat).length })).filter(({ count }) => count);
  const words = lost ? t('js-party-lost', { count: lost, takers: listed(takers.map(({ by, count }) => `${colorName(by)} ${count}`)) }) : '';
  write(tile, '.lost', lost ? `−${lost}` : '');
  const sign = tile.querySelector('.lost');
  sign?.setAttribute('title', words);
  write(tile, '.lost-words', words);
}

/** The marbles that partners have pushed off count too: they lie in the tray as pale ones. @param {Element} tile @param {PartyPlace} place @param {Seat} seat */
function drawPartner(tile, place, seat) {
  const layer = tile.querySelector('.sumito-lost');
  layer?.querySelectorAll('.partners').forEach((marble) => marble.remove());
  const own = place.trays[seat].length;
  const theirs = partners(place, seat).flatMap((partner) => place.trays[partner]);
  layer?.append(...theirs.map((color, n) => {
    const marble = trayMarble(color, own + n, '#sumito');
    marble.classList.add('partners');
    return marble;
  }));
  const beside = tile.querySelector('.with');
  if (beside) beside.replaceChildren(...partners(place, seat).map(marble));
  if (beside instanceof HTMLElement) beside.title = t('js-party-with', { partner: listed(partners(place, seat).map(colorName)) });
}

/** The score in words: `Marbles pushed off: Black and Blue 2 of 6; White and Red 0 of 6.` @param {PartyPlace} place */
export function scoreWords(place) {
  const sides = place.teams.map((team) => {
    const done = team.reduce((sum, seat) => sum + place.trays[seat].length, 0);
    return t('js-party-score-side', { side: listed(team.map(colorName)), done, all: place.toWin });
  });
  return t('js-party-score', { sides: sides.join('; ') });
}

/** Who left, and why, in words: `White resigned, Red resigned`. @param {Seat[]} seats @param {string} why @param {(seat: Seat) => string} [name] */
export const leftWords = (seats, why, name = colorName) => seats.map((seat) => t(`js-left-${why}`, { seat: name(seat) })).join(', ');

/** Who won, and how. @param {Pick<PartyPlace, 'winners' | 'outcome' | 'trays'>} place @returns {[string, string]} */
export function endingWords({ winners, outcome, trays }) {
  if (!winners.length) return [t('js-draw'), t(`js-result-${outcome}`)];
  const count = winners.reduce((sum, seat) => sum + trays[seat].length, 0);
  const verdict = winners.length > 1 ? t('js-party-wins-team', { team: listed(winners.map(colorName)) }) : t(`js-wins-${winners[0]}`);
  return [verdict, t(outcome === 'won-by-ejections' ? 'js-party-won-by-ejections' : `js-result-${outcome}`, { count })];
}

/** A table of who has pushed off whose marbles. @param {PartyPlace} place */
export function drawTakings({ seats, trays }) {
  const cell = (/** @type {'td' | 'th'} */ kind, /** @type {(Node | string)[]} */ ...content) => {
    const made = document.createElement(kind);
    made.append(...content);
    return made;
  };
  const head = (/** @type {Seat} */ seat, /** @type {string} */ scope) => {
    const name = document.createElement('span');
    name.className = 'unseen';
    name.textContent = colorName(seat);
    const made = cell('th', marble(seat), name);
    made.setAttribute('scope', scope);
    return made;
  };
  const row = (/** @type {Node[]} */ cells) => {
    const made = document.createElement('tr');
    made.append(...cells);
    return made;
  };
  const rows = seats.map((by) => row([head(by, 'row'), ...seats.map((owner) => {
    const count = trays[by].filter((one) => one === owner).length;
    return cell('td', by === owner ? '' : count ? String(count) : '·');
  })]));
  element('takings').replaceChildren(row([cell('td'), ...seats.map((seat) => head(seat, 'col'))]), ...rows);
  element('takings-card').hidden = !seats.some((seat) => trays[seat].length);
}

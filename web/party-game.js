// The page of a game for three to six on the server: the room in which seats are taken, the game, and its end. The same connection as for two (online.js), and the
// same table as at one screen (party-table.js).

import './frame.js';
import { Absence } from './absence.js';
import { allow, focused, handOn, twice } from './buttons.js';
import { OnlineGame, showGain, showRating } from './online.js';
import { drawRoom } from './party-room.js';
import { colorName, drawTakings, endingWords, leftWords, listed, partners, playerName } from './party-seats.js';
import { PartyTable } from './party-table.js';
import { prepare } from './rules.js';
import { button, element } from './table.js';
import { t } from './texts.js';

/**
 * @typedef {import('./board.js').Seat} Seat
 * @typedef {'draw' | 'takeback' | 'rematch' | 'resign'} Offer  `resign`: as a team
 *
 * @typedef {import('./online.js').State & {
 *   rated: boolean, seats: Seat[], teams: Seat[][], departures: { seat: Seat, why: string, engine: number | null }[], out: Seat[], host: Seat | null, openSeats: number,
 *   public: boolean, drawn: boolean, takeover: number | null, offers: { what: Offer, by: Seat, agreed: Seat[], waits: Seat[] }[], drawRefused: Seat[],
 *   outcome: { key: string, winners: Seat[] } | null }} State
 */

/** The events of those who leave, by the reason. @type {Record<string, string>} */
const LEAVING = { resigned: 'resigned', 'team-resigned': 'resigned', 'flag-fell': 'flag', 'no-first-move': 'absent', abandoned: 'abandoned' };

/** What absence.js says about one opponent, for more of them. @type {Record<string, string>} */
const ABSENCE = {
  'js-game-absent': 'js-party-absent', 'js-game-absent-claim': 'js-party-absent-claim',
  'js-game-first-move': 'js-party-first-move', 'js-game-first-move-yours': 'js-party-first-move-yours',
};

const table = new PartyTable((move) => game.play(move));
/** @type {OnlineGame<State>} */
const game = new OnlineGame(table, { refresh, draw, heard, nameOf, hasChat: () => game.state.kind === 'online' && (game.plays || 'account' in document.documentElement.dataset) });
/** The player who is away, and for whom the game need not wait. @type {Seat | null} */ let absent = null;
const absence = new Absence((at) => game.clocks.until(at), { 'claim-seat': () => game.act({ do: 'claim', what: 'absence', seat: absent }) }, absenceWords);

/** The reader's seat. @returns {Seat | null} */
const mine = () => game.state.you[0] ?? null;
const departureOf = (/** @type {Seat} */ seat) => game.state.departures.find((one) => one.seat === seat);
/** Whether a player is still in the game. @param {Seat | null} seat */
const isIn = (seat) => !!seat && !game.state.out.includes(seat) && !departureOf(seat);
const isEngine = (/** @type {Seat} */ seat) => {
  const player = game.state.players[seat];
  return (!!player && 'engine' in player) || !!departureOf(seat)?.engine;
};

table.below = (/** @type {import('./party-rules.js').PartyPlace} */ place) => (element('flip').getAttribute('aria-pressed') === 'true' ? place.turn : (mine() ?? place.seats[0]));
table.name = nameAt;
table.note = (/** @type {Seat} */ seat) => {
  const level = departureOf(seat)?.engine;
  if (level) return t('js-party-engine', { level });
  return isAway(seat) ? t('js-game-away') : '';
};

/** Whether a player who should be there is not. @param {Seat} seat */
function isAway(seat) {
  const player = game.state.players[seat];
  return !game.isOver && isIn(seat) && !!player && 'user' in player && !!game.present && !game.present.players[seat];
}

/** @param {Seat} seat */
function nameAt(seat) {
  return playerName(game.state.players[seat], seat === mine() ? t('js-you') : undefined);
}

/** A player by name and color, since several may be guests: `Ada (Blue)`. @param {Seat} seat */
function fullName(seat) {
  const player = game.state.players[seat];
  return seat === mine() && player && 'user' in player && !player.name ? colorName(seat) : `${nameAt(seat)} (${colorName(seat)})`;
}

/** The same in a list, where the reader is “You”. @param {Seat} seat */
const listName = (seat) => (seat === mine() ? t('js-you') : fullName(seat));

/** @param {string} user */
function nameOf(user) {
  const seat = game.state.seats.find((seat) => {
    const player = game.state.players[seat];
    return player && 'user' in player && player.user === user;
  });
  return seat ? nameAt(seat) : t('js-game-guest');
}

// ---- what has happened

/** Says what has happened. @param {any} event @param {boolean} begins */
function heard(event, begins) {
  const own = mine();
  const leaving = LEAVING[event.event];
  if (leaving) {
    const engine = departureOf(event.by)?.engine;
    const left = leftWords(event.event === 'team-resigned' ? [event.by, ...partnersOf(event.by)] : [event.by], leaving, fullName);
    table.warn(engine ? t('js-party-took-over', { left, level: engine }) : left, false);
  }
  if (event.event === 'took-back') table.warn(t('js-game-took-back'), false);
  if (event.event === 'declined' && event.by !== own) table.warn(t(`js-party-declined-${event.what}`, { name: fullName(event.by) }), false);
  if (event.event === 'left-seat' && event.by === own) game.state.you = [];
  // The room was below the board, or beside it.
  if (begins) scrollTo(0, 0);
}

/** @param {Seat} seat */
const partnersOf = (seat) => partners({ .../** @type {any} */ (table.now), teams: game.state.teams }, seat);

// ---- what the page shows

/** Shows the game as it stands, with the move that waits for the server. */
function refresh() {
  const { state, moves, movable, pending } = game;
  const standing = { start: `${state.layout} rules ${state.rules}`, moves, movable, unsure: !!pending, bottom: mine() ?? 'black', over: state.status !== 'playing' };
  table.lay(standing, { stay: !game.plays }).then(draw);
  draw();
}

function draw() {
  // Do not ask for a move before the board can be used.
  if (!table.now) return;
  const { state } = game;
  const had = focused();
  const words = stand();
  table.say(words);
  document.title = `${game.movable ? '● ' : ''}${words} · Sumito`;
  table.drawSeats();
  linkNames();
  drawTakings(table.now);
  drawAbsence();
  drawRoom(game, nameAt);
  element('watchers').textContent = game.present?.watchers ? ` · ${t('js-game-watchers', { count: game.present.watchers })}` : '';
  element('typed').hidden = !game.movable;
  const talksWithPartner = state.status === 'playing' && game.plays && state.teams.some((team) => team.length > 1);
  game.chat.close(talksWithPartner ? t('js-party-chat-closed') : '');
  drawActions();
  drawOffers();
  drawEnd();
  // Keep the focus of a reader who is typing a move, so that Enter does not press something else.
  const seat = /** @type {HTMLElement | null} */ (document.querySelector('#room:not([hidden]) #room-seats button'));
  handOn(had, [...(had instanceof HTMLInputElement ? [] : [seat, button('rematch'), element('after').querySelector('a')]), table.board.querySelector('svg.sumito-diagram')]);
}

/** The names of members lead to their profiles; beside them are their ratings. */
function linkNames() {
  for (const seat of game.state.seats) {
    const player = game.state.players[seat];
    showRating(document.querySelector(`#tile-${seat} .rating`), player);
    const place = document.querySelector(`#tile-${seat} .name`);
    if (!player || !('user' in player) || !player.name || place?.querySelector('a')) continue;
    const link = document.createElement('a');
    link.href = `/user/${player.name}`;
    link.textContent = nameAt(seat);
    place?.replaceChildren(link);
  }
}

/** Where the game stands, in words. */
function stand() {
  const { status, openSeats } = game.state;
  if (game.pending && !game.line.isUp) return t('js-game-pending', { move: game.pending.move });
  if (status === 'open') return t('js-party-waiting', { count: openSeats });
  if (status === 'aborted') return abortion()[1] || abortion()[0];
  if (game.isOver) return ending().join(' – ');
  const { turn, next } = /** @type {import('./party-rules.js').PartyPlace} */ (table.now);
  // Do not ask for a move before the board has the legal ones.
  const isYours = turn === mine() && isIn(turn) && (table.standing.movable === turn || !!game.pending);
  const whose = isYours ? t('js-your-turn') : isEngine(turn) ? t('js-party-thinking', { seat: colorName(turn) }) : t(`js-turn-${turn}`);
  return next.length ? t('js-party-then', { turn: whose, next: next[0] === mine() ? t('js-party-then-you') : colorName(next[0]) }) : whose;
}

/** Who won, and how. @returns {[string, string]} */
function ending() {
  const { outcome, teams } = game.state;
  const own = mine();
  const [verdict, reason] = endingWords({ winners: outcome?.winners ?? [], outcome: outcome?.key, trays: table.now?.trays ?? {} });
  if (!own || !outcome?.winners.includes(own)) return [verdict, reason];
  return [t(teams.some((team) => team.length > 1 && team.includes(own)) ? 'js-party-team-wins' : 'js-game-you-win'), reason];
}

/** That the game was aborted, and the same with the reason where there is more to say. @returns {[string, string]} */
const abortion = () => [t('js-game-aborted'), game.state.why ? t(`js-game-aborted-${game.state.why}`) : ''];

function drawAbsence() {
  const { seats, turn, abortsAt } = game.state;
  const [own, away] = [mine(), game.present?.away ?? {}];
  const claimable = (/** @type {Seat} */ seat) => away[seat]?.claimableAt ?? Infinity;
  const waits = isIn(own) && !game.isOver ? seats.filter((seat) => seat !== own && isIn(seat) && claimable(seat) < Infinity) : [];
  absent = waits.sort((a, b) => claimable(a) - claimable(b))[0] ?? null;
  absence.show({ abortsAt: game.isOver || game.pending ? null : abortsAt, isYours: own === turn, away: absent ? (away[absent] ?? null) : null });
}

/** What is said about somebody who is away or has not moved yet. Without all first moves, a rated game is aborted, as for two. @param {string} key */
function absenceWords(key) {
  const seat = key.includes('first-move') ? game.state.turn : absent;
  return t(game.state.rated && key.includes('first-move') ? key : ABSENCE[key], { name: seat ? fullName(seat) : '' });
}

function drawActions() {
  const { state } = game;
  const [playing, own] = [state.status === 'playing', mine()];
  const asked = (/** @type {Offer} */ what) => state.offers.some((offer) => offer.what === what);
  const plays = playing && isIn(own);
  element('actions').hidden = !plays;
  button('take-back').hidden = state.rated;
  allow(button('take-back'), table.history.some(({ move }) => move?.by === own) && !asked('takeback'));
  button('draw').hidden = state.seats.some((seat) => isIn(seat) && isEngine(seat)) || state.departures.some(({ engine }) => engine);
  allow(button('draw'), !asked('draw') && !!own && !state.drawRefused.includes(own));
  button('resign-team').hidden = !own || !partnersOf(own).some(isIn);
  allow(button('resign-team'), !asked('resign'));
  element('after').hidden = !game.isOver;
  button('rematch').hidden = !game.plays || state.status !== 'over' || !!state.next || asked('rematch');
}

/** The end of a game: who won, and how, in large. */
function drawEnd() {
  if (!game.isOver) return;
  const [verdict, reason] = game.state.outcome ? ending() : abortion();
  element('verdict').textContent = verdict;
  element('reason').textContent = reason;
  const own = mine();
  showGain(element('gained'), own ? game.state.players[own] : null);
  const winners = game.state.outcome?.winners ?? [];
  table.board.closest('.stage')?.classList.toggle('won', winners.length > 0 && (!game.plays || winners.some((seat) => seat === mine())));
}

/** What is offered, who has agreed to it, and who has not answered yet. */
function drawOffers() {
  const place = element('offers');
  const own = mine();
  // Whether to resign as a team is for the team alone.
  const offers = game.state.offers.filter(({ what, by }) => what !== 'resign' || by === own || partnersOf(by).some((seat) => seat === own));
  const key = JSON.stringify([offers, game.state.next, own]);
  if (place.dataset.key === key) return;
  place.dataset.key = key;
  const lines = offers.map(({ what, by, agreed, waits }) => {
    const others = agreed.filter((seat) => seat !== by);
    const words = [
      t(`js-party-${by === own ? 'offered' : 'offers'}-${what}`, { name: fullName(by) }),
      ...(others.length ? [t('js-party-agreed', { names: listed(others.map(listName)) })] : []),
      ...(waits.length ? [t('js-party-waits', { names: listed(waits.map(listName)) })] : []),
    ];
    return game.offerLine(words.join(' '), what, !!own && waits.includes(own));
  });
  place.replaceChildren(...(game.plays ? lines : []), ...game.nextLink());
}

// ---- buttons

const offer = (/** @type {Offer} */ what) => game.act({ do: 'offer', what });
element('take-back').addEventListener('click', () => offer('takeback'));
element('draw').addEventListener('click', () => offer('draw'));
element('rematch').addEventListener('click', () => offer('rematch'));
twice(button('resign'), t('js-confirm-resign'), () => game.act({ do: 'resign' }));
twice(button('resign-team'), t('js-party-sure-resign-team'), () => offer('resign'));

for (const seat of game.state.seats) element(`clock-${seat}`).hidden = game.state.control === 'none';
element('chat').append(element('chat-note'));
game.offerLink();
game.begin();
table.begun.then(() => prepare()).catch(() => {});

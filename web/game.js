// The page of a game for two on the server: against the engine, at the same screen, or online. party-game.js is the same for more than two players.

import './frame.js';
import { Absence } from './absence.js';
import { allow, focused, handOn, twice } from './buttons.js';
import { suggestion } from './ladder.js';
import { afterPaint } from './later.js';
import { OnlineGame, showGain, showRating } from './online.js';
import { refusalWords } from './refusals.js';
import { prepare } from './rules.js';
import { outcomeWords } from './spoken.js';
import { recall, remember } from './storage.js';
import { GameTable, button, element } from './table.js';
import { t } from './texts.js';

/** @typedef {import('./board.js').Color} Color */
/** @typedef {'draw' | 'takeback' | 'rematch'} Offer */
/** @typedef {import('./online.js').Player} Player */

/**
 * @typedef {import('./online.js').State & {
 *   rated: boolean, help: boolean, turn: Color, you: Color[], players: Record<Color, Player>, offers: { what: Offer, by: Color }[],
 *   drawRefused: Color[], outcome: { key: string, winner: Color | null } | null }} State
 *   `help`: players may be helped; `drawRefused`: whose draw was refused in this position
 */

const COLORS = /** @type {const} */ (['black', 'white']);
const TURNING = 'sumito-turning';
/** Remembers that the reader has moved marbles before. */
const COACHED = 'sumito-coached';
/** After this many own moves, the hint on how to move is no longer shown. */
const LEARNED = 2;
/** Moves after which a game has a turning point to look for. */
const LONG = 6;

/** Whether the turning point was looked for. */ let isReviewed = false;
/** The way back to the tournament that the reader plays this game in, and whether the page waits for the next game there. */
const tournament = document.getElementById('to-tournament');
let isFollowing = false;

const table = new GameTable((move) => game.play(move));
/** @type {OnlineGame<State>} */
const game = new OnlineGame(table, { refresh, draw, heard, nameOf, hasChat: () => game.plays && game.state.kind === 'online' && game.state.status !== 'open' });
/** Help while playing, once the page can be used without it. @type {import('./help.js').Help | null} */ let help = null;
const claim = (/** @type {'win' | 'draw'} */ what) => game.act({ do: 'claim', what });
const absence = new Absence((at) => game.clocks.until(at), { 'claim-win': () => claim('win'), 'claim-draw': () => claim('draw') });

const other = (/** @type {Color} */ color) => (color === 'black' ? 'white' : 'black');
/** Whose turn it is for the reader, after a move that is still being sent. */
const turnNow = () => (game.pending ? other(game.state.turn) : game.state.turn);
/** The side that the reader acts for: their own, or the side to move in a same-screen game. */
const mine = () => (game.state.you.length === 2 ? game.state.turn : (game.state.you[0] ?? null));

/** Says what has happened. @param {any} event @param {boolean} begins */
function heard(event, begins) {
  if (event.event === 'took-back' && game.state.kind === 'online') table.warn(t('js-game-took-back'), false);
  if (event.event === 'declined' && game.plays && event.by !== mine()) table.warn(t(`js-game-declined-${event.what}`), false);
  if (begins) table.warn(t('js-game-began'), false);
}

// ---- what the page shows

/** Shows the game as it stands, with the move that waits for the server. */
function refresh() {
  const { state, pending, moves, movable } = game;
  const turn = turnNow();
  // After a move, the next one can be chosen as a premove.
  const early = state.status === 'playing' && state.you.length === 1 && turn !== state.you[0] ? state.you[0] : null;
  const turning = state.you.length === 2 && /** @type {HTMLInputElement} */ (element('turning')).checked;
  const bottom = turning ? turn : state.you.length === 1 ? state.you[0] : 'black';
  const standing = { start: `${state.start} rules ${state.rules}`, moves, movable, early, unsure: !!pending, bottom, over: state.status !== 'playing' };
  table.lay(standing, { stay: !game.plays }).then(draw);
  draw();
}

function draw() {
  // Do not ask for a move before the board can be used.
  if (!table.place) return;
  const had = focused();
  const words = stand();
  table.say(words);
  document.title = `${game.state.status === 'playing' && game.state.you.includes(turnNow()) && game.state.kind !== 'same-screen' ? '● ' : ''}${words} · Sumito`;
  for (const color of COLORS) {
    drawName(color);
    const away = game.state.kind === 'online' && !game.isOver && game.present && game.state.players[color] && !game.present.players[color];
    element(`here-${color}`).textContent = away ? t('js-game-away') : '';
  }
  const [side, abortsAt] = [mine(), game.isOver || game.pending ? null : game.state.abortsAt];
  absence.show({ abortsAt, isYours: side === game.state.turn, away: (!game.isOver && side && game.present?.away[other(side)]) || null });
  element('watchers').textContent = game.present?.watchers ? ` · ${t('js-game-watchers', { count: game.present.watchers })}` : '';
  element('invitation').hidden = game.state.status !== 'open' || !game.plays;
  element('welcome').hidden = game.state.status !== 'open' || game.plays;
  element('typed').hidden = !game.plays || game.state.status !== 'playing';
  element('face').hidden = game.state.you.length !== 2;
  const isHelped = game.state.help && game.plays && game.state.status === 'playing';
  help?.follow(isHelped, isHelped && game.state.you.includes(game.state.turn) && !game.pending);
  drawActions();
  drawOffers();
  drawEnd();
  coach();
  // Keep the focus of a reader who is typing a move, so that Enter does not press something else.
  handOn(had, [...(had instanceof HTMLInputElement ? [] : [...(tournament ? [tournament] : []), button('rematch'), element('after').querySelector('a')]), table.board.querySelector('svg.sumito-diagram')]);
}

/** @param {Color} color */
function drawName(color) {
  const [place, name, player] = [element(`name-${color}`), nameAt(color), game.state.players[color]];
  if (place.textContent?.trim() !== name) {
    const link = document.createElement('a');
    link.href = `/user/${name}`;
    link.textContent = name;
    place.replaceChildren(player && 'name' in player && player.name === name ? link : name);
  }
  element(`bot-${color}`).hidden = !(player && 'bot' in player);
  showRating(element(`rating-${color}`), player);
}

/** How the game ended, in words. */
function ending() {
  const { outcome, you, why, reason } = game.state;
  if (!outcome && reason) return { verdict: t('js-game-aborted'), reason: t('js-game-aborted-declined-because', { reason: t(`js-decline-${reason}`) }) };
  if (!outcome) return { verdict: t('js-game-aborted'), reason: why ? t(`js-game-aborted-${why}`) : '' };
  const won = outcome.winner;
  const who = !won ? 'js-draw' : you.length !== 1 ? `js-wins-${won}` : won === you[0] ? 'js-game-you-win' : 'js-game-you-lose';
  return { verdict: t(who), reason: outcomeWords(outcome.key, table.place) };
}

/** Where the game stands, in words. */
function stand() {
  const { status, kind, you } = game.state;
  const turn = turnNow();
  if (game.pending && !game.line.isUp) return t('js-game-pending', { move: game.pending.move });
  if (status === 'open') return t(you.length ? 'js-game-waiting' : 'js-game-open');
  if (game.isOver) {
    const { verdict, reason } = ending();
    // The reason for an abort is a whole sentence.
    return status === 'aborted' ? reason || verdict : `${verdict} – ${reason}`;
  }
  if (you.length !== 1) return t(`js-turn-${turn}`);
  if (turn === you[0]) return t('js-your-turn');
  if (kind === 'engine') return game.ahead ? t('js-game-queued', { ahead: game.ahead }) : t('js-thinking');
  return t('js-game-their-turn');
}

function drawActions() {
  const [playing, early] = [game.state.status === 'playing', game.state.moves.length < 2];
  const asked = (/** @type {Offer} */ what) => game.state.offers.some((offer) => offer.what === what);
  element('actions').hidden = !game.plays || game.isOver;
  button('take-back').hidden = !playing || game.state.rated;
  const own = game.state.moves.length + (mine() === game.state.turn && game.state.kind !== 'same-screen' ? 0 : 1);
  allow(button('take-back'), own >= 2 && !asked('takeback'));
  button('draw').hidden = !playing || early || game.state.kind !== 'online';
  allow(button('draw'), !asked('draw') && !game.state.drawRefused.some((color) => color === mine()));
  button('agree').hidden = !playing || early || game.state.kind !== 'same-screen';
  button('abort').hidden = !early;
  button('resign').hidden = !playing || early;
  element('after').hidden = !game.isOver;
  element('say').classList.toggle('over', game.isOver);
  element('decided').hidden = !game.state.moves.length;
  // Whoever plays a tournament has another game there.
  button('rematch').hidden = !!tournament || !game.plays || !game.state.players.black || !game.state.players.white || !!game.state.next || asked('rematch');
}

/** The end of a game: who won, and how, in large. */
function drawEnd() {
  if (!game.isOver) return;
  const { outcome, you } = game.state;
  const { verdict, reason } = ending();
  element('verdict').textContent = verdict;
  element('reason').textContent = reason;
  const side = you.length === 1 ? you[0] : null;
  showGain(element('gained'), side ? game.state.players[side] : null);
  suggestLevel();
  if (tournament && !isFollowing) {
    isFollowing = true;
    afterPaint(async () => (await import('./next-game.js')).follow(tournament.dataset.tournament ?? '', game.state.game));
  }
  const won = !!outcome?.winner && (you.length !== 1 || outcome.winner === you[0]);
  table.board.closest('.stage')?.classList.toggle('won', won);
  if (game.plays && game.state.moves.length >= LONG && !isReviewed) review();
}

/** Looks for the turning point, once the page has nothing better to do. */
function review() {
  isReviewed = true;
  afterPaint(async () => {
    const { showTurningPoint } = await import('./turning-point.js');
    await showTurningPoint(element('turning-point'), `${game.state.start} rules ${game.state.rules}`, game.state.moves, game.state.you.join() === 'white');
  });
}

/** After a game against the engine: one level up for whoever won, one down for whoever lost. */
function suggestLevel() {
  const side = mine();
  const engine = side && game.state.players[other(side)];
  const won = game.state.outcome?.winner ? game.state.outcome.winner === side : null;
  const next = game.state.status === 'over' && engine && 'engine' in engine ? suggestion(engine.engine, won) : null;
  button('other-level').hidden = !next;
  if (!next) return;
  button('other-level').textContent = t(next.key, { level: next.level });
  button('other-level').value = String(next.level);
}

/** The same game against another level. */
async function playOtherLevel() {
  const { layout, start, rules, control, help } = game.state;
  const body = JSON.stringify({ against: 'engine', level: Number(button('other-level').value), color: mine(), ...(layout ? { layout } : { position: start }), rules, control, help });
  const answer = await fetch('/api/games', { method: 'POST', headers: { 'content-type': 'application/json' }, body }).catch(() => null);
  const created = await answer?.json().catch(() => null);
  if (answer?.ok && created?.game) return game.goTo(created.game);
  table.warn(created?.key ? refusalWords(created) : t('js-game-not-sent'));
}

/** Shows a newcomer how to move, until they have done it twice. */
function coach() {
  const own = movesOf(game.state.moves.length, mine());
  const isNew = game.plays && game.state.status === 'playing' && game.state.you.includes(game.state.turn) && own < LEARNED && !recall(COACHED);
  if (game.plays && own >= LEARNED) remember(COACHED, 'yes');
  element('coach').hidden = !isNew;
}

/** How many of these moves a side has made. @param {number} moves @param {Color | null} color */
const movesOf = (moves, color) => Math.floor((moves + (color === 'black' ? 1 : 0)) / 2);

/** What is offered, and what came of it. */
function drawOffers() {
  const place = element('offers');
  const shown = game.plays ? game.state.offers.map(({ what, by }) => `${what} ${by}`) : [];
  const key = [...shown, game.state.next ?? ''].join();
  if (place.dataset.key === key) return;
  place.dataset.key = key;
  const lines = game.state.offers.map(({ what, by }) => game.offerLine(t(`${by === mine() ? 'js-game-offered-' : 'js-game-offers-'}${what}`), what, by !== mine()));
  place.replaceChildren(...(game.plays ? lines : []), ...game.nextLink());
}

/** @param {Color} color */
function nameAt(color) {
  const player = game.state.players[color];
  if (!player) return t('js-game-open');
  if ('engine' in player) return t('js-engine-level', { level: player.engine });
  if (game.state.kind === 'same-screen') return t(`js-${color}`);
  return player.name ?? t(game.state.you.includes(color) ? 'js-you' : 'js-game-guest');
}

/** @param {string} user */
function nameOf(user) {
  const seat = COLORS.find((color) => {
    const player = game.state.players[color];
    return player && 'user' in player && player.user === user;
  });
  return seat ? nameAt(seat) : t('js-game-guest');
}

// ---- buttons

element('take-back').addEventListener('click', () => game.act({ do: 'offer', what: 'takeback' }));
element('draw').addEventListener('click', () => game.act({ do: 'offer', what: 'draw' }));
element('rematch').addEventListener('click', () => game.act({ do: 'offer', what: 'rematch' }));
element('other-level').addEventListener('click', playOtherLevel);
element('join').addEventListener('click', () => game.join(button('join')));
twice(button('agree'), t('js-game-sure-draw'), () => game.act({ do: 'offer', what: 'draw' }));
twice(button('resign'), t('js-game-sure-resign'), () => game.act({ do: 'resign' }));
twice(button('abort'), t('js-game-sure-abort'), () => game.act({ do: 'abort' }));

const turning = /** @type {HTMLInputElement} */ (element('turning'));
turning.checked = game.state.you.length === 2 && (recall(TURNING) === 'on' || new URLSearchParams(location.search).get('turning') === 'on');
turning.addEventListener('change', () => {
  remember(TURNING, turning.checked ? 'on' : 'off');
  refresh();
});

game.offerLink();
game.begin();
table.begun.then(async () => {
  prepare().catch(() => {});
  const { Help } = await import('./help.js');
  help = new Help(table);
  draw();
}).catch(() => {});

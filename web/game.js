// The page of a game on the server: against the engine, at the same screen, or online. The server owns the game; the page shows its state
// and sends requests. A move is shown before the server has accepted it, and undone if it is refused.

import './frame.js';
import { bringChallenges } from './frame.js';
import { Absence } from './absence.js';
import { allow, focused, handOn, twice } from './buttons.js';
import { Chat } from './chat.js';
import { Clocks } from './clock.js';
import { suggestion } from './ladder.js';
import { afterPaint } from './later.js';
import { refusalWords } from './refusals.js';
import { hurry, prepare } from './rules.js';
import { Socket } from './socket.js';
import { play as sound } from './sounds.js';
import { outcomeWords } from './spoken.js';
import { forget, recall, recallValue, remember } from './storage.js';
import { GameTable, button, element } from './table.js';
import { t } from './texts.js';

/** @typedef {import('./board.js').Color} Color */
/** @typedef {'draw' | 'takeback' | 'rematch'} Offer */
/** @typedef {{ user: string, name: string | null, rating?: number, provisional?: boolean, change?: number } | { engine: number } | null} Player */

/** @typedef {{ move: string, ply: number, version: number, again?: boolean }} Pending  a move that the server has not agreed to yet */

/**
 * @typedef {object} State  what docs/api.md calls the state of a game
 * @property {string} game
 * @property {number} version
 * @property {'engine' | 'same-screen' | 'online'} kind
 * @property {boolean} rated
 * @property {boolean} help      players may be helped
 * @property {string | null} layout  the id of the layout, unless the game starts from another position
 * @property {string} start
 * @property {string} rules
 * @property {string} control
 * @property {Record<Color, Player>} players
 * @property {Color[]} you
 * @property {string[]} moves
 * @property {Color} turn
 * @property {import('./clock.js').ClockState} clocks
 * @property {{ what: Offer, by: Color }[]} offers
 * @property {Color[]} drawRefused  whose draw was refused in this position
 * @property {number | null} abortsAt  when the game is aborted unless the side to move makes its first move, by the server's clock
 * @property {string | null} why        why the game was aborted, where there is more to say
 * @property {'open' | 'playing' | 'over' | 'aborted'} status
 * @property {{ key: string, winner: Color | null } | null} outcome
 * @property {string | null} next
 * @property {{ event: string }[]} [missed]
 */

const COLORS = /** @type {const} */ (['black', 'white']);
const TURNING = 'sumito-turning';
/** Remembers that the reader has moved marbles before. */
const COACHED = 'sumito-coached';
/** After this many own moves, the hint on how to move is no longer shown. */
const LEARNED = 2;
/** Moves after which a game has a turning point to look for. */
const LONG = 6;
/** Refusals that mean the page is out of date: it reconnects, and the server sends the whole state. */
const BEHIND = ['stale', 'not-your-turn', 'not-started', 'game-over', 'seat-taken', 'nothing-offered', 'already-offered',
  'nothing-to-take-back', 'too-late-to-abort'];

/** @type {State} */ let state = JSON.parse(element('game').textContent ?? '');
/** @type {Pending | null} */ let pending = null;
/** Whether the turning point was looked for. */ let isReviewed = false;
/** How many games are ahead of this one in the engine's queue. */ let ahead = 0;
/** @type {{ now: number, players: Record<Color, boolean>, watchers: number, away: Record<Color, import('./absence.js').Away | null> } | null} */ let present = null;

const path = `/api/games/${state.game}`;
const PENDING = `sumito-pending-${state.game}`;
const table = new GameTable(play);
/** Help while playing, once the page can be used without it. @type {import('./help.js').Help | null} */ let help = null;
const clocks = new Clocks(state.control, {
  flag: () => line.ask({ do: 'flag', version: state.version }),
  short(color) {
    if (!state.you.includes(color) || state.status !== 'playing') return;
    table.board.say(t('js-game-time-short'));
    sound('low');
  },
});
const absence = new Absence((at) => clocks.until(at), (what) => act({ do: 'claim', what }));
const chat = new Chat(`${path}/chat`, nameOf, async (text) => (await act({ do: 'chat', text })) !== null);
const line = new Socket(() => `${path}/socket?since=${state.version}`, (up) => {
  element('offline').hidden = up;
  draw();
});
bringChallenges(line);
line.on('state', hearState);
line.on('event', hearEvent);
line.on('chat', (said) => chat.hear(said));
line.on('engine', (engine) => {
  ahead = engine.ahead;
  draw();
});
line.on('present', (who) => {
  present = who;
  clocks.hear(who.now);
  draw();
});

const other = (/** @type {Color} */ color) => (color === 'black' ? 'white' : 'black');
/** Whose turn it is for the reader, after a move that is still being sent. */
const turnNow = () => (pending ? other(state.turn) : state.turn);
const isOver = () => state.status === 'over' || state.status === 'aborted';
const plays = () => state.you.length > 0;
/** The side that the reader acts for: their own, or the side to move in a same-screen game. */
const mine = () => (state.you.length === 2 ? state.turn : (state.you[0] ?? null));

// ---- messages from the server

/** @param {State} received */
function hearState(received) {
  const went = received.missed?.some((one) => one.event === 'rematched') && received.next;
  const played = plays();
  if (received.moves.length !== state.moves.length) hurry(`/game/${received.game}/rule-answers`);
  state = received;
  ahead = 0;
  clocks.set(state.clocks);
  if (plays() && state.kind === 'online' && state.status !== 'open') chat.open();
  if (pending) settle(pending);
  // The connection is closed when the session ends, in this tab or in another one.
  else if (played && !plays()) table.warn(t('refusal-signed-out'));
  refresh();
  if (went) goTo(went);
}

/**
 * After a lost connection: if the server did not receive our move, it is sent again. The move names its version, and the server
 * accepts it only if the position has not changed since.
 * @param {Pending} waiting
 */
function settle(waiting) {
  if (state.moves[waiting.ply] === waiting.move) {
    wait(null);
  } else if (state.status === 'playing' && state.moves.length === waiting.ply && state.you.includes(state.turn)) {
    send(waiting);
  } else {
    wait(null);
    table.warn(t(isOver() ? 'illegal-game-over' : plays() ? 'refusal-stale' : 'refusal-signed-out'));
  }
}

/** @param {any} event */
function hearEvent(event) {
  if (event.version <= state.version) return;
  // Something is missing.
  if (event.version !== state.version + 1) return line.open();
  const begins = state.status === 'open' && event.status === 'playing';
  const ends = !isOver() && (event.status === 'over' || event.status === 'aborted');
  // A side that nobody has taken is the challenged player's, who does not want to play.
  const declined = event.event === 'aborted' && event.by && !state.players[/** @type {Color} */ (event.by)] ? 'declined' : null;
  const { version, status, turn, clocks: times, offers, drawRefused, abortsAt, outcome, why = declined } = event;
  state = { ...state, version, status, turn, clocks: times, offers, drawRefused, abortsAt, outcome, why };
  ahead = 0;
  if (event.event === 'moved') {
    state.moves = [...state.moves, event.move];
    if (pending && pending.ply < state.moves.length) {
      if (event.move !== pending.move) table.warn(t('refusal-stale'));
      wait(null);
    }
  }
  if (event.event === 'took-back') {
    state.moves = state.moves.slice(0, event.ply);
    wait(null);
    table.board.letGo();
    if (state.kind === 'online') table.warn(t('js-game-took-back'), false);
  }
  if (event.players) state.players = event.players;
  if (event.event === 'declined' && plays() && event.by !== mine()) {
    table.warn(t(`js-game-declined-${event.what}`), false);
  }
  if (event.event === 'rematched') state.next = event.next;
  if (isOver()) {
    wait(null);
    table.board.letGo();
  }
  if (begins && plays()) {
    table.warn(t('js-game-began'), false);
    sound('turn');
    chat.open();
  }
  if (ends) sound('end');
  else if (event.event === 'moved' && state.you.includes(turn) && document.hidden) sound('turn');
  clocks.set(state.clocks);
  if (event.event === 'moved') hurry(`/game/${state.game}/rule-answers`);
  refresh();
  if (event.event === 'rematched') goTo(event.next);
}

/** Players move on to the next game; spectators get a link to it. @param {string} next */
function goTo(next) {
  if (plays()) location.assign(`/game/${next}`);
}

// ---- what the reader does

/** A move waits for the server, or none does. This browser remembers it, in case the page is closed before the connection is back. @param {Pending | null} move */
function wait(move) {
  pending = move;
  if (move) remember(PENDING, JSON.stringify(move));
  else forget(PENDING);
}

/** @param {string} move */
function play(move) {
  // While marbles roll, the board may not show the current position.
  if (pending || state.status !== 'playing' || !state.you.includes(state.turn)) return;
  const sent = { move, ply: state.moves.length, version: state.version };
  wait(sent);
  table.calm();
  refresh();
  send(sent);
}

/** @param {Pending} sent */
async function send(sent) {
  const answer = await line.ask({ do: 'play', move: sent.move, version: sent.version });
  // Done: the event updates the page. Lost: it is sent again when the connection is back.
  if (pending !== sent || answer.type !== 'refused') return;
  // The page is out of date. If the move is still legal after the update, it is sent again.
  if (answer.key === 'stale' && !sent.again) {
    sent.again = true;
    return line.open();
  }
  wait(null);
  refresh();
  refused(answer);
}

/** Sends an action; resolves to the version after it, or null if it was refused. @param {Record<string, unknown>} action */
async function act(action) {
  // The action refers to the version that the reader saw, even if the connection opens only now.
  const { version } = state;
  await line.opened();
  const answer = await line.ask({ version, ...action });
  if (answer.type === 'done') return answer.version;
  if (answer.type === 'lost') table.warn(t('js-game-not-sent'));
  else refused(answer);
  return null;
}

/** @param {{ key: string, cell?: string | null }} answer */
function refused(answer) {
  if (BEHIND.includes(answer.key)) line.open();
  draw();
  if (answer.cell) table.refuse(refusalWords(answer), answer.cell);
  else table.warn(refusalWords(answer));
}

/** Takes the open seat and reconnects: now the server knows the reader, or somebody else was faster. */
async function join() {
  allow(button('join'), false);
  const body = JSON.stringify({ do: 'join', version: state.version });
  const answer = await fetch(`${path}/actions`, { method: 'POST', body }).catch(() => null);
  allow(button('join'), true);
  if (!answer) return table.warn(t('js-game-not-sent'));
  line.open();
  if (!answer.ok) refused(await answer.json());
}

// ---- what the page shows

/** Shows the game as it stands, with the move that waits for the server. */
function refresh() {
  const moves = pending ? [...state.moves.slice(0, pending.ply), pending.move] : state.moves;
  const turn = turnNow();
  const movable = !pending && state.status === 'playing' && state.you.includes(state.turn) ? state.turn : null;
  // After a move, the next one can be chosen as a premove.
  const early = state.status === 'playing' && state.you.length === 1 && turn !== state.you[0] ? state.you[0] : null;
  const turning = state.you.length === 2 && /** @type {HTMLInputElement} */ (element('turning')).checked;
  const bottom = turning ? turn : state.you.length === 1 ? state.you[0] : 'black';
  const standing = { start: `${state.start} rules ${state.rules}`, moves, movable, early, unsure: !!pending, bottom, over: state.status !== 'playing' };
  table.lay(standing, { stay: !plays() }).then(draw);
  draw();
}

function draw() {
  // Do not ask for a move before the board can be used.
  if (!table.place) return;
  const had = focused();
  const words = stand();
  table.say(words);
  document.title = `${state.status === 'playing' && state.you.includes(turnNow()) && state.kind !== 'same-screen' ? '● ' : ''}${words} · Sumito`;
  for (const color of COLORS) {
    drawName(color);
    const away = state.kind === 'online' && !isOver() && present && state.players[color] && !present.players[color];
    element(`here-${color}`).textContent = away ? t('js-game-away') : '';
  }
  const [side, abortsAt] = [mine(), isOver() || pending ? null : state.abortsAt];
  absence.show({ abortsAt, isYours: side === state.turn, away: (!isOver() && side && present?.away[other(side)]) || null });
  element('watchers').textContent = present?.watchers ? ` · ${t('js-game-watchers', { count: present.watchers })}` : '';
  element('invitation').hidden = state.status !== 'open' || !plays();
  element('welcome').hidden = state.status !== 'open' || plays();
  element('typed').hidden = !plays() || state.status !== 'playing';
  element('face').hidden = state.you.length !== 2;
  help?.follow(state.help && state.status === 'playing' && state.you.includes(state.turn) && !pending);
  drawActions();
  drawOffers();
  drawEnd();
  coach();
  // Keep the focus of a reader who is typing a move, so that Enter does not press something else.
  handOn(had, [...(had instanceof HTMLInputElement ? [] : [button('rematch'), element('after').querySelector('a')]), table.board.querySelector('svg.sumito-diagram')]);
}

/** @param {Color} color */
function drawName(color) {
  const [place, name, player] = [element(`name-${color}`), nameAt(color), state.players[color]];
  if (place.textContent?.trim() !== name) {
    const link = document.createElement('a');
    link.href = `/user/${name}`;
    link.textContent = name;
    place.replaceChildren(player && 'name' in player && player.name === name ? link : name);
  }
  if (!player || !('rating' in player)) return;
  const change = player.change === undefined ? '' : ` (${player.change < 0 ? '−' : '+'}${Math.abs(player.change)})`;
  element(`rating-${color}`).textContent = `${player.rating}${player.provisional ? '?' : ''}${change}`;
}

/** How the game ended, in words. */
function ending() {
  const { outcome, you, why } = state;
  if (!outcome) return { verdict: t('js-game-aborted'), reason: why ? t(`js-game-aborted-${why}`) : '' };
  const won = outcome.winner;
  const who = !won ? 'js-draw' : you.length !== 1 ? `js-wins-${won}` : won === you[0] ? 'js-game-you-win' : 'js-game-you-lose';
  return { verdict: t(who), reason: outcomeWords(outcome.key, table.place) };
}

/** Where the game stands, in words. */
function stand() {
  const { status, kind, you } = state;
  const turn = turnNow();
  if (pending && !line.isUp) return t('js-game-pending', { move: pending.move });
  if (status === 'open') return t(you.length ? 'js-game-waiting' : 'js-game-open');
  if (isOver()) {
    const { verdict, reason } = ending();
    // The reason for an abort is a whole sentence.
    return status === 'aborted' ? reason || verdict : `${verdict} – ${reason}`;
  }
  if (you.length !== 1) return t(`js-turn-${turn}`);
  if (turn === you[0]) return t('js-your-turn');
  if (kind === 'engine') return ahead ? t('js-game-queued', { ahead }) : t('js-thinking');
  return t('js-game-their-turn');
}

function drawActions() {
  const [playing, early] = [state.status === 'playing', state.moves.length < 2];
  const asked = (/** @type {Offer} */ what) => state.offers.some((offer) => offer.what === what);
  element('actions').hidden = !plays() || isOver();
  button('take-back').hidden = !playing || state.rated;
  const own = state.moves.length + (mine() === state.turn && state.kind !== 'same-screen' ? 0 : 1);
  allow(button('take-back'), own >= 2 && !asked('takeback'));
  button('draw').hidden = !playing || early || state.kind !== 'online';
  allow(button('draw'), !asked('draw') && !state.drawRefused.some((color) => color === mine()));
  button('agree').hidden = !playing || early || state.kind !== 'same-screen';
  button('abort').hidden = !early;
  button('resign').hidden = !playing || early;
  element('after').hidden = !isOver();
  element('say').classList.toggle('over', isOver());
  element('decided').hidden = !state.moves.length;
  button('rematch').hidden = !plays() || !state.players.black || !state.players.white || !!state.next || asked('rematch');
}

/** The end of a game: who won, and how, in large. */
function drawEnd() {
  if (!isOver()) return;
  const { outcome, you } = state;
  const { verdict, reason } = ending();
  element('verdict').textContent = verdict;
  element('reason').textContent = reason;
  const side = you.length === 1 ? you[0] : null;
  const player = side && state.players[side];
  const change = player && 'change' in player ? player.change : undefined;
  element('gained').hidden = change === undefined;
  if (player && 'rating' in player && player.rating !== undefined && change !== undefined) {
    element('gained').textContent = `${player.rating} → ${player.rating + change} (${change < 0 ? '−' : '+'}${Math.abs(change)})`;
    element('gained').classList.toggle('good', change > 0);
  }
  suggestLevel();
  const won = !!outcome?.winner && (you.length !== 1 || outcome.winner === you[0]);
  table.board.closest('.stage')?.classList.toggle('won', won);
  if (plays() && state.moves.length >= LONG && !isReviewed) review();
}

/** Looks for the turning point, once the page has nothing better to do. */
function review() {
  isReviewed = true;
  afterPaint(async () => {
    const { showTurningPoint } = await import('./turning-point.js');
    await showTurningPoint(element('turning-point'), `${state.start} rules ${state.rules}`, state.moves, state.you.join() === 'white');
  });
}

/** After a game against the engine: one level up for whoever won, one down for whoever lost. */
function suggestLevel() {
  const side = mine();
  const engine = side && state.players[other(side)];
  const won = state.outcome?.winner ? state.outcome.winner === side : null;
  const next = state.status === 'over' && engine && 'engine' in engine ? suggestion(engine.engine, won) : null;
  button('other-level').hidden = !next;
  if (!next) return;
  button('other-level').textContent = t(next.key, { level: next.level });
  button('other-level').value = String(next.level);
}

/** The same game against another level. */
async function playOtherLevel() {
  const { layout, start, rules, control, help } = state;
  const body = JSON.stringify({ against: 'engine', level: Number(button('other-level').value), color: mine(), ...(layout ? { layout } : { position: start }), rules, control, help });
  const answer = await fetch('/api/games', { method: 'POST', headers: { 'content-type': 'application/json' }, body }).catch(() => null);
  const created = await answer?.json().catch(() => null);
  if (answer?.ok && created?.game) return goTo(created.game);
  table.warn(created?.key ? refusalWords(created) : t('js-game-not-sent'));
}

/** Shows a newcomer how to move, until they have done it twice. */
function coach() {
  const own = movesOf(state.moves.length, mine());
  const isNew = plays() && state.status === 'playing' && state.you.includes(state.turn) && own < LEARNED && !recall(COACHED);
  if (plays() && own >= LEARNED) remember(COACHED, 'yes');
  element('coach').hidden = !isNew;
}

/** How many of these moves a side has made. @param {number} moves @param {Color | null} color */
const movesOf = (moves, color) => Math.floor((moves + (color === 'black' ? 1 : 0)) / 2);

/** What is offered, and what came of it. */
function drawOffers() {
  const place = element('offers');
  const shown = plays() ? state.offers.map(({ what, by }) => `${what} ${by}`) : [];
  const key = [...shown, state.next ?? ''].join();
  if (place.dataset.key === key) return;
  place.dataset.key = key;
  place.replaceChildren();
  if (plays()) for (const { what, by } of state.offers) place.append(offerLine(what, by));
  if (state.next) {
    const way = document.createElement('a');
    way.className = 'button';
    way.href = `/game/${state.next}`;
    way.textContent = t('js-game-next');
    place.append(way);
  }
}

/** @param {Offer} what @param {Color} by */
function offerLine(what, by) {
  const line = document.createElement('div');
  line.className = 'notice row';
  const words = document.createElement('span');
  words.textContent = t(`${by === mine() ? 'js-game-offered-' : 'js-game-offers-'}${what}`);
  line.append(words);
  if (by === mine()) return line;
  for (const [verb, key] of [['accept', 'js-game-accept'], ['decline', 'js-game-decline']]) {
    const answer = document.createElement('button');
    answer.type = 'button';
    answer.textContent = t(key);
    answer.classList.toggle('main', verb === 'accept');
    answer.addEventListener('click', () => act({ do: verb, what }));
    line.append(answer);
  }
  return line;
}

/** @param {Color} color */
function nameAt(color) {
  const player = state.players[color];
  if (!player) return t('js-game-open');
  if ('engine' in player) return t('js-engine-level', { level: player.engine });
  if (state.kind === 'same-screen') return t(`js-${color}`);
  return player.name ?? t(state.you.includes(color) ? 'js-you' : 'js-game-guest');
}

/** @param {string} user */
function nameOf(user) {
  const seat = COLORS.find((color) => {
    const player = state.players[color];
    return player && 'user' in player && player.user === user;
  });
  return seat ? nameAt(seat) : t('js-game-guest');
}

// ---- buttons

element('take-back').addEventListener('click', () => act({ do: 'offer', what: 'takeback' }));
element('draw').addEventListener('click', () => act({ do: 'offer', what: 'draw' }));
element('rematch').addEventListener('click', () => act({ do: 'offer', what: 'rematch' }));
element('other-level').addEventListener('click', playOtherLevel);
element('join').addEventListener('click', join);
twice(button('agree'), t('js-game-sure-draw'), () => act({ do: 'offer', what: 'draw' }));
twice(button('resign'), t('js-game-sure-resign'), () => act({ do: 'resign' }));
twice(button('abort'), t('js-game-sure-abort'), () => act({ do: 'abort' }));

const turning = /** @type {HTMLInputElement} */ (element('turning'));
turning.checked = state.you.length === 2 && (recall(TURNING) === 'on' || new URLSearchParams(location.search).get('turning') === 'on');
turning.addEventListener('change', () => {
  remember(TURNING, turning.checked ? 'on' : 'off');
  refresh();
});

/** The link to invite somebody. */
function offerLink() {
  const link = document.getElementById('link');
  // A challenge needs none.
  if (!(link instanceof HTMLInputElement)) return;
  link.value = `${location.origin}/game/${state.game}`;
  link.addEventListener('focus', () => link.select());
  element('copy').addEventListener('click', async () => {
    link.select();
    // The old way works where the new one is not allowed: on pages without encryption.
    await (navigator.clipboard?.writeText(link.value) ?? Promise.reject()).catch(() => document.execCommand('copy'));
    const words = button('copy').textContent;
    button('copy').textContent = t('js-game-copied');
    setTimeout(() => (button('copy').textContent = words), 2000);
  });
  if ('share' in navigator) {
    button('share').hidden = false;
    // Closing the share sheet is not an error.
    button('share').addEventListener('click', () => navigator.share({ title: 'Sumito', url: link.value }).catch(() => {}));
  }
}
offerLink();

clocks.set(state.clocks);
afterPaint(() => line.begin());
table.begun.then(async () => {
  prepare().catch(() => {});
  const { Help } = await import('./help.js');
  help = new Help(table);
  draw();
}).catch(() => {});
refresh();
// A move that was not sent before the page was closed. If it is still legal, it is sent as soon as the page is connected; sending it twice is harmless, since
// the server accepts it only in its own version. A reader without a seat may be signed out, so the move is kept. Reading the storage is
// slow on a phone, so the board comes first.
afterPaint(() => {
  pending ??= plays() ? recallValue(PENDING) : null;
  if (!pending) return;
  settle(pending);
  refresh();
});

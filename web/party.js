// Three, four or six players at one screen, each a person or the engine: setting up the game, and the game itself, which exists only in this
// browser and needs no server once the page is loaded.

import './frame.js';
import { allow, twice } from './buttons.js';
import { Clocks } from './clock.js';
import { Engine } from './engine.js';
import { fullClocks, isUp, moved, thought } from './local-clocks.js';
import { SEATS, departure, isDeparture, writeParty } from './party-rules.js';
import { colorName, drawTakings, endingWords, listed, marble, partners } from './party-seats.js';
import { PartySetup } from './party-setup.js';
import { PartyTable, replay } from './party-table.js';
import { SharedGame } from './shared-game.js';
import { play as sound } from './sounds.js';
import { button, element } from './table.js';
import { t } from './texts.js';

/**
 * @typedef {import('./party-rules.js').Seat} Seat
 * @typedef {import('./party-setup.js').Player} Player
 *
 * @typedef {object} Saved
 * @property {string} layout
 * @property {string} rules      in their text form
 * @property {Player[]} players  in the order in which the seats move
 * @property {number} seed       the engine plays another game for each
 * @property {boolean} turning   the board turns to the player to move
 * @property {string[]} words    moves and departures
 * @property {string} [control]  the time control; missing in games saved by older versions
 * @property {Partial<Record<Seat, import('./clock.js').Left>>} [left]  the time that each player has
 */

/** An instant reply would be startling. */
const SHORTEST_THOUGHT = 450;

const engine = new Engine();
const table = new PartyTable(play);
/** @type {SharedGame<Saved>} */
const shared = new SharedGame('sumito-party', () => follow());
// A field also changes when it loses the focus because the game has begun.
const setup = new PartySetup({ changed: () => game ?? preview(), begin: () => begin(chosen()) });
const page = /** @type {HTMLElement} */ (document.querySelector('.party'));
/** The game, unless one is being set up. @type {Saved | null} */
let game = null;
/** @type {Clocks | null} */ let clocks = null;
/** Since when the clock of the player to move runs, on this page's clock. @type {number | null} */ let since = null;
/** Counts what is shown, so that only the last one continues. */ let showings = 0;
/** Who last sat below the board. @type {Seat} */ let last = 'black';

// ---- setting up

/** The game that is chosen in the form. @returns {Saved} */
const chosen = () => ({ layout: setup.layout.value, rules: setup.rules, players: setup.players, seed: 0, turning: people(setup.players) > 1, words: [], control: setup.control });

/** Shows the layout that is being set up, and its seats. */
async function preview() {
  setup.show();
  const showing = ++showings;
  const { players, seats, online } = setup;
  table.name = setup.isOnline ? (seat) => onlineName(online[SEATS.indexOf(seat)] ?? 'open') : (seat) => nameOf(players, seat);
  table.below = () => (setup.isOnline ? (SEATS[Math.max(0, online.indexOf('you'))]) : firstPerson(players));
  await table.lay({ start: `${setup.layout.value} rules ${setup.rules}`, moves: [], movable: null, bottom: 'black', over: true });
  if (showing !== showings || !table.now) return;
  for (const seat of seats) {
    const others = partners(table.now, seat);
    element(`partner-${seat}`).replaceChildren(...others.map(marble));
    element(`partner-${seat}`).title = others.length ? t('js-party-with', { partner: listed(others.map(colorName)) }) : '';
  }
  table.say('');
}

/** Who sits there, by the form: `you`, `open` or `engine:2`. @param {string} who */
const onlineName = (who) => (who === 'you' ? t('js-you') : who === 'open' ? t('js-party-open-seat') : t('js-party-engine', { level: who.split(':')[1] }));

/** Opens the form, with the players of the last game. @param {string | null} [layout]  the one to choose */
function setUp(layout) {
  interrupt();
  rest();
  const before = shared.saved;
  if (isGame(before)) {
    setup.check(before.layout);
    setup.seat(before.players);
  }
  if (layout) setup.check(layout);
  element('resume').hidden = !isGame(before) || !before.words.length;
  game = null;
  page.dataset.mode = 'setup';
  document.title = `${t('js-party-title')} · Sumito`;
  preview();
}

// ---- the game

/** Starts a game like this one. @param {Saved} like */
function begin(like) {
  interrupt();
  const left = fullClocks(like.control ?? 'none', SEATS.slice(0, like.players.length)) ?? undefined;
  game = { ...like, seed: Math.floor(Math.random() * 2 ** 31), words: [], left };
  open();
  // On a phone the form was long, and the board is at the top.
  scrollTo(0, 0);
}

/** Shows the page of the game. */
function open() {
  page.dataset.mode = 'play';
  const { players, turning, control } = /** @type {Saved} */ (game);
  last = firstPerson(players);
  since = null;
  clocks?.set({ now: 0, running: null, left: {} });
  clocks = game?.left ? new Clocks(control ?? 'none', { flag, short: (seat) => isPerson(seat) && sound('low') }) : null;
  for (const seat of SEATS) element(`clock-${seat}`).hidden = !clocks;
  element('flip').setAttribute('aria-pressed', String(turning));
  table.name = (seat) => nameOf(players, seat);
  table.below = (place) => {
    // While the engine moves, the board stays with whoever looks at it.
    if (game?.turning && isPerson(place.turn)) last = place.turn;
    return game?.turning ? last : firstPerson(players);
  };
  return refresh();
}

const people = (/** @type {Player[]} */ players) => players.filter(({ level }) => !level).length;
/** @param {Player[]} players @returns {Seat} */
const firstPerson = (players) => SEATS[Math.max(0, players.findIndex(({ level }) => !level))];
const isPerson = (/** @type {Seat} */ seat) => game?.players[SEATS.indexOf(seat)]?.level === 0;

/** @param {Player[]} players @param {Seat} seat */
function nameOf(players, seat) {
  const { level, name } = players[SEATS.indexOf(seat)] ?? { level: 0, name: '' };
  if (level) return t('js-party-engine', { level });
  return name || (people(players) === 1 ? t('js-you') : colorName(seat));
}

/** Who may resign now: the person to move, or the only one who is still in the game. @returns {Seat | null} */
function resigning() {
  const now = table.now;
  if (!now || now.result) return null;
  if (isPerson(now.turn)) return now.turn;
  const staying = now.seats.filter((seat) => isPerson(seat) && !now.left[seat]);
  return staying.length === 1 ? staying[0] : null;
}

/** How many moves and departures are left after taking back to a person's last move; null if there is none. */
function takenBack() {
  for (let n = (game?.words.length ?? 0) - 1; n >= 0; n--) if (isPerson(table.history[n]?.place.turn)) return n;
  return null;
}

/** Shows the game as it is now, and lets the engine move if it is its turn. */
async function refresh() {
  if (!game) return;
  shared.save(game);
  const { layout, rules, words } = game;
  const played = words.length > table.steps.length - 1 && table.steps.length > 1;
  const showing = ++showings;
  const start = `${layout} rules ${rules}`;
  const steps = await replay(words.length ? `${start} moves ${words.join(' ')}` : start);
  if (showing !== showings) return;
  const { turn } = steps[steps.length - 1].place;
  await table.lay({ start, moves: [...words], movable: isPerson(turn) ? turn : null, bottom: last, over: false });
  if (showing !== showings || !table.now) return;
  const over = !!table.now.result;
  if (played && over) sound('end');
  allow(button('take-back'), takenBack() !== null);
  allow(button('resign'), !!resigning());
  const analysis = `/analysis/party?${new URLSearchParams({ position: layout, rules, moves: words.join(' ') })}`;
  for (const id of ['analyze', 'after-analyze']) element(id).setAttribute('href', analysis);
  element('after').hidden = !over;
  const [verdict, reason] = over ? endingWords(table.now) : ['', ''];
  element('verdict').textContent = verdict;
  element('reason').textContent = reason;
  page.querySelector('.stage')?.classList.toggle('won', over && table.now.winners.length > 0);
  drawTakings(table.now);
  wind();
  table.calm();
  table.say(over ? `${verdict} – ${reason}` : turnWords());
  document.title = `${over ? verdict : turnWords()} · Sumito`;
  if (!over && !isPerson(table.now.turn)) await shared.think(() => answer(showing));
}

/** Whose turn it is, and who is next. */
function turnWords() {
  const { turn, next } = /** @type {import('./party-rules.js').PartyPlace} */ (table.now);
  const turnOf = isPerson(turn) ? t(`js-turn-${turn}`) : t('js-party-thinking', { seat: colorName(turn) });
  return next.length ? t('js-party-then', { turn: turnOf, next: colorName(next[0]) }) : turnOf;
}

/** The engine's move. @param {number} showing */
async function answer(showing) {
  if (showing !== showings || !game || shared.isBehind(game)) return;
  const { players, seed, words } = game;
  const { turn } = /** @type {import('./party-rules.js').PartyPlace} */ (table.now);
  const started = performance.now();
  const best = await engine.best(String(players[SEATS.indexOf(turn)].level), (seed + words.length) % 2 ** 31, table.text());
  await new Promise((resolve) => setTimeout(resolve, Math.max(0, SHORTEST_THOUGHT - (performance.now() - started))));
  if (best?.text && showing === showings) play(best.text);
}

/** @param {string} word */
function play(word) {
  if (!game) return;
  punch(!isDeparture(word));
  game.words.push(word);
  refresh();
}

element('take-back').addEventListener('click', () => {
  const left = takenBack();
  if (!game || left === null) return;
  interrupt();
  punch(false);
  game.words = game.words.slice(0, left);
  refresh();
});
twice(button('resign'), t('js-confirm-resign'), () => {
  const seat = resigning();
  if (!seat) return;
  interrupt();
  play(departure(seat, 'resigned'));
});
element('flip').addEventListener('click', () => {
  if (!game) return;
  game.turning = element('flip').getAttribute('aria-pressed') === 'true';
  shared.save(game);
  table.orient();
});
for (const id of ['again', 'once-more']) element(id).addEventListener('click', () => game && begin(game));
element('resume').addEventListener('click', () => {
  game = shared.saved;
  open();
});
for (const id of ['change', 'change-after']) element(id).addEventListener('click', () => setUp());

/** Stops the engine and drops the player's selection. */
function interrupt() {
  engine.stop();
  shared.stopThinking();
  table.board.letGo();
}

// ---- the clock

/** Lets the clock of the player to move run; the first one starts with the first move. */
function wind() {
  const now = table.now;
  if (!clocks || !game?.left || !now) return;
  const runs = !now.result && game.words.length > 0;
  since = runs ? performance.now() : null;
  clocks.set({ now: performance.now(), running: runs ? now.turn : null, left: game.left });
}

/** Takes the time that the player to move has used off the clock. @param {boolean} isMove  a move ends the turn */
function punch(isMove) {
  const turn = table.now?.turn;
  const left = turn && game?.left?.[turn];
  if (game && turn && left && since !== null) {
    game.left = { ...game.left, [turn]: (isMove ? moved : thought)(game.control ?? 'none', left, performance.now() - since) };
  }
  since = null;
}

/** Stops the clock, and saves what is left. Time stands still while the page is closed. */
function rest() {
  if (!game?.left || shared.isBehind(game)) return;
  punch(false);
  clocks?.set({ now: performance.now(), running: null, left: game.left });
  shared.save(game);
}

/** Time is up: the player to move leaves. */
async function flag() {
  const turn = table.now?.turn;
  // Of several windows, the one that is seen decides.
  if (!turn || !game?.left || document.hidden || shared.isBehind(game)) return;
  rest();
  const left = game.left[turn];
  if (!left || !isUp(left) || table.now?.result) return wind();
  interrupt();
  play(departure(turn, 'flag'));
}

addEventListener('pagehide', rest);
addEventListener('pageshow', (event) => event.persisted && wind());

// ---- the game as a file

/** @returns {Promise<string>} */
async function file() {
  const { layout, rules, words, players } = /** @type {Saved} */ (game);
  const names = Object.fromEntries(players.map((_, n) => [SEATS[n], nameOf(players, SEATS[n])]));
  return writeParty({ start: layout, rules, words, names, result: table.now?.result });
}

for (const id of ['copy', 'download']) {
  element(id).addEventListener('click', async () => {
    if (!game) return;
    const text = await file();
    if (id === 'copy') {
      await navigator.clipboard?.writeText(text).catch(() => {});
      return table.warn(t('js-party-copied'), false);
    }
    const anchor = document.createElement('a');
    anchor.href = URL.createObjectURL(new Blob([text, '\n'], { type: 'text/plain' }));
    anchor.download = `sumito-${game.layout}.apgn`;
    anchor.click();
    setTimeout(() => URL.revokeObjectURL(anchor.href), 1000);
  });
}

// ---- other windows, and the first page

/** Shows the game as another window left it, since all windows share one game. */
async function follow() {
  const left = shared.saved;
  if (!game || !left || !shared.isBehind(game)) return;
  interrupt();
  game = left;
  await open().catch(() => {});
}

/** @param {unknown} saved @returns {saved is Saved} */
function isGame(saved) {
  const { layout, players, words } = /** @type {Partial<Saved>} */ (saved ?? {});
  return typeof layout === 'string' && Array.isArray(players) && Array.isArray(words) && words.every((word) => isDeparture(word) || /^[a-i1-9]+$/.test(word));
}

const query = new URLSearchParams(location.search);
const asked = query.get('layout');
const online = query.has('online');
history.replaceState(null, '', location.pathname);
const kept = shared.saved;
if (asked === null && !online && isGame(kept)) {
  game = kept;
  // If the saved game is invalid, another one can be set up.
  open().catch(() => setUp());
} else {
  setup.everybody();
  if (online) setup.goOnline();
  setUp(asked);
}

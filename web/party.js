// Three, four or six players at one screen, each a person or the engine: setting up the game, and the game itself, which exists only in this
// browser and needs no server once the page is loaded.

import './frame.js';
import { allow, twice } from './buttons.js';
import { rulesText } from './controls.js';
import { Engine } from './engine.js';
import { SEATS, departure, isDeparture, writeParty } from './party-rules.js';
import { colorName, listed, marble, partners } from './party-seats.js';
import { PartyTable, replay } from './party-table.js';
import { SharedGame } from './shared-game.js';
import { play as sound } from './sounds.js';
import { button, element } from './table.js';
import { t } from './texts.js';

/**
 * @typedef {import('./party-rules.js').Seat} Seat
 *
 * @typedef {{ level: number, name: string }} Player  a person has level 0
 *
 * @typedef {object} Saved
 * @property {string} layout
 * @property {string} rules      in their text form
 * @property {Player[]} players  in the order in which the seats move
 * @property {number} seed       the engine plays another game for each
 * @property {boolean} turning   the board turns to the player to move
 * @property {string[]} words    moves and departures
 */

/** The level of the engine at first. */
const LEVEL = 2;
/** An instant reply would be startling. */
const SHORTEST_THOUGHT = 450;

const engine = new Engine();
const table = new PartyTable(play);
/** @type {SharedGame<Saved>} */
const shared = new SharedGame('sumito-party', () => follow());
const form = /** @type {HTMLFormElement} */ (element('party-setup'));
const page = /** @type {HTMLElement} */ (document.querySelector('.party'));
/** The game, unless one is being set up. @type {Saved | null} */
let game = null;
/** Counts what is shown, so that only the last one continues. */ let showings = 0;
/** Who last sat below the board. @type {Seat} */ let last = 'black';

// ---- setting up

/** The layout that is chosen in the form. */
const chosenLayout = () => /** @type {HTMLInputElement} */ (form.querySelector('[name=layout]:checked'));
const seatsOf = (/** @type {HTMLElement} */ layout) => SEATS.slice(0, Number(layout.dataset.seats));
const field = (/** @type {string} */ name) => /** @type {HTMLInputElement} */ (form.elements.namedItem(name));

/** Who sits where, by the form. @returns {Player[]} */
const chosenPlayers = () => seatsOf(chosenLayout()).map((seat) => ({ level: Number(field(`level-${seat}`).value), name: field(`name-${seat}`).value.trim() }));

/** Fills in who sits where. @param {Player[]} players */
function seatPlayers(players) {
  for (const [n, { level, name }] of players.entries()) {
    field(`level-${SEATS[n]}`).value = String(level);
    field(`name-${SEATS[n]}`).value = name;
  }
}

/** Shows the layout that is being set up, and its seats. */
async function preview() {
  const layout = chosenLayout();
  const seats = seatsOf(layout);
  for (const seat of SEATS) {
    element(`row-${seat}`).hidden = !seats.includes(seat);
    element(`row-${seat}`).classList.toggle('engine', field(`level-${seat}`).value !== '0');
  }
  const showing = ++showings;
  const players = chosenPlayers();
  table.name = (seat) => nameOf(players, seat);
  table.below = () => firstPerson(players);
  await table.lay({ start: `${layout.value} rules ${rulesText('6', 'off')}`, moves: [], movable: null, bottom: 'black', over: true });
  if (showing !== showings || !table.now) return;
  for (const seat of seats) {
    const others = partners(table.now, seat);
    element(`partner-${seat}`).replaceChildren(...others.map(marble));
    element(`partner-${seat}`).title = others.length ? t('js-party-with', { partner: listed(others.map(colorName)) }) : '';
  }
  table.say('');
}

/** Opens the form, with the players of the last game. @param {string | null} [layout]  the one to choose */
function setUp(layout) {
  interrupt();
  const before = shared.saved;
  if (isGame(before)) {
    check(before.layout);
    seatPlayers(before.players);
  }
  if (layout) check(layout);
  element('resume').hidden = !isGame(before) || !before.words.length;
  game = null;
  page.dataset.mode = 'setup';
  document.title = `${t('js-party-title')} · Sumito`;
  preview();
}

/** @param {string} layout */
function check(layout) {
  const found = form.querySelector(`[name=layout][value="${CSS.escape(layout)}"]`);
  if (!(found instanceof HTMLInputElement)) return;
  found.checked = true;
  found.closest('details')?.setAttribute('open', '');
}

// A field also changes when it loses the focus because the game has begun.
form.addEventListener('change', () => game ?? preview());
element('all-people').addEventListener('click', () => everybody(() => 0));
element('one-person').addEventListener('click', () => everybody((n) => (n ? LEVEL : 0)));
element('draw-seats').addEventListener('click', () => {
  const players = chosenPlayers();
  for (let n = players.length - 1; n > 0; n--) {
    const other = Math.floor(Math.random() * (n + 1));
    [players[n], players[other]] = [players[other], players[n]];
  }
  seatPlayers(players);
  preview();
});

/** @param {(n: number) => number} level */
function everybody(level) {
  seatPlayers(SEATS.map((seat, n) => ({ level: level(n), name: field(`name-${seat}`).value })));
  preview();
}

form.addEventListener('submit', (event) => {
  event.preventDefault();
  begin({ layout: chosenLayout().value, rules: rulesText('6', 'off'), players: chosenPlayers(), seed: 0, turning: people(chosenPlayers()) > 1, words: [] });
});

// ---- the game

/** Starts a game like this one. @param {Saved} like */
function begin(like) {
  interrupt();
  game = { ...like, seed: Math.floor(Math.random() * 2 ** 31), words: [] };
  open();
  // On a phone the form was long, and the board is at the top.
  scrollTo(0, 0);
}

/** Shows the page of the game. */
function open() {
  page.dataset.mode = 'play';
  const { players, turning } = /** @type {Saved} */ (game);
  last = firstPerson(players);
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
  const [verdict, reason] = over ? ending() : ['', ''];
  element('verdict').textContent = verdict;
  element('reason').textContent = reason;
  page.querySelector('.stage')?.classList.toggle('won', over && table.now.winners.length > 0);
  drawTakings();
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

/** Who won, and how. */
function ending() {
  const { winners, outcome, trays } = /** @type {import('./party-rules.js').PartyPlace} */ (table.now);
  if (!winners.length) return [t('js-draw'), t(`js-result-${outcome}`)];
  const count = winners.reduce((sum, seat) => sum + trays[seat].length, 0);
  const verdict = winners.length > 1 ? t('js-party-wins-team', { team: listed(winners.map(colorName)) }) : t(`js-wins-${winners[0]}`);
  return [verdict, t(outcome === 'won-by-ejections' ? 'js-party-won-by-ejections' : `js-result-${outcome}`, { count })];
}

/** A table of who has pushed off whose marbles. */
function drawTakings() {
  const { seats, trays } = /** @type {import('./party-rules.js').PartyPlace} */ (table.now);
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
  game.words.push(word);
  refresh();
}

element('take-back').addEventListener('click', () => {
  const left = takenBack();
  if (!game || left === null) return;
  interrupt();
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

const asked = new URLSearchParams(location.search).get('layout');
history.replaceState(null, '', location.pathname);
const kept = shared.saved;
if (asked === null && isGame(kept)) {
  game = kept;
  // If the saved game is invalid, another one can be set up.
  open().catch(() => setUp());
} else {
  everybody((n) => (n ? LEVEL : 0));
  setUp(asked);
}

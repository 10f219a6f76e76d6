// The home page: the form remembers the last choices, and the lobby is kept up to date over a socket.

import './frame.js';
import { element } from './elements.js';
import { bringChallenges } from './frame.js';
import { allow } from './buttons.js';
import { chosenControl, controlWords, rulesText, rulesWords } from './controls.js';
import { afterPaint, afterPause } from './later.js';
import { dots, marblesOf, placeOf } from './mini.js';
import { refusalWords } from './refusals.js';
import { Socket } from './socket.js';
import { play } from './sounds.js';
import { recallValue, remember } from './storage.js';
import { t } from './texts.js';

/**
 * @typedef {{ user?: string, name?: string | null, bot?: boolean, rating?: number, engine?: number }} Player
 * @typedef {{ game: string, layout: string | null, control: string, rules: string, rated: boolean, help: boolean, position: string, score: Partial<Record<Seat, number>>,
 *   players: Partial<Record<Seat, Player | null>>, seats?: Seat[], openSeats?: number, host?: Seat | null }} Game  a game as lists show it; for more than two players with its seats
 * @typedef {{ game: string, why: 'taken' | 'withdrawn' }} Gone
 * @typedef {import('./drawing.js').Seat} Seat
 */

const COLORS = /** @type {Seat[]} */ (['black', 'white']);
/** The colors of small marbles by their letters in a position; the server draws the first two (crates/sumito-server/src/pages/mini.rs). @type {Record<string, [Seat, string]>} */
const MARBLES = { b: ['black', ''], w: ['white', ''], u: ['blue', '#2366b4'], r: ['red', '#cf3a22'], g: ['green', '#2f9e6c'], y: ['yellow', '#f2c21b'] };
/** The seats of a game. @param {Game} game */
const seatsOf = ({ seats }) => seats ?? COLORS;
/** Whether a game is for more than two. @param {Game} game */
const isParty = (game) => seatsOf(game).length > 2;

// ---- the form

const form = /** @type {HTMLFormElement} */ (element('setup'));
/** The game whose other seat is open. @type {string | null} */
let wanted = null;
/** Our user id on the server. @type {string | null} */
let you = null;
const KEY = 'sumito-setup';

/** What was chosen, and for each way to play what was chosen in it. @typedef {{ against?: string, ways: Record<string, Record<string, string>> }} Choices */

/** @returns {Choices} */
function remembered() {
  return { ways: {}, ...recallValue(KEY) };
}

function keep() {
  const choices = remembered();
  // Whoever was challenged once is not challenged again by accident.
  const { against, opponent: _, ...chosen } = /** @type {Record<string, string>} */ (Object.fromEntries(new FormData(form)));
  remember(KEY, JSON.stringify({ against, ways: { ...choices.ways, [against]: chosen } }));
}

/** The defaults of a way to play: games against other people online have a clock. @param {string} against @returns {Record<string, string>} */
const usual = (against) => ({ clock: against === 'online' || against === 'friend' ? '600' : 'none' });

/** Restores the last choices for this way to play. @param {string} against */
function choose(against) {
  const wanted = { ...usual(against), ...remembered().ways[against] };
  for (const field of form.elements) {
    if (!(field instanceof HTMLInputElement) || field.name === 'against') continue;
    if (field.type === 'radio') {
      const value = wanted[field.name];
      // A value that is no longer offered leaves the default.
      if (value !== undefined) field.checked = field.value === value || (field.checked && !offers(field.name, value));
    } else if (field.type === 'checkbox') field.checked = wanted[field.name] === 'on';
    else if (wanted[field.name]) field.value = wanted[field.name];
  }
}

/** @param {string} name @param {string} value */
const offers = (name, value) => !!form.querySelector(`[name="${CSS.escape(name)}"][value="${CSS.escape(value)}"]`);

/** Shows the choices next to each collapsed part. */
function showChosen() {
  for (const place of form.querySelectorAll('[data-chosen]')) {
    const names = /** @type {HTMLElement} */ (place).dataset.chosen?.split(' ') ?? [];
    place.textContent = names.map(chosenWords).filter(Boolean).join(' · ');
  }
}

/** What is chosen in a part of the form, in words. @param {string} name */
function chosenWords(name) {
  const chosen = form.querySelector(`[name="${name}"]:checked`);
  const value = chosen?.getAttribute('value');
  if (value === 'own') return controlWords(chosenControl(form)) || '…';
  // No draw limit, nothing to show.
  if (name === 'quiet') return value === 'off' ? '' : t('js-rules-quiet', { moves: value ?? '' });
  return chosen?.nextElementSibling?.textContent ?? '';
}

/** Whether the chosen clock gives days for a move. */
const isPatient = () => /^\d+d$/.test(chosenControl(form));

const against = () => String(new FormData(form).get('against'));

const last = new URLSearchParams(location.search).has('challenge') ? 'friend' : remembered().against;
const way = form.querySelector(`[name=against][value="${CSS.escape(last ?? '')}"]`);
if (way instanceof HTMLInputElement) way.checked = true;
choose(against());
showChosen();
form.addEventListener('input', (event) => {
  const field = /** @type {HTMLInputElement} */ (event.target);
  if (field.name === 'against') choose(against());
  // Rated games have the usual rules, and no help.
  if (field.name === 'rated' && field.checked) for (const usual of ['[name=marbles][value="6"]', '[name=quiet][value=off]']) check(usual, true);
  if ((field.name === 'marbles' && field.value !== '6') || (field.name === 'quiet' && field.value !== 'off')) check('[name=rated]', false);
  const other = form.querySelector(`[name="${{ rated: 'help', help: 'rated' }[field.name] ?? ''}"]`);
  if (field.checked && other instanceof HTMLInputElement) other.checked = false;
  showChosen();
  hold();
});

/** @param {string} selector @param {boolean} checked */
function check(selector, checked) {
  const field = form.querySelector(selector);
  if (field instanceof HTMLInputElement) field.checked = checked;
}

// A tile immediately looks for an opponent with its clock.
form.addEventListener('click', (event) => {
  const tile = /** @type {HTMLElement} */ (event.target).closest('.tile');
  if (!(tile instanceof HTMLElement) || wanted) return;
  check(`[name=clock][value="${tile.dataset.clock}"]`, true);
  showChosen();
  form.requestSubmit();
});

/** The form is being sent; ignore a second press. */
let sent = false;
addEventListener('pageshow', () => (sent = false));

form.addEventListener('submit', async (event) => {
  if (sent) return event.preventDefault();
  keep();
  if (!navigator.onLine && against() !== 'online' && against() !== 'friend') {
    // Without a connection, the browser plays on its own.
    event.preventDefault();
    const chosen = (/** @type {string} */ name) => String(new FormData(form).get(name) ?? '');
    const kind = against() === 'engine' ? 'engine' : 'same-screen';
    const game = { kind, layout: chosen('layout'), level: chosen('level'), color: chosen('color'), turning: chosen('turning'), rules: rulesText(chosen('marbles'), chosen('quiet')) };
    location.assign(`/play?${new URLSearchParams(game)}`);
    return;
  }
  // A player looking for an opponent waits here; every other game starts immediately.
  sent = true;
  if (against() !== 'online') return;
  event.preventDefault();
  const body = new URLSearchParams(/** @type {any} */ (new FormData(form)));
  refuse('');
  try {
    const answer = await fetch('/games', { method: 'POST', body, headers: { accept: 'application/json' } });
    const reply = await answer.json();
    if (!answer.ok) return refuse(t('js-lobby-failed', { reason: refusalWords(reply) }));
    // With days per move, there is no need to wait here.
    if (!isPatient()) lookFor(reply.game);
    // On a phone the seats are below.
    element('looking').closest('section')?.scrollIntoView({ block: 'nearest' });
    // A new user is known by the cookie that came with the response.
    if (!you) line.open();
  } catch {
    refuse(t('js-lobby-lost'));
  } finally {
    sent = false;
  }
});

/** @param {string} words */
function refuse(words) {
  element('refused').textContent = words;
  element('refused').hidden = !words;
}

// ---- waiting for somebody

/** @param {string | null} game */
function lookFor(game) {
  wanted = game;
  element('looking').textContent = game ? t('js-lobby-looking') : '';
  element('looking').hidden = !game;
  hold();
  // A new user's own seat may already be listed as somebody else's.
  const own = game && listed.get(game);
  if (own) showOpenSeat(own);
  mark();
}

/** A player looks for one opponent at a time. */
function hold() {
  const begin = /** @type {HTMLElement | null} */ (form.querySelector('.big'));
  if (begin) allow(begin, !wanted || against() !== 'online');
}

/** An opponent has joined. @param {string} game */
function begin(game) {
  play('turn');
  element('looking').textContent = t('js-lobby-found');
  document.title = `● ${t('js-lobby-found')}`;
  location.assign(`/game/${game}`);
}

/** After a reconnect: checks what has happened to the game in the meantime. */
async function lookAfter() {
  if (!wanted || rows.openSeats.has(wanted)) return;
  const game = wanted;
  const state = await fetch(`/api/games/${game}`).then((answer) => answer.json()).catch(() => null);
  if (state?.status === 'playing') begin(game);
  else if (state && state.status !== 'open' && wanted === game) withdrawn();
}

function withdrawn() {
  lookFor(null);
  element('looking').textContent = t('js-lobby-withdrawn');
  element('looking').hidden = false;
}

/** @param {string} game @param {unknown} action */
const act = (game, action) => fetch(`/api/games/${game}/actions`, { method: 'POST', body: JSON.stringify(action) });

element('open-seats').addEventListener('click', async (event) => {
  const target = /** @type {HTMLElement} */ (event.target);
  const row = /** @type {HTMLElement | null} */ (target.closest('li'));
  const game = row?.dataset.game;
  if (!row || !game) return;
  if (target.closest('.cancel')) {
    await act(game, { do: 'abort' }).catch(() => {});
    return;
  }
  // A click that opens another tab, or on one's own seat, follows the link.
  if (!target.closest('a') || event.ctrlKey || event.metaKey || event.shiftKey || row.classList.contains('mine') || 'party' in row.dataset) return;
  event.preventDefault();
  row.setAttribute('aria-busy', 'true');
  try {
    const answer = await act(game, { do: 'join' });
    if (answer.ok) return location.assign(`/game/${game}`);
    const refusal = await answer.json();
    if (refusal.key === 'account-needed') return location.assign('/account');
    refuse(['game-over', 'seat-taken'].includes(refusal.key) ? t('js-lobby-gone') : refusalWords(refusal));
  } catch {
    refuse(t('js-lobby-lost'));
  }
  row.removeAttribute('aria-busy');
});

// ---- the lists

/** The rows of both lists, by their games. */
const rows = { openSeats: /** @type {Map<string, HTMLElement>} */ (new Map()), games: /** @type {Map<string, HTMLElement>} */ (new Map()) };

/** @param {'openSeats' | 'games'} list */
const listElement = (list) => element(list === 'openSeats' ? 'open-seats' : 'games');

/** A row for a game, made from its form if there is none yet. @param {'openSeats' | 'games'} list @param {string} game */
function row(list, game) {
  let found = rows[list].get(game);
  if (!found) {
    const template = /** @type {HTMLTemplateElement} */ (element(list === 'openSeats' ? 'open-seat-form' : 'game-form'));
    found = /** @type {HTMLElement} */ (template.content.cloneNode(true)).querySelector('li') ?? document.createElement('li');
    found.dataset.game = game;
    found.querySelector('a')?.setAttribute('href', `/game/${game}`);
    rows[list].set(game, found);
    listElement(list).prepend(found);
  }
  return found;
}

/** @param {'openSeats' | 'games'} list @param {string} game */
function drop(list, game) {
  if (list === 'openSeats') listed.delete(game);
  rows[list].get(game)?.remove();
  rows[list].delete(game);
}

/** @param {HTMLElement} row @param {string} part @param {string} words */
function write(row, part, words) {
  const place = row.querySelector(part);
  if (place && place.textContent !== words) place.textContent = words;
}

/** The name of a side's player. In a same-screen game, it is the color. @param {Game} game @param {Seat} color */
function nameAt({ players }, color) {
  const { black, white } = players;
  if (black?.user && black.user === white?.user) return t(`js-${color}`);
  return name(players[color]);
}

/** @param {Player | null | undefined} player */
function name(player) {
  if (!player) return '…';
  if (player.engine) return t('js-lobby-engine', { level: player.engine });
  const alone = player.name ?? (player.user === you ? t('js-you') : t('js-lobby-guest'));
  const name = player.bot ? `${alone} [${t('js-bot')}]` : alone;
  return player.rating ? `${name} (${player.rating})` : name;
}

/** The open seats as the server described them. @type {Map<string, Game>} */
const listed = new Map();

/** @param {Game} game */
function showOpenSeat(game) {
  const place = row('openSeats', game.game);
  if (isParty(game)) return showParty(place, game);
  const open = game.players.black ? 'white' : 'black';
  const maker = game.players.black ?? game.players.white;
  write(place, '.name', name(maker));
  listed.set(game.game, game);
  const mine = game.game === wanted || (!!you && maker?.user === you);
  // The reader's color: the open side, or the other one in their own game. In a rated game it is still random.
  const side = game.rated ? 'js-lobby-random-colors' : (open === 'black') === mine ? 'js-lobby-as-white' : 'js-lobby-as-black';
  const words = [controlWords(game.control), ...rulesWords(game.rules), ...(game.rated ? [t('js-lobby-rated')] : game.help ? [t('js-lobby-help')] : []), t(side)];
  write(place, '.what', words.join(' · '));
  write(place, '.layout', layoutName(game.layout));
  draw(place, game.position);
  place.classList.toggle('mine', mine);
}

/** A game for more than two with free seats. @param {HTMLElement} place @param {Game} game */
function showParty(place, game) {
  const host = game.players[game.host ?? 'black'];
  write(place, '.name', name(host));
  write(place, '.what', [controlWords(game.control), t('js-lobby-party', { players: seatsOf(game).length, count: game.openSeats ?? 0 }), ...rulesWords(game.rules)].join(' · '));
  write(place, '.layout', JSON.parse(listElement('openSeats').dataset.layouts ?? '{}')[game.layout ?? ''] ?? '');
  draw(place, game.position);
  // Seats are taken on the page of the game; whoever sits there goes back to it.
  place.dataset.party = '';
  place.classList.toggle('mine', !!you && host?.user === you);
}

/** @param {Game} game */
function showGame(game) {
  const place = row('games', game.game);
  seatsOf(game).forEach((color, i) => {
    const players = place.querySelectorAll('.player');
    const player = /** @type {HTMLElement} */ (players[i] ?? players[1].cloneNode(true));
    if (!players[i]) {
      players[i - 1].after(player);
      player.querySelector('.dot')?.setAttribute('class', `dot ${color}`);
    }
    write(player, '.name', nameAt(game, color));
    write(player, '.score', String(game.score[color]));
  });
  write(place, '.what', [controlWords(game.control), ...(game.rated ? [t('js-lobby-rated')] : [])].join(' · '));
  draw(place, game.position);
}

/** The name of a layout, from the form. @param {string | null} layout */
function layoutName(layout) {
  const choice = layout && form.querySelector(`[name=layout][value="${CSS.escape(layout)}"]`);
  return (choice && choice.nextElementSibling?.textContent) || layout || t('js-lobby-own-position');
}

/** Puts the marbles of a position on a small board. @param {HTMLElement} place @param {string} position */
function draw(place, position) {
  const marbles = marblesOf(position);
  const picture = place.querySelector('.mini');
  for (const [letter, [color, paint]] of Object.entries(MARBLES)) {
    const cells = marbles[letter] ?? [];
    const path = picture?.querySelector(`.${color}`) ?? (cells.length ? picture?.appendChild(document.createElementNS(picture.namespaceURI ?? '', 'path')) : null);
    path?.setAttribute('class', color);
    if (paint) path?.setAttribute('stroke', paint);
    path?.setAttribute('d', dots(cells.map(placeOf)));
  }
}

/** Marks the reader's own seats, and shows a text for an empty list. */
function mark() {
  for (const [game, place] of rows.openSeats) if (game === wanted) place.classList.add('mine');
  element('no-open-seats').hidden = rows.openSeats.size > 0;
  element('no-games').hidden = rows.games.size > 0;
}

for (const list of /** @type {const} */ (['openSeats', 'games'])) {
  for (const place of listElement(list).querySelectorAll('li')) rows[list].set(place.dataset.game ?? '', place);
}

// ---- the socket

const line = new Socket(() => '/api/lobby/socket', (up) => (element('offline').hidden = up));
line.on('you', (message) => (you = message.user));
line.on('lobby', hear);
line.on('change', hear);
bringChallenges(line);

// ---- the featured game, and whom the reader follows

/** The stage of the featured game: until there is one, it has a demonstration. */
const stage = /** @type {HTMLElement | null} */ (document.querySelector('.stage.demo'));
/** @type {Promise<import('./featured.js').Featured> | null} */ let featured = null;
/** The game that is featured, as the server said last. @type {string | null} */ let featuredGame = null;

/** Shows the game that is featured now. */
function feature() {
  if (!stage || (!featuredGame && !featured)) return;
  featured ??= import('./featured.js').then(({ Featured }) => new Featured(stage));
  featured.then((featured) => featured.follow(featuredGame)).catch(() => (featured = null));
}

/** How often the page asks who of those that the reader follows is there, in milliseconds. */
const FOLLOWING = 30_000;
const following = element('following');
if (following && !following.hidden) {
  setInterval(async () => {
    if (document.hidden || !line.isUp) return;
    const answer = await fetch('/following').catch(() => null);
    const list = answer?.ok ? await answer.text() : following.innerHTML;
    if (list !== following.innerHTML) following.innerHTML = list;
  }, FOLLOWING);
}

/** @param {any} message */
function hear(message) {
  element('online').textContent = t('js-lobby-here', { count: message.online });
  element('playing').textContent = t('js-lobby-playing', { count: message.playing });
  if (message.featured !== featuredGame) {
    featuredGame = message.featured;
    if (isCalm) feature();
  }
  const lists = /** @type {const} */ (['openSeats', 'games']);
  if (message.type === 'lobby') {
    for (const list of lists) {
      const there = new Set(message[list].map((/** @type {Game} */ game) => game.game));
      for (const game of [...rows[list].keys()]) if (!there.has(game)) drop(list, game);
    }
  }
  for (const { game } of message.gone ?? []) drop('openSeats', game);
  for (const game of message.over ?? []) drop('games', game);
  // The newest comes last, because each is put on top.
  for (const game of [...message.openSeats].reverse()) showOpenSeat(game);
  for (const game of [...message.games].reverse()) showGame(game);
  for (const { game, why } of /** @type {Gone[]} */ (message.gone ?? [])) {
    if (game === wanted) why === 'taken' ? begin(game) : withdrawn();
  }
  if (message.type === 'lobby') {
    // After returning to the page, the earlier open seat is still ours.
    const mine = message.openSeats.find((/** @type {Game} */ game) => you && !isParty(game) && COLORS.some((color) => game.players[color]?.user === you) && !/d$/.test(game.control));
    if (mine && !wanted) lookFor(mine.game);
    lookAfter();
  }
  mark();
}

afterPaint(() => line.begin());
/** The page can be used: what is only nice may come. */
let isCalm = false;
afterPause(() => {
  isCalm = true;
  if (stage?.dataset.shows === 'live') feature();
  else import('./demo.js').then(feature).catch(() => {});
});

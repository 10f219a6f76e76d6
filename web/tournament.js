// Tournaments: the calendar, the form, and pages that follow what happens and lead players to their next game.

import './frame.js';
import { afterPaint } from './later.js';
import { Socket } from './socket.js';
import { play } from './sounds.js';
import { localize, wind } from './tournament-times.js';

localize(document);

// ---- the form

const form = document.getElementById('tournament-form');
if (form instanceof HTMLFormElement) {
  const field = (/** @type {string} */ name) => /** @type {HTMLInputElement | null} */ (form.elements.namedItem(name));
  const [zone, at] = [field('zone'), field('at')];
  const ahead = -new Date().getTimezoneOffset();
  if (zone && at) {
    // The server writes a time in the zone that the form names: UTC, unless it was sent before.
    if (at.value && zone.value !== String(ahead)) {
      const moment = new Date(`${at.value}:00Z`).getTime() + (ahead - Number(zone.value)) * 60_000;
      at.value = new Date(moment).toISOString().slice(0, 16);
    }
    zone.value = String(ahead);
  }
  // Only what belongs to the choices.
  const choose = () => {
    const chosen = new FormData(form);
    for (const part of /** @type {NodeListOf<HTMLElement>} */ (form.querySelectorAll('[data-formats]'))) {
      const formats = part.dataset.formats ?? '';
      part.hidden = formats !== '' && !formats.split(' ').includes(String(chosen.get('format')));
    }
    for (const part of /** @type {NodeListOf<HTMLElement>} */ (form.querySelectorAll('[data-when]'))) {
      const [name, value] = (part.dataset.when ?? '').split(' ');
      part.hidden = chosen.get(name) !== value;
    }
  };
  form.addEventListener('change', choose);
  choose();
}

// ---- printing

for (const button of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('[data-print]'))) {
  button.addEventListener('click', () => {
    document.body.dataset.printing = button.dataset.print;
    print();
  });
}
addEventListener('afterprint', () => delete document.body.dataset.printing);

// ---- a page that follows a tournament

const page = /** @type {HTMLElement | null} */ (document.querySelector('[data-tournament]'));
const live = document.getElementById('live');
const isScreen = page?.dataset.screen !== undefined;
const isDesk = page?.dataset.desk !== undefined;

/** What the server says about the part that changes. */
const shown = () => /** @type {HTMLElement | null} */ (live?.querySelector('[data-version]'))?.dataset ?? {};

/** Marks the reader's own row. */
function mark() {
  const { you } = shown();
  if (you && !isScreen) live?.querySelector(`[data-player="${you}"]`)?.classList.add('you');
}

/** The game that the page was opened with: it only links to it. */
let known = shown().game;

/** Leads a player to a game that has just been paired. @param {string | null | undefined} game */
function enter(game) {
  if (!game || game === known || isScreen || isDesk) return;
  known = game;
  play('turn');
  location.assign(`/game/${game}`);
}

/** Where the part that changes comes from. */
function address() {
  const query = new URLSearchParams();
  for (const name of ['key', 'code', 'page']) if (page?.dataset[name]) query.set(name, page.dataset[name] ?? '');
  return `/tournaments/${page?.dataset.tournament}/${isDesk ? 'direct/live' : 'live'}?${query}`;
}

/** Whether somebody is writing something that must not get lost. */
const isWriting = () => !!live?.querySelector(':is(input, textarea, select):focus') || [.../** @type {NodeListOf<HTMLInputElement>} */ (live?.querySelectorAll('input, textarea') ?? [])].some((field) => field.value !== field.defaultValue);

let looking = false;
let isBehind = false;
/** The newest version that the server has announced. */
let announced = 0;
const isOutdated = () => announced > Number(shown().version ?? 0);
/** What is announced while the page looks is not forgotten: it looks again after this many milliseconds. */
const AGAIN = 500;

async function look() {
  if (looking || !live || !page) return;
  looking = true;
  try {
    const answer = await fetch(address());
    if (!answer.ok) return;
    const text = await answer.text();
    isBehind = isWriting();
    if (isBehind) return;
    const rounds = shown().rounds;
    const open = [...live.querySelectorAll('details')].map((details) => details.open);
    const focused = document.activeElement?.id;
    live.innerHTML = text;
    // The same parts are open as before, unless there are others.
    const parts = [...live.querySelectorAll('details')];
    if (parts.length === open.length) parts.forEach((details, n) => (details.open = open[n] ?? details.open));
    if (focused) document.getElementById(focused)?.focus();
    localize(live);
    wind();
    mark();
    if (shown().rounds !== rounds) announce();
    if (isOutdated()) setTimeout(look, AGAIN);
  } catch {
    // The next message comes when the connection is back.
  } finally {
    looking = false;
  }
}

/** Says which round has begun. */
function announce() {
  const place = document.getElementById('tournament-say');
  if (place) place.textContent = live?.querySelector('.pairings h2')?.textContent ?? '';
}

// ---- boards to watch

const boards = document.getElementById('boards');
const stage = document.getElementById('tv');
/** How often small boards are drawn again, in milliseconds. */
const BOARDS = 5000;

async function watchBoards() {
  if (!boards || !page || document.hidden || isWriting()) return;
  const answer = await fetch(`/tournaments/${page.dataset.tournament}/boards`).catch(() => null);
  if (answer?.ok) boards.innerHTML = await answer.text();
}

/** The large board of an arena follows one game after the other. */
async function watchStage() {
  if (!stage) return;
  const { Featured } = await import('./featured.js');
  const featured = new Featured(stage, (words) => {
    const say = document.getElementById('tv-say');
    if (say) say.textContent = words;
  });
  stage.addEventListener('live', () => (stage.hidden = false));
  // The server keeps the game that is on the board as long as it goes on.
  const next = () => document.hidden || featured.followNext();
  setInterval(next, BOARDS);
  if (!stage.dataset.shows) next();
}

// ---- the beginning

if (page && live) {
  wind();
  mark();
  const line = new Socket(() => `/api/tournaments/${page.dataset.tournament}/socket`, () => {});
  line.on('tournament', (message) => {
    enter(message.game);
    announced = Math.max(announced, message.version);
    if (isOutdated()) look();
  });
  afterPaint(() => line.begin());
  live.addEventListener('focusout', () => setTimeout(() => isBehind && !isWriting() && look()));
  live.addEventListener('click', (event) => {
    const link = /** @type {HTMLElement} */ (event.target).closest('a[data-page]');
    if (!(link instanceof HTMLElement)) return;
    event.preventDefault();
    page.dataset.page = link.dataset.page;
    look();
  });
  // A file becomes text that the director sees before it is sent.
  live.addEventListener('change', async (event) => {
    const input = /** @type {HTMLInputElement} */ (event.target);
    const text = input.dataset.into ? /** @type {HTMLTextAreaElement | null} */ (input.form?.elements.namedItem(input.dataset.into)) : null;
    if (text && input.files?.[0]) text.value = await input.files[0].text();
  });
  if (boards) setInterval(watchBoards, BOARDS);
  if (stage) afterPaint(watchStage);
  if (isScreen) setInterval(turnPage, 10_000);
}

/** A large screen shows one part after the other, if not everything fits. */
function turnPage() {
  const bottom = document.documentElement.scrollHeight - innerHeight;
  if (bottom < 40) return;
  scrollTo({ top: scrollY > bottom - 40 ? 0 : scrollY + innerHeight * 0.8, behavior: 'smooth' });
}

// The form that sets up a game for three, four or six: the layout, where it is played, and who sits where.

import { chosenControl, controlWords, rulesText } from './controls.js';
import { element } from './elements.js';
import { SEATS } from './party-rules.js';
import { refusalWords } from './refusals.js';
import { t } from './texts.js';

/**
 * @typedef {import('./party-rules.js').Seat} Seat
 * @typedef {{ level: number, name: string }} Player  a person has level 0
 */

/** The level of the engine at first. */
const LEVEL = 2;
/** The clock at first. */
const CLOCKS = { screen: 'none', online: '600' };

export class PartySetup {
  form = /** @type {HTMLFormElement} */ (element('party-setup'));
  /** Where the clock was chosen for: each way to play has one of its own at first. */ #timed = 'screen';

  /** @param {{ changed: () => void, begin: () => void }} page  what the page does with another choice, and when a game at this screen begins */
  constructor({ changed, begin }) {
    this.form.addEventListener('change', (event) => {
      const field = /** @type {HTMLInputElement} */ (event.target);
      if (field.name.startsWith('seat-')) this.#moveReader(field);
      if (field.name === 'where') this.#wind();
      if (this.isRated) this.#suitRating();
      changed();
    });
    const preset = (/** @type {string} */ id, /** @type {() => void} */ act) => element(id).addEventListener('click', () => {
      act();
      changed();
    });
    preset('one-person', () => this.everybody());
    preset('all-people', () => this.everybody(() => 0));
    preset('draw-seats', () => this.#draw());
    this.form.addEventListener('submit', (event) => {
      event.preventDefault();
      if (this.isOnline) this.#create();
      else begin();
    });
  }

  get isOnline() {
    return this.#value('where') === 'online';
  }

  /** The layout that is chosen. */
  get layout() {
    return /** @type {HTMLInputElement} */ (this.form.querySelector('[name=layout]:checked'));
  }

  get seats() {
    return SEATS.slice(0, Number(this.layout.dataset.seats));
  }

  get rules() {
    return rulesText('6', 'off');
  }

  /** Whether the game counts toward the ratings: online, with the layouts that are rated. */
  get isRated() {
    return this.isOnline && 'ratable' in this.layout.dataset && this.#value('rated') === 'on';
  }

  /** The clock of a game at this screen, where nobody has days for a move. */
  get control() {
    const control = chosenControl(this.form);
    return !control || /^\d+d$/.test(control) ? 'none' : control;
  }

  /** Who sits where at this screen. @returns {Player[]} */
  get players() {
    return this.seats.map((seat) => ({ level: Number(this.#field(`level-${seat}`).value), name: this.#field(`name-${seat}`).value.trim() }));
  }

  /** Who sits where online: `you`, `open` or `engine:2`. */
  get online() {
    return this.seats.map((seat) => this.#field(`seat-${seat}`).value);
  }

  /** Fills in who sits where at this screen. @param {Player[]} players */
  seat(players) {
    for (const [n, { level, name }] of players.entries()) {
      this.#field(`level-${SEATS[n]}`).value = String(level);
      this.#field(`name-${SEATS[n]}`).value = name;
    }
  }

  /** Gives every seat a person (0) or an engine. @param {(n: number) => number} level */
  everybody(level = (n) => (n ? LEVEL : 0)) {
    this.seat(SEATS.map((seat, n) => ({ level: level(n), name: this.#field(`name-${seat}`).value })));
    for (const [n, seat] of SEATS.entries()) this.#field(`seat-${seat}`).value = !n ? 'you' : level(n) ? `engine:${level(n)}` : 'open';
  }

  /** @param {string} layout */
  check(layout) {
    this.#check('layout', layout)?.closest('details')?.setAttribute('open', '');
  }

  /** Chooses to play online. */
  goOnline() {
    this.#check('where', 'online');
    this.everybody(() => 0);
    this.#wind();
  }

  /** Shows what belongs to the choices. */
  show() {
    this.form.dataset.where = this.isOnline ? 'online' : 'screen';
    for (const seat of SEATS) {
      element(`row-${seat}`).hidden = !this.seats.includes(seat);
      element(`row-${seat}`).classList.toggle('engine', this.isOnline || this.#field(`level-${seat}`).value !== '0');
    }
    this.form.toggleAttribute('data-is-ratable', this.isOnline && 'ratable' in this.layout.dataset);
    this.form.toggleAttribute('data-is-rated', this.isRated);
    for (const option of this.form.querySelectorAll('option[value^=engine]')) /** @type {HTMLOptionElement} */ (option).disabled = this.isRated;
    const chosen = this.form.querySelector('[data-chosen=clock]');
    if (chosen) chosen.textContent = controlWords(chosenControl(this.form)) || '…';
    const waits = this.online.includes('open');
    element('start').textContent = t(this.isOnline && waits ? 'js-party-open' : 'js-party-start');
    this.#refuse('');
  }

  /** @param {string} name @returns {HTMLInputElement} */
  #field(name) {
    return /** @type {HTMLInputElement} */ (this.form.elements.namedItem(name));
  }

  /** @param {string} name */
  #value(name) {
    return String(new FormData(this.form).get(name) ?? '');
  }

  /** @param {string} name @param {string} value */
  #check(name, value) {
    const found = this.form.querySelector(`[name="${name}"][value="${CSS.escape(value)}"]`);
    if (!(found instanceof HTMLInputElement)) return null;
    found.checked = true;
    return found;
  }

  /** Games with people elsewhere usually have a clock. */
  #wind() {
    const where = this.isOnline ? 'online' : 'screen';
    if (this.#value('clock') === CLOCKS[/** @type {'screen'} */ (this.#timed)]) this.#check('clock', CLOCKS[where]);
    this.#timed = where;
  }

  /** Rated games have a clock, and no engines. */
  #suitRating() {
    if (this.#value('clock') === 'none') this.#check('clock', CLOCKS.online);
    for (const seat of SEATS) if (this.#field(`seat-${seat}`).value.startsWith('engine')) this.#field(`seat-${seat}`).value = 'open';
  }

  /** The reader has one seat. @param {HTMLInputElement} changed */
  #moveReader(changed) {
    const fields = this.seats.map((seat) => this.#field(`seat-${seat}`));
    const own = fields.filter(({ value }) => value === 'you');
    if (!own.length) changed.value = 'you';
    for (const field of own) if (field !== changed && changed.value === 'you') field.value = 'open';
  }

  #draw() {
    const players = this.players;
    for (let n = players.length - 1; n > 0; n--) {
      const other = Math.floor(Math.random() * (n + 1));
      [players[n], players[other]] = [players[other], players[n]];
    }
    this.seat(players);
  }

  /** Sets up the game on the server, and goes there. */
  async #create() {
    const seats = this.online;
    // The reader's seat may be one that this layout does not have.
    if (!seats.includes('you')) seats[0] = 'you';
    const rated = this.isRated;
    const takeover = (!rated && Number(this.#value('takeover'))) || null;
    const game = { against: 'online', layout: this.layout.value, control: chosenControl(this.form), rules: this.rules, seats, drawn: this.#value('drawn') === 'on', public: this.#value('public') === 'on', rated, takeover };
    const answer = await fetch('/api/games', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(game) }).catch(() => null);
    const made = await answer?.json().catch(() => null);
    if (answer?.ok && made?.game) return location.assign(`/game/${made.game}`);
    this.#refuse(made?.key ? refusalWords(made) : t('js-game-not-sent'));
  }

  /** @param {string} words */
  #refuse(words) {
    element('refused').textContent = words;
    element('refused').hidden = !words;
  }
}

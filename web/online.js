// A game on the server, as the pages of games for two and for more see it: the connection, what arrives over it, and what the reader sends.
// A move is shown before the server has accepted it, and undone if it is refused.

import { bringChallenges } from './frame.js';
import { propose } from './proposals.js';
import { allow } from './buttons.js';
import { Chat } from './chat.js';
import { Clocks } from './clock.js';
import { copyFrom } from './copying.js';
import { button, element } from './elements.js';
import { stateAfter } from './game-state.js';
import { afterPaint } from './later.js';
import { refusalWords } from './refusals.js';
import { hurry } from './rules.js';
import { Socket } from './socket.js';
import { play as sound } from './sounds.js';
import { forget, recallValue, remember } from './storage.js';
import { t } from './texts.js';

/** @typedef {import('./board.js').Seat} Seat */
/** @typedef {{ user: string, name: string | null, bot?: boolean, rating?: number, provisional?: boolean, change?: number } | { engine: number } | null} Player */
/** @typedef {{ move: string, ply: number, version: number, again?: boolean }} Pending  a move that the server has not agreed to yet */
/** @typedef {{ now: number, players: Partial<Record<Seat, boolean>>, watchers: number, away: Partial<Record<Seat, import('./absence.js').Away | null>> }} Present */

/**
 * @typedef {object} State  what docs/api.md calls the state of a game
 * @property {string} game
 * @property {number} version
 * @property {'engine' | 'same-screen' | 'online'} kind
 * @property {string | null} layout  the id of the layout, unless the game starts from another position
 * @property {string} start
 * @property {string} rules
 * @property {string} control
 * @property {Partial<Record<Seat, Player>>} players
 * @property {Seat[]} you
 * @property {string | null} [challenged]  whom an open seat is for
 * @property {string[]} moves
 * @property {Seat} turn
 * @property {import('./clock.js').ClockState} clocks
 * @property {number | null} abortsAt  when the game is aborted unless the side to move makes its first move, by the server's clock
 * @property {string | null} why        why the game was aborted, where there is more to say
 * @property {string | null} reason     why a challenge was declined, if a reason was given
 * @property {'open' | 'playing' | 'over' | 'aborted'} status
 * @property {string | null} next
 * @property {{ event: string }[]} [missed]
 * @property {{ seat: Seat, why: string, engine: number | null }[]} [departures]  of more than two: who has left, and the engine's level if it plays on
 */

/**
 * @typedef {object} Page  what the page does with it
 * @property {() => void} refresh  shows the game as it stands
 * @property {() => void} draw     shows everything but the position
 * @property {(event: any, begins: boolean) => void} heard  something happened; `begins`: the game has just begun
 * @property {(user: string) => string} nameOf
 * @property {() => boolean} hasChat
 */

/** Refusals that mean the page is out of date: it reconnects, and the server sends the whole state. */
const BEHIND = ['stale', 'not-your-turn', 'not-started', 'game-over', 'seat-taken', 'nothing-offered', 'already-offered',
  'nothing-to-take-back', 'too-late-to-abort'];

/** What a rated game changed, with its sign: `(+9)`. @param {number} change */
const signed = (change) => `(${change < 0 ? '−' : '+'}${Math.abs(change)})`;

/** Shows the rating of a player, and what the game changed: `1512? (+9)`. @param {Element | null} place @param {Player | undefined} player */
export function showRating(place, player) {
  const { rating, provisional, change } = player && 'rating' in player ? player : {};
  const parts = [rating === undefined ? '' : `${rating}${provisional ? '?' : ''}`, change === undefined ? '' : signed(change)];
  const words = parts.map((part, n) => {
    const span = document.createElement('span');
    span.className = n ? 'change' : 'points';
    span.textContent = part;
    return span;
  });
  if (place && place.textContent !== parts.join(' ').trim()) place.replaceChildren(...(parts[1] ? [words[0], ' ', words[1]] : parts[0] ? [words[0]] : []));
}

/** Shows what a rated game made of a player's rating: `1512 → 1521 (+9)`. @param {HTMLElement} place @param {Player | undefined} player */
export function showGain(place, player) {
  const { rating = 0, change } = player && 'rating' in player ? player : {};
  place.hidden = change === undefined;
  if (change === undefined) return;
  place.textContent = `${rating} → ${rating + change} ${signed(change)}`;
  place.classList.toggle('good', change > 0);
}

/** @template {State} S */
export class OnlineGame {
  /** @type {S} */ state = JSON.parse(element('game').textContent ?? '');
  /** @type {Pending | null} */ pending = null;
  /** How many games are ahead of this one in the engine's queue. */ ahead = 0;
  /** Who is there. @type {Present | null} */ present = null;
  #table;
  #page;
  #path = `/api/games/${this.state.game}`;
  #place = `sumito-pending-${this.state.game}`;

  /** @param {import('./table.js').GameTable} table @param {Page} page */
  constructor(table, page) {
    this.#table = table;
    this.#page = page;
    this.clocks = new Clocks(this.state.control, {
      flag: () => this.line.ask({ do: 'flag', version: this.state.version }),
      short: (seat) => {
        if (!this.state.you.includes(seat) || this.state.status !== 'playing') return;
        table.board.say(t('js-game-time-short'));
        sound('low');
      },
    });
    this.chat = new Chat(`${this.#path}/chat`, page.nameOf, async (text) => (await this.act({ do: 'chat', text })) !== null);
    this.line = new Socket(() => `${this.#path}/socket?since=${this.state.version}`, (up) => {
      element('offline').hidden = up;
      page.draw();
    });
    bringChallenges(this.line);
    if (this.state.challenged && this.state.status === 'open' && this.state.you.length) propose(this.state.game);
    this.line.on('state', (received) => this.#hearState(received));
    this.line.on('event', (event) => this.#hearEvent(event));
    this.line.on('chat', (said) => this.chat.hear(said));
    this.line.on('engine', ({ ahead }) => {
      this.ahead = ahead;
      page.draw();
    });
    this.line.on('present', (who) => {
      this.present = who;
      this.clocks.hear(who.now);
      page.draw();
    });
  }

  /** Shows the game and connects. */
  begin() {
    this.clocks.set(this.state.clocks);
    afterPaint(() => this.line.begin());
    this.#page.refresh();
    // A move that was not sent before the page was closed. If it is still legal, it is sent as soon as the page is connected; sending it twice is
    // harmless, since the server accepts it only in its own version. A reader without a seat may be signed out, so the move is kept. Reading the
    // storage is slow on a phone, so the board comes first.
    afterPaint(() => {
      this.pending ??= this.plays ? recallValue(this.#place) : null;
      if (!this.pending) return;
      this.#settle(this.pending);
      this.#page.refresh();
    });
  }

  get isOver() {
    return this.state.status === 'over' || this.state.status === 'aborted';
  }

  /** Whether the reader has a seat. */
  get plays() {
    return this.state.you.length > 0;
  }

  /** The moves, with the one that waits for the server. */
  get moves() {
    return this.pending ? [...this.state.moves.slice(0, this.pending.ply), this.pending.move] : this.state.moves;
  }

  /** Whose marbles the reader may move now. */
  get movable() {
    const { status, you, turn, departures } = this.state;
    // The engine may play on for somebody who has left.
    const left = departures?.some(({ seat }) => seat === turn);
    return !this.pending && status === 'playing' && you.includes(turn) && !left ? turn : null;
  }

  // ---- messages from the server

  /** @param {S} received */
  #hearState(received) {
    const went = received.missed?.some((one) => one.event === 'rematched') && received.next;
    const played = this.plays;
    if (received.moves.length !== this.state.moves.length) this.#hurry();
    this.state = received;
    this.ahead = 0;
    this.clocks.set(this.state.clocks);
    if (this.#page.hasChat()) this.chat.open();
    if (this.pending) this.#settle(this.pending);
    // The connection is closed when the session ends, in this tab or in another one.
    else if (played && !this.plays) this.#table.warn(t('refusal-signed-out'));
    this.#page.refresh();
    if (went) this.goTo(went);
  }

  /** Asks for the answers of the rules while they are being loaded. */
  #hurry() {
    hurry(`/game/${this.state.game}/rule-answers`);
  }

  /**
   * After a lost connection: if the server did not receive our move, it is sent again. The move names its version, and the server
   * accepts it only if the position has not changed since.
   * @param {Pending} waiting
   */
  #settle(waiting) {
    const { moves, status, you, turn } = this.state;
    if (moves[waiting.ply] === waiting.move) {
      this.#wait(null);
    } else if (status === 'playing' && moves.length === waiting.ply && you.includes(turn)) {
      this.#send(waiting);
    } else {
      this.#wait(null);
      this.#table.warn(t(this.isOver ? 'illegal-game-over' : this.plays ? 'refusal-stale' : 'refusal-signed-out'));
    }
  }

  /** @param {any} event */
  #hearEvent(event) {
    const before = this.state;
    if (event.version <= before.version) return;
    // Something is missing.
    if (event.version !== before.version + 1) return this.line.open();
    const begins = before.status === 'open' && event.status === 'playing';
    const ends = !this.isOver && (event.status === 'over' || event.status === 'aborted');
    this.state = { ...stateAfter(before, event), why: event.why ?? null, reason: event.reason ?? null };
    this.ahead = 0;
    const { pending } = this;
    if (event.event === 'moved' && pending && pending.ply < this.state.moves.length) {
      if (event.move !== pending.move) this.#table.warn(t('refusal-stale'));
      this.#wait(null);
    }
    if (event.event === 'took-back' || this.isOver) {
      this.#wait(null);
      this.#table.board.letGo();
    }
    if (event.event === 'rematched') this.state.next = event.next;
    if (begins && this.plays) sound('turn');
    if (ends) sound('end');
    else if (event.event === 'moved' && this.state.you.includes(this.state.turn) && document.hidden) sound('turn');
    if ((begins || (ends && before.status === 'playing')) && this.#page.hasChat()) this.chat.open();
    this.#page.heard(event, begins && this.plays);
    this.clocks.set(this.state.clocks);
    if (event.event === 'moved' || begins) this.#hurry();
    this.#page.refresh();
    if (event.event === 'rematched') this.goTo(event.next);
  }

  /** Players move on to the next game; spectators get a link to it. @param {string} next */
  goTo(next) {
    if (this.plays) location.assign(`/game/${next}`);
  }

  // ---- what the reader does

  /** A move waits for the server, or none does. This browser remembers it, in case the page is closed before the connection is back. @param {Pending | null} move */
  #wait(move) {
    this.pending = move;
    if (move) remember(this.#place, JSON.stringify(move));
    else forget(this.#place);
  }

  /** @param {string} move */
  play(move) {
    // While marbles roll, the board may not show the current position.
    if (!this.movable) return;
    const sent = { move, ply: this.state.moves.length, version: this.state.version };
    this.#wait(sent);
    this.#table.calm();
    this.#page.refresh();
    this.#send(sent);
  }

  /** @param {Pending} sent */
  async #send(sent) {
    const answer = await this.line.ask({ do: 'play', move: sent.move, version: sent.version });
    // Done: the event updates the page. Lost: it is sent again when the connection is back.
    if (this.pending !== sent || answer.type !== 'refused') return;
    // The page is out of date. If the move is still legal after the update, it is sent again.
    if (answer.key === 'stale' && !sent.again) {
      sent.again = true;
      return this.line.open();
    }
    this.#wait(null);
    this.#page.refresh();
    this.#refused(answer);
  }

  /** Sends an action; resolves to the version after it, or null if it was refused. @param {Record<string, unknown>} action */
  async act(action) {
    // The action refers to the version that the reader saw, even if the connection opens only now.
    const { version } = this.state;
    await this.line.opened();
    const answer = await this.line.ask({ version, ...action });
    if (answer.type === 'done') return answer.version;
    if (answer.type === 'lost') this.#table.warn(t('js-game-not-sent'));
    else this.#refused(answer);
    return null;
  }

  /** @param {{ key: string, cell?: string | null }} answer */
  #refused(answer) {
    if (BEHIND.includes(answer.key)) this.line.open();
    this.#page.draw();
    if (answer.cell) this.#table.refuse(refusalWords(answer), answer.cell);
    else this.#table.warn(refusalWords(answer));
  }

  /** Takes an open seat and reconnects: now the server knows the reader, or somebody else was faster. @param {HTMLElement} pressed @param {Seat} [seat] */
  async join(pressed, seat) {
    allow(pressed, false);
    const body = JSON.stringify({ do: 'join', seat, version: this.state.version });
    const answer = await fetch(`${this.#path}/actions`, { method: 'POST', body }).catch(() => null);
    allow(pressed, true);
    if (!answer) return this.#table.warn(t('js-game-not-sent'));
    this.line.open();
    if (!answer.ok) this.#refused(await answer.json());
  }

  /** The link to invite somebody. */
  offerLink() {
    const link = document.getElementById('link');
    // A challenge needs none.
    if (!(link instanceof HTMLInputElement)) return;
    link.value = `${location.origin}/game/${this.state.game}`;
    link.addEventListener('focus', () => link.select());
    element('copy').addEventListener('click', async () => {
      await copyFrom(link);
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

  /** An offer in words, with the buttons to answer it. @param {string} words @param {string} what @param {boolean} isAsked  whether the reader has to answer */
  offerLine(words, what, isAsked) {
    const line = document.createElement('div');
    line.className = 'notice row';
    const said = document.createElement('span');
    said.textContent = words;
    line.append(said);
    if (!isAsked) return line;
    for (const [verb, key] of [['accept', 'js-game-accept'], ['decline', 'js-game-decline']]) {
      const answer = document.createElement('button');
      answer.type = 'button';
      answer.textContent = t(key);
      answer.classList.toggle('main', verb === 'accept');
      answer.addEventListener('click', () => this.act({ do: verb, what }));
      line.append(answer);
    }
    return line;
  }

  /** The way to the next game, if there is one. */
  nextLink() {
    if (!this.state.next) return [];
    const way = document.createElement('a');
    way.className = 'button';
    way.href = `/game/${this.state.next}`;
    way.textContent = t('js-game-next');
    return [way];
  }
}

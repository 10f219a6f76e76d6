// The chat of a game. It can be turned off, for this and all other games.

import { get, set, watch } from './settings.js';
import { button, element } from './table.js';
import { openTab, watchTabs } from './tabs.js';
import { t } from './texts.js';

/** @typedef {{ at: number, user: string, name?: string | null, text: string }} Said */

/** Where there is room for two columns only, the chat is a tab beside the moves; the same in style.css. */
const AS_TAB = matchMedia('(min-width: 900px) and (max-width: 1199px) and (min-height: 501px)');

export class Chat {
  /** The lines shown so far, by time and user, so that none appears twice. @type {Set<string>} */ #known = new Set();
  #shown = false;
  /** Why nobody may write now; empty if they may. */ #closed = '';
  /** How many lines arrived while the moves were shown instead. */ #unread = 0;
  #path;
  #name;

  /**
   * @param {string} path                       the address of earlier lines
   * @param {(user: string) => string} name     the name of a user
   * @param {(text: string) => Promise<boolean>} send  whether it was sent
   */
  constructor(path, name, send) {
    this.#path = path;
    this.#name = name;
    element('talk').addEventListener('submit', async (event) => {
      event.preventDefault();
      const input = /** @type {HTMLInputElement} */ (element('line'));
      const text = input.value.trim();
      if (text && (await send(text))) input.value = '';
    });
    element('mute').addEventListener('click', () => set('chat', get('chat') === 'on' ? 'off' : 'on'));
    watch((key) => key === 'chat' && this.#draw());
    watchTabs((name) => {
      if (name !== 'chat') return;
      this.#count(0);
      element('said').scrollTop = element('said').scrollHeight;
    });
    AS_TAB.addEventListener('change', () => this.#place());
  }

  /** Shows the chat with its earlier lines. */
  async open() {
    if (!this.#shown) {
      this.#shown = true;
      element('chat').hidden = element('chat-tabs').hidden = false;
      this.#place();
      this.#draw();
    }
    const answer = await fetch(this.#path).catch(() => null);
    if (answer?.ok) for (const said of (await answer.json()).chat) this.#add(said);
  }

  /** @param {Said} said */
  hear(said) {
    if (this.#add(said) && AS_TAB.matches && element('panel-chat').hidden) this.#count(this.#unread + 1);
  }

  /** Closes the chat for this reason, or opens it again. @param {string} why */
  close(why) {
    this.#closed = why;
    this.#draw();
  }

  /** Puts the chat beside the moves as a tab, or in its own place. */
  #place() {
    element(AS_TAB.matches ? 'panel-chat' : 'about').append(element('chat'));
    openTab('moves');
  }

  /** @param {number} unread */
  #count(unread) {
    this.#unread = unread;
    element('unread').textContent = unread ? String(unread) : '';
  }

  /** Adds a line to the list. @param {Said} said @returns {boolean} whether it is new */
  #add(said) {
    const key = `${said.at} ${said.user} ${said.text}`;
    if (this.#known.has(key)) return false;
    this.#known.add(key);
    const line = document.createElement('li');
    const who = document.createElement('b');
    who.textContent = `${said.name ?? this.#name(said.user)}: `;
    line.append(who, said.text, this.#reporting(said));
    const list = element('said');
    list.append(line);
    list.scrollTop = list.scrollHeight;
    return true;
  }

  /** Where a reader with an account reports somebody else's line. @param {Said} said @returns {Node | ''} */
  #reporting(said) {
    const { account } = document.documentElement.dataset;
    const [, game] = this.#path.match(/games\/(\w+)/) ?? [];
    if (!account || account === said.user || !game) return '';
    const link = document.createElement('a');
    link.className = 'report-line';
    link.href = `/report?game=${game}&at=${said.at}&author=${said.user}`;
    // A game that is being played stays open.
    link.target = '_blank';
    link.textContent = '⚑';
    link.title = link.ariaLabel = t('js-game-report-line', { name: said.name ?? this.#name(said.user) });
    return link;
  }

  #draw() {
    const on = get('chat') === 'on';
    element('said').hidden = !on;
    element('talk').hidden = !on || !!this.#closed;
    const note = document.getElementById('chat-note');
    if (note && note.textContent !== this.#closed) note.textContent = this.#closed;
    button('mute').textContent = t(on ? 'js-game-chat-off' : 'js-game-chat-on');
  }
}

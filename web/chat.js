// The chat of a game. It can be turned off, for this and all other games.

import { get, set, watch } from './settings.js';
import { button, element } from './table.js';
import { openTab, watchTabs } from './tabs.js';
import { t } from './texts.js';

/** @typedef {{ at: number, user: string, text: string }} Said */

/** Where there is room for two columns only, the chat is a tab beside the moves; the same in style.css. */
const AS_TAB = matchMedia('(min-width: 900px) and (max-width: 1199px) and (min-height: 501px)');

export class Chat {
  /** The lines shown so far, by time and user, so that none appears twice. @type {Set<string>} */ #known = new Set();
  #shown = false;
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
    who.textContent = `${this.#name(said.user)}: `;
    line.append(who, said.text);
    const list = element('said');
    list.append(line);
    list.scrollTop = list.scrollHeight;
    return true;
  }

  #draw() {
    const on = get('chat') === 'on';
    element('said').hidden = !on;
    element('talk').hidden = !on;
    button('mute').textContent = t(on ? 'js-game-chat-off' : 'js-game-chat-on');
  }
}

// The chat of a game. It can be turned off, for this and all other games.

import { get, set, watch } from './settings.js';
import { button, element } from './table.js';
import { t } from './texts.js';

/** @typedef {{ at: number, user: string, text: string }} Said */

export class Chat {
  /** The lines shown so far, by time and user, so that none appears twice. @type {Set<string>} */ #known = new Set();
  #shown = false;
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
  }

  /** Shows the chat with its earlier lines. */
  async open() {
    if (!this.#shown) {
      this.#shown = true;
      element('chat').hidden = false;
      this.#draw();
    }
    const answer = await fetch(this.#path).catch(() => null);
    if (answer?.ok) for (const said of (await answer.json()).chat) this.hear(said);
  }

  /** @param {Said} said */
  hear(said) {
    const key = `${said.at} ${said.user} ${said.text}`;
    if (this.#known.has(key)) return;
    this.#known.add(key);
    const line = document.createElement('li');
    const who = document.createElement('b');
    who.textContent = `${this.#name(said.user)}: `;
    line.append(who, said.text);
    const list = element('said');
    list.append(line);
    list.scrollTop = list.scrollHeight;
  }

  #draw() {
    const on = get('chat') === 'on';
    element('said').hidden = !on;
    element('talk').hidden = !on;
    button('mute').textContent = t(on ? 'js-game-chat-off' : 'js-game-chat-on');
  }
}

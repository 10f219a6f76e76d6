// The reader's settings on a page with a board: `<sumito-settings>` becomes a button that opens a dialog with all of them. With the attribute
// `chat` it has the setting for chat as well.

import { TABLE, get, set, watch } from './settings.js';
import { t } from './texts.js';

/** @typedef {import('./settings.js').Key} Key */

const KEYS = /** @type {Key[]} */ (['marbles', 'animation', 'sounds', 'coordinates', 'signs', 'confirm', 'premove', 'notation', 'turn', 'chat']);
/** Names of notations are the same in every language. @type {Record<string, string>} */
const NOTATIONS = { abapro: 'Aba-Pro', nacre: 'Nacre', playstrategy: 'PlayStrategy' };
/** The order of the choices, where it differs from the table of settings. */
const ORDER = ['on', 'slow', 'normal', 'fast', 'off'];
const SLIDERS = 'M-9-6H-1M5-6H9M-9 6H-5M1 6H9M5-6A3 3 0 1 1-1-6A3 3 0 1 1 5-6M1 6A3 3 0 1 1-5 6A3 3 0 1 1 1 6';

export class SettingsPanel extends HTMLElement {
  #unwatch = () => {};

  connectedCallback() {
    if (!this.firstChild) this.#build();
    this.#unwatch = watch((key, value) => this.#check(key, value));
  }

  disconnectedCallback() {
    this.#unwatch();
  }

  #build() {
    const keys = KEYS.filter((key) => key !== 'chat' || this.hasAttribute('chat'));
    this.innerHTML = `
      <button type="button" class="settings-open" aria-haspopup="dialog" aria-label="${t('js-settings-title')}" title="${t('js-settings-title')}">
        <svg viewBox="-12 -12 24 24" aria-hidden="true"><path d="${SLIDERS}"/></svg>
      </button>
      <dialog class="settings" aria-label="${t('js-settings-title')}">
        <form method="dialog">
          <header><h2>${t('js-settings-title')}</h2><button aria-label="${t('js-settings-close')}" title="${t('js-settings-close')}">✕</button></header>
          ${keys.map((key) => this.#field(key)).join('')}
        </form>
      </dialog>`;
    const dialog = /** @type {HTMLDialogElement} */ (this.querySelector('dialog'));
    this.querySelector('.settings-open')?.addEventListener('click', () => dialog.showModal());
    dialog.addEventListener('change', (event) => {
      const { name, value } = /** @type {HTMLInputElement} */ (event.target);
      set(/** @type {Key} */ (name), value);
    });
    // A tap outside the dialog closes it.
    dialog.addEventListener('click', (event) => event.target === dialog && dialog.close());
    for (const key of keys) this.#check(key, get(key));
  }

  /** @param {Key} key */
  #field(key) {
    const choice = (/** @type {string} */ value) => `<label><input type="radio" name="${key}" value="${value}"><span>${this.#sign(key, value)}${this.#label(key, value)}</span></label>`;
    const wide = TABLE[key].length > 2 ? 'wide' : '';
    const values = [...TABLE[key]].sort((a, b) => ORDER.indexOf(a) - ORDER.indexOf(b));
    return `<div class="setting ${wide}" role="radiogroup" aria-labelledby="setting-${key}"><b id="setting-${key}">${t(`js-setting-${key}`)}</b><div class="choices">${values.map(choice).join('')}</div></div>`;
  }

  /** @param {Key} key @param {string} value */
  #label(key, value) {
    if (key === 'notation') return NOTATIONS[value];
    if (key === 'turn') return `${Number(value) * 60}°`;
    return value === 'on' || value === 'off' ? t(`js-setting-${value}`) : t(`js-setting-${key}-${value}`);
  }

  /** A small board in the colors of a theme. @param {Key} key @param {string} value */
  #sign(key, value) {
    return key === 'marbles' ? `<i class="swatch" data-marbles="${value}" aria-hidden="true"></i>` : '';
  }

  /** @param {Key} key @param {string} value */
  #check(key, value) {
    const input = this.querySelector(`input[name="${key}"][value="${value}"]`);
    if (input instanceof HTMLInputElement) input.checked = true;
  }
}

customElements.define('sumito-settings', SettingsPanel);

// The names of the keys that move marbles in a direction. The board reads keys by their places on the keyboard, so that they always surround
// the same one; what is printed on them depends on the reader's layout.

import { t } from './texts.js';

/** The places, as on an American keyboard, in the order in which texts list them. */
const PLACES = ['KeyW', 'KeyE', 'KeyA', 'KeyD', 'KeyZ', 'KeyX'];

/** The usual names on keyboards of the reader's language. */
const usual = t('js-board-direction-keys');
let names = usual;

/** The names of these keys on the reader's keyboard. */
export const directionKeys = () => names;

/** The names on a keyboard with this layout; the usual ones for keys that it does not know. @param {{ get(code: string): string | undefined }} layout */
const namesOn = (layout) => PLACES.map((code, i) => layout.get(code)?.toUpperCase() ?? usual.split(' ')[i]).join(' ');

/** Asks the browser for the layout, which not every browser knows, and renames the keys in the page's help. */
async function readLayout() {
  const keyboard = /** @type {{ keyboard?: { getLayoutMap?: () => Promise<Map<string, string>> } }} */ (navigator).keyboard;
  const layout = await keyboard?.getLayoutMap?.().catch(() => null);
  if (!layout) return;
  names = namesOn(layout);
  for (const help of document.querySelectorAll('[data-keys]')) help.textContent = help.textContent.replace(usual, names);
}

readLayout();

// Sharing: the link, the code for another site, and the images of what a page shows. A page by itself (crates/sumito-server/src/pages/share.rs), which a
// click on a page's control shows above that page.

import './frame.js';
import { copyFrom } from './copying.js';
import { element } from './elements.js';

/** How long the answer to a click is shown, in milliseconds. */
const SAID = 4000;

/** Makes the parts of the panel work. @param {HTMLElement} panel */
function wire(panel) {
  const said = /** @type {HTMLElement} */ (panel.querySelector('#share-say'));
  let timer = 0;
  for (const button of /** @type {NodeListOf<HTMLElement>} */ (panel.querySelectorAll('[data-copies]'))) {
    button.addEventListener('click', async () => {
      const field = /** @type {HTMLInputElement | HTMLTextAreaElement} */ (element(button.dataset.copies ?? ''));
      const done = await copyFrom(field);
      // A text that stays selected can be copied by other means.
      if (done) button.focus();
      // The same words again would not be read aloud.
      said.textContent = '';
      clearTimeout(timer);
      requestAnimationFrame(() => (said.textContent = (done ? panel.dataset.copied : panel.dataset.notCopied) ?? ''));
      if (done) timer = window.setTimeout(() => (said.textContent = ''), SAID);
    });
  }
  for (const field of /** @type {NodeListOf<HTMLInputElement>} */ (panel.querySelectorAll('[readonly]'))) field.addEventListener('focus', () => field.select());
  const [theme, code] = [panel.querySelector('#share-theme'), panel.querySelector('#share-code')];
  if (!(theme instanceof HTMLSelectElement) || !(code instanceof HTMLTextAreaElement)) return;
  const plain = code.value;
  theme.addEventListener('change', () => {
    code.value = plain.replace(/src="([^"]*)"/, (_, address) => {
      const sign = address.includes('?') ? '&amp;' : '?';
      return `src="${address}${theme.value && `${sign}theme=${theme.value}`}"`;
    });
  });
}

/** Shows the panel above the page. @param {HTMLAnchorElement} way */
export async function open(way) {
  const address = new URL(way.href);
  address.searchParams.set('part', '');
  const answer = await fetch(address).catch(() => null);
  // The page by itself says what is wrong.
  if (!answer?.ok) return location.assign(way.href);
  const dialog = document.createElement('dialog');
  dialog.className = 'share-dialog';
  dialog.innerHTML = await answer.text();
  dialog.setAttribute('aria-labelledby', 'share-title');
  dialog.addEventListener('close', () => dialog.remove());
  dialog.addEventListener('click', (event) => event.target === dialog && dialog.close());
  document.body.append(dialog);
  const style = /** @type {HTMLLinkElement} */ (dialog.querySelector('link'));
  if (!style.sheet) await new Promise((resolve) => ['load', 'error'].forEach((end) => style.addEventListener(end, resolve, { once: true })));
  wire(/** @type {HTMLElement} */ (dialog.querySelector('.share')));
  dialog.showModal();
}

const own = document.querySelector('.share-page .share');
if (own instanceof HTMLElement) wire(own);

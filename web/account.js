// The settings page: each choice takes effect immediately, so there is nothing left to submit, and the board beside them shows it.

import './frame.js';
import { afterPaint } from './later.js';
import { all, set, watch } from './settings.js';

const form = document.getElementById('settings');
form?.querySelector('button')?.remove();

form?.addEventListener('change', ({ target }) => {
  if (!(target instanceof HTMLSelectElement || target instanceof HTMLInputElement)) return;
  if (target.name === 'language') location.assign(`/language/${target.value}?back=/settings`);
  else set(/** @type {import('./settings.js').Key} */ (target.name), target.value);
});

/** Makes the form show the saved settings, including changes made in another tab. */
function show() {
  const settings = /** @type {Record<string, string>} */ (all());
  for (const select of form?.querySelectorAll('select') ?? []) select.value = settings[select.name] ?? select.value;
  for (const input of form?.querySelectorAll('input') ?? []) input.checked = settings[input.name] === input.value;
}

watch(show);
show();
if (form) afterPaint(() => import('./demo.js').catch(() => {}));

// The settings page: each choice takes effect immediately, so there is nothing left to submit.

import './frame.js';
import { all, set, watch } from './settings.js';

const form = document.getElementById('settings');
const selects = form ? [...form.querySelectorAll('select')] : [];
form?.querySelector('button')?.remove();

for (const select of selects) {
  select.addEventListener('change', () => {
    if (select.name === 'language') location.assign(`/language/${select.value}?back=/settings`);
    else set(/** @type {import('./settings.js').Key} */ (select.name), select.value);
  });
}

/** Makes the form show the saved settings, including changes made in another tab. */
function show() {
  const settings = /** @type {Record<string, string>} */ (all());
  for (const select of selects) select.value = settings[select.name] ?? select.value;
}

watch(show);
show();

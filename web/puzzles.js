// The puzzle overview. The page is complete without this script, which adds what only this browser knows.

import './frame.js';
import { progress, sendWaiting } from './tries.js';

const figures = document.getElementById('figures');
if (figures?.dataset.known === 'false') {
  const { tried, solved, run, best, days } = progress();
  const values = { solved: `${solved} / ${tried}`, run: `${run} (${best})`, days: String(days) };
  for (const [id, value] of tried ? Object.entries(values) : []) {
    const place = document.getElementById(`figure-${id}`);
    if (place) place.textContent = value;
  }
}
sendWaiting();

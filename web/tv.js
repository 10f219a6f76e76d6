// The page of the featured game: it follows from game to game.

import './frame.js';
import { Featured } from './featured.js';
import { bringChallenges } from './frame.js';
import { afterPaint } from './later.js';
import { Socket } from './socket.js';

const place = /** @type {HTMLElement} */ (document.getElementById('tv'));
const say = /** @type {HTMLElement} */ (document.getElementById('tv-say'));
const featured = new Featured(place, (words) => (say.textContent = words));

// A game begins on a page that had none to show.
place.addEventListener('live', () => {
  const lead = /** @type {HTMLElement} */ (document.getElementById('tv-lead'));
  lead.textContent = lead.dataset.live ?? '';
  document.getElementById('tv-start')?.remove();
});

const line = new Socket(() => '/api/tv/socket', () => {});
const hear = (/** @type {{ featured: string | null }} */ message) => featured.follow(message.featured);
line.on('lobby', hear);
line.on('change', hear);
bringChallenges(line);
afterPaint(() => line.begin());

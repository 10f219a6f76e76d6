// A tournament in the frame of another site.

import { element } from './elements.js';
import { afterPaint } from './later.js';
import { Socket } from './socket.js';
import { localize, wind } from './tournament-times.js';

const live = element('live');
const path = `/embed/tournament/${/** @type {HTMLElement | null} */ (document.querySelector('[data-tournament]'))?.dataset.tournament}`;

/** The version that the page shows. */
const version = () => Number(/** @type {HTMLElement | null} */ (live.querySelector('[data-version]'))?.dataset.version ?? 0);

/** Shows the tournament as it stands. */
async function look() {
  const answer = await fetch(`${path}/live${location.search}`).catch(() => null);
  // Otherwise the next message brings it.
  if (!answer?.ok) return;
  live.innerHTML = await answer.text();
  localize(live);
  wind();
}

localize(document);
wind();
const line = new Socket(() => `${path}/socket`, () => {});
line.on('tournament', (message) => message.version > version() && look());
afterPaint(() => line.begin());

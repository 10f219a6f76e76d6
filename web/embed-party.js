// A game or a position for more than two in the frame of another site.

import './board.js';
import { element } from './elements.js';
import { EmbeddedGame } from './embedded-game.js';
import { endingWords, playerName } from './party-seats.js';
import { PartyTable } from './party-table.js';
import { t } from './texts.js';

/** @typedef {import('./board.js').Seat} Seat */

const table = new PartyTable(() => {});
const game = new EmbeddedGame(table, draw);
const { state } = game;

table.below = (/** @type {import('./party-rules.js').PartyPlace} */ place) => (element('flip').getAttribute('aria-pressed') === 'true' ? place.turn : place.seats[0]);
if (state) {
  table.name = (/** @type {Seat} */ seat) => playerName(game.state?.players[seat]);
  table.note = (/** @type {Seat} */ seat) => {
    const level = game.state?.departures?.find((one) => one.seat === seat)?.engine;
    return level ? t('js-party-engine', { level }) : '';
  };
}

/** @param {import('./embedded-game.js').State} state */
function draw({ status, turn, outcome }) {
  const { trays = {} } = table.now ?? {};
  if (status === 'open') table.say(t('js-game-open'));
  else if (status === 'aborted') table.say(t('js-game-aborted'));
  else if (outcome) table.say(endingWords({ winners: outcome.winners ?? [], outcome: outcome.key, trays }).join(' – '));
  else table.say(t(`js-turn-${turn}`));
  table.drawSeats();
}

for (const clock of document.querySelectorAll('.tile .clock')) /** @type {HTMLElement} */ (clock).hidden = !state || state.control === 'none';
game.begin();

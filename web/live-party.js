// The same as live.js for figures with more than two players.

import './board.js';
import { partyMoves, replayParty } from './party-rules.js';
// Bundled with it, for the same reason as in frame.js.
import './party-table.js';

export { whyNot } from './rules.js';
export { partyMoves as moves, replayParty as replay };

/** Where a game stands. @param {string} game */
export async function show(game) {
  return (await replayParty(game))[0].place;
}

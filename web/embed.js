// A game, a position or a puzzle for two in the frame of another site.

import './board.js';
import { EmbeddedGame } from './embedded-game.js';
import { outcomeWords } from './spoken.js';
import { GameTable } from './table.js';
import { t } from './texts.js';

const table = new GameTable(() => {});

/** Where the game stands, in words. @param {import('./embedded-game.js').State} state */
function words({ status, turn, outcome }) {
  if (status === 'open') return t('js-game-open');
  if (status === 'aborted') return t('js-game-aborted');
  if (!outcome) return t(`js-turn-${turn}`);
  return `${t(outcome.winner ? `js-wins-${outcome.winner}` : 'js-draw')} – ${outcomeWords(outcome.key, table.place)}`;
}

new EmbeddedGame(table, (state) => table.say(words(state))).begin();

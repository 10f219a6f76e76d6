// The turning point of a game that is over: the engine looks through the game in the background and shows the move that gave away most.

import { Engine } from './engine.js';
import { arrowsOf } from './lines.js';
import { picture } from './mini.js';
import { VERDICT_GLYPHS, make } from './movelist.js';
import { moves, replay } from './rules.js';
import { t } from './texts.js';

/** Positions looked at for each move: a phone is done with a long game in a few seconds. */
const NODES = 2000;

/** Fills a link with the turning point of a game, if it has one. @param {HTMLElement} place @param {string} start with the rules @param {string[]} line @param {boolean} turned */
export async function showTurningPoint(place, start, line, turned) {
  const game = `${start} moves ${line.join(' ')}`;
  const engine = new Engine();
  const judged = await engine.judge(game, NODES, () => {});
  engine.close();
  const worst = judged.filter((one) => one.is === 'judged' && one.decides === 'yes').sort((a, b) => Number(b.loss) - Number(a.loss))[0];
  if (!worst) return;
  const ply = Number(worst.ply);
  const steps = await replay(game);
  const [{ place: before }, { move }] = [steps[ply - 1], steps[ply]];
  const played = line.slice(0, ply - 1);
  const better = (await moves(`${start}${played.length ? ` moves ${played.join(' ')}` : ''}`)).find((one) => one.text === worst.best?.split(' ')[0]);
  const chance = before.turn === 'black' ? Number(worst.chance) : 1 - Number(worst.chance);
  const percent = (/** @type {number} */ share) => Math.round(Math.min(1, share) * 100);
  const head = make('b', '', `${before.number}${before.turn === 'black' ? '.' : '…'} ${move?.text} `);
  head.append(make('span', `dot ${before.turn}`), ` ${VERDICT_GLYPHS[worst.key] ?? ''}`);
  const words = make('span', 'words');
  words.append(make('small', '', t('js-game-turning-point')), head, make('small', '', t('js-game-turning-chances', { before: percent(chance + Number(worst.loss)), after: percent(chance) })));
  place.replaceChildren(picture(before, { better: arrowsOf(better), played: arrowsOf(move ?? undefined) }, turned), words);
  place.hidden = false;
}

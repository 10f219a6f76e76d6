// A game that exists only in this browser: against the engine, or at the same screen. It needs no server once the page is loaded, and it is saved when
// the page is left.

import './frame.js';
import { allow, twice } from './buttons.js';
import { rulesText, rulesWords } from './controls.js';
import { Engine } from './engine.js';
import { Help } from './help.js';
import { suggestion } from './ladder.js';
import { SharedGame } from './shared-game.js';
import { play as sound } from './sounds.js';
import { outcomeWords } from './spoken.js';
import { GameTable, button, element } from './table.js';
import { t } from './texts.js';

/** @typedef {import('./board.js').Color} Color */

/**
 * @typedef {object} Saved
 * @property {string} layout
 * @property {string} [rules]            in their text form; missing in games saved by older versions
 * @property {'engine' | 'same-screen'} kind
 * @property {number} level
 * @property {number} [seed]             the levels below the highest play another game for each
 * @property {Color} color               the player's, against the engine
 * @property {boolean} turning           the board turns to the player whose turn it is
 * @property {string[]} moves
 * @property {Color | null} resigned
 */

const engine = new Engine();
const table = new GameTable(play);
const help = new Help(table);
/** @type {SharedGame<Saved>} */
const shared = new SharedGame('sumito-local', () => follow());
const USUAL_RULES = rulesText('6', 'off');

/** @type {Saved} */ let saved = begin();
/** Counts calls of `refresh`, so that only the last one continues. */ let showings = 0;
/** Another window made the last move. */ let follows = false;
/** The notice to show about that. */ let notice = '';

/** A new game if the address requests one, otherwise the saved one. @returns {Saved} */
function begin() {
  const query = new URLSearchParams(location.search);
  if (query.has('layout')) {
    const color = query.get('color') === 'white' || (query.get('color') !== 'black' && Math.random() < 0.5) ? 'white' : 'black';
    /** @type {Saved} */
    const fresh = {
      layout: query.get('layout') ?? 'belgian-daisy',
      rules: query.get('rules') ?? USUAL_RULES,
      kind: query.get('kind') === 'same-screen' ? 'same-screen' : 'engine',
      level: Math.min(10, Math.max(1, Number(query.get('level')) || usual().level)),
      seed: anySeed(),
      color,
      turning: query.get('turning') === 'on',
      moves: [],
      resigned: null,
    };
    history.replaceState(null, '', location.pathname);
    return fresh;
  }
  return shared.saved ?? usual();
}

function anySeed() {
  return Math.floor(Math.random() * 2 ** 31);
}

/** @returns {Saved} */
function usual() {
  return { layout: 'belgian-daisy', rules: USUAL_RULES, kind: 'engine', level: 1, seed: anySeed(), color: 'black', turning: false, moves: [], resigned: null };
}

const rules = () => saved.rules ?? USUAL_RULES;

const over = () => !!saved.resigned || !!table.place?.result;

/** Black has the first move of every layout. */
const turn = () => /** @type {Color} */ (saved.moves.length % 2 ? 'white' : 'black');

/** Shows the game as it is now, and lets the engine answer if it is its turn. */
async function refresh() {
  shared.save(saved);
  const mine = saved.kind !== 'engine' || turn() === saved.color;
  const bottom = saved.kind === 'engine' ? saved.color : saved.turning ? turn() : 'black';
  const standing = { start: `${saved.layout} rules ${rules()}`, moves: [...saved.moves], movable: mine ? turn() : null, early: mine ? null : saved.color, bottom, over: !!saved.resigned };
  const played = saved.moves.length > table.steps.length - 1 && table.steps.length > 0;
  const showing = ++showings;
  await table.lay(standing);
  // A move was made or taken back while the marbles rolled; that comes next.
  if (showing !== showings) return;
  if (played && over()) sound('end');
  else if (played && mine && document.hidden) sound('turn');
  for (const color of /** @type {const} */ (['black', 'white'])) element(`name-${color}`).textContent = name(color);
  element('rules').textContent = rulesWords(rules()).join(' · ');
  allow(button('take-back'), saved.moves.length > 0);
  allow(button('resign'), !over());
  const analysis = `/analysis?${new URLSearchParams({ position: saved.layout, moves: saved.moves.join(' '), ...(rules() !== USUAL_RULES && { rules: rules() }), ...(bottom === 'white' && { side: 'white' }) })}`;
  for (const id of ['analyse', 'after-analyse']) element(id).setAttribute('href', analysis);
  element('decided').setAttribute('href', `${analysis}&report`);
  element('after').hidden = !over() || !saved.moves.length;
  [element('verdict').textContent, element('reason').textContent] = over() ? ending() : ['', ''];
  table.board.closest('.stage')?.classList.toggle('won', over() && (saved.kind !== 'engine' || winner() === saved.color));
  suggestLevel();
  if (!follows) table.calm();
  help.follow(!over(), mine && !over());
  table.say(words());
  if (notice) table.warn(notice, false);
  notice = '';
  document.title = `${words()} · Sumito`;
  if (!mine && !over()) await shared.think(() => answer(showing));
}

/** After a game against the engine: one level up for whoever won, one down for whoever lost. */
function suggestLevel() {
  const won = winner();
  const next = saved.kind === 'engine' && over() ? suggestion(saved.level, won ? won === saved.color : null) : null;
  button('other-level').hidden = !next;
  if (!next) return;
  button('other-level').textContent = t(next.key, { level: next.level });
  button('other-level').value = String(next.level);
}

/** Who won a game that is over; nobody in a draw. @returns {Color | null} */
function winner() {
  if (saved.resigned) return saved.resigned === 'black' ? 'white' : 'black';
  return table.place?.result === '1-0' ? 'black' : table.place?.result === '0-1' ? 'white' : null;
}

/** Who won, and how. */
function ending() {
  const won = winner();
  return [t(won ? `js-wins-${won}` : 'js-draw'), saved.resigned ? t('js-result-won-by-resignation') : outcomeWords(table.place?.outcome ?? '', table.place)];
}

function words() {
  if (over()) return ending().join(' – ');
  if (saved.kind !== 'engine') return t(`js-turn-${turn()}`);
  return turn() === saved.color ? t('js-your-turn') : t('js-thinking');
}

/** The engine's move. @param {number} showing */
async function answer(showing) {
  if (showing !== showings || shared.isBehind(saved)) return;
  engine.set('Level', saved.level);
  engine.set('Rules', rules());
  engine.set('Seed', saved.seed ?? 0);
  const line = saved.moves.length ? ` moves ${saved.moves.join(' ')}` : '';
  const started = performance.now();
  const best = await engine.go(`layout ${saved.layout}${line}`, 'movetime 1200');
  // An instant reply would be startling.
  await new Promise((resolve) => setTimeout(resolve, Math.max(0, 450 - (performance.now() - started))));
  if (best && showing === showings && !over()) play(best);
}

/** @param {string} move */
function play(move) {
  follows = false;
  saved.moves.push(move);
  refresh();
}

/** @param {Color} color */
function name(color) {
  if (saved.kind !== 'engine') return t(`js-${color}`);
  return color === saved.color ? t('js-you') : t('js-engine-level', { level: saved.level });
}

element('take-back').addEventListener('click', () => {
  interrupt();
  saved.resigned = null;
  do saved.moves.pop();
  while (saved.moves.length && saved.kind === 'engine' && turn() !== saved.color);
  refresh();
});
twice(button('resign'), t('js-confirm-resign'), () => {
  interrupt();
  saved.resigned = saved.kind === 'engine' ? saved.color : turn();
  refresh();
});
for (const id of ['again', 'once-more']) element(id).addEventListener('click', () => restart({ color: saved.color === 'black' ? 'white' : 'black' }));
element('other-level').addEventListener('click', () => restart({ level: Number(button('other-level').value) }));

/** A new game, like the last one but for this. @param {Partial<Saved>} changed */
function restart(changed) {
  interrupt();
  saved = { ...saved, ...changed, seed: anySeed(), moves: [], resigned: null };
  refresh();
}

/** Stops the engine and drops the player's selection. */
function interrupt() {
  engine.stop();
  shared.stopThinking();
  table.board.letGo();
}

/** Shows the game as another window left it, since all windows share one game. */
async function follow() {
  const left = shared.saved;
  if (!left || !shared.isBehind(saved)) return;
  interrupt();
  saved = left;
  // Only once; after that, whose turn it is matters more.
  if (!follows && !document.hidden) notice = t('js-play-follows');
  follows = true;
  await refresh().catch(() => {});
}

// If the address or the saved game is invalid, start the usual game.
refresh().catch(() => {
  saved = usual();
  return refresh();
});

// The report on a whole game: the engine judges every move in a worker, showing its progress, and can be canceled.

import { Chart } from './chart.js';
import { Decisive } from './decisive.js';
import { element } from './elements.js';
import { Engine } from './engine.js';
import { keepLines } from './glossary.js';
import { VERDICT_GLYPHS, make, verdictWords } from './movelist.js';
import { openTab } from './tabs.js';
import { t } from './texts.js';
import { numberOf } from './tree.js';

/**
 * @typedef {import('./tree.js').Node} Node
 * @typedef {import('./tree.js').Tree} Tree
 *
 * @typedef {object} Host
 * @property {() => Tree} tree
 * @property {(node: Node) => void} go
 * @property {(node: Node) => void} show   goes to the position before a move, with arrows for it and for what was better
 * @property {(parent: Node, moves: string[], goTo: number) => Promise<void>} playLine
 * @property {() => boolean} turned
 * @property {() => void} changed   the tree has more to show
 */

/** The judgments counted in the summary. */
const COUNTED = ['blunder', 'mistake', 'inaccuracy'];
/** Moves of a better line that are written into the game. */
const LENGTH = 8;

export class Report {
  #engine = new Engine();
  /** Whether the reader wants the report on this game; it is then made again after a reload. */ wanted = false;

  /** @param {Host} host */
  constructor(host) {
    this.host = host;
    this.chart = new Chart(element('chart'), host.go);
    this.decisive = new Decisive(element('decisive'), host);
    element('judge').addEventListener('click', () => this.start());
    element('judge-offer').addEventListener('click', () => this.start());
    element('judge-cancel').addEventListener('click', () => {
      this.wanted = false;
      this.cancel();
    });
    element('write-report').addEventListener('click', () => this.#write());
  }

  /** Judges the game, in view of the reader. */
  start() {
    this.wanted = this.host.tree().mainLine().length > 1;
    this.host.changed();
    if (hasColumn()) this.settle();
    else openTab('report');
    // On a phone the panels are below the board.
    if (element('panel-report').getBoundingClientRect().top > innerHeight * 0.7) element('tab-report').scrollIntoView({ block: 'start' });
    return this.#judge();
  }

  /** When the report moves from its tab to a column of its own, another tab is opened. */
  settle() {
    if (hasColumn() && element('tab-report').getAttribute('aria-selected') === 'true') openTab('moves');
  }

  /** Cancels a running analysis. */
  cancel() {
    this.#engine.stop();
    this.#running(false);
  }

  /** Clears the results, which belong to another game. */
  clear() {
    this.cancel();
    this.wanted = false;
    this.decisive.clear();
    element('summary').hidden = true;
    element('write-report').hidden = true;
  }

  /** @param {boolean} running */
  #running(running) {
    element('judge').hidden = running;
    element('judge-cancel').hidden = !running;
    element('judging').hidden = !running;
  }

  async #judge() {
    const tree = this.host.tree();
    const line = tree.mainLine();
    if (line.length < 2) return;
    const progress = /** @type {HTMLProgressElement} */ (element('judged'));
    progress.value = 0;
    element('judged-words').textContent = '';
    this.#running(true);
    const nodes = Number(/** @type {HTMLSelectElement} */ (element('care')).value);
    const found = await this.#engine.judge(tree.game(line[line.length - 1]), nodes, (done, all) => {
      [progress.max, progress.value] = [all, done];
      element('judged-words').textContent = t('js-analysis-progress', { done, all });
    });
    this.#running(false);
    if (tree !== this.host.tree()) return;
    /** @type {Node | null} */
    let node = null;
    for (const one of found) {
      if (one.is === 'judged') {
        node = line[Number(one.ply)];
        const own = line[Number(one.ply) - 1].place.turn === 'black' ? Number(one.chance) : 1 - Number(one.chance);
        node.verdict = {
          key: one.key, best: words(one.best), answer: words(one.answer), chances: [Math.min(1, own + Number(one.loss)), own], decides: one.decides === 'yes', book: one.book === 'yes', reasons: [],
        };
        if (!node.place.result) node.eval = one.eval;
        if (Number(one.ply) === 1) line[0].eval = one.before;
        // Keep an existing sign, unless it is one for bad moves as well.
        if (!node.glyph || node.glyph.includes('?')) node.glyph = one.glyph ?? '';
      } else if (one.is === 'reason' && node?.verdict) {
        node.verdict.reasons.push({ key: one.key, of: one });
      }
    }
    await this.decisive.draw(tree, line);
    this.#summarize(line, found.filter((one) => one.is === 'summary'));
    this.host.changed();
  }

  /** @param {Node[]} line @param {Record<string, string>[]} summaries */
  #summarize(line, summaries) {
    const table = make('table', 'summary');
    const head = make('tr', '');
    head.append(make('td', ''), ...summaries.map(({ color }) => header(t(`js-${color}`), 'col')));
    const rows = ['accuracy', ...COUNTED].map((key) => {
      const row = make('tr', '');
      const value = (/** @type {Record<string, string>} */ side) => (key === 'accuracy' ? `${Math.round(Number(side.accuracy) * 100)} %` : side[key]);
      row.append(header(t(`js-analysis-count-${key}`), 'row'), ...summaries.map((side) => make('td', '', value(side))));
      return row;
    });
    table.append(head, ...rows);
    const bad = line.filter((node) => node.verdict && COUNTED.includes(node.verdict.key));
    const list = make('ol', 'bad-moves');
    list.append(...bad.map((node) => {
      const item = make('li', '');
      const button = /** @type {HTMLButtonElement} */ (make('button', `why ${node.verdict?.key}`));
      button.type = 'button';
      button.append(make('b', '', `${numberOf(node)} ${node.move?.text}${VERDICT_GLYPHS[node.verdict?.key ?? '']}`), ' ', ...keepLines(verdictWords(node)));
      button.addEventListener('click', () => this.host.go(node));
      item.append(button);
      return item;
    }));
    element('summary').replaceChildren(table, bad.length ? list : make('p', 'quiet', t('js-analysis-flawless')));
    element('summary').hidden = false;
    element('write-report').hidden = !bad.length;
  }

  /** Writes the verdicts into the comments and the better lines into the tree. */
  async #write() {
    for (const node of this.host.tree().mainLine()) {
      if (!node.verdict || !COUNTED.includes(node.verdict.key) || !node.parent) continue;
      const said = verdictWords(node);
      if (!node.comment.includes(said)) node.comment = [node.comment, said].filter(Boolean).join(' ');
      await this.host.playLine(node.parent, node.verdict.best.slice(0, LENGTH), 0);
    }
    element('write-report').hidden = true;
    this.host.changed();
  }
}

/** Whether the screen is wide enough to show the report in a column of its own; it has no tab then. */
const hasColumn = () => getComputedStyle(element('tab-report')).display === 'none';

/** @param {string | undefined} text */
const words = (text) => (text ?? '').split(' ').filter(Boolean);

/** @param {string} text @param {'row' | 'col'} scope */
function header(text, scope) {
  const cell = /** @type {HTMLTableCellElement} */ (make('th', '', text));
  cell.scope = scope;
  return cell;
}

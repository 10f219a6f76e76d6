// Import and export of games: pasted, from files, from the server; as text, as a file, as a link.

import { copyFrom } from './copying.js';
import { element } from './elements.js';
import { make } from './movelist.js';
import { RulesError, compose, convert, readGames, readTree, show } from './rules.js';
import { remember } from './storage.js';
import { t } from './texts.js';
import { Tree } from './tree.js';

/**
 * @typedef {import('./tree.js').Node} Node
 *
 * @typedef {object} Host
 * @property {() => Tree} tree
 * @property {() => Node} now
 * @property {(tree: Tree, node?: Node) => Promise<void>} open
 */

const field = (/** @type {string} */ id) => /** @type {HTMLInputElement} */ (document.getElementById(id));

export class Exchange {
  /** @param {Host} host */
  constructor(host) {
    this.host = host;
    element('import').addEventListener('click', () => this.read(field('import-text').value));
    field('import-file').addEventListener('change', () => this.#readFiles([...(field('import-file').files ?? [])]));
    document.addEventListener('dragover', (event) => event.preventDefault());
    document.addEventListener('drop', (event) => {
      event.preventDefault();
      const files = [...(event.dataTransfer?.files ?? [])];
      if (files.length) this.#readFiles(files);
      else this.read(event.dataTransfer?.getData('text/plain') ?? '');
    });
    document.addEventListener('paste', (event) => {
      if (event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement) return;
      this.read(event.clipboardData?.getData('text/plain') ?? '');
    });
    element('format').addEventListener('change', () => this.draw());
    element('download').addEventListener('click', () => this.#download());
    for (const button of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('[data-copy]'))) {
      button.addEventListener('click', () => copy(button));
    }
  }

  /** @param {File[]} files */
  async #readFiles(files) {
    const texts = await Promise.all(files.map((file) => file.text()));
    await this.read(texts.join('\n\n'));
    field('import-file').value = '';
  }

  /** Reads a game file, a list of moves, a code, a position or the name of a layout. @param {string} text */
  async read(text) {
    if (!text.trim()) return;
    element('import-problem').hidden = true;
    element('chooser').hidden = true;
    // A single position can also be read as a game without moves; the name of a layout cannot.
    const single = await show(text.trim().replace(/\s+/g, ' ')).catch(() => null);
    if (single) return this.host.open(new Tree(text.trim().replace(/\s+/g, ' '), single));
    await breathe();
    const games = await readGames(text);
    await breathe();
    const good = games.filter((game) => game.is === 'game');
    const bad = games.filter((game) => game.is === 'error');
    if (!good.length) return this.#complain(bad[0] ? problem(bad[0]) : t('js-analysis-problem-nothing'));
    if (games.length > 1) this.#choose(text, games);
    await this.#open(text, games.indexOf(good[0]) + 1);
  }

  /** @param {string} text @param {number} number */
  async #open(text, number) {
    // Games for more than two have a page of their own.
    if ((await readGames(text))[number - 1]?.teams) return openParty(text, number);
    try {
      const record = await readTree(text, number);
      await breathe();
      await this.host.open(fromRecord(record));
    } catch (error) {
      if (!(error instanceof RulesError)) throw error;
      this.#complain(problem(error.line));
    }
  }

  /** @param {string} words */
  #complain(words) {
    element('import-problem').textContent = words;
    element('import-problem').hidden = false;
    document.getElementById('tab-exchange')?.click();
  }

  /** Offers the games of a file. @param {string} text @param {Record<string, string>[]} games */
  #choose(text, games) {
    element('games').replaceChildren(...games.flatMap((game, i) => {
      if (game.is !== 'game') return [];
      const button = /** @type {HTMLButtonElement} */ (make('button', 'game'));
      button.type = 'button';
      const players = [game['tag-Black'] ?? '?', game['tag-White'] ?? '?'].join(' – ');
      const count = (game.moves ?? '').split(' ').filter(Boolean).length;
      const details = [game['tag-Date'], game['tag-Event'], game.layout, t('js-analysis-plies', { count }), game.result].filter(Boolean).join(' · ');
      button.append(make('b', '', `${i + 1}. ${players}`), ' ', make('span', 'quiet', details));
      button.addEventListener('click', () => this.#open(text, i + 1));
      const item = make('li', '');
      item.append(button);
      return [item];
    }));
    element('problems').replaceChildren(...games.filter((game) => game.is === 'error').map((game) => make('li', '', problem(game))));
    element('chooser').hidden = false;
    document.getElementById('tab-exchange')?.click();
  }

  /** Fills in what can be exported: the record, the link, the position. */
  async draw() {
    const [tree, now] = [this.host.tree(), this.host.now()];
    const format = /** @type {HTMLSelectElement} */ (element('format')).value;
    field('link').value = link(tree, now);
    field('export-text').value = await compose(format, tree.lines()).catch((error) => {
      if (!(error instanceof RulesError)) throw error;
      return error.line.problem === 'no-code' ? t('js-analysis-no-code') : problem(error.line);
    });
    await drawPositions('now', tree.game(now));
  }

  #download() {
    const format = /** @type {HTMLSelectElement} */ (element('format')).value.split(' ')[0];
    const name = [this.host.tree().tags.Black, this.host.tree().tags.White].filter(Boolean).join('-').replace(/[^\p{L}\p{N}-]+/gu, '_');
    const anchor = document.createElement('a');
    anchor.href = URL.createObjectURL(new Blob([field('export-text').value, '\n'], { type: 'text/plain' }));
    anchor.download = `${name || 'sumito'}.${{ apgn: 'apgn', playstrategy: 'pgn' }[format] ?? 'txt'}`;
    anchor.click();
    setTimeout(() => URL.revokeObjectURL(anchor.href), 1000);
  }
}

/** Opens a game for more than two players on its page. @param {string} text of a file @param {number} number of the game */
function openParty(text, number) {
  remember('sumito-party-analysis', JSON.stringify({ record: text, number }));
  location.assign('/analysis/party');
}

/** The address of a position with the moves that led there. @param {Tree} tree @param {Node} now */
export function link(tree, now) {
  const moves = tree.moves(now);
  const query = new URLSearchParams({ position: tree.start });
  if (tree.rules) query.set('rules', tree.rules);
  if (moves.length) query.set('moves', moves.join(' '));
  return `${location.origin}/analysis?${query}`;
}

/** Keeps the control that shares a position up to date. @param {Tree} tree @param {Node} now */
export function tellShare(tree, now) {
  const way = document.getElementById('share-way');
  if (way instanceof HTMLAnchorElement) way.href = `/share/position${new URL(link(tree, now)).search}`;
}

/** A position in every notation. @param {string} of where on the page @param {string} game */
export async function drawPositions(of, game) {
  const inputs = /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll(`#${of}-texts [data-notation]`));
  for (const input of inputs) input.value = await convert(input.dataset.notation ?? '', game);
}

/** A tree from a record. @param {Awaited<ReturnType<typeof readTree>>} record */
export function fromRecord({ head, start, plies }) {
  const tree = new Tree(head.layout ?? start.text, start, DEFAULT_RULES.includes(head.by ?? '') ? '' : head.by);
  tree.result = head.result ?? '*';
  tree.tags = Object.fromEntries(Object.entries(head).flatMap(([key, value]) => (key.startsWith('tag-') ? [[key.slice(4), value]] : [])));
  tree.root.comment = unescaped(head.comment);
  tree.root.left = head.left ?? '';
  const nodes = [tree.root];
  for (const { fields, move, place } of plies) {
    const node = tree.add(nodes[Number(fields.of)], move, place);
    node.glyph = fields.glyph ?? '';
    node.eval = fields.eval ?? '';
    node.clock = fields.clock ?? '';
    node.comment = unescaped(fields.comment);
    node.before = unescaped(fields.before);
    node.left = fields.left ?? '';
    nodes[Number(fields.id)] = node;
  }
  return tree;
}

/** The default rules, also those of games on the server. */
const DEFAULT_RULES = ['win=6 repetition=3 quiet=off no-move=loses', 'win=6 repetition=3 quiet=off no-move=loses plies=1000'];

/** @param {string | undefined} text */
const unescaped = (text = '') => text.replace(/\\(n|\\)/g, (_, sign) => (sign === 'n' ? '\n' : '\\'));

/** Lets the page respond between two pieces of work, because a file may be large. */
const breathe = () => new Promise((resolve) => setTimeout(resolve));

/** What is wrong with a game, in the reader's language. @param {Record<string, string>} line */
function problem(line) {
  const what = line.key ? t(`illegal-${line.key}`, { cell: line.cell ?? '' }) : t(`js-analysis-problem-${line.problem ?? 'nothing'}`, { text: line.text ?? '' });
  const why = line.expected ? `${what} ${t(`js-analysis-expected-${line.expected}`, { example: '[Black "Ada"]' })}` : what;
  if (!line.line) return why;
  const move = line.number ? `${line.number}${line.color === 'white' ? '...' : '.'} ${line.text ?? ''}` : '';
  return [t('js-analysis-problem-where', { game: line.game, line: line.line, character: Number(line.at) + 1 }), move, why].filter(Boolean).join(' · ');
}

/** @param {HTMLElement} button */
async function copy(button) {
  const source = /** @type {HTMLInputElement} */ (document.getElementById(button.dataset.copy ?? ''));
  await copyFrom(source);
  const words = button.textContent;
  button.textContent = t('js-analysis-copied');
  setTimeout(() => (button.textContent = words), 1500);
}

// Time controls and rules in words, the same as crates/sumito-server/src/pages/controls.rs on the server.

import { t } from './texts.js';

/** A game is drawn at this many plies, as on the server. */
const MAX_PLIES = 1000;

/** The words for a control in its text form, such as `300+3`. @param {string} control */
export function controlWords(control) {
  if (!control) return '';
  if (control === 'none') return t('js-control-none');
  const [, main, sign, first, second] = /^(\d+)(?:([+db/])(\d+)?(?:x(\d+))?)?$/.exec(control) ?? [];
  if (sign === 'd' && !first) return t('js-control-days', { days: main });
  const span = Number(main) % 60 ? `${main} s` : `${Number(main) / 60} min`;
  switch (sign) {
    case '+': return t('js-control-fischer', { main: span, extra: first });
    case 'd': return t('js-control-delay', { main: span, extra: first });
    case 'b': return t('js-control-bronstein', { main: span, extra: first });
    case '/': return t('js-control-byo-yomi', { main: span, periods: first, extra: second });
    default: return span;
  }
}

/** The clock chosen in the form for new games, in its text form; empty if a custom one is not valid. @param {HTMLFormElement} form */
export function chosenControl(form) {
  const chosen = new FormData(form);
  const value = (/** @type {string} */ name) => String(chosen.get(name) ?? '').trim();
  if (value('clock') !== 'own') return value('clock');
  const main = Math.round(Number(value('minutes').replace(',', '.')) * 60);
  const control = {
    fischer: `${main}+${value('seconds')}`, delay: `${main}d${value('seconds')}`, bronstein: `${main}b${value('seconds')}`,
    'byo-yomi': `${main}/${value('periods')}x${value('seconds')}`, days: `${value('days')}d`,
  }[value('own')] ?? `${main}`;
  return /^\d+([+db]\d+|\/\d+x\d+|d)?$/.test(control) ? control : '';
}

/**
 * The text form of the rules chosen in the form for new games: how many ejections win, and after how many moves of each player without one the
 * game is drawn, or `off`.
 * @param {string} marbles @param {string} quiet
 */
export function rulesText(marbles, quiet) {
  // Rules count the moves of both players.
  return `win=${marbles} quiet=${quiet === 'off' ? quiet : 2 * Number(quiet)} plies=${MAX_PLIES}`;
}

/** What is not as usual in rules in their text form, such as `win=4 repetition=3 quiet=100 no-move=loses`. @param {string} rules */
export function rulesWords(rules) {
  const [, marbles] = /\bwin=(\d+)/.exec(rules) ?? [];
  const [, plies] = /\bquiet=(\d+)/.exec(rules) ?? [];
  const [, length] = /\bplies=(\d+)/.exec(rules) ?? [];
  return [
    ...(marbles && marbles !== '6' ? [t('js-rules-win', { marbles })] : []),
    ...(plies ? [t('js-rules-quiet', { moves: Math.ceil(Number(plies) / 2) })] : []),
    ...(length && length !== String(MAX_PLIES) ? [t('js-rules-length', { moves: Math.ceil(Number(length) / 2) })] : []),
  ];
}

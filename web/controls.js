// Time controls and rules in words, the same as crates/sumito-server/src/pages/controls.rs on the server.

import { t } from './texts.js';

/** The words for a control in its text form, such as `300+3`. @param {string} control */
export function controlWords(control) {
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

/** What is not as usual in rules in their text form, such as `win=4 repetition=3 quiet=100 no-move=loses`. @param {string} rules */
export function rulesWords(rules) {
  const [, marbles] = /\bwin=(\d+)/.exec(rules) ?? [];
  const [, plies] = /\bquiet=(\d+)/.exec(rules) ?? [];
  const [, length] = /\bplies=(\d+)/.exec(rules) ?? [];
  return [
    ...(marbles && marbles !== '6' ? [t('js-rules-win', { marbles })] : []),
    ...(plies ? [t('js-rules-quiet', { moves: Math.ceil(Number(plies) / 2) })] : []),
    ...(length && length !== '1000' ? [t('js-rules-length', { moves: Math.ceil(Number(length) / 2) })] : []),
  ];
}

// Why the server refuses something, in the reader's language. It gives a key; its English words are for programs.

import { has, t } from './texts.js';

/** @param {{ key: string, cell?: string | null }} refusal */
export function refusalWords({ key, cell }) {
  const known = [`refusal-${key}`, `illegal-${key}`].find(has);
  return t(known ?? 'refusal-other', { cell: cell ?? '' });
}

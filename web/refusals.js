// The server's refusals in the reader's language. The server sends a key; its English message is for programs.

import { has, t } from './texts.js';

/** @param {{ key: string, cell?: string | null }} refusal */
export function refusalWords({ key, cell }) {
  const known = [`refusal-${key}`, `illegal-${key}`].find(has);
  return t(known ?? 'refusal-other', { cell: cell ?? '' });
}

/** Why the rules forbid a move. @param {{ key: string, cell?: string | null }} reason */
export const illegalWords = ({ key, cell }) => t(`illegal-${key}`, { cell: cell ?? '' });

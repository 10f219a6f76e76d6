// The reader of the page. A cached page contains no reader; there it is whoever read last.

import { afterPaint } from './later.js';
import { recall, remember } from './storage.js';

const PLACE = 'sumito-account';
const { dataset } = document.documentElement;

/** Whether this page is such a copy. */
export const isKept = dataset.kept !== undefined;

/** The reader's account; empty without one. */
export const account = isKept ? (recall(PLACE) ?? '') : (dataset.account ?? '');

afterPaint(() => account !== (recall(PLACE) ?? '') && remember(PLACE, account));

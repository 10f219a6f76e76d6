// Who reads the page. A copy that the browser has kept for want of a connection was made for nobody: there it is who read last.

import { afterPaint } from './later.js';
import { recall, remember } from './storage.js';

const PLACE = 'sumito-account';
const { dataset } = document.documentElement;

/** Whether this page is such a copy. */
export const isKept = dataset.kept !== undefined;

/** The reader's account; empty without one. */
export const account = isKept ? (recall(PLACE) ?? '') : (dataset.account ?? '');

afterPaint(() => account !== (recall(PLACE) ?? '') && remember(PLACE, account));

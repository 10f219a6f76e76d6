// The reader of the page. A page from the offline cache does not name one, so it is the last known reader.

import { afterPaint } from './later.js';
import { recall, remember } from './storage.js';

const PLACE = 'sumito-account';
const { dataset } = document.documentElement;

/** Whether this page comes from the offline cache. */
export const isKept = dataset.kept !== undefined;

/** The reader's account; empty without one. */
export const account = isKept ? (recall(PLACE) ?? '') : (dataset.account ?? '');

afterPaint(() => account !== (recall(PLACE) ?? '') && remember(PLACE, account));

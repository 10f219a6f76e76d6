// Who reads the page. A copy that the browser has kept for want of a connection was made for nobody: there it is who read last.

import { recall, remember } from './storage.js';

const PLACE = 'sumito-account';
const { dataset } = document.documentElement;

/** Whether this page is such a copy. */
export const isKept = dataset.kept !== undefined;

const last = recall(PLACE) ?? '';

/** The reader's account; empty without one. */
export const account = isKept ? last : (dataset.account ?? '');

if (account !== last) remember(PLACE, account);

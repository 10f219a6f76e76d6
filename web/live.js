// The board and the rules together, for pages on which a picture comes to life only when somebody touches it.

import './board.js';

export * from './rules.js';

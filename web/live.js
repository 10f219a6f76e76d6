// The board and the rules together, for pages whose figures become interactive when somebody touches them.

import './board.js';

export * from './rules.js';

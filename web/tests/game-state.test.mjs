// What the messages of the server do to the state of a game.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stateAfter } from '../game-state.js';

const STATE = { game: 'abcdefghij', version: 3, status: 'playing', turn: 'white', moves: ['a1b2'], names: 'kept' };

test('a move is added, with what the event says about the game after it', () => {
  const after = stateAfter(STATE, { type: 'event', event: 'moved', version: 4, status: 'playing', turn: 'black', move: 'i5h5', secret: 'dropped' });
  assert.deepEqual(after, { ...STATE, version: 4, turn: 'black', moves: ['a1b2', 'i5h5'] });
  assert.deepEqual(STATE.moves, ['a1b2'], 'the state before is as it was');
});

test('moves are taken back, departures stand among them, and a new draw of seats replaces them', () => {
  for (const [event, moves] of /** @type {[object, string[]][]} */ ([
    [{ event: 'took-back', ply: 0 }, []],
    [{ event: 'resigned', word: 'White:resigned' }, ['a1b2', 'White:resigned']],
    [{ event: 'offered' }, ['a1b2']],
    [{ event: 'drawn', moves: ['c3c4'] }, ['c3c4']],
  ])) assert.deepEqual(stateAfter(STATE, event).moves, moves);
});

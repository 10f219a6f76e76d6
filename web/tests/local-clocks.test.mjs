// The clocks of a party at one screen.

import assert from 'node:assert/strict';
import { test } from 'node:test';

// The texts of the page, of which these functions need none.
Object.assign(globalThis, { document: { getElementById: () => ({ textContent: '{}' }), documentElement: { lang: 'en' } } });
const { fullClocks, isControl, isUp, moved, thought } = await import('../local-clocks.js');

/** @param {string} control */
const full = (control) => {
  const left = fullClocks(control, ['blue'])?.blue;
  assert(left);
  return left;
};

test('every seat starts with the same time, and without a clock there is none', () => {
  const clocks = fullClocks('300+3', ['black', 'white', 'blue']);
  assert.deepEqual(Object.keys(clocks ?? {}), ['black', 'white', 'blue']);
  assert.deepEqual(clocks?.blue, { free: 0, main: 300_000, period: 0, periods: 0 });
  assert.equal(fullClocks('none', ['black']), null);
  assert.equal(fullClocks('3d', ['black']), null);
});

/** The main time and the free time after a move that took some seconds, by the time control. */
test('a move costs time, and each kind of clock gives some back', () => {
  for (const [control, seconds, main, free] of /** @type {[string, number, number, number][]} */ ([
    ['600', 7, 593, 0],
    ['300+3', 7, 296, 0],
    ['300+3', 1, 302, 0],
    ['360d2', 7, 355, 2],
    ['360d2', 1, 360, 2],
    ['300b3', 7, 296, 0],
    ['300b3', 1, 300, 0],
  ])) {
    const left = moved(control, full(control), seconds * 1000);
    assert.deepEqual([left.main / 1000, left.free / 1000], [main, free], `${control} after ${seconds} s`);
  }
});

test('byo-yomi begins when the main time is over, and a period that is kept is full again', () => {
  const overtime = moved('60/3x30', full('60/3x30'), 80_000);
  assert.deepEqual(overtime, { free: 0, main: 0, period: 30_000, periods: 3 });
  const fewer = moved('60/3x30', overtime, 40_000);
  assert.deepEqual(fewer, { free: 0, main: 0, period: 30_000, periods: 2 });
  assert(!isUp(thought('60/3x30', fewer, 59_000)));
  assert(isUp(thought('60/3x30', fewer, 60_000)));
});

test('time is up when nothing is left, and not before', () => {
  assert(!isUp(thought('60', full('60'), 59_999)));
  assert(isUp(thought('60', full('60'), 60_000)));
  assert(!isUp(thought('60d2', full('60d2'), 61_000)));
  assert(isUp(thought('60d2', full('60d2'), 62_000)));
});

test('a time control is read within the limits of the server', () => {
  for (const control of ['600', '1', '86400', '300+3', '360d2', '300b3', '600/3x30', '0/1x1']) assert(isControl(control), control);
  for (const control of ['', 'soon', '0', '86401', '300+', '300+0', '300+3601', '360d', '300+3x2', '600/3', '600/0x30', '600/21x30', '3d', 'none', '-5', '3 00']) assert(!isControl(control), control);
});

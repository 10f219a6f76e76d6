// The keys of both analysis boards.

import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';

const page = new EventTarget();
Object.assign(globalThis, { document: page });
const { watchStepKeys } = await import('../step-keys.js');

/** What the keys did. @type {string[]} */ let done = [];
/** Whether there are variations to go up and down to. */ let hasVariations = true;
beforeEach(() => {
  done = [];
  hasVariations = true;
});
watchStepKeys((way) => {
  done.push(way);
  return !/up|down/.test(way) || hasVariations;
}, { f: () => done.push('turned') });

/** Presses a key; returns whether the page took it. @param {string} key @param {{ inside?: string, ctrlKey?: boolean }} [how]  what has the focus */
function press(key, { inside, ctrlKey = false } = {}) {
  const event = Object.assign(new Event('keydown', { cancelable: true }), { key, ctrlKey, metaKey: false, altKey: false });
  Object.defineProperty(event, 'target', { value: { closest: (/** @type {string} */ places) => (inside && places.includes(inside) ? {} : null) } });
  page.dispatchEvent(event);
  return event.defaultPrevented;
}

test('arrows, Home and End step, and letters do what the page says, in either case', () => {
  for (const key of ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End', 'f', 'F']) assert(press(key), key);
  assert.deepEqual(done, ['back', 'next', 'up', 'down', 'first', 'last', 'turned', 'turned']);
});

test('other keys, and keys that are meant for something else, are left alone', () => {
  assert(!press('q'));
  assert(!press('f', { ctrlKey: true }));
  for (const inside of ['input', 'textarea', 'sumito-board', '[role=tab]']) assert(!press('ArrowLeft', { inside }), inside);
  assert.deepEqual(done, []);
});

test('without variations the page scrolls up and down', () => {
  hasVariations = false;
  assert(!press('ArrowUp'));
  assert(press('ArrowLeft'));
});

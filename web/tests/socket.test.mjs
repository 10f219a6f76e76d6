// The connection to the server, with a clock and a WebSocket that the test controls.

import assert from 'node:assert/strict';
import { beforeEach, mock, test } from 'node:test';

/** A WebSocket with the test at the other end. */
class FakeSocket extends EventTarget {
  static CONNECTING = 0;
  static OPEN = 1;
  static CLOSED = 3;
  /** @type {FakeSocket[]} */ static all = [];
  readyState = FakeSocket.CONNECTING;
  /** @type {any[]} */ sent = [];

  /** @param {URL} url */
  constructor(url) {
    super();
    this.url = String(url);
    FakeSocket.all.push(this);
  }

  /** @param {string} text */
  send(text) {
    this.sent.push(JSON.parse(text));
  }

  close() {
    this.readyState = FakeSocket.CLOSED;
  }

  open() {
    this.readyState = FakeSocket.OPEN;
    this.dispatchEvent(new Event('open'));
  }

  /** @param {unknown} message */
  say(message) {
    this.dispatchEvent(Object.assign(new Event('message'), { data: JSON.stringify(message) }));
  }

  /** The server or the network ends it. */
  cut() {
    this.readyState = FakeSocket.CLOSED;
    this.dispatchEvent(new Event('close'));
  }
}

/** The browser's globals, new for each test. */
let [events, page] = [new EventTarget(), Object.assign(new EventTarget(), { visibilityState: 'visible' })];
Object.assign(globalThis, {
  WebSocket: FakeSocket,
  window: globalThis,
  location: { href: 'http://sumito.test/game/x' },
  addEventListener: (/** @type {string} */ type, /** @type {() => void} */ act) => events.addEventListener(type, act),
});
Object.defineProperty(globalThis, 'document', { get: () => page });

const { Socket } = await import('../socket.js');

/** The page's notifications about the connection. @type {boolean[]} */ let told = [];
let version = 0;
/** @type {InstanceType<typeof Socket>} */ let line;
const last = () => FakeSocket.all[FakeSocket.all.length - 1];
const wait = (/** @type {number} */ time) => mock.timers.tick(time);

beforeEach(() => {
  mock.timers.reset();
  mock.timers.enable({ apis: ['setTimeout'] });
  mock.method(Math, 'random', () => 0.5);
  [told, version, FakeSocket.all] = [[], 0, []];
  [events, page] = [new EventTarget(), Object.assign(new EventTarget(), { visibilityState: 'visible' })];
  line = new Socket(() => `/api/games/x/socket?since=${version}`, (up) => told.push(up));
  line.begin();
});

/** An open connection. */
function connect() {
  last().open();
  last().say({ type: 'state' });
}

test('messages reach those who asked for their type', () => {
  /** @type {string[]} */
  const heard = [];
  line.on('state', () => heard.push('state'));
  line.on('event', ({ version }) => heard.push(`event ${version}`));
  line.on('event', ({ version }) => heard.push(`again ${version}`));
  connect();
  last().say({ type: 'event', version: 7 });
  last().say({ type: 'unknown' });
  assert.deepEqual(heard, ['state', 'event 7', 'again 7']);
  assert.deepEqual(told, [true]);
});

test('a line that was cut is opened again, with what the page has seen, later each time and never all at once', () => {
  connect();
  version = 17;
  last().cut();
  assert.deepEqual(told, [true, false]);
  for (const pause of [300, 600, 1200, 2400, 4800, 9600, 10_000, 10_000]) {
    const count = FakeSocket.all.length;
    wait(pause - 1);
    assert.equal(FakeSocket.all.length, count, `a try before ${pause} ms`);
    wait(1);
    assert.equal(FakeSocket.all.length, count + 1, `no try after ${pause} ms`);
    assert.match(last().url, /^ws:\/\/sumito.test\/api\/games\/x\/socket\?since=17$/);
    last().cut();
  }
  // After a success, the next failure counts as the first again.
  wait(10_000);
  connect();
  assert.deepEqual(told, [true, false, true]);
  mock.method(Math, 'random', () => 0.99);
  last().cut();
  const count = FakeSocket.all.length;
  wait(440);
  assert.equal(FakeSocket.all.length, count);
  wait(10);
  assert.equal(FakeSocket.all.length, count + 1);
});

test('a line that is dead without a word is shown after four seconds, and opened again', () => {
  connect();
  wait(2500);
  assert.deepEqual(last().sent, [{ do: 'ping', id: 1 }]);
  wait(1499);
  assert.deepEqual(told, [true]);
  wait(1);
  assert.deepEqual(told, [true, false]);
  assert.equal(line.isUp, false);
  // It may only be slow.
  last().say({ type: 'done', id: 1, version: 3 });
  assert.deepEqual(told, [true, false, true]);
  wait(2500);
  wait(5000);
  assert.equal(last().readyState, FakeSocket.CLOSED);
  wait(300);
  assert.equal(FakeSocket.all.length, 2);
});

test('the browser says that the network is gone: the page knows soon after', () => {
  connect();
  events.dispatchEvent(new Event('offline'));
  assert.equal(last().sent.length, 1);
  wait(1500);
  assert.deepEqual(told, [true, false]);
  // The network is back, and the line with it.
  last().cut();
  events.dispatchEvent(new Event('online'));
  assert.equal(FakeSocket.all.length, 2);
  connect();
  assert.deepEqual(told, [true, false, true]);
});

test('a page that nobody sees asks less often', () => {
  page.visibilityState = 'hidden';
  connect();
  wait(14_999);
  assert.equal(last().sent.length, 0);
  wait(1);
  assert.equal(last().sent.length, 1);
  page.visibilityState = 'visible';
  // A returning reader wants to know immediately.
  last().say({ type: 'done', id: 1 });
  page.dispatchEvent(new Event('visibilitychange'));
  assert.equal(last().sent.length, 2);
});

test('an answer goes to the one who asked; a cut is an answer too', async () => {
  assert.deepEqual(await line.ask({ do: 'play' }), { type: 'lost' });
  connect();
  const [first, second] = [line.ask({ do: 'play', move: 'a1b2', version: 4 }), line.ask({ do: 'resign' })];
  assert.deepEqual(last().sent.map(({ id, ...action }) => [id, action.do]), [[1, 'play'], [2, 'resign']]);
  last().say({ type: 'refused', key: 'stale', id: 2 });
  assert.equal((await second).type, 'refused');
  last().cut();
  assert.deepEqual(await first, { type: 'lost' });
});

test('a line that never opens is given up and tried again', () => {
  wait(3000);
  assert.deepEqual(told, [false]);
  wait(7000);
  assert.equal(last().readyState, FakeSocket.CLOSED);
  wait(300);
  assert.equal(FakeSocket.all.length, 2);
});

test('what an old line says after the line was opened again is not heard', () => {
  let states = 0;
  line.on('state', () => (states += 1));
  connect();
  const old = last();
  line.open();
  old.say({ type: 'state' });
  old.cut();
  assert.equal(states, 1);
  connect();
  assert.equal(states, 2);
  assert.deepEqual(told, [true]);
  assert.equal(FakeSocket.all.length, 2);
});

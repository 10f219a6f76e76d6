// The connection of a page to the server: a WebSocket that reconnects, quickly notices a dead connection, and passes each message to the
// handler for its type. A page has one; game and lobby share this code.

/**
 * @typedef {{ type: 'done', version: number } | { type: 'refused', key: string, message: string, cell: string | null } | { type: 'lost' }} Reply
 *   `lost`: the connection broke before the reply; the action may or may not have been done
 */

/** The shortest and the longest wait before a reconnect, in milliseconds. */
const [SOON, LATE] = [300, 10_000];
/** After this much silence the connection is probed; less often in a hidden tab. */
const [QUIET, QUIET_UNSEEN] = [2_500, 15_000];
/** After the first time without a reply, the page shows that the connection is in doubt; after the second, it reconnects. */
const [DOUBT, PATIENCE] = [1_500, 5_000];

export class Socket {
  /** @type {WebSocket | null} */ #socket = null;
  /** @type {Map<string, ((message: any) => void)[]>} */ #listeners = new Map();
  /** Pending replies by the id of the action. @type {Map<number, (answer: Reply) => void>} */ #asked = new Map();
  #id = 0;
  #tries = 0;
  #ended = false;
  /** Whether the page shows the server as reachable; null until that is first known. @type {boolean | null} */ #up = null;
  /** The timer that reconnects, or gives up a connection that does not open. */ #retry = 0;
  /** The timer that probes a silent connection. */ #quiet = 0;
  /** The timer that puts an unresponsive connection in doubt. */ #doubt = 0;
  /** @type {() => string} */ #address;
  /** @type {(up: boolean) => void} */ #tellUp;

  /**
   * @param {() => string} address          the current address, including what the page has already seen
   * @param {(up: boolean) => void} tellUp  called when the connection breaks or is in doubt, and when it is back
   */
  constructor(address, tellUp) {
    this.#address = address;
    this.#tellUp = tellUp;
    window.addEventListener('online', () => this.#hurry());
    window.addEventListener('offline', () => this.#probe());
    // A page restored from the back-forward cache has missed everything; a new page calls `begin`.
    window.addEventListener('pageshow', (event) => event.persisted && this.#hurry());
    window.addEventListener('pagehide', () => this.#drop());
    document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && this.#hurry());
  }

  /** Whether the server is reachable, as far as known. */
  get isUp() {
    return this.#up === true;
  }

  get #isOpen() {
    return this.#socket?.readyState === WebSocket.OPEN;
  }

  /** Calls `hear` with every message of a type. @param {string} type @param {(message: any) => void} hear */
  on(type, hear) {
    this.#listeners.set(type, [...(this.#listeners.get(type) ?? []), hear]);
  }

  /** Connects, unless that has been done before. */
  begin() {
    if (!this.#socket) this.open();
  }

  /** Connects, or reconnects: the server then sends the whole state again, for the current reader. */
  open() {
    this.#drop();
    if (this.#ended) return;
    const url = new URL(this.#address(), location.href);
    url.protocol = url.protocol.replace('http', 'ws');
    const socket = new WebSocket(url);
    this.#socket = socket;
    socket.addEventListener('message', (event) => this.#socket === socket && this.#hear(JSON.parse(event.data)));
    socket.addEventListener('close', () => this.#socket === socket && this.#lose());
    // A connection that does not open reports that only when the system gives up.
    this.#retry = window.setTimeout(() => this.#lose(), 2 * PATIENCE);
    this.#expectAnswer(2 * DOUBT);
  }

  /** Disconnects: nothing more will come. */
  end() {
    this.#ended = true;
    this.#drop();
  }

  /** Waits until a connection that is being opened is open or has failed. */
  opened() {
    if (!this.#tries) this.begin();
    const socket = this.#socket;
    if (socket?.readyState !== WebSocket.CONNECTING) return Promise.resolve();
    return new Promise((resolve) => {
      for (const end of ['open', 'close']) socket.addEventListener(end, resolve, { once: true });
      setTimeout(resolve, PATIENCE);
    });
  }

  /** Sends an action. @param {Record<string, unknown>} action @returns {Promise<Reply>} */
  ask(action) {
    if (!this.#isOpen) return Promise.resolve({ type: 'lost' });
    const id = ++this.#id;
    this.#socket?.send(JSON.stringify({ ...action, id }));
    this.#expectAnswer(DOUBT);
    setTimeout(() => this.#asked.has(id) && this.#lose(), PATIENCE);
    return new Promise((resolve) => this.#asked.set(id, resolve));
  }

  /** @param {any} message */
  #hear(message) {
    for (const timer of [this.#retry, this.#quiet, this.#doubt]) clearTimeout(timer);
    this.#doubt = 0;
    this.#tries = 0;
    this.#quiet = window.setTimeout(() => this.#probe(), document.visibilityState === 'visible' ? QUIET : QUIET_UNSEEN);
    const answered = this.#asked.get(message.id);
    if (answered && (message.type === 'done' || message.type === 'refused')) {
      this.#asked.delete(message.id);
      answered(message);
    }
    for (const hear of this.#listeners.get(message.type) ?? []) hear(message);
    this.#setUp(true);
  }

  /** @param {boolean} up */
  #setUp(up) {
    if (up === this.#up) return;
    this.#up = up;
    this.#tellUp(up);
  }

  /** Puts the connection in doubt if nothing arrives for this long. @param {number} time */
  #expectAnswer(time) {
    this.#doubt ||= window.setTimeout(() => this.#setUp(false), time);
  }

  /** Abandons the connection; pending replies become `lost`. */
  #drop() {
    for (const timer of [this.#retry, this.#quiet, this.#doubt]) clearTimeout(timer);
    this.#doubt = 0;
    const socket = this.#socket;
    this.#socket = null;
    // A dead connection takes a while to close; do not wait for it.
    socket?.close();
    for (const answered of this.#asked.values()) answered({ type: 'lost' });
    this.#asked.clear();
  }

  #lose() {
    this.#drop();
    this.#setUp(false);
    // When a server restarts, everybody loses it at the same moment, and should not reconnect at the same moment.
    const wait = Math.min(LATE, SOON * 2 ** this.#tries) * (0.5 + Math.random());
    this.#tries += 1;
    this.#retry = window.setTimeout(() => this.open(), wait);
  }

  /** The page woke up: reconnects immediately if the connection is broken, otherwise probes it. */
  #hurry() {
    if (this.#isOpen) return this.#probe();
    this.#tries = 0;
    if (this.#socket?.readyState !== WebSocket.CONNECTING) this.open();
  }

  #probe() {
    this.ask({ do: 'ping' });
  }
}

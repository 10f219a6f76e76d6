// The connection of a page to the server: a WebSocket that reconnects, quickly notices a dead connection, and passes each message to the
// handler for its type. A page has one; game and lobby share this code.

/**
 * @typedef {{ type: 'done', version: number } | { type: 'refused', key: string, message: string, cell: string | null } | { type: 'lost' }} Reply
 *   `lost`: the line broke before an answer came; what was asked may have been done or not
 */

/** The first wait before another try, and the longest. */
const [SOON, LATE] = [300, 10_000];
/** A line that is silent for this long is asked for a sign of life; less often by a page that nobody sees. */
const [QUIET, QUIET_UNSEEN] = [2_500, 15_000];
/** Without an answer for this long the line is in doubt, and the page shows it; after the second time it is given up. */
const [DOUBT, PATIENCE] = [1_500, 5_000];

export class Socket {
  /** @type {WebSocket | null} */ #socket = null;
  /** @type {Map<string, ((message: any) => void)[]>} */ #listeners = new Map();
  /** Those who wait for an answer, by the number of what they asked. @type {Map<number, (answer: Reply) => void>} */ #asked = new Map();
  #id = 0;
  #tries = 0;
  /** Whether the page shows that the server is there; null until that was known once. @type {boolean | null} */ #up = null;
  /** Opens the line again, or gives up one that does not open. */ #retry = 0;
  /** Asks a silent line for a sign of life. */ #quiet = 0;
  /** Doubts a line that does not answer. */ #doubt = 0;
  /** @type {() => string} */ #address;
  /** @type {(up: boolean) => void} */ #tellUp;

  /**
   * @param {() => string} address          where the line leads now: a page says in it what it has seen
   * @param {(up: boolean) => void} tellUp  what the page does when the line breaks or is in doubt, and when it is back
   */
  constructor(address, tellUp) {
    this.#address = address;
    this.#tellUp = tellUp;
    window.addEventListener('online', () => this.#hurry());
    window.addEventListener('offline', () => this.#probe());
    // A page that comes out of the browser's memory has missed everything; a new one calls `begin`.
    window.addEventListener('pageshow', (event) => event.persisted && this.#hurry());
    window.addEventListener('pagehide', () => this.#drop());
    document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && this.#hurry());
  }

  /** Whether the server answers, as far as anybody knows. */
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

  /** Opens the line unless it was opened before. */
  begin() {
    if (!this.#socket) this.open();
  }

  /** Opens the line, even if it is open: the server then says everything again, to whoever the reader is by now. */
  open() {
    this.#drop();
    const url = new URL(this.#address(), location.href);
    url.protocol = url.protocol.replace('http', 'ws');
    const socket = new WebSocket(url);
    this.#socket = socket;
    socket.addEventListener('message', (event) => this.#socket === socket && this.#hear(JSON.parse(event.data)));
    socket.addEventListener('close', () => this.#socket === socket && this.#lose());
    // A line that does not open says so only when the system gives up.
    this.#retry = window.setTimeout(() => this.#lose(), 2 * PATIENCE);
    this.#expectAnswer(2 * DOUBT);
  }

  /** Waits for a line that is being opened: until it is there, or broken. */
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

  /** The line is in doubt if nothing is heard for so long. @param {number} time */
  #expectAnswer(time) {
    this.#doubt ||= window.setTimeout(() => this.#setUp(false), time);
  }

  /** Leaves the line as it is, and tells those who wait for an answer. */
  #drop() {
    for (const timer of [this.#retry, this.#quiet, this.#doubt]) clearTimeout(timer);
    this.#doubt = 0;
    const socket = this.#socket;
    this.#socket = null;
    // A line that is dead would not even close for a while: nobody waits for it.
    socket?.close();
    for (const answered of this.#asked.values()) answered({ type: 'lost' });
    this.#asked.clear();
  }

  #lose() {
    this.#drop();
    this.#setUp(false);
    // Everybody loses a server that restarts at the same moment, and should not come back at the same moment.
    const wait = Math.min(LATE, SOON * 2 ** this.#tries) * (0.5 + Math.random());
    this.#tries += 1;
    this.#retry = window.setTimeout(() => this.open(), wait);
  }

  /** Something woke the page: tries at once if the line is broken, else finds out whether it is. */
  #hurry() {
    if (this.#isOpen) return this.#probe();
    this.#tries = 0;
    if (this.#socket?.readyState !== WebSocket.CONNECTING) this.open();
  }

  #probe() {
    this.ask({ do: 'ping' });
  }
}

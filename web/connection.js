// The connection of a page to a game: a socket that comes back by itself, and answers to what was asked over it.

/**
 * @typedef {{ type: 'done', version: number } | { type: 'refused', key: string, cell: string | null } | { type: 'lost' }} Answer
 *   `lost`: the line broke before an answer came; what was asked may have been done or not
 *
 * @typedef {object} Host  the page
 * @property {() => number} version           which version of the game it has seen
 * @property {(message: any) => void} hear    what it does with what the server tells
 * @property {(up: boolean) => void} up       what it does when the line breaks or is back
 */

/** The first wait before another try, and the longest. */
const [SOON, LATE] = [300, 8_000];
/** How often a quiet line is asked for a sign of life, and how long an answer may take. */
const [QUIET, PATIENCE] = [8_000, 4_000];

export class Connection {
  /** @type {WebSocket | null} */ #socket = null;
  /** @type {Map<number, (answer: Answer) => void>} */ #asked = new Map();
  #id = 0;
  #tries = 0;
  #timer = 0;
  #heard = 0;
  /** @type {string} */ #path;
  /** @type {Host} */ #host;

  /** @param {string} path  of the socket @param {Host} host */
  constructor(path, host) {
    this.#path = path;
    this.#host = host;
    window.addEventListener('online', () => this.#hurry());
    window.addEventListener('offline', () => this.#probe());
    // A page that comes out of the browser's memory; a new one begins by itself.
    window.addEventListener('pageshow', (event) => event.persisted && this.#hurry());
    window.addEventListener('pagehide', () => this.#drop());
    document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && this.#hurry());
    setInterval(() => performance.now() - this.#heard > QUIET && this.#probe(), QUIET / 2);
  }

  get isUp() {
    return this.#socket?.readyState === WebSocket.OPEN;
  }

  /** Opens the line unless somebody has. */
  begin() {
    if (!this.#socket) this.open();
  }

  /** Opens the line, anew if it is open: who asks may have become somebody else. */
  open() {
    this.#drop();
    const url = new URL(`${this.#path}?since=${this.#host.version()}`, location.href);
    url.protocol = url.protocol.replace('http', 'ws');
    const socket = new WebSocket(url);
    this.#socket = socket;
    socket.addEventListener('message', (event) => this.#socket === socket && this.#hear(JSON.parse(event.data)));
    socket.addEventListener('close', () => this.#socket === socket && this.#lost());
    // A line that does not open says so only when the system gives up.
    this.#timer = window.setTimeout(() => this.#socket === socket && !this.isUp && this.#lost(), 2 * PATIENCE);
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

  /** Sends an action. @param {Record<string, unknown>} action @returns {Promise<Answer>} */
  ask(action) {
    const id = ++this.#id;
    if (!this.isUp) return Promise.resolve({ type: 'lost' });
    this.#socket?.send(JSON.stringify({ version: this.#host.version(), ...action, id }));
    return new Promise((resolve) => {
      this.#asked.set(id, resolve);
      setTimeout(() => this.#asked.has(id) && this.#lost(), PATIENCE);
    });
  }

  /** @param {any} message */
  #hear(message) {
    this.#heard = performance.now();
    if (message.type === 'state') {
      this.#tries = 0;
      clearTimeout(this.#timer);
    }
    if (message.type === 'done' || message.type === 'refused') {
      this.#asked.get(message.id)?.(message);
      this.#asked.delete(message.id);
      return;
    }
    this.#host.hear(message);
    if (message.type === 'state') this.#host.up(true);
  }

  /** Leaves the line as it is, and tells those who wait for an answer. */
  #drop() {
    clearTimeout(this.#timer);
    const socket = this.#socket;
    this.#socket = null;
    // A line that is dead would not even close for a while: nobody waits for it.
    socket?.close();
    for (const resolve of this.#asked.values()) resolve({ type: 'lost' });
    this.#asked.clear();
  }

  #lost() {
    this.#drop();
    this.#host.up(false);
    const wait = Math.min(LATE, SOON * 2 ** this.#tries++) * (0.75 + Math.random() / 2);
    this.#timer = window.setTimeout(() => this.open(), wait);
  }

  /** Something woke the page: tries at once if the line is broken, else finds out whether it is. */
  #hurry() {
    if (this.isUp) return this.#probe();
    this.#tries = 0;
    if (this.#socket?.readyState !== WebSocket.CONNECTING) this.open();
  }

  #probe() {
    if (this.isUp) this.ask({ do: 'ping' });
  }
}

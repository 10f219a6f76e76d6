// The rules and the engine: `command(line)` goes in, lines come out. crates/sumito-wasm/src/lib.rs describes the commands and the
// lines.

/**
 * @typedef {object} Sumito
 * @property {(line: string, onLine?: (line: string) => void) => string[]} command
 *   Answers a command. Lines are also passed on one by one as they come: a search takes time, so run it in a worker, and terminate the
 *   worker to stop the search.
 */

/**
 * @param {BufferSource} bytes the module, `sumito.wasm`
 * @returns {Promise<Sumito>}
 */
export async function load(bytes) {
  const encoder = new TextEncoder();
  const decoder = new TextDecoder();
  /** @type {(line: string) => void} */
  let tell = () => {};
  const host = {
    now: () => performance.now(),
    /** @type {(text: number, length: number) => void} */
    line: (text, length) => tell(decoder.decode(new Uint8Array(memory.buffer, text, length))),
  };
  const { instance } = await WebAssembly.instantiate(bytes, { host });
  const { memory, input, command } = /** @type {any} */ (instance.exports);
  return {
    command(line, onLine = () => {}) {
      /** @type {string[]} */
      const lines = [];
      tell = (text) => {
        lines.push(text);
        onLine(text);
      };
      const bytes = encoder.encode(line);
      // Allocating may grow the memory, so take the view afterwards.
      const place = input(bytes.length);
      new Uint8Array(memory.buffer, place, bytes.length).set(bytes);
      command();
      return lines;
    },
  };
}

/**
 * Parses a line: `fields('move\ttext=a1b2')` is `{ is: 'move', text: 'a1b2' }`.
 *
 * @param {string} line
 * @returns {Record<string, string>}
 */
export function fields(line) {
  const [is, ...pairs] = line.split('\t');
  const entries = pairs.map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]);
  return { is, ...Object.fromEntries(entries) };
}

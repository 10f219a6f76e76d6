// The module in a worker: the page sends its bytes once and then lines of commands, and gets the answers as they come, and null after the last.

import { load } from './sumito.js';

/** @type {ReturnType<typeof load> | null} */
let ready = null;

onmessage = async ({ data }) => {
  ready ??= load(data.bytes);
  const sumito = await ready;
  for (const line of data.lines) sumito.command(line, (answer) => postMessage(answer));
  postMessage(null);
};

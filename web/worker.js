// The module in a worker: the page sends its bytes once and then command lines, and gets the answers as they come, then null.

import { load } from './sumito.js';

/** @type {ReturnType<typeof load> | null} */
let ready = null;

onmessage = async ({ data }) => {
  ready ??= load(data.bytes);
  const sumito = await ready;
  for (const line of data.lines) sumito.command(line, (answer) => postMessage(answer));
  postMessage(null);
};

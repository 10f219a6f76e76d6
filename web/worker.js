// One search: the page sends the module and the lines of the protocol, and gets the answers as they come.

import { load } from './sumito.js';

onmessage = async ({ data }) => {
  const sumito = await load(data.bytes);
  for (const line of data.lines) sumito.command(line, (answer) => postMessage(answer));
};

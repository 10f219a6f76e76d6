// The commands on standard input, answered by the module, a blank line after each answer: the twin of commands.rs.
//
//     node crates/sumito-wasm/examples/commands.mjs web/sumito.wasm

import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';

import { load } from '../../../web/sumito.js';

const sumito = await load(await readFile(process.argv[2]));
for await (const line of createInterface({ input: process.stdin })) {
  process.stdout.write([...sumito.command(line), '', ''].join('\n'));
}

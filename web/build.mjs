// Joins and minifies what a release sends: `node web/build.mjs FOLDER`. Call it by `cargo xtask web`, which also writes down what the result
// was built from.
//
// Every module that imports frame.js first is the module of a page, and becomes a file of its own; what several of them share becomes a file
// that they share. While the program is worked on, nothing of this is used: the browser gets the modules of this folder as they are.

import { build } from 'esbuild';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const HERE = fileURLToPath(new URL('.', import.meta.url));
/** The newest that every browser understands which can run the pages at all. */
const TARGET = 'es2022';

/** What stands alone: a worker has no page, and the service worker serves all pages. */
const WORKERS = ['worker.js', 'service-worker.js'];

const isPage = (/** @type {string} */ name) => name === 'frame.js' || /^import '\.\/frame\.js';$/m.test(readFileSync(join(HERE, name), 'utf8'));

const [folder] = process.argv.slice(2);
if (!folder) {
  console.error('usage: node web/build.mjs FOLDER');
  process.exit(2);
}
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });

const names = readdirSync(HERE);
const scripts = names.filter((name) => name.endsWith('.js') && !WORKERS.includes(name));
/** @type {import('esbuild').BuildOptions} */
const usual = { absWorkingDir: HERE, outdir: folder, bundle: true, minify: true, write: false, logLevel: 'warning', legalComments: 'none' };

const pages = await build({
  ...usual,
  entryPoints: scripts.filter(isPage),
  format: 'esm',
  target: TARGET,
  splitting: true,
  chunkNames: 'chunk-[hash]',
  metafile: true,
  // What frame.js brings along is there on every page: modules that come later take it from the same file.
  inject: ['frame.js'],
});
const alone = await build({ ...usual, entryPoints: WORKERS, format: 'esm', target: TARGET });
// The fonts keep their addresses: pages carry their styles, and have none of their own.
const styles = await build({ ...usual, entryPoints: names.filter((name) => name.endsWith('.css')), external: ['/web/*'] });

/** A file that several pages share is called after the largest module in it, so that it has the same name in the next version. */
const shared = new Map(Object.entries(pages.metafile.outputs).flatMap(([path, { entryPoint, inputs }]) => {
  const name = basename(path);
  if (!name.startsWith('chunk-')) return [];
  const [largest] = Object.entries(inputs).sort(([, a], [, b]) => b.bytesInOutput - a.bytesInOutput)[0] ?? [];
  return [[name, entryPoint ? basename(entryPoint) : `shared-${basename(largest ?? '')}`]];
}));

for (const { path, text } of [pages, alone, styles].flatMap((built) => built.outputFiles ?? [])) {
  const name = basename(path);
  writeFileSync(join(folder, shared.get(name) ?? name), text.replace(/chunk-\w+\.js/g, (/** @type {string} */ chunk) => shared.get(chunk) ?? chunk));
}

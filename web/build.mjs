// Bundles and minifies the files of a release: `node web/build.mjs FOLDER`. Run it with `cargo xtask web`, which also records what the result
// was built from.
//
// Every module that imports frame.js first is the module of a page, and becomes one file; modules that several of them share become a shared
// file. Debug builds do not use the result: the browser gets the modules of this folder unchanged.

import { build } from 'esbuild';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const HERE = fileURLToPath(new URL('.', import.meta.url));
/** The newest version that is supported by every browser that can run the pages. */
const TARGET = 'es2022';

/** The files that a browser loads at a time from a server without HTTP/2: one more costs a whole round trip. */
const AT_ONCE = 6;

/** Separate bundles: a worker has no page, the service worker serves all pages, and pages in the frames of other sites have none of what frame.js does. */
const ALONE = ['worker.js', 'service-worker.js', 'embed.js', 'embed-party.js', 'embed-tournament.js'];

const isPage = (/** @type {string} */ name) => name === 'frame.js' || /^import '\.\/frame\.js';$/m.test(readFileSync(join(HERE, name), 'utf8'));

const [folder] = process.argv.slice(2);
if (!folder) {
  console.error('usage: node web/build.mjs FOLDER');
  process.exit(2);
}
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });

const names = readdirSync(HERE);
const scripts = names.filter((name) => name.endsWith('.js') && !ALONE.includes(name));
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
  // Every page has the modules that frame.js imports: modules loaded later take them from the same file.
  inject: ['frame.js'],
});
const alone = await build({ ...usual, entryPoints: ALONE, format: 'esm', target: TARGET });
// Keep the addresses of the fonts, because pages include their styles inline.
const styles = await build({ ...usual, entryPoints: names.filter((name) => name.endsWith('.css')), external: ['/web/*'] });

/** The files of a script: its own and those it imports, but not those it loads later. @param {string} path @param {Set<string>} [files] */
function filesOf(path, files = new Set()) {
  if (files.has(path)) return files;
  files.add(path);
  for (const { path: next, kind } of pages.metafile.outputs[path].imports) if (kind === 'import-statement') filesOf(next, files);
  return files;
}

for (const [path, { entryPoint }] of Object.entries(pages.metafile.outputs)) {
  const files = entryPoint ? filesOf(path) : new Set();
  if (files.size <= AT_ONCE) continue;
  console.error(`${entryPoint} needs ${files.size} files, more than ${AT_ONCE}: import modules that several pages share in frame.js, board.js or lines.js`);
  process.exit(1);
}

/** A shared file is named after its largest module, so that it has the same name in the next version. */
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

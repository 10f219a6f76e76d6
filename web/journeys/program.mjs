// The program and the browser for journeys.

import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { createInterface } from 'node:readline';
import { chromium, firefox } from 'playwright-core';

/** The longest wait of a step, in milliseconds: enough for a slow machine, but a page that hangs fails. */
export const PATIENCE = 60_000;
/** The browser's own address bar, which nobody sees: a page in every window that costs as much as one of ours. */
const UNSEEN = 'WebUIOmniboxPopup,WebUIOmniboxAimPopup';
/** What Playwright switches off: a browser obeys only the last list that it is given. */
const UNWANTED = 'AimEnabled,LensOverlay,MediaRouter,NetworkTimeServiceQuerying,OptimizationHints,PaintHolding,Translate';
export const FLAGS = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
  '--disable-component-update', '--disable-sync', `--disable-features=${UNSEEN}`];

/** The program and the data folder of each site, by its address: what its operator has. @type {Map<string, { program: string, data: string }>} */
export const sites = new Map();

/** Starts the site on a free port, with its own database. @param {string} program */
export async function serve(program) {
  const data = mkdtempSync(`${tmpdir()}/sumito-journeys-`);
  process.on('exit', () => rmSync(data, { recursive: true, force: true }));
  const server = spawn(program, ['serve', '--listen', '127.0.0.1:0', '--quiet', '--data', data], { stdio: ['ignore', 'pipe', 'inherit'] });
  const failed = new Promise((_, reject) => {
    server.on('error', reject);
    server.on('exit', (code) => reject(new Error(`${program} serve ended with ${code}`)));
  });
  failed.catch(() => {});
  const address = (async () => {
    for await (const line of createInterface({ input: server.stdout })) {
      const [found] = line.match(/http:\/\/\S+/) ?? [];
      if (found) return found;
    }
    throw new Error(`${program} serve tells no address`);
  })();
  const found = /** @type {string} */ (await Promise.race([address, failed]));
  sites.set(new URL(found).origin, { program, data });
  return { server, address: found };
}

/** A browser without a window: Chromium, or Firefox if the variable BROWSER says so. */
export function browse() {
  if (process.env.BROWSER === 'firefox') {
    return firefox.launch({ channel: 'moz-firefox', executablePath: process.env.FIREFOX ?? '/usr/bin/firefox-esr', timeout: PATIENCE });
  }
  return chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: [...FLAGS, `--disable-features=${UNSEEN},${UNWANTED}`], timeout: PATIENCE });
}

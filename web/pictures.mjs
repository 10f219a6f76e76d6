// The pictures of the README: `node web/pictures.mjs PROGRAM` takes them and writes them to docs/images.

import { browse, serve } from './journeys/program.mjs';
import { ROOT } from './journeys/steps.mjs';

/** A game that two of the engine's levels have played. */
const MOVES = 'a1b2 a4b4 a2b3 b5c5 i9h8 g5h6f5 g8g7 i5h4 i8h7 g3g4 c2c3 e5d5 b2c3 c7c6 b1c2 b6c6 f6g7e6 c6c5 c1d2 d5c4 g8f7 b3c3 d2e3 c3d3 f3f4 i6h5 f7e6 g4f3 d5e5 e2e3 g5f5 f3e2 h8h9g7 h4h5g4 c2c3 b4c5 e6f6 e2e3 h7g6 g4f3'.split(' ');
const SCREEN = { viewport: { width: 1280, height: 800 }, locale: 'en', colorScheme: /** @type {const} */ ('light'), reducedMotion: /** @type {const} */ ('reduce') };

const [program] = process.argv.slice(2);
if (!program) {
  console.error('usage: node web/pictures.mjs PROGRAM');
  process.exit(2);
}
const { server, address } = await serve(program);
const browser = await browse();
try {
  const [black, white] = [await player('Ada'), await player('Grace')];
  const game = await meet(black, white);
  // The opponent is there, so that the page does not say that they are away.
  const opponent = await white.newPage();
  await opponent.goto(`/game/${game}`);
  await opponent.waitForSelector('sumito-board[live]');
  await picture(black, `/game/${game}`, 'play', 'sumito-board[live]');
  await picture(await browser.newContext({ ...SCREEN, baseURL: address }), '/', 'home', '.demo .sumito-marbles');
  await picture(white, '/learn/rules', 'rules', '.lively', () => document.querySelectorAll('.rules > section')[4]?.scrollIntoView());
  await post(white, `/api/games/${game}/actions`, { do: 'resign' });
  await picture(black, `/analysis?game=${game}&report`, 'analysis', '.turning-points li');
} finally {
  await browser.close();
  server.kill();
}

/** A reader with an account. @param {string} name */
async function player(name) {
  const context = await browser.newContext({ ...SCREEN, baseURL: address });
  await post(context, '/api/account', { name, password: 'marbles of glass' });
  return context;
}

/** @param {import('playwright-core').BrowserContext} context @param {string} path @param {unknown} data */
async function post(context, path, data) {
  const answer = await context.request.post(path, { data });
  if (!answer.ok()) throw new Error(`${path}: ${await answer.text()}`);
  return answer.json();
}

/** Plays most of the game. @param {import('playwright-core').BrowserContext} black @param {import('playwright-core').BrowserContext} white @returns {Promise<string>} */
async function meet(black, white) {
  const { game } = await post(black, '/api/games', { against: 'online', color: 'black', control: '300+3', public: true });
  await post(white, `/api/games/${game}/actions`, { do: 'join' });
  for (const [n, move] of MOVES.entries()) {
    const { version } = await (await black.request.get(`/api/games/${game}`)).json();
    await post(n % 2 ? white : black, `/api/games/${game}/actions`, { do: 'play', move, version });
  }
  return game;
}

/** @param {import('playwright-core').BrowserContext} context @param {string} path @param {string} name @param {string} awaited @param {() => void} [act] */
async function picture(context, path, name, awaited, act) {
  const page = await context.newPage();
  await page.goto(path);
  await page.waitForSelector(awaited, { timeout: 120_000 });
  await page.waitForSelector(':root[data-typeface]');
  if (act) await page.evaluate(act);
  await page.waitForTimeout(1000);
  await page.screenshot({ path: `${ROOT}docs/images/${name}.jpg`, type: 'jpeg', quality: 82 });
  console.log(`docs/images/${name}.jpg`);
}

// Tournaments: online from entry to the winner's card, an arena with berserk, over the board on a phone, on paper, on a large screen, and the clock without
// a connection.

import { fresh } from './account.mjs';
import { check, equal, KEEPS, LANGUAGES, shutsNobodyOut, staysInside, text, until } from './steps.mjs';

/** @typedef {import('playwright-core').Page} Page */

const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };

/** What the API answers to the browser of a page. @param {Page} page @param {string} path @param {object} data */
async function post(page, path, data) {
  const answer = await page.request.post(path, { data: JSON.stringify(data) });
  check(answer.ok(), `${path}: ${await answer.text()}`);
  return answer.json();
}

/** A browser with an account. @param {import('./steps.mjs').Visit} visit @param {string} name @param {import('./steps.mjs').Reader} [reader] */
async function member(visit, name, reader) {
  const page = await visit(reader);
  await post(page, '/api/account', { name: fresh(name), password: 'marbles of glass' });
  return page;
}

/** The tournament as a browser sees it. @param {Page} page @param {string} id */
const look = async (page, id) => (await page.request.get(`/api/tournaments/${id}`)).json();

/** Waits until a tournament is as expected. @param {Page} page @param {string} id @param {string} what @param {(state: any) => boolean} holds */
async function whenSeen(page, id, what, holds) {
  for (const end = Date.now() + 40_000; Date.now() < end; await page.waitForTimeout(150)) {
    const state = await look(page, id);
    if (holds(state)) return state;
  }
  throw new Error(`this should happen: ${what}; it is ${JSON.stringify(await look(page, id)).slice(0, 600)}`);
}

/** Names of a club, some of them long. */
const CLUB = ['Adalbert von Weizenstein', 'Bob', 'Cleo', 'Dora', 'Emil', 'Frida', 'Gustav', 'Hanna', 'Igor', 'Jana Kowalczyk-Brzezińska', 'Kim', 'Maximilian Schachtelhuber'];

/** A tournament over the board with everybody of the club. @param {Page} director @param {object} settings @returns {Promise<string>} */
async function gather(director, settings) {
  const { tournament } = await post(director, '/api/tournaments', { overTheBoard: true, rated: false, control: '600+5', ...settings });
  await post(director, `/api/tournaments/${tournament}/actions`, { do: 'import', csv: CLUB.join('\n') });
  return tournament;
}

/** Pairs a round. @param {Page} director @param {string} id @returns {Promise<string[]>} its boards */
async function pair(director, id) {
  const { rounds } = await post(director, `/api/tournaments/${id}/actions`, { do: 'pair' });
  return rounds.at(-1).boards.map((/** @type {{ board: string }} */ { board }) => board);
}

/** Enters a result. @param {Page} director @param {string} id @param {string} board @param {string} result */
const record = (director, id, board, result) => post(director, `/api/tournaments/${id}/actions`, { do: 'result', board, result });

/** Nothing on the page is to press, and no word in the tournament is cut off. @param {Page} page @param {string} where */
async function isForReading(page, where) {
  await staysInside(page);
  const faults = await page.evaluate(() => {
    const shown = (/** @type {string} */ parts) => /** @type {HTMLElement[]} */ ([...document.querySelectorAll(parts)]).filter((part) => part.checkVisibility({ visibilityProperty: true }));
    const controls = shown('.top, .foot, aside, button, .button, input, select, form, .menu, .pages, .watch-link');
    const cut = shown('.tournament-page :not(.unseen)').filter((part) => getComputedStyle(part).overflowX !== 'visible' && part.scrollWidth > part.clientWidth);
    return [...controls, ...cut].map((part) => part.outerHTML.slice(0, 120));
  });
  equal(faults.join('\n'), '', `what is to press or cut off on ${where}`);
}

/** The two players of a board enter the result on their phones, with the codes that the director has given them. @param {import('./steps.mjs').Visit} visit @param {Page} desk */
async function claimBoth(visit, desk) {
  const id = new URL(desk.url()).pathname.split('/')[2];
  const { players, rounds } = await look(desk, id);
  const [{ black, white }] = rounds[0].boards;
  for (const [player, answer] of [[black, '1-0'], [white, '1-0']]) {
    const phone = await visit(PHONE);
    await phone.goto(`/tournaments/${id}`);
    await phone.fill('[name=code]', players[player].code.toLowerCase());
    await phone.click('.own button.main');
    await phone.waitForSelector('.claim');
    await phone.waitForLoadState();
    await staysInside(phone);
    await phone.click(`.claim button[value="${answer}"]`);
    await phone.waitForSelector(player === black ? `.claim button[value="${answer}"][aria-pressed=true]` : '.own:not(:has(.claim))');
    await phone.close();
  }
}

/** @type {import('./steps.mjs').Journeys} */
export const journeys = {
  async 'a Swiss: eight browsers enter, are led to their games, and see the winner after three rounds'(visit) {
    const pages = await Promise.all(Array.from({ length: 8 }, (_, n) => member(visit, `Player${n}`)));
    const [director] = pages;
    const { tournament: id } = await post(director, '/api/tournaments', { name: 'Eight', format: 'swiss', rounds: 3, control: '3d', pause: 1 });
    // With days for a move, a slow machine is not too late for a first one. One enters by the page, the others quickly.
    await pages[1].goto('/tournaments');
    await pages[1].click(`a[href="/tournaments/${id}"]`);
    await pages[1].click('button[value=enter]');
    await pages[1].waitForSelector('button[value=withdraw]');
    await Promise.all(pages.filter((page) => page !== pages[1]).map((page) => post(page, `/api/tournaments/${id}/actions`, { do: 'enter' })));
    await Promise.all(pages.slice(1).map((page) => page.goto(`/tournaments/${id}`)));
    await shutsNobodyOut(pages[2], 'a tournament');
    await director.goto(`/tournaments/${id}/direct`);
    await director.click('button[value=start]');
    await Promise.all(pages.slice(1).map((page) => page.waitForURL('**/game/*', { waitUntil: 'commit' })));
    for (let round = 1; round <= 3; round++) {
      const state = await whenSeen(director, id, `round ${round}`, (state) => state.rounds.length === round);
      equal(state.rounds[round - 1].boards.length, 4, 'everybody plays');
      const places = await Promise.all(pages.map(async (page) => (await look(page, id)).you));
      for (const { board, white } of state.rounds[round - 1].boards) {
        const loser = pages[places.indexOf(white)];
        await post(loser, `/api/games/${board}/actions`, { do: 'resign' });
      }
    }
    await whenSeen(director, id, 'the end', (state) => state.status === 'over');
    // The page of a game leads back to the tournament.
    await pages[3].click(`a[href="/tournaments/${id}"]`);
    await Promise.all(pages.slice(4).map((page) => page.goto(`/tournaments/${id}`)));
    for (const page of pages.slice(3)) await page.waitForSelector('.podium');
    equal(await pages[4].locator('.standings tbody tr').count(), 8, 'the standings');
    await shutsNobodyOut(pages[4], 'a tournament that is over');
  },

  async 'an arena: whoever is free is paired, plays berserk with half the time, and is paired again'(visit) {
    const [ada, bob] = [await member(visit, 'Ada'), await member(visit, 'Bob', PHONE)];
    const { tournament: id } = await post(ada, '/api/tournaments', { name: 'Arena', preset: 'hourly-arena' });
    for (const page of [ada, bob]) {
      await page.goto(`/tournaments/${id}`);
      await page.click('button[value=enter]');
      await page.waitForSelector('button[value=withdraw]');
    }
    await staysInside(bob);
    await post(ada, `/api/tournaments/${id}/actions`, { do: 'start' });
    await Promise.all([ada, bob].map((page) => page.waitForURL('**/game/*')));
    await bob.click('button[value=berserk]');
    await bob.waitForURL('**/game/*');
    await bob.waitForFunction(() => [...document.querySelectorAll('.clock .time')].some((time) => time.textContent === '1:30'));
    await ada.waitForFunction(() => [...document.querySelectorAll('.clock .time')].some((time) => time.textContent === '1:30'));
    const game = new URL(ada.url()).pathname.split('/')[2];
    await bob.goto(`/tournaments/${id}`);
    await post(ada, `/api/games/${game}/actions`, { do: 'resign' });
    await bob.waitForURL((url) => url.pathname.startsWith('/game/') && !url.pathname.endsWith(game));
  },

  async 'over the board: a director makes a tournament on a phone, enters players and results, and shows the winner'(visit) {
    const page = await member(visit, 'Boss', PHONE);
    await page.goto('/tournaments/new?preset=club-evening');
    await page.fill('[name=name]', 'Club evening');
    await page.locator('label', { has: page.locator('[name=place][value=board]') }).click();
    await page.locator('details', { has: page.locator('[name=listed]') }).locator('summary').click();
    await page.uncheck('[name=rated]');
    await shutsNobodyOut(page, 'the form of a tournament');
    await staysInside(page);
    await page.click('button.main[type=submit]');
    await page.click('a[href$="/direct"]');
    await page.locator('details', { has: page.locator('[name=csv]') }).locator('summary').click();
    await page.fill('[name=csv]', 'Ada\nBob\nCleo');
    await page.click('button[value=import]');
    equal(await page.locator('.desk-players li').count(), 3, 'the players');
    await page.click('button[value=start]');
    for (let round = 0; round < 3; round++) {
      await page.click('button[value=pair]');
      if (!round) await claimBoth(visit, page);
      else await page.locator('#results .board-row').first().locator('button[value="1-0"]').click();
      await page.waitForSelector('#results .board-row button[value="1-0"][aria-pressed=true]');
    }
    await staysInside(page);
    await shutsNobodyOut(page, 'the desk of a director');
    await page.click('button[value=pair]');
    await page.click('.games-head a');
    await page.waitForSelector('.podium');
    await page.click('.menu.more summary');
    await page.click('a[href$="/screen"]');
    await page.waitForSelector('.screen .standings');
  },

  async 'over the board: what is wrong with a file is explained in five languages, and the corrected file is added'(visit) {
    for (const locale of LANGUAGES) {
      const page = await member(visit, 'Boss', { locale, ...(locale === 'pl' ? PHONE : {}) });
      const { tournament: id } = await post(page, '/api/tournaments', { name: 'Club', overTheBoard: true, control: 'none' });
      await page.goto(`/tournaments/${id}/direct`);
      await page.locator('details', { has: page.locator('[name=csv]') }).locator('summary').click();
      // A file of a pairing program: two players cannot both have won.
      const player = (/** @type {number} */ n, /** @type {string} */ entry) => `001    ${n}      Player ${n}`.padEnd(91) + entry;
      const file = ['012 Club', player(1, '   2 w 1'), player(2, '   1 b 1')].join('\n');
      await page.setInputFiles('[data-into=csv]', { name: 'club.trf', mimeType: 'text/plain', buffer: Buffer.from(file) });
      await page.waitForFunction(() => /** @type {HTMLTextAreaElement} */ (document.querySelector('[name=csv]')).value);
      await page.click('button[value=import]');
      const where = text(locale, 'tournament-file-where', { line: '2', character: '99' });
      const why = text(locale, 'tournament-file-results-contradict', { player: '1', opponent: '2', round: '1' });
      equal(await page.textContent('.notice[role=alert]'), `${text(locale, 'refusal-bad-file')} ${where} · ${why}`, `what is wrong in ${locale}`);
      await shutsNobodyOut(page, `a file that is refused in ${locale}`);
      await staysInside(page);
      // The director corrects it on the page, where it still is.
      await page.fill('#correct [name=csv]', (await page.inputValue('#correct [name=csv]')).replace('1 b 1', '1 b 0'));
      await page.click('#correct button[value=import]');
      await page.waitForSelector('.desk-players li');
      equal(await page.locator('.desk-players li').count(), 2, 'the players of the file');
      equal(await page.locator('[role=alert]').count(), 0, 'nothing is wrong any more');
      await page.close();
    }
  },

  async 'a tournament on paper: pairings or standings alone, whole and dark on white'(visit) {
    const director = await member(visit, 'Boss');
    const [league, cup] = [await gather(director, { name: 'Club evening', format: 'round-robin' }), await gather(director, { name: 'Cup', format: 'knockout' })];
    for (const id of [league, cup]) {
      await post(director, `/api/tournaments/${id}/actions`, { do: 'start' });
      for (const board of await pair(director, id)) await record(director, id, board, '1-0');
      await pair(director, id);
    }
    // As wide as a sheet between its margins, for somebody who reads light on dark.
    const page = await visit({ viewport: { width: 718, height: 1040 }, colorScheme: 'dark' });
    // The browser's own window would wait for an answer.
    await page.addInitScript(() => (window.print = () => {}));
    for (const [id, part, parts] of [[league, 'pairings', '.pairings'], [league, 'standings', '.standings, .crosstable'], [cup, 'pairings', '.pairings'], [cup, 'standings', '.standings, .bracket']]) {
      await page.goto(`/tournaments/${id}`);
      await page.waitForLoadState();
      await page.click('.menu.more summary');
      await page.click(`[data-print=${part}]`);
      await page.emulateMedia({ media: 'print' });
      const shown = await page.evaluate(() => [...document.querySelectorAll('.pairings, .standings, .crosstable, .bracket')].filter((part) => part.checkVisibility()).map(({ classList }) => `.${classList[0]}`).sort().join(', '));
      equal(shown, parts.split(', ').sort().join(', '), `the printed ${part}`);
      await isForReading(page, `the printed ${part}`);
      await shutsNobodyOut(page, `the printed ${part}`);
      const smallest = await page.evaluate(() => Math.min(...[...document.querySelectorAll('.tournament-page :is(td, th, .name)')].filter((part) => part.checkVisibility()).map((part) => parseFloat(getComputedStyle(part).fontSize))));
      check(smallest >= 12, `letters of ${smallest} pixels on paper`);
      // Printers leave out backgrounds, but the dots say who has which color.
      equal(await page.evaluate(() => [...document.querySelectorAll('.dot')].filter((dot) => getComputedStyle(dot).printColorAdjust !== 'exact').length), 0, 'dots that are not printed');
      await page.evaluate(() => dispatchEvent(new Event('afterprint')));
      await page.waitForSelector('body:not([data-printing])');
      await page.emulateMedia({ media: null });
    }
  },

  async 'a large screen in the hall: it follows the rounds and their results, and shows the time and the winner'(visit) {
    const director = await member(visit, 'Boss');
    const id = await gather(director, { name: 'Club evening', format: 'swiss', rounds: 2, startsAt: Date.now() + 3_600_000 });
    const act = (/** @type {object} */ action) => post(director, `/api/tournaments/${id}/actions`, action);
    const page = await visit({ viewport: { width: 1920, height: 1080 } });
    await page.goto(`/tournaments/${id}/screen`);
    await page.evaluate(() => Object.assign(window, { stayed: true }));
    equal(await page.locator('.standings tbody tr').count(), CLUB.length, 'the players before the first round');
    // It counts down to the beginning.
    const left = await page.waitForFunction(() => document.querySelector('.countdown b')?.textContent?.match(/^5\d:\d\d$/)?.[0]);
    await page.waitForFunction((left) => document.querySelector('.countdown b')?.textContent !== left, await left.jsonValue());
    await act({ do: 'start' });
    for (const round of ['1', '2']) {
      const boards = await pair(director, id);
      await page.waitForFunction((round) => document.querySelector('.pairings h2')?.textContent === round, text('en', 'tournament-round', { round }));
      equal(await page.locator('.current tbody tr').count(), CLUB.length / 2, 'the boards');
      await isForReading(page, 'the large screen');
      for (const board of boards) {
        await record(director, id, board, '0-1');
        const done = boards.indexOf(board) + 1;
        await page.waitForFunction((done) => [...document.querySelectorAll('.current td.result')].filter((result) => result.textContent === '0–1').length === done, done);
      }
      await page.waitForFunction((points) => document.querySelector('.standings .points b')?.textContent === points, round);
    }
    const size = await page.evaluate(() => parseFloat(getComputedStyle(/** @type {Element} */ (document.querySelector('.pairings td'))).fontSize));
    check(size >= 24, `names of ${size} pixels cannot be read from afar`);
    await shutsNobodyOut(page, 'the large screen');
    await act({ do: 'finish' });
    await page.waitForSelector('.podium h2');
    await isForReading(page, 'the large screen at the end');
    check(await page.evaluate(() => 'stayed' in window), 'the large screen was loaded again');
    // What does not fit comes in turn.
    await page.setViewportSize({ width: 1366, height: 500 });
    await page.waitForFunction(() => scrollY > 0);
  },

  async 'the tournament clock: it works without a connection, for two on one phone'(visit) {
    const page = await visit({ ...KEEPS, ...PHONE });
    await page.goto('/clock');
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}));
    await page.goto('/clock');
    await until(page, async () => !!(await (await caches.open('sumito-pages')).match('/clock')), null);
    await page.context().setOffline(true);
    await page.goto('/clock');
    await page.selectOption('[name=control]', 'own');
    await page.fill('[name=own]', 'soon');
    await page.click('#clock-form .main');
    await page.waitForSelector('#clock-bad:not([hidden])');
    await page.fill('[name=own]', '3+2');
    await page.click('#clock-form .main');
    await page.waitForSelector('#halves:not([hidden])');
    await shutsNobodyOut(page, 'the tournament clock');
    await page.click('#press-white');
    await page.waitForSelector('.half.turn[data-color=black]');
    await page.click('#press-black');
    await page.waitForSelector('.half.turn[data-color=white]');
    equal(await page.textContent('#count-black'), '1', 'moves of Black');
    await page.click('#clock-pause');
    await page.click('.half[data-color=black] [data-add="60"]');
    check(/^1:0\d$/.test((await page.textContent('#clock-black .time')) ?? ''), 'a minute more');
    // It goes on where it was, even if the page was closed.
    await page.goto('/clock');
    check(/^1:0\d$/.test((await page.textContent('#clock-black .time')) ?? ''), 'the clock is kept');
    await page.click('#clock-pause');
    await page.waitForSelector('.half.flagged[data-color=white]');
    await page.context().setOffline(false);
  },
};

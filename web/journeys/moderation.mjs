// Fair play: a report is handled from filing to undo.

import { execFileSync } from 'node:child_process';
import { fresh, signIn, signUp } from './account.mjs';
import { sites } from './program.mjs';
import { check, equal, forgive, shutsNobodyOut, staysInside } from './steps.mjs';

/** @typedef {import('playwright-core').Page} Page */

const PHONE = { viewport: { width: 320, height: 640 }, isMobile: true, hasTouch: true };

/** What the API answers to the browser of a page. @param {Page} page @param {string} path @param {object} data */
async function post(page, path, data) {
  const answer = await page.request.post(path, { data: JSON.stringify(data) });
  check(answer.ok(), `${path}: ${await answer.text()}`);
  return answer.json();
}

/** The server operator makes an account a moderator's. @param {Page} page @param {string} name */
function grant(page, name) {
  const site = sites.get(new URL(page.url()).origin);
  if (!site) throw new Error(`${page.url()} is no site of ours`);
  execFileSync(site.program, ['moderate', '--data', site.data, 'grant', name, '--reason', 'a journey']);
}

/** Takes a measure, or undoes it. @param {Page} page @param {string} act @param {string} reason */
async function decide(page, act, reason) {
  await page.fill(`#account-${act}-reason`, reason);
  await page.click(`button[value="${act}"]`);
  await page.waitForSelector(`button[value="${act}"]`, { state: 'detached' });
  // A browser ignores clicks on a page that it has not shown yet.
  await page.waitForLoadState();
  check((await page.textContent('.log tbody tr'))?.includes(reason), 'the log has the reason');
}

/** @type {import('./steps.mjs').Journeys} */
export const journeys = {
  async 'fair play: a report is handled from filing to undo'(visit) {
    const [ada, mallory, judge] = [await visit(PHONE), await visit({ viewport: { width: 1366, height: 820 } }), await visit()];
    const [adaName, malloryName, judgeName] = [fresh('Ada'), fresh('Mal'), fresh('Judge')];
    await signUp(ada, adaName);
    await signUp(mallory, malloryName);
    await signUp(judge, judgeName);
    grant(judge, judgeName);
    // Mallory wins a rated game, and is rude.
    const { game } = await post(mallory, '/api/games', { against: 'online', control: '600', rated: true });
    await post(ada, `/api/games/${game}/actions`, { do: 'join' });
    await ada.goto(`/game/${game}`);
    await mallory.goto(`/game/${game}`);
    await mallory.fill('#line', 'You are hopeless');
    await mallory.press('#line', 'Enter');
    await ada.waitForSelector('#said .report-line', { state: 'attached' });
    equal(await mallory.locator('#said .report-line').count(), 0, 'reports of own lines');
    await post(ada, `/api/games/${game}/actions`, { do: 'resign' });

    // The line is reported in a tab of its own, and the player from the profile.
    const address = await ada.locator('#said .report-line').getAttribute('href');
    await ada.goto(address ?? '');
    check((await ada.textContent('blockquote'))?.includes('You are hopeless'), 'the form shows the line');
    await staysInside(ada);
    await shutsNobodyOut(ada, 'the form of a report');
    await ada.click('button:text-is("Send report")');
    await ada.waitForSelector('.notice[role=status]');
    await ada.goto(`/user/${malloryName}`);
    await ada.click('a:text-is("Report")');
    await ada.fill('#report-text', 'Every move is the best one.');
    await ada.click('button:text-is("Send report")');
    await ada.waitForSelector('.notice[role=status]');
    await ada.goto(`/report?player=${malloryName}`);
    forgive(ada, /409/);
    await ada.click('button:text-is("Send report")');
    await ada.waitForSelector('.notice.bad');

    // Only the moderator sees them.
    forgive(mallory, /403/);
    await mallory.goto('/moderation');
    check((await mallory.textContent('main'))?.includes('Only a moderator'), 'others see no reports');
    await judge.goto(`/user/${judgeName}`);
    await judge.click('a:text-is("Moderation")');
    equal(await judge.locator('article.report', { hasText: malloryName }).count(), 2, 'the number of reports');
    await shutsNobodyOut(judge, 'moderation');
    const insult = judge.locator('article.report', { hasText: 'You are hopeless' });
    await insult.locator('input[name=reason]').fill('muted');
    await insult.locator('button').click();
    await judge.waitForSelector('details >> text=Closed reports');
    await judge.click(`article.report a:text-is("${malloryName}")`);
    await judge.waitForURL(`**/moderation/user/${malloryName}`);
    await decide(judge, 'mute', 'insults');
    await decide(judge, 'ban', 'a program');
    await shutsNobodyOut(judge, 'an account in moderation');
    check((await judge.textContent('#refunds ~ div'))?.includes(adaName), 'Ada gets her points back');
    const rating = async () => (await (await ada.request.get(`/api/users/${adaName}`)).json()).ratings.rapid.rating;
    equal(await rating(), 1500, "Ada's rating");

    // What Mallory notices.
    await mallory.goto(`/game/${game}`);
    await mallory.fill('#line', 'Why?');
    await mallory.press('#line', 'Enter');
    await mallory.waitForFunction(() => document.body.textContent?.includes('A moderator has muted your account'));
    const rated = await mallory.request.post('/api/games', { data: JSON.stringify({ against: 'online', control: '600', rated: true }) });
    equal((await rated.json()).key, 'rated-ban', 'a rated game');
    await decide(judge, 'close', 'a second account');
    await mallory.goto('/');
    equal(await mallory.locator('.top .who').count(), 0, 'names in the bar');
    await signIn(mallory, malloryName);
    await mallory.waitForFunction(() => document.body.textContent?.includes('A moderator has closed this account'));

    // It was a mistake: everything is undone.
    for (const [act, why] of [['reopen', 'not hers'], ['unban', 'an honest player'], ['unmute', 'she apologized']]) await decide(judge, act, why);
    equal(await rating(), 1338, "Ada's rating after the ban was lifted");
    await signIn(mallory, malloryName);
    await mallory.waitForSelector('.top .who');
    await post(mallory, '/api/games', { against: 'online', control: '600', rated: true });
    await judge.setViewportSize({ width: 320, height: 640 });
    await staysInside(judge);
    await judge.goto('/moderation');
    await staysInside(judge);
    equal(await judge.locator('.log tbody tr').count() >= 8, true, 'the log has everything');
  },
};

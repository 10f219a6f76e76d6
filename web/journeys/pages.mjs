// What applies to every page: languages, and readers of every kind.

import { check, equal, LANGUAGES, messages, unfold, shutsNobodyOut, text } from './steps.mjs';

const PAGES = ['/', '/games', '/play', '/analysis', '/learn', '/learn/rules', '/learn/editions', '/learn/glossary', '/learn/lessons', '/learn/lessons/eject', '/account', '/players', '/players?name=zz', '/games?engine=yes', '/tv', '/settings', '/puzzles', '/puzzles/nhqhcj', '/offline'];

/** @type {import('./steps.mjs').Journeys} */
export const journeys = {
  async 'every page in five languages, without a text missing'(visit) {
    const keys = [...messages('en').keys()].filter((key) => key.includes('-'));
    const page = await visit();
    for (const path of PAGES) {
      await page.goto(path);
      for (const language of LANGUAGES) {
        await unfold(page, '#menu');
        if ((await page.getAttribute('html', 'lang')) !== language) await page.selectOption('#language', language);
        await page.waitForSelector(`html[lang=${language}]`);
        // The switch works once the page's scripts are there.
        await page.waitForLoadState();
        const { pathname, search } = new URL(page.url());
        equal(path.includes('?') ? pathname + search : pathname, path, 'the page after a change of language');
        await page.waitForFunction(() => document.querySelector('#say')?.textContent !== '');
        const shown = await page.evaluate(() => [...document.querySelectorAll('body, [aria-label], [title], [placeholder]')]
          .flatMap((part) => [part instanceof HTMLElement ? part.innerText : '', ...['aria-label', 'title', 'placeholder'].map((name) => part.getAttribute(name))])
          .join('\n'));
        const bare = keys.find((key) => new RegExp(`(^|[^-\\w])${key}($|[^-\\w])`).test(shown));
        check(!bare, `${path} in ${language} shows the key ${bare}`);
        check(!/\{|undefined|NaN/.test(shown), `${path} in ${language} shows an unfinished text`);
        check(shown.includes(text(language, 'footer')), `${path} in ${language} has another language's foot`);
      }
    }
    equal((await page.request.get('/nowhere')).status(), 404, 'the status of a page that is not there');
  },

  async 'nothing that shuts out readers, in light and dark'(visit) {
    for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
      const page = await visit({ colorScheme });
      for (const path of PAGES) {
        await page.goto(path);
        await page.waitForFunction(() => document.querySelector('#say')?.textContent !== '');
        await shutsNobodyOut(page, `${path} in ${colorScheme}`);
      }
    }
  },
};

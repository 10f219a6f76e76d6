// Reading the rule book, trying its figures, and looking for words.

import { check, equal, LANGUAGES, says, staysInside, tap, text } from './steps.mjs';

/** @typedef {import('playwright-core').Page} Page */

const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 };
const PLACES = ['/learn', '/learn/rules', '/learn/rules?edition=german', '/learn/editions', '/learn/glossary'];

/** Presses a button of a figure. @param {Page} page @param {string} figure @param {number} [which] */
const press = (page, figure, which = 0) => page.locator(`#figure-${figure} .tries button`).nth(which).click();

/** Waits for the words below a figure. @param {Page} page @param {string} figure @param {string} words */
async function tells(page, figure, words) {
  const agree = (/** @type {{ figure: string, words: string }} */ { figure, words }) => document.querySelector(`#figure-${figure} .told`)?.textContent?.startsWith(words);
  await page.waitForFunction(agree, { figure, words }).catch(async () => {
    throw new Error(`${figure} should say '${words}', and says '${await page.textContent(`#figure-${figure} .told`)}'`);
  });
}

/** The marbles of a figure. @param {Page} page @param {string} figure @param {'black' | 'white'} color */
const marbles = async (page, figure, color) => {
  const cells = await page.locator(`#figure-${figure} .sumito-marbles .sumito-${color}`).evaluateAll((all) => all.map((marble) => marble.getAttribute('data-cell')));
  return cells.sort().join(' ');
};

/** @param {Page} page @param {string} figure @param {string} cell */
async function tapCell(page, figure, cell) {
  const hole = page.locator(`#figure-${figure} .sumito-cells [data-cell="${cell}"]`);
  await hole.scrollIntoViewIfNeeded();
  const box = await hole.boundingBox();
  if (!box) throw new Error(`${cell} is not on the screen`);
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.waitForSelector(`#figure-${figure} sumito-board`);
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
}

/** @type {import('./steps.mjs').Journeys} */
export const journeys = {
  async 'a reader in Swedish tries the impossible pushes and plays a sumito'(visit) {
    const page = await visit({ locale: 'sv-SE' });
    await page.goto('/learn');
    await page.click('a[href="/learn/rules"]');
    equal(await page.getAttribute('html', 'lang'), 'sv', 'the language');
    for (const [figure, key, cell] of [['no-space-behind', 'illegal-no-space-behind', 'e7'], ['gap-between', 'illegal-gap-between', 'e5'], ['not-in-line', 'illegal-not-in-line', '']]) {
      const before = await marbles(page, figure, 'white');
      await press(page, figure);
      await tells(page, figure, text('sv', key, { cell }));
      equal(await marbles(page, figure, 'white'), before, `the white marbles of ${figure}`);
    }
    // The reason leads to its rule.
    equal(await page.getAttribute('#figure-gap-between .told a', 'href'), '#r30', 'the link to the rule');
    equal(await page.locator('#r30').count(), 1, 'places of the rule');
    await press(page, 'sumito-3-2');
    await tells(page, 'sumito-3-2', text('sv', 'js-did-sumito-3-2'));
    equal(await marbles(page, 'sumito-3-2', 'black'), 'e3 e4 e5', 'Black after the push');
    equal(await marbles(page, 'sumito-3-2', 'white'), 'e6 e7', 'White after the push');
    await page.locator('#figure-sumito-3-2').getByRole('button', { name: text('sv', 'js-figure-reset') }).click();
    await page.waitForSelector('#figure-sumito-3-2 .sumito-white[data-cell="e5"]', { state: 'attached' });
    // With two against two it is a pac; and by hand, one marble after the other, the push goes on to the edge.
    await press(page, 'sumito-3-2', 1);
    await tells(page, 'sumito-3-2', text('sv', 'illegal-pac-2-2'));
    for (const cell of ['e2', 'e3', 'e4', 'e5']) await tapCell(page, 'sumito-3-2', cell);
    await tells(page, 'sumito-3-2', text('sv', 'js-did-sumito-3-2'));
    for (const cell of ['e3', 'e4', 'e5', 'e6']) await tapCell(page, 'sumito-3-2', cell);
    await page.waitForSelector('#figure-sumito-3-2 .sumito-white[data-cell="e8"]', { state: 'attached' });
    await press(page, 'ejection');
    await tells(page, 'ejection', text('sv', 'js-did-ejection-2-1'));
    equal(await marbles(page, 'ejection', 'white'), 'h7 h8', 'White after the ejection');
    // A board without opponents can be played on as well.
    await press(page, 'in-line');
    await tells(page, 'in-line', text('sv', 'js-did-inline-3'));
  },

  async 'every figure does what its buttons say, on a phone'(visit) {
    const page = await visit({ ...PHONE, reducedMotion: 'reduce' });
    await page.goto('/learn/rules');
    await staysInside(page);
    const answers = await page.evaluate(() => [...document.querySelectorAll('figure[data-position]')].map((figure) => ({
      figure: figure.id.replace('figure-', ''),
      answers: [...figure.querySelectorAll('.answer')].map((answer) => answer.firstChild?.textContent?.replace(/^\s*: /, '').trim() ?? ''),
    })));
    equal(answers.length, 24, 'the number of figures');
    for (const { figure, answers: told } of answers) {
      for (const [which, answer] of told.entries()) {
        await page.locator(`#figure-${figure} .tries button`).nth(which).tap();
        await tells(page, figure, answer);
      }
    }
  },

  async 'the glossary finds a word by any of its names'(visit) {
    const page = await visit({ locale: 'sv' });
    await page.goto('/learn/glossary');
    for (const [typed, term] of [['Sumiko', 'sumito'], ['last lage', 'pac'], ['Klincz', 'pac'], ['dödläge', 'pac'], ['uklad potrojny', 'trinomial'], ['flèche', 'broadside'],
      ['mise en appui', 'covered'], ['to be in a pac', 'pac'], ['Lanze', 'lance'], ['bouclier', 'shield'], ['osaczona', 'covered']]) {
      await page.fill('#word', typed);
      await page.waitForFunction((term) => [...document.querySelectorAll('.entry:not([hidden])')].some((entry) => entry.id === term), term);
      check((await page.locator('.entry:not([hidden])').count()) < 4, `${typed} finds too much`);
    }
    await page.fill('#word', 'castling');
    await page.waitForFunction(() => document.querySelectorAll('.entry:not([hidden])').length === 0);
    equal(await page.textContent('#found'), text('sv', 'js-glossary-none'), 'what the search says');
    await page.fill('#word', '');
    equal(await page.locator('.entry:not([hidden])').count(), 19, 'the number of words');
    equal(await page.locator('#det .meanings li').count(), 2, 'the meanings of det');
    equal(await page.locator('#covered .meanings li').count(), 3, 'the meanings of covered');
    // To the figure, and back to the word.
    await page.click('#broadside .sources a[href$="#figure-broadside"]');
    await page.waitForURL('**/learn/rules#figure-broadside');
    await page.click('#figure-broadside .figure-terms a[href$="#broadside"]');
    await page.waitForURL('**/learn/glossary#broadside');
  },

  async 'a word in a refusal leads to the glossary'(visit) {
    const page = await visit({ locale: 'pl' });
    await page.goto('/play?kind=same-screen&layout=belgian-daisy');
    await says(page, text('pl', 'js-turn-black'));
    for (const cell of ['b1', 'b2', 'b3', 'b4']) await tap(page, cell);
    await says(page, text('pl', 'illegal-pac-3-3'));
    await page.click('#say a');
    await page.waitForURL('**/learn/glossary#pac');
  },

  async 'the rule book is read without scripts, in five languages'(visit) {
    for (const locale of LANGUAGES) {
      const page = await visit({ locale, javaScriptEnabled: false });
      await page.goto('/learn/rules');
      equal(await page.getAttribute('html', 'lang'), locale, 'the language');
      equal(await page.locator('figure svg').count(), 34, 'the number of figures');
      const answer = await page.locator('#figure-no-space-behind .answer').innerText();
      check(answer.includes(text(locale, 'illegal-no-space-behind', { cell: 'e7' })), `the answer is '${answer}'`);
      equal(await page.locator('[id^=r]:not([id^=rules])').count(), 46, 'the places of the requirements');
      await page.goto('/learn/glossary');
      equal(await page.locator('.entry:visible').count(), 19, 'the number of words');
      await page.goto('/learn/editions');
      equal(await page.locator('.notes tbody tr').count(), 26, 'the number of questions');
    }
  },

  async 'an edition is compared, and everything fits a phone'(visit) {
    const page = await visit();
    await page.goto('/learn/rules');
    await page.selectOption('#edition', 'leaflet-sv');
    await page.waitForURL('**/learn/rules?edition=leaflet-sv');
    check((await page.locator('.stated').count()) > 30, 'the edition is not compared');
    const phone = await visit({ ...PHONE, colorScheme: 'dark' });
    for (const place of PLACES) {
      await phone.goto(place);
      await staysInside(phone);
    }
  },
};

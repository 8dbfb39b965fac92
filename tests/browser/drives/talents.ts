import assert from 'node:assert/strict';
import process from 'node:process';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { troubles } from './axe.ts';
import { DESK, launch, onPage, PHONE, savePicture } from './pages.ts';

/**
 * Spends talent points in the demo's calculator: with the keyboard, a mouse, a finger and without scripts. `run.ts`
 * starts this with the browser's path and the demo's address.
 */

const FIRST = '#tree-1 .talent:nth-child(1)';
/** A talent with five ranks. */
const SECOND = '#tree-1 .talent:nth-child(2)';

/** Opens the calculator of a class and checks afterwards that axe finds nothing. */
async function onTalents(
  browser: Browser,
  name: string,
  options: BrowserContextOptions,
  run: (page: Page) => Promise<void>,
): Promise<void> {
  const visit = async (page: Page): Promise<void> => {
    await page.click('a[href$="/talents/warrior"]');
    await page.waitForURL('**/talents/warrior');
    await run(page);
    if (options.javaScriptEnabled !== false) assert.deepEqual(await troubles(page), [], name);
    await savePicture(page, name);
  };
  // A reload aborts requests.
  await onPage(browser, options, '/talents', visit, /^failed: /);
  process.stdout.write(`${name}: no faults\n`);
}

function split(page: Page): Promise<string> {
  return page.locator('#build-split').innerText();
}

function rank(page: Page, talent: string): Promise<string> {
  return page.locator(`${talent} .rank`).innerText();
}

/** Returns the id of the talent that has the focus. */
function focused(page: Page): Promise<unknown> {
  return page.evaluate('document.activeElement?.closest(".talent")?.id');
}

/** Presses Tab until a talent has the focus. Returns the number of presses. */
async function tabToTalent(page: Page): Promise<number> {
  for (let presses = 1; presses <= 30; presses++) {
    await page.keyboard.press('Tab');
    if ((await focused(page)) !== undefined) return presses;
  }
  assert.fail('the keyboard does not reach the talents');
}

/** Adds and removes points with the keyboard. The link and a reload keep the build. */
async function byKeyboard(page: Page): Promise<void> {
  await page.locator('#build-reset').focus();
  assert.equal(await tabToTalent(page), 1, 'the trees come after the link');
  const first = await focused(page);
  await page.keyboard.press('Enter');
  await page.keyboard.press('+');
  assert.match(await rank(page, FIRST), /^2\//);
  assert.match(await page.locator('#build-status').innerText(), /2 of \d\. 2 of 51 points, requires level 11\.$/);
  await page.keyboard.press('-');
  assert.equal(await split(page), '1/0/0');

  await page.keyboard.press('ArrowRight');
  assert.notEqual(await focused(page), first, 'arrow keys move within the tree');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  assert.equal(await split(page), '1/0/0', 'a closed talent takes no point');
  assert.match(await page.locator('#build-status').innerText(), /^Requires 5 points in /);
  await page.keyboard.press('Home');
  assert.equal(await focused(page), first);
  await page.keyboard.press('Tab');
  assert.match(
    String(await page.evaluate('document.activeElement.closest("section").id')),
    /tree-2/,
    'one stop a tree',
  );
  await page.keyboard.press('Space');
  assert.equal(await split(page), '1/1/0');

  const address = page.url();
  assert.match(address, /\/talents\/warrior\?build=1-1$/);
  assert.equal(await page.inputValue('#build-link'), address);
  await page.reload({ waitUntil: 'load' });
  assert.equal(await split(page), '1/1/0', 'a reload keeps the build');
  assert.equal(page.url(), address);
}

/** Spends points with both mouse buttons, copies the link, and starts again. */
async function byMouse(page: Page): Promise<void> {
  const point = page.locator(`${SECOND} .point`);
  for (let i = 0; i < 7; i++) await point.click();
  assert.equal(await rank(page, SECOND), '5/5', 'not more than its ranks');
  assert.match(await page.locator('#build-status').innerText(), /has all its points\.$/);
  await point.click({ button: 'right' });
  await point.click({ modifiers: ['Shift'] });
  assert.equal(await rank(page, SECOND), '3/5');
  await page.locator(`${SECOND} .less`).click();
  assert.match(await rank(page, SECOND), /^2\//);
  await page.locator('.build button.copy').click();
  await page.locator('.build button.copy[data-said=Copied]').waitFor();
  assert.equal(await page.evaluate('navigator.clipboard.readText()'), page.url());
  await page.locator('#build-reset').click();
  assert.equal(await split(page), '0/0/0');
  assert.ok(!page.url().includes('?'));
  assert.equal(await page.locator(`${SECOND} .less`).isVisible(), false);
}

async function byFinger(page: Page): Promise<void> {
  await page.locator(`${FIRST} .point`).tap();
  await page.locator(`${FIRST} .point`).tap();
  await page.locator(`${FIRST} .less`).tap();
  assert.equal(await split(page), '1/0/0');
  assert.equal(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), true);
}

/** Every step is a link. A popular build opens in the calculator. */
async function withoutScripts(page: Page): Promise<void> {
  await page.locator(`${FIRST} a.point`).click();
  await page.locator(`${FIRST} a.point`).click();
  assert.match(await rank(page, FIRST), /^2\//);
  await page.locator(`${FIRST} a.less`).click();
  assert.equal(await split(page), '1/0/0');
  assert.equal(await page.locator('.build button.copy').isVisible(), false, 'nothing copies');
  const popular = page.locator('#popular a').first();
  const text = await popular.innerText();
  await popular.click();
  assert.equal(await split(page), text);
}

const browser = await launch();
await onTalents(browser, 'talents-keyboard', DESK, byKeyboard);
await onTalents(browser, 'talents-mouse', { ...DESK, permissions: ['clipboard-read', 'clipboard-write'] }, byMouse);
await onTalents(browser, 'talents-phone', { ...PHONE, colorScheme: 'dark' }, byFinger);
await onTalents(browser, 'talents-plain', { ...DESK, javaScriptEnabled: false }, withoutScripts);

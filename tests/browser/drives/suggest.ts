import assert from 'node:assert/strict';
import process from 'node:process';
import type { Browser, Page } from 'playwright-core';
import { troubles } from './axe.ts';
import { DESK, launch, onPage, PHONE, savePicture, url } from './pages.ts';
import type { Watch } from './watch.ts';

/**
 * Types into search boxes of the demo: with the keyboard alone, on a phone, without scripts, and while answers are slow.
 * `run.ts` starts this with the browser's path and the demo's address.
 */

const BOX = 'form.find input[name=q]';
const OPTIONS = '[role=option]';
const OPEN = `.suggestions:not([hidden]) ${OPTIONS}`;

/** A request that the page aborted is no error. */
const ABORTED = /^failed: /;

function attribute(page: Page, name: string): Promise<string | null> {
  return page.getAttribute(BOX, name);
}

/** Returns the name of the active suggestion, or null if there is none. */
async function activeName(page: Page): Promise<string | null> {
  const id = await attribute(page, 'aria-activedescendant');
  const selected = await page.locator(`${OPTIONS}[aria-selected=true]`).all();
  assert.equal(selected.length, id === null ? 0 : 1);
  if (id === null) return null;
  assert.equal(await selected[0]!.getAttribute('id'), id);
  return page.textContent(`#${id} bdi`);
}

/** Enters a text at once, so that the list that opens is that of the whole text and never that of its beginning. */
async function type(page: Page, text: string): Promise<void> {
  await page.keyboard.insertText(text);
  await page.waitForSelector(OPEN);
}

async function pathOf(page: Page): Promise<string> {
  await page.waitForLoadState('load');
  return new URL(page.url()).pathname + new URL(page.url()).search;
}

async function withKeyboard(page: Page, { asked }: Watch): Promise<void> {
  assert.equal(await attribute(page, 'role'), 'combobox');
  assert.equal(await attribute(page, 'aria-expanded'), 'false');
  const main = await page.locator('main').boundingBox();
  await page.keyboard.press('/');
  assert.equal(await page.inputValue(BOX), '', 'the slash moves the focus and is not typed');
  await type(page, 'linen');
  assert.equal(await attribute(page, 'aria-expanded'), 'true');
  assert.equal(await attribute(page, 'aria-controls'), await page.getAttribute('.suggestions', 'id'));
  assert.match((await page.textContent('.find [role=status]')) ?? '', /^\d+ suggestions$/);
  assert.deepEqual(await page.locator('main').boundingBox(), main, 'nothing moves');
  const names = await page.locator(`${OPTIONS} bdi`).allTextContents();
  assert.ok(names.length > 2 && names.every((name) => /linen/i.test(name)), names.join());
  assert.equal(await activeName(page), null, 'nothing is chosen for the reader');
  for (const [key, at] of [
    ['ArrowDown', 0],
    ['ArrowDown', 1],
    ['ArrowUp', 0],
    ['ArrowUp', null],
    ['ArrowUp', names.length - 1],
    ['ArrowDown', null],
    ['ArrowDown', 0],
    ['Home', null],
    ['ArrowDown', 0],
    ['End', null],
  ] as const) {
    await page.keyboard.press(key);
    assert.equal(await activeName(page), at === null ? null : names[at], key);
  }
  await page.keyboard.press('Escape');
  assert.deepEqual([await attribute(page, 'aria-expanded'), await page.inputValue(BOX)], ['false', 'linen']);
  await page.keyboard.press('ArrowDown');
  assert.equal(await activeName(page), names[0], 'Down opens the list again');
  await page.keyboard.press('Tab');
  assert.equal(await attribute(page, 'aria-expanded'), 'false', 'the list closes with the focus');
  await page.focus(BOX);
  await page.keyboard.press('/');
  assert.equal(await page.inputValue(BOX), 'linen/', 'a slash is typed in a field');
  await page.keyboard.press('Backspace');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  assert.equal(await page.inputValue(BOX), '', 'Escape clears the box if the list is closed');
  const before = asked.length;
  await type(page, 'linen');
  await page.waitForTimeout(300);
  assert.equal(asked.slice(before).filter((to) => to.endsWith('?q=linen')).length, 0, 'an answer is remembered');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  const chosen = await activeName(page);
  await page.keyboard.press('Enter');
  await page.waitForURL((to) => !to.pathname.startsWith('/item/2589'));
  assert.ok(((await page.textContent('main')) ?? '').includes(chosen ?? '?'), 'Enter opens the page');
}

async function withoutChoice(page: Page): Promise<void> {
  await page.keyboard.press('/');
  await type(page, 'kobold');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/search\?/);
  assert.equal(await pathOf(page), '/search?q=kobold');
  assert.equal(await page.inputValue(BOX), 'kobold');
}

async function onPhone(page: Page): Promise<void> {
  await page.tap(BOX);
  await type(page, 'wolf');
  for (const option of await page.locator(OPTIONS).all()) {
    const { x, width, height } = (await option.boundingBox())!;
    assert.ok(height >= 44 && x >= 0 && x + width <= 390, `${x} ${width} × ${height}`);
  }
  const wide = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
  assert.equal(wide, 0, 'the page does not scroll sideways');
  const name = await page.textContent(`${OPEN} bdi`);
  await page.tap(OPEN);
  await page.waitForURL(/\/(?:npc|item|quest)\/\d+$/);
  assert.equal((await page.textContent('h1'))?.trim(), name);
}

/** Holds requests for an address until the returned function is called. */
async function hold(page: Page, address: string): Promise<() => void> {
  let release = (): void => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(address, async (route) => {
    await held;
    await route.continue().catch(() => {});
  });
  return release;
}

/** The reader types before the script is loaded. */
async function whileLoading(page: Page): Promise<void> {
  const release = await hold(page, '**/assets/suggest.js');
  const loaded = page.goto(`${url}/items`, { waitUntil: 'load' });
  await page.waitForURL('**/items', { waitUntil: 'commit' });
  await page.locator(BOX).pressSequentially('lin');
  release();
  await loaded;
  await page.waitForSelector(OPEN);
}

/** The answer for `k` arrives after that for `kob`. */
async function whileSlow(page: Page): Promise<void> {
  const release = await hold(page, '**/api/suggest?q=k');
  const first = page.waitForRequest('**/api/suggest?q=k');
  await page.focus(BOX);
  await page.keyboard.type('k');
  await first;
  await type(page, 'ob');
  const names = await page.locator(`${OPTIONS} bdi`).allTextContents();
  release();
  await page.waitForTimeout(300);
  assert.deepEqual(await page.locator(`${OPTIONS} bdi`).allTextContents(), names);
  assert.ok(
    names.every((name) => /kob/i.test(name)),
    names.join(),
  );
  await page.keyboard.press('Control+A');
  await page.keyboard.press('Delete');
  await page.waitForSelector('.suggestions', { state: 'hidden' });
  await page.keyboard.type('zzqqx');
  await page.getByText('No suggestions').waitFor({ state: 'attached' });
}

async function withoutScripts(page: Page): Promise<void> {
  await page.fill(BOX, 'linen');
  await page.press(BOX, 'Enter');
  await page.waitForURL(/\/search\?q=linen$/);
  assert.equal(await page.locator('.suggestions').count(), 0);
}

/** Opens the list in both colour schemes and on both screens, and looks for accessibility problems. */
async function look(browser: Browser): Promise<void> {
  for (const [name, screen] of [['phone', PHONE] as const, ['desk', DESK] as const]) {
    for (const colorScheme of ['light', 'dark'] as const) {
      for (const path of ['/', '/item/2589']) {
        await onPage(
          browser,
          { ...screen, colorScheme },
          path,
          async (page) => {
            await page.focus(BOX);
            await type(page, 'lin');
            await page.keyboard.press('ArrowDown');
            assert.deepEqual(await troubles(page), [], `${name} ${colorScheme} ${path}`);
            await savePicture(page, `suggest${path.replaceAll('/', '_')}.${name}.${colorScheme}`, false);
          },
          ABORTED,
        );
      }
    }
  }
}

const browser = await launch();
await onPage(browser, DESK, '/item/2589', withKeyboard, ABORTED);
await onPage(browser, DESK, '/', withoutChoice, ABORTED);
await onPage(browser, PHONE, '/', onPhone, ABORTED);
await onPage(browser, DESK, '/', whileSlow, ABORTED);
await onPage(browser, DESK, '/', whileLoading, ABORTED);
await onPage(browser, { ...DESK, javaScriptEnabled: false }, '/', withoutScripts, ABORTED);
await look(browser);
process.stdout.write('suggestions: by keyboard, on a phone, without scripts and while answers are slow: no faults\n');

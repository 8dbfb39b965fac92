import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import process from 'node:process';
import type { Page } from 'playwright-core';
import { troubles } from './axe.ts';
import { DESK, launch, onPage, PHONE, url } from './pages.ts';

/**
 * Sorts, filters and saves tables of the demo, and reads them on a phone and without scripts. `run.ts` starts this with
 * the browser's path and the demo's address.
 */

const MARKET = '/market/Skyfury';
const ROWS = '#t-prices tbody tr';

/** Returns the names in the visible rows of the list of prices. */
function names(page: Page): Promise<readonly string[]> {
  return page.locator(`${ROWS}:not([hidden]) td:first-child bdi`).allTextContents();
}

function fragment(page: Page): Promise<string> {
  return page.evaluate(() => location.hash);
}

async function sortsInTheAddress(page: Page): Promise<void> {
  const original = await names(page);
  const heading = page.locator('#t-prices th', { hasText: 'Market' });
  await heading.locator('button').click();
  assert.equal(await fragment(page), '#sort.prices=-market');
  assert.equal(await heading.getAttribute('aria-sort'), 'descending');
  const values = await page
    .locator(`${ROWS} td:nth-child(2)`)
    .evaluateAll((cells) => cells.map((cell) => Number(cell.getAttribute('data-value'))));
  assert.deepEqual(
    values,
    values.toSorted((a, b) => b - a),
  );
  const dearest = await names(page);
  await heading.locator('button').press('Enter');
  assert.equal(await fragment(page), '#sort.prices=market');
  assert.notDeepEqual(await names(page), dearest);
  await page.goBack();
  assert.deepEqual(await names(page), dearest, 'going back undoes one step');
  await page.goBack();
  assert.deepEqual([await fragment(page), await names(page)], ['', original]);
  await page.goForward();
  assert.deepEqual(await names(page), dearest);
  await page.fill('.filter input', 'cloth');
  assert.equal(await fragment(page), '#sort.prices=-market&filter.prices=cloth');
  const cloth = await names(page);
  assert.ok(cloth.length >= 2 && cloth.every((name) => /cloth/i.test(name)), cloth.join());
  assert.equal(await page.textContent('.filter output'), `${cloth.length} of ${original.length} rows`);
  await page.reload();
  assert.deepEqual(await names(page), cloth, 'a shared address shows the same rows');
  assert.equal(await page.inputValue('.filter input'), 'cloth');
}

/** Returns the lines of the file that a press downloads. */
async function saved(page: Page, selector: string): Promise<readonly string[]> {
  const [download] = await Promise.all([page.waitForEvent('download'), page.locator(selector).click()]);
  assert.match(download.suggestedFilename(), /\.csv$/);
  return readFileSync(await download.path(), 'utf8')
    .trimEnd()
    .split('\r\n');
}

async function savesTables(page: Page): Promise<void> {
  const rows = await page.locator('#t-newest-well-scanned-day-on-each-realm-per-unit tbody tr').count();
  const own = await saved(page, '#market .tabular > .cut button.csv >> nth=0');
  assert.equal(
    own[0],
    '\uFEFFRealm,Market value (copper),Cheapest (copper),Median of up to 60 days (copper),On sale,Players,Day',
  );
  assert.equal(own.length, rows + 1);
  // Whether a newer day has few players yet depends on the hour.
  assert.match(
    own[1]!,
    /^Skyfury,\d+,\d+,\d+,\d+,\d+,(?:\d{4}-\d\d-\d\d|"\d{4}-\d\d-\d\d \(\d{4}-\d\d-\d\d: [\dgsc ]+, only \d+ players?\)")$/,
  );
  await page.goto(url + MARKET);
  const served = await saved(page, '#market a.csv');
  assert.match(served[0]!, /^\uFEFFitemId,name,market,/);
  assert.equal(served.length, (await names(page)).length + 1);
}

async function stacksRowsOnPhones(page: Page): Promise<void> {
  const [item, market] = await Promise.all(
    [1, 2].map((at) => page.locator(`${ROWS} >> nth=0 >> td:nth-child(${at})`).boundingBox()),
  );
  assert.ok(item!.y + item!.height <= market!.y + 1, 'the other cells are below the first');
  const label = await page
    .locator(`${ROWS} >> nth=0 >> td:nth-child(2)`)
    .evaluate((cell) => getComputedStyle(cell, '::before').content);
  assert.equal(label, '"Market"');
  const widths = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
  assert.ok(widths[0]! <= widths[1]!, 'nothing is cut');
  assert.deepEqual(await troubles(page), []);
  const headings = await page
    .locator('#t-prices th')
    .evaluateAll((cells) => cells.map((cell) => cell.getBoundingClientRect().top));
  assert.equal(new Set(headings).size, 1, 'the buttons by which to sort are in one line');
  const button = page.locator('#t-prices th button', { hasText: 'Units' });
  await button.tap();
  assert.equal(await fragment(page), '#sort.prices=-units');
}

async function readsWithoutScripts(page: Page): Promise<void> {
  assert.ok((await names(page)).length > 5);
  assert.equal(await page.locator('#t-prices button, .filter input').count(), 0);
  assert.equal(await page.locator('#market a.csv').count(), 1);
}

const browser = await launch();
await onPage(browser, DESK, MARKET, sortsInTheAddress);
await onPage(browser, { ...DESK, acceptDownloads: true }, '/item/2592', savesTables);
await onPage(browser, PHONE, MARKET, stacksRowsOnPhones);
await onPage(browser, { ...PHONE, javaScriptEnabled: false }, MARKET, readsWithoutScripts);
process.stdout.write('tables: sorted, filtered and saved, also on a phone and without scripts\n');

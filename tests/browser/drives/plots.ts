import assert from 'node:assert/strict';
import process from 'node:process';
import type { Page } from 'playwright-core';
import { troubles } from './axe.ts';
import { DESK, launch, onPage, PHONE } from './pages.ts';

/**
 * Reads a plot of the demo with the keyboard, with a pointer, by touch and without scripts. `run.ts` starts this with
 * the browser's path and the demo's address.
 */

/** An item with auction prices. */
const ITEM = '/item/2592';
const PLOT = '.plotted > svg.time';
const TEXT = /^\d{4}-\d\d-\d\d: (?:\d+[gsc] ?)+, cheapest (?:\d+[gsc] ?)+$/;

/** Returns the value that the page shows above the plot, which assistive technology hears as well. */
async function reading(page: Page): Promise<string> {
  const shown = (await page.textContent('.reading')) ?? '';
  assert.match(shown, TEXT);
  assert.equal(await page.getAttribute(PLOT, 'aria-valuetext'), shown);
  return shown;
}

async function withKeyboard(page: Page): Promise<void> {
  assert.equal(await page.getAttribute(PLOT, 'role'), 'slider');
  const newest = await reading(page);
  await page.focus(PLOT);
  await page.keyboard.press('ArrowLeft');
  const before = await reading(page);
  assert.ok(before < newest, `${before} is older than ${newest}`);
  await page.keyboard.press('Home');
  assert.equal(await page.getAttribute(PLOT, 'aria-valuenow'), '0');
  assert.ok((await reading(page)) < before);
  await page.keyboard.press('End');
  assert.equal(await reading(page), newest);
  assert.deepEqual(await troubles(page), []);
}

async function withPointer(page: Page): Promise<void> {
  await page.locator(PLOT).scrollIntoViewIfNeeded();
  const box = (await page.locator(PLOT).boundingBox())!;
  const main = (await page.locator('main').boundingBox())!;
  assert.ok(box.width > main.width - 40, 'the plot is as wide as the page');
  const newest = await reading(page);
  await page.mouse.move(box.x + box.width / 2, box.y + 20);
  const middle = await reading(page);
  assert.ok(middle < newest);
  await page.mouse.move(box.x + 1, box.y + 20);
  assert.ok((await reading(page)) < middle);
  assert.equal(await page.locator(`${PLOT} .crosshair`).count(), 1);
}

async function byTouch(page: Page): Promise<void> {
  await page.locator(PLOT).scrollIntoViewIfNeeded();
  const box = (await page.locator(PLOT).boundingBox())!;
  const newest = await reading(page);
  await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
  assert.ok((await reading(page)) < newest);
}

async function withoutScripts(page: Page): Promise<void> {
  assert.equal(await page.locator(`${PLOT} circle title`).count(), await page.locator(`${PLOT} circle`).count());
  assert.match((await page.textContent('figcaption')) ?? '', /^Market value of Wool Cloth on \w+, .* 20\d\d\. /);
  assert.equal(await page.locator('.reading').isVisible(), false);
}

const browser = await launch();
await onPage(browser, DESK, ITEM, withKeyboard);
await onPage(browser, DESK, ITEM, withPointer);
await onPage(browser, PHONE, ITEM, byTouch);
await onPage(browser, { ...DESK, javaScriptEnabled: false }, ITEM, withoutScripts);
process.stdout.write('plots: read with the keyboard, a pointer and a finger, and without scripts\n');

import assert from 'node:assert/strict';
import process from 'node:process';
import type { Locator, Page } from 'playwright-core';
import { troubles } from './axe.ts';
import { DESK, launch, onPage, PHONE, savePicture } from './pages.ts';

/**
 * Uses the maps of the demo: with the keyboard alone, with a mouse, on a phone, and without scripts. `run.ts` starts
 * this with the browser's path and the demo's address.
 */

const WITH_CLIPBOARD = { ...DESK, permissions: ['clipboard-read', 'clipboard-write'] };

/** A zone with quest givers, vendors, trainers, creatures and objects, and a creature of another zone. */
const ZONE = '/zone/1429';
const CREATURE = '/npc/589';

const MAP = 'figure.map svg[tabindex]';
const CARD = '.pin-card:not([hidden])';

/** Returns the visible part of the map: left, top, width and height. */
async function visiblePart(page: Page): Promise<readonly number[]> {
  return (await page.getAttribute(MAP, 'viewBox'))!.split(' ').map(Number);
}

async function press(page: Page, ...keys: readonly string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

function focusedPin(page: Page): Locator {
  return page.locator('.pin:focus');
}

/** Waits until the clipboard has this text, which takes a busy browser a while. */
async function assertCopied(page: Page, text: string | RegExp): Promise<void> {
  const read = () => page.evaluate(() => navigator.clipboard.readText());
  const isCopied = (copy: string): boolean => (typeof text === 'string' ? copy === text : text.test(copy));
  let copy = await read();
  for (let tries = 0; tries < 100 && !isCopied(copy); tries++) {
    await page.waitForTimeout(50);
    copy = await read();
  }
  assert.ok(isCopied(copy), `the clipboard has ${copy}, not ${text}`);
}

async function withKeyboard(page: Page): Promise<void> {
  await page.locator(MAP).first().focus();
  assert.deepEqual(await visiblePart(page), [0, 0, 600, 400]);
  await press(page, '+');
  const [left, top, width] = await visiblePart(page);
  assert.ok(width! < 400 && left! > 0 && top! > 0, 'a key zooms into the middle');
  await press(page, 'ArrowRight', 'ArrowDown');
  const moved = await visiblePart(page);
  assert.ok(moved[0]! > left! && moved[1]! > top!, 'arrows move the map');
  await press(page, '-', '-', 'ArrowLeft');
  assert.deepEqual(await visiblePart(page), [0, 0, 600, 400], 'the map never leaves its frame');
  await press(page, '+', '0');
  assert.deepEqual(await visiblePart(page), [0, 0, 600, 400]);

  await press(page, 'Tab');
  const first = await focusedPin(page).getAttribute('aria-label');
  assert.match(first!, /, \d+(?:\.\d+)?, \d+(?:\.\d+)?$/);
  assert.equal(await page.locator(`${CARD} > :first-child`).textContent(), first!.split(',')[0]);
  const names = new Set([first]);
  for (const key of ['ArrowRight', 'ArrowDown', 'ArrowLeft', 'ArrowUp', 'ArrowUp']) {
    await press(page, key);
    names.add(await focusedPin(page).getAttribute('aria-label'));
  }
  assert.ok(names.size >= 3, 'arrows go from pin to pin');
  await press(page, 'c');
  const [name, ...facts] = (await focusedPin(page).getAttribute('aria-label'))!.split(', ');
  await assertCopied(page, `/way #1429 ${facts.slice(-2).join(' ')} ${name}`);
  assert.equal(await page.locator(`${CARD} .copy`).getAttribute('data-said'), 'Copied');
  // After the pin come the card's button and then the rest of the page.
  await press(page, 'Tab', 'Tab');
  assert.equal(await page.locator('figure.map :focus').count(), 0);
  assert.equal(await page.locator(CARD).count(), 0);
  await press(page, 'Shift+Tab', 'Enter');
  await page.waitForURL(/\/(?:npc|object)\/\d+$/);
}

async function withMouse(page: Page): Promise<void> {
  const boxes = page.locator('fieldset.roles input');
  const pins = page.locator('figure.map .pin:visible');
  const all = await pins.count();
  assert.ok((await boxes.count()) >= 4);
  const role = (await boxes.first().getAttribute('class'))!.slice(1);
  const ofRole = await page.locator(`figure.map .pin.r${role}`).count();
  assert.ok(ofRole > 0 && ofRole < all);
  await boxes.first().uncheck();
  assert.equal(await pins.count(), all - ofRole, 'a role can be hidden');
  await boxes.first().check();

  const pin = page.locator('figure.map .pin').last();
  await pin.hover();
  assert.match((await page.textContent(CARD))!, /Quest giver/);
  assert.deepEqual(await troubles(page), []);
  await savePicture(page, 'map_card', false);
  await page.locator(`${CARD} .copy`).click();
  await assertCopied(page, /^\/way #1429 \d/);
  await page.mouse.move(0, 0);
  assert.equal(await page.locator(CARD).count(), 0);

  const ground = (await page.locator('.ground').boundingBox())!;
  await page.getByRole('button', { name: 'Zoom in' }).click();
  const before = await visiblePart(page);
  await page.mouse.move(ground.x + 300, ground.y + 200);
  await page.mouse.down();
  await page.mouse.move(ground.x + 200, ground.y + 150, { steps: 4 });
  await page.mouse.up();
  const after = await visiblePart(page);
  assert.ok(after[0]! > before[0]! && after[1]! > before[1]!, 'dragging moves the map');
  await page.getByRole('button', { name: 'Whole map' }).click();
  assert.deepEqual(await visiblePart(page), [0, 0, 600, 400]);

  const row = page.locator('#vendors .way').first();
  await row.locator('.copy').click();
  await assertCopied(page, (await row.getAttribute('data-way'))!);
  assert.match((await row.textContent())!, /^[\d., ]+$/, 'the button adds nothing to the text of the row');
}

/** Pages without TLS have no clipboard, but can copy a selection. */
async function withoutClipboard(page: Page): Promise<void> {
  await page.evaluate("Object.defineProperty(navigator, 'clipboard', { value: undefined })");
  await page.locator(MAP).first().focus();
  await press(page, 'Tab', 'c');
  const { said, copy } = await page.locator(`${CARD} .copy`).evaluate(({ dataset }) => ({ ...dataset }));
  assert.equal(said, 'Copied');
  assert.equal(await focusedPin(page).count(), 1, 'the focus stays on the pin');
  await page.locator('form.find input[name=q]').focus();
  await press(page, 'Control+V');
  assert.equal(await page.inputValue('form.find input[name=q]'), copy);
}

async function onPhone(page: Page): Promise<void> {
  const pin = page.locator('figure.map .pin').last();
  const { width, height } = (await pin.locator('use').boundingBox())!;
  assert.ok(width >= 24 && height >= 24, `a pin has ${width} by ${height} pixels to hit`);
  await pin.tap();
  assert.equal(new URL(page.url()).pathname, CREATURE, 'the first touch shows the card');
  assert.ok(await page.locator(CARD).isVisible());
  assert.deepEqual(await troubles(page), []);
}

async function withoutScripts(page: Page): Promise<void> {
  assert.equal(await page.locator('figure.map svg[viewBox="0 0 600 400"] image').count(), 1);
  const pins = page.locator('figure.map .pin:visible');
  const all = await pins.count();
  await page.locator('fieldset.roles input').first().uncheck();
  assert.ok((await pins.count()) < all, 'roles can be hidden without scripts');
  assert.equal(await page.locator('.copy, .zoom').count(), 0);
  const links = await page.locator('.panel a[href*="/npc/"]').count();
  assert.ok(links > 10, 'the lists have the same links as the pins');
}

const browser = await launch();
await onPage(browser, WITH_CLIPBOARD, ZONE, withKeyboard);
await onPage(browser, WITH_CLIPBOARD, ZONE, withMouse);
await onPage(browser, DESK, ZONE, withoutClipboard);
await onPage(browser, { ...DESK, colorScheme: 'dark' }, ZONE, async (page) =>
  assert.deepEqual(await troubles(page), []),
);
await onPage(browser, PHONE, CREATURE, onPhone);
await onPage(browser, { ...DESK, javaScriptEnabled: false }, ZONE, withoutScripts);
process.stdout.write('maps: by keyboard, with a mouse, on a phone and without scripts: no faults\n');

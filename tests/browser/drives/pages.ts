import assert from 'node:assert/strict';
import { join } from 'node:path';
import process from 'node:process';
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { type Watch, watch } from './watch.ts';

/** Shared by the drivers, which `run.ts` starts with the browser's path and the address of an instance. */

const [browserPath, address] = process.argv.slice(2);
assert.ok(browserPath !== undefined && address !== undefined, 'run.ts starts this');

/** Address of the instance. */
export const url: string = address;

/** Looks of a page, as options of its browser context. */
export const DESK = { viewport: { width: 1280, height: 900 } };
export const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** Turns off features that the pages do not need. Drawing with a simulated graphics card takes a quarter of the processor time. */
const WITHOUT = ['--disable-gpu', '--disable-background-networking', '--disable-component-update', '--disable-sync'];

let browser: Promise<Browser> | null = null;

/** Returns the browser of all drivers in this process, and starts it first. Chromium has no sandbox for root. */
export function launch(): Promise<Browser> {
  const noSandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const args = [...noSandbox, '--disable-dev-shm-usage', ...WITHOUT];
  browser ??= chromium.launch({ executablePath: browserPath!, args });
  return browser;
}

/** How long Playwright waits for a page or an element, in ms: a busy machine may take a minute for a page of the realm. */
const PATIENCE_MS = 120_000;

export async function openContext(browser: Browser, look: BrowserContextOptions): Promise<BrowserContext> {
  const context = await browser.newContext(look);
  context.setDefaultTimeout(PATIENCE_MS);
  return context;
}

/** Opens a page in a context of its own, and checks that it reported no errors except those that are `expected`. */
export async function onPage(
  browser: Browser,
  look: BrowserContextOptions,
  path: string,
  run: (page: Page, seen: Watch) => Promise<void>,
  expected = /^$/,
): Promise<void> {
  const context = await openContext(browser, look);
  const page = await context.newPage();
  const seen = await watch(page);
  await page.goto(url + path, { waitUntil: 'load' });
  await run(page, seen);
  assert.deepEqual(
    seen.faults.filter((fault) => !expected.test(fault)),
    [],
    path,
  );
  await context.close();
}

/** Saves a picture of the page if `TW_SCREENSHOTS` names a folder. */
export async function savePicture(page: Page, name: string, fullPage = true): Promise<void> {
  const folder = process.env['TW_SCREENSHOTS'];
  if (folder !== undefined) await page.screenshot({ path: join(folder, `${name}.png`), fullPage });
}

import assert from 'node:assert/strict';
import { join } from 'node:path';
import process from 'node:process';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { openContext } from '../pages.ts';
import { openSite, openStandIn, type Site, type StandIn } from './servers.ts';
import { CARDS } from './site_pages.ts';

/** Shared by the tests of hover cards: an instance, sites of other origins, and a page with a card. */

const [, reached_, item_] = process.argv.slice(2);
assert.ok(reached_ !== undefined && item_ !== undefined, 'run.ts starts this');

/** The address at which the tests reach the instance, and an item that has a card there. */
export const [reached, item] = [reached_, item_];

export const SCREENSHOTS = process.env['TW_SCREENSHOTS'];
export const HOST = '#third-witness-card';
export const DESKTOP: BrowserContextOptions = { viewport: { width: 1280, height: 800 } };

const opened: Site[] = [];
export async function site(pages: Readonly<Record<string, string>>, policy: string | null): Promise<string> {
  const one = await openSite(pages, policy);
  opened.push(one);
  return one.url;
}

const script = await (await fetch(`${reached}/tooltip.js`)).text();
/** The public address of the instance, which differs from the address at which the tests reach it. */
export const instance = /"base":"([^"]*)"/.exec(script)![1]!;
assert.notEqual(instance, reached);
export async function standIn(cardOf: (key: string) => object = (key) => CARDS[key] ?? {}): Promise<StandIn> {
  const one = await openStandIn(script, instance, cardOf);
  opened.push(one);
  return one;
}

export function tagOf(origin: string, attributes = ''): string {
  return `<script src="${origin}/tooltip.js" ${attributes} defer></script>`;
}
export function only(origin: string): string {
  return `default-src 'none'; script-src ${origin}; connect-src ${origin}`;
}

/** Opens a page and runs `work` on it. Every browser error is a fault, except `allowed`. */
export async function visit(
  browser: Browser,
  url: string,
  work: (page: Page) => Promise<void>,
  { allowed = /^$/, ...options }: BrowserContextOptions & { allowed?: RegExp } = {},
): Promise<void> {
  const context = await openContext(browser, { ...DESKTOP, ...options });
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) faults.push(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => faults.push(`script: ${error.message}`));
  page.on('dialog', (dialog) => faults.push(`dialog: ${dialog.message()}`));
  await page.exposeFunction('toldOfViolation', (text: string) => faults.push(`policy: ${text}`));
  await page.addInitScript(`addEventListener('securitypolicyviolation', (event) =>
    toldOfViolation(event.violatedDirective + ' ' + event.blockedURI));`);
  await page.goto(url);
  await work(page);
  assert.deepEqual(
    faults.filter((fault) => !allowed.test(fault)),
    [],
    url,
  );
  await context.close();
}

export function card(page: Page) {
  return page.locator(`${HOST} .card`);
}
export async function textOf(page: Page): Promise<string> {
  return card(page).innerText();
}
export function noCard(page: Page): Promise<void> {
  return card(page).waitFor({ state: 'detached' });
}
export async function picture(page: Page, name: string): Promise<void> {
  if (SCREENSHOTS === undefined) return;
  await page.screenshot({ path: join(SCREENSHOTS, `embed_${name}.png`) });
}

/** Points at an element and returns the text of its card. */
export async function pointAt(page: Page, selector: string): Promise<string> {
  await page.hover(selector);
  await card(page).waitFor();
  return textOf(page);
}

export async function away(page: Page): Promise<void> {
  await page.mouse.move(5, 600);
  await noCard(page);
}

/**
 * Waits until a condition holds on the page. The browser's own wait function needs eval, which strict policies forbid.
 */
export async function until(page: Page, condition: string): Promise<void> {
  for (let i = 0; i < 600; i++) {
    if ((await page.evaluate(condition)) === true) return;
    await rest(50);
  }
  assert.fail(`not so after 30 seconds: ${condition}`);
}

/** Stops the clock of a page, so that its timers do not depend on how busy the machine is. `page.clock` moves it. */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.install();
  await page.clock.pauseAt(((await page.evaluate('Date.now()')) as number) + 1_000);
}

export function rest(ms: number): Promise<void> {
  return new Promise((done) => setTimeout(done, ms));
}

export function closeSites(): void {
  for (const one of opened) one.close();
}

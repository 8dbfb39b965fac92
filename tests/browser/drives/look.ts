import assert from 'node:assert/strict';
import { join } from 'node:path';
import process from 'node:process';
import { type BrowserContext, chromium } from 'playwright-core';
import { troubles } from './axe.ts';
import { watch } from './watch.ts';

/**
 * Checks every page of the demo on a phone with a dark scheme and on a desktop with a light one. No page may fail,
 * request another host, violate its policy, scroll sideways, or break an accessibility rule of axe. `run.ts` starts
 * this with the browser's path and the demo's address.
 */

const [browserPath, url] = process.argv.slice(2);
assert.ok(browserPath !== undefined && url !== undefined, 'run.ts starts this');

const SCREENSHOTS = process.env['TW_SCREENSHOTS'];

const LOOKS = [
  { name: 'phone', viewport: { width: 390, height: 844 }, colorScheme: 'dark' },
  { name: 'desk', viewport: { width: 1280, height: 900 }, colorScheme: 'light' },
] as const;

const PAGES: readonly (readonly [path: string, status?: number])[] = [
  ['/'],
  ['/search'],
  ['/search?q=linen'],
  ['/search?q=kobld'],
  ['/search?q=zzzzqq'],
  ['/items'],
  ['/items/trade-goods'],
  ['/item/2589'],
  ['/item/1935'],
  ['/npc/257'],
  ['/npc/66'],
  ['/npc/2329'],
  ['/npc/197'],
  ['/npc/1933'],
  ['/quest/60'],
  ['/object/2843'],
  ['/object/1618'],
  ['/zone/1429'],
  ['/npcs'],
  ['/npcs?zone=1429&who=vendors'],
  ['/objects'],
  ['/quests'],
  ['/quests?zone=1429'],
  ['/professions'],
  ['/profession/tailoring?from=1&to=75'],
  ['/talents'],
  ['/talents/warrior'],
  ['/market'],
  ['/market/Whitemane'],
  ['/recent'],
  ['/recent?topic=drops'],
  ['/coverage'],
  ['/coverage?zone=1420'],
  ['/coverage?level=12&need=1'],
  ['/zones'],
  ['/about'],
  ['/upload'],
  ['/compare'],
  ['/export'],
  ['/connect'],
  ['/connect/keys'],
  ['/connect/grants'],
  ['/connect/erase'],
  ['/terms'],
  ['/tooltips'],
  ['/docs'],
  ['/docs/observed'],
  ['/docs/game-files'],
  ['/docs/tools'],
  ['/docs/files'],
  ['/docs/uploads'],
  ['/docs/service'],
  ['/item/999999', 404],
  ['/nowhere', 404],
];

/** The browser logs an error for a page that is answered with 404. */
function isExpected(fault: string, status: number): boolean {
  return status >= 400 && fault.includes(`status of ${status}`);
}

const found: string[] = [];

async function visit(context: BrowserContext, look: string, path: string, status = 200): Promise<void> {
  const page = await context.newPage();
  const { faults, asked } = await watch(page);
  const answer = await page.goto(url + path, { waitUntil: 'load' });
  const told = (what: string) => found.push(`${path} (${look}): ${what}`);
  if (answer?.status() !== status) told(`status ${answer?.status()}`);
  // Opens all collapsed sections, which must pass the checks too.
  await page.evaluate("document.querySelectorAll('main details').forEach((one) => { one.open = true; })");
  const wide = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
  if (Number(wide) > 0) told(`scrolls sideways by ${wide} px`);
  for (const trouble of await troubles(page)) told(trouble);
  if (SCREENSHOTS !== undefined) {
    const name = `${path === '/' ? 'home' : path.slice(1).replaceAll(/[/?=]/g, '_')}.${look}.png`;
    await page.screenshot({ path: join(SCREENSHOTS, name), fullPage: true });
  }
  for (const to of asked) {
    if (!/^(?:data|blob):/.test(to) && new URL(to).origin !== url) told(`asks another host: ${to}`);
  }
  for (const fault of faults) if (!isExpected(fault, status)) told(fault);
  await page.close();
}

const browser = await chromium.launch({
  executablePath: browserPath,
  args: [...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), '--disable-dev-shm-usage'],
});
try {
  for (const { name, viewport, colorScheme } of LOOKS) {
    const context = await browser.newContext({ viewport, colorScheme });
    for (const [path, status] of PAGES) await visit(context, name, path, status);
    await context.close();
  }
} finally {
  await browser.close();
}
assert.deepEqual(found, []);
process.stdout.write(`${PAGES.length} pages, each on a phone in the dark and on a desk in the light: no faults\n`);

import assert from 'node:assert/strict';
import process from 'node:process';
import type { BrowserContext, Page } from 'playwright-core';
import { DESK, launch, openContext, savePicture, url } from './pages.ts';
import { watch } from './watch.ts';

/**
 * Tests the API reference. `run.ts` starts this with the browser's path, the instance's address and an item with a
 * page.
 */

const item = process.argv[4];
assert.ok(item !== undefined, 'run.ts starts this');

async function visit(
  context: BrowserContext,
  path: string,
  look: (page: Page) => Promise<void> = async () => {},
): Promise<void> {
  const page = await context.newPage();
  const { faults, asked } = await watch(page);
  const answer = await page.goto(url + path, { waitUntil: 'load' });
  assert.equal(answer?.status(), 200, path);
  await look(page);
  await page.evaluate('scrollTo(0, 0)');
  await savePicture(page, path === '/' ? 'home' : path.slice(1).replaceAll('/', '_'));
  const foreign = asked.filter(
    (to) => !to.startsWith('data:') && !to.startsWith('blob:') && new URL(to).origin !== url,
  );
  assert.deepEqual(foreign, [], `${path} asks other hosts`);
  assert.deepEqual(faults, [], path);
  process.stdout.write(`${path}: ${asked.length} requests, no faults\n`);
  await page.close();
}

/** Submits the form of an operation with its prefilled values, and goes back. */
async function tryOperation(page: Page, id: string, asks: string): Promise<void> {
  await page.evaluate("document.querySelectorAll('main details').forEach((one) => { one.open = true; })");
  await page.locator(`form[action$="/docs/try/${id}"] button`).click();
  await page.waitForURL(`**${asks}`);
  assert.ok(JSON.parse((await page.locator('body').innerText()) || '{}'), id);
  await page.goBack({ waitUntil: 'load' });
}

/** Returns the HTML of all links, collapsed sections, fields and buttons that the Tab key does not reach. */
async function unreached(page: Page): Promise<readonly string[]> {
  const all = 'main :is(a[href], summary, input, select, button)';
  const count = await page.locator(all).count();
  await page.locator('h1').click();
  for (let pressed = 0; pressed < count + 50; pressed++) {
    await page.keyboard.press('Tab');
    await page.evaluate("document.activeElement?.setAttribute('data-reached', '')");
  }
  return page.evaluate((reachable) => {
    const shown = [...document.querySelectorAll(reachable)].filter((one) => one.checkVisibility());
    return shown.filter((one) => !one.hasAttribute('data-reached')).map((one) => one.outerHTML.slice(0, 200));
  }, all);
}

/** Checks that the keyboard reaches everything, and that requests can be tried without scripts. */
async function tryReference(page: Page): Promise<void> {
  assert.deepEqual(await unreached(page), []);
  await tryOperation(page, 'listPublicRecords', '/api/corpus/public?kinds=loot,item_seen&limit=2');
  await tryOperation(page, 'listRelations', `/api/edges?from_kind=item&from_id=${item}`);
  await tryOperation(page, 'getTooltip', `/api/tooltip/item/${item}`);
}

const browser = await launch();
const context = await openContext(browser, DESK);
await visit(context, '/docs/observed', tryReference);
for (const path of ['/docs', '/docs/tools', '/', '/connect', '/upload', '/terms', `/item/${item}`])
  await visit(context, path);
await context.close();

import assert from 'node:assert/strict';
import { join } from 'node:path';
import process from 'node:process';
import { type BrowserContext, chromium, type Page } from 'playwright-core';
import { watch } from './watch.ts';

/** Drives the browser; `run.ts` starts this with the browser's program, the instance's address and an item with a page. */

const [browserPath, url, item] = process.argv.slice(2);
assert.ok(browserPath !== undefined && url !== undefined && item !== undefined, 'run.ts starts this');

const SCREENSHOTS = process.env['TW_SCREENSHOTS'];

const visit = async (
  context: BrowserContext,
  path: string,
  look: (page: Page) => Promise<void> = async () => {},
): Promise<void> => {
  const page = await context.newPage();
  const { faults, asked } = await watch(page);
  const answer = await page.goto(url + path, { waitUntil: 'load' });
  assert.equal(answer?.status(), 200, path);
  await look(page);
  if (SCREENSHOTS !== undefined) {
    const name = path === '/' ? 'home' : path.slice(1).replaceAll('/', '_');
    await page.evaluate('scrollTo(0, 0)');
    await page.screenshot({ path: join(SCREENSHOTS, `${name}.png`), fullPage: path !== '/docs' });
  }
  const foreign = asked.filter(
    (to) => !to.startsWith('data:') && !to.startsWith('blob:') && new URL(to).origin !== url,
  );
  assert.deepEqual(foreign, [], `${path} asks other hosts`);
  assert.deepEqual(faults, [], path);
  process.stdout.write(`${path}: ${asked.length} requests, no faults\n`);
  await page.close();
};

/** Sends a request as the reference fills it in by itself. */
const tryOperation = async (page: Page, id: string): Promise<void> => {
  const operation = page.locator(`#operations-${id}`);
  await operation.locator('.opblock-summary-control').click();
  await operation.locator('.try-out__btn').click();
  await operation.locator('.execute').click();
  const status = operation.locator('.live-responses-table .response-col_status').last();
  await status.waitFor();
  assert.match(await status.innerText(), /^200/, id);
};

/** The reference lists every operation of the document, and a request can be tried from it. */
const tryReference = async (page: Page): Promise<void> => {
  const document = await (await fetch(`${url}/api/openapi.json`)).json();
  const operations = Object.values(document.paths as Record<string, object>).flatMap((item) =>
    Object.keys(item),
  ).length;
  await page.waitForSelector('.opblock');
  assert.equal(await page.locator('.opblock').count(), operations);
  assert.equal(await page.getByText('Warning', { exact: true }).count(), 0, 'it warns of the document');
  assert.equal(await page.locator('.errors-wrapper').count(), 0, 'it finds errors in the document');
  for (const id of ['Service-getHealth', 'Observed-listPublicRecords', 'Observed-listRelations', 'Tools-item_page']) {
    await tryOperation(page, id);
  }
  // The largest schema, with records in it.
  const upload = page.locator('#operations-Uploads-upload');
  await upload.locator('.opblock-summary-control').click();
  await upload.locator('.opblock-body').waitFor();
};

const browser = await chromium.launch({
  executablePath: browserPath,
  args: [...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), '--disable-dev-shm-usage'],
});
try {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  await visit(context, '/docs', tryReference);
  for (const path of ['/', '/connect', '/upload', '/terms', `/item/${item}`]) await visit(context, path);
} finally {
  await browser.close();
}

import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import type { Page } from 'playwright-core';
import { savedFile, type Written } from '../../domain/saved_variables/lua_writer.ts';
import { postRecords } from '../../support/client.ts';
import { inTempDir, runJob } from '../../support/instance.ts';
import { npc, world } from '../../support/world.ts';
import { troubles } from './axe.ts';
import { DESK, launch, onPage, PHONE, savePicture, url } from './pages.ts';

/**
 * Uploads a file, follows the link to its result page, and waits there for the snapshot that makes facts public. `run.ts`
 * starts this with the browser's path and the instance's address, and names the data folder in TW_DATA_DIR.
 */

const dataDir = process.env['TW_DATA_DIR'];
assert.ok(dataDir !== undefined, 'run.ts starts this');

const AT = '2026-03-04T05:06:07Z';
const FRIENDS = ['friend-install-0001', 'friend-install-0002'] as const;
/** Both friends met the first, one met the second, and none met the third. */
const [CONFIRMED, ONE_MORE, ALONE] = [npc(3_101), npc(3_102), npc(3_103)];

const MINE = world().install('mine-install-00001').met(CONFIRMED).met(ONE_MORE).met(ALONE).records() as Written[];
const FILE = savedFile({
  format: 1,
  installId: 'mine-install-00001',
  addonVersion: '0.6.0',
  protocol: '1.4.0',
  records: [
    ...MINE,
    { kind: 'item_seen', eventId: 'bad', capturedAt: AT, itemId: 5, name: 'Ring', quality: 'shiny' },
    { kind: 'gold_snapshot', eventId: 'gold', capturedAt: AT, character: 'Ada', realm: 'Eastmoor', copper: 5 },
  ],
});

const SHIFTS = `globalThis.shifted = 0; new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) if (!entry.hadRecentInput) globalThis.shifted += entry.value;
}).observe({ type: 'layout-shift', buffered: true });`;

async function snapshot(): Promise<void> {
  const { code, stderr } = await runJob(dataDir!, ['snapshot']);
  assert.equal(code, 0, stderr);
}

async function uploadFile(page: Page, file: string): Promise<string> {
  await page.goto(`${url}/upload`);
  await page.setInputFiles('#file', file);
  await page.locator('#send:not([disabled])').click();
  await page.locator('#outcome').waitFor();
  await page.locator('#outcome a.button').focus();
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/upload\/[\w-]{22}$/);
  return page.url();
}

function sentences(page: Page, part: string): Promise<string> {
  return page.locator(part).innerText();
}

async function checkLooks(page: Page): Promise<void> {
  for (const [name, look] of Object.entries({ desk: DESK, phone: PHONE })) {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize(look.viewport);
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      assert.deepEqual(await troubles(page), [], `${name}, ${colorScheme}`);
      const wide = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
      assert.ok(Number(wide) <= 0, `${name} scrolls sideways by ${wide}`);
      await savePicture(page, `contribution-${name}-${colorScheme}`);
    }
  }
  await page.setViewportSize(DESK.viewport);
}

const browser = await launch();

/** Follows the uploads of the file at this path. */
async function follow(file: string): Promise<void> {
  writeFileSync(file, FILE);
  for (const [at, install] of FRIENDS.entries()) {
    const met = world().install(install).met(CONFIRMED);
    await postRecords(url, (at === 0 ? met.met(ONE_MORE) : met).records());
  }
  await snapshot();
  let address = '';
  await onPage(browser, DESK, '/upload', async (page) => {
    await page.addInitScript(SHIFTS);
    address = await uploadFile(page, file);
    assert.match(await sentences(page, '.headline'), /^3 records stored\.$/);
    assert.equal(await page.locator('.steps .done').count(), 1);
    assert.match(await sentences(page, '#held-back'), /1 record about your gold: you did not choose to share them\./);
    assert.match(await sentences(page, '#held-back'), /Items looked at, 1 record: quality must be one of/);
    assert.ok(!(await sentences(page, 'main')).includes('npc_sighting'));

    await snapshot();
    await page.locator('#contribution:not([data-waits])').waitFor({ timeout: 60_000 });
    assert.match(await sentences(page, '.headline'), /^\d facts you reported became public\.$/);
    assert.equal(await page.locator('.steps .done').count(), 3);
    assert.match(await sentences(page, '#confirmed'), /Creature 3101\s+name/);
    for (const folded of await page.locator('#one summary, #open summary').all()) await folded.click();
    assert.match(await sentences(page, '#one'), /Target NPC 3102/);
    assert.match(await sentences(page, '#open'), /NPC 3103/);
    assert.match(await sentences(page, '#held-back'), /1 record about your gold/);
    assert.ok(Number(await page.evaluate('globalThis.shifted')) < 0.05, 'the layout shifts');
    await checkLooks(page);
    // Hover cards are loaded up to two seconds after the page.
    await page.locator('script[src$="/tooltip.js"]').waitFor({ state: 'attached' });
    await page.waitForLoadState('networkidle');
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.waitForTimeout(20_000);
    assert.deepEqual(asked, [], 'a page that is done asks for nothing more');

    assert.equal(await uploadFile(page, file), address, 'the same file leads to the same page');
  });
  await onPage(browser, { ...PHONE, javaScriptEnabled: false }, new URL(address).pathname, async (page) => {
    assert.match(await sentences(page, '.headline'), /^\d facts you reported became public\.$/);
    assert.equal(await page.locator('#held-back').isVisible(), false, 'only the sender’s browser knows');
  });
  process.stdout.write('a contribution was followed: no faults\n');
}

await inTempDir((folder) => follow(join(folder, 'ThirdWitness.lua')));

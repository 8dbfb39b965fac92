import assert from 'node:assert/strict';
import type { Browser } from 'playwright-core';
import {
  away,
  card,
  HOST,
  noCard,
  only,
  picture,
  pointAt,
  rest,
  site,
  standIn,
  stopClock,
  tagOf,
  textOf,
  visit,
} from './ground.ts';
import { htmlPage } from './servers.ts';
import { CARDS } from './site_pages.ts';

/** Checks touch and every state of a card. */

export async function touch(browser: Browser): Promise<void> {
  const stand = await standIn();
  const body = `<p id="away">away</p><br><br><p><a id="a" href="${stand.url}/item/2589">cloth</a>
<a id="b" href="${stand.url}/npc/448">boss</a> <a id="none" href="${stand.url}/item/500">broken</a>
<b id="word" data-third-witness="quest=783">word</b></p>`;
  const url = await site({ '/': htmlPage(tagOf(stand.url), body) }, only(stand.url));
  const options = {
    viewport: { width: 360, height: 640 },
    hasTouch: true,
    isMobile: true,
    allowed: /status of 500/,
  };
  await visit(
    browser,
    `${url}/`,
    async (page) => {
      await page.tap('#a');
      await card(page).waitFor();
      assert.match(await textOf(page), /Linen Cloth/);
      await picture(page, 'phone_tap');
      await page.tap('#b');
      await page.locator(`${HOST} .title`, { hasText: 'Hogger' }).waitFor();
      await page.tap('#away');
      await noCard(page);
      await page.tap('#word');
      await card(page).waitFor();
      await page.tap('#word');
      await noCard(page);
      await page.tap('#none');
      await card(page).waitFor();
      assert.equal(await textOf(page), 'The card did not load.', 'a tap is never swallowed in silence');
      assert.equal(page.url(), `${url}/`);
      await page.tap('#a');
      await card(page).waitFor();
      assert.equal(page.url(), `${url}/`);
      await page.tap('#a');
      await page.waitForURL(`${stand.url}/item/2589`);
    },
    options,
  );
}

/** Returns a promise and the function that keeps it. */
function createHold(): { readonly held: Promise<void>; release(): void } {
  let release = (): void => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  return { held, release: () => release() };
}

export async function states(browser: Browser): Promise<void> {
  const [late, failing] = [createHold(), createHold()];
  const holds: Readonly<Record<string, ReturnType<typeof createHold>>> = { 'item/700': late, 'item/501': failing };
  const stand = await standIn((key) => ({ ...CARDS[key], ...(key in holds ? { held: holds[key]!.held } : {}) }));
  const ids = [700, 404, 500, 501, 2589, 429, 19019];
  const links = ids.map((id) => `<p><a id="i${id}" href="${stand.url}/item/${id}">${id}</a></p>`).join('');
  const url = await site({ '/': htmlPage(tagOf(stand.url), links) }, only(stand.url));
  await visit(
    browser,
    url,
    async (page) => {
      assert.equal(await pointAt(page, '#i700'), 'Loading …');
      late.release();
      await page.locator(`${HOST} .title`, { hasText: 'Late Riser' }).waitFor();
      await away(page);
      assert.equal(await pointAt(page, '#i404'), 'No public data yet.');
      await away(page);
      await page.hover('#i500');
      await rest(350);
      assert.equal(await page.locator(HOST).count(), 0, 'a failure before anything was shown stays silent');
      assert.equal(await pointAt(page, '#i501'), 'Loading …');
      failing.release();
      await page.locator(`${HOST} .card`, { hasText: 'The card did not load.' }).waitFor();
      await away(page);
      await stopClock(page);
      await page.hover('#i429');
      await page.clock.runFor(90);
      await card(page).waitFor();
      assert.match(await textOf(page), /^Busy\. Try again in 5 s\.$/);
      await page.mouse.move(5, 600);
      await page.clock.runFor(1_500);
      await noCard(page);
      const before = stand.requests.length;
      await page.hover('#i19019');
      await page.clock.runFor(90);
      await card(page).waitFor();
      assert.match(await textOf(page), /^Busy\. Try again in 4 s\.$/);
      assert.equal(stand.requests.length, before, 'nothing is asked of an instance that is busy');
      await page.clock.runFor(5_000);
      await page.clock.resume();
      await away(page);
      assert.match(await pointAt(page, '#i19019'), /^Thunderfury/);
    },
    { allowed: /status of (?:429|500)/ },
  );
}

import assert from 'node:assert/strict';
import type { Browser, Page } from 'playwright-core';
import {
  away,
  card,
  HOST,
  instance,
  item,
  noCard,
  only,
  picture,
  pointAt,
  rest,
  site,
  standIn,
  tagOf,
  textOf,
  until,
  visit,
} from './ground.ts';
import { htmlPage } from './servers.ts';
import { CARDS, linksInView, thirtyLinks, wowheadPage } from './site_pages.ts';

/** Checks cards on a site of another origin with a strict policy. */

export async function strictSite(browser: Browser): Promise<void> {
  const version = /(\/tooltip-[0-9a-f]{12}\.js)&quot;\s+integrity=&quot;(sha384-[^&]+)&quot;/.exec(
    await (await fetch(`${instance}/tooltips`)).text(),
  )!;
  const pinned = `<script src="${instance}${version[1]}" integrity="${version[2]}" crossorigin="anonymous" defer></script>`;
  const links = `<p><a id="first" href="${instance}/item/${item}">a sword</a> <a id="plain" href="/other">elsewhere</a>
<a id="npc" href="${instance}/npc/6" aria-describedby="note">a kobold</a> <b id="word" data-third-witness="item=${item}">word</b></p>
<p id="note">A note.</p><div id="late"></div>`;
  const url = await site({ '/': htmlPage(pinned + tagOf(instance) + pinned, links) }, only(instance));
  await visit(browser, url, async (page) => {
    let asked = 0;
    page.on('request', (request) => {
      if (request.url().includes('/api/')) asked++;
    });
    await rest(400);
    assert.equal(asked, 0, 'nothing is asked before a reader wants it');
    const text = await pointAt(page, '#first');
    assert.match(text, /Item 25\n.*Drops from NPC 6[\s\S]*Data: .* contributors, CC BY-SA 4\.0/);
    assert.equal(await page.locator(HOST).count(), 1, 'loaded three times, one card');
    assert.equal(await page.locator(HOST).getAttribute('role'), 'tooltip');
    assert.equal(await page.locator('#first').getAttribute('aria-describedby'), 'third-witness-card');
    // The card stays while the pointer is on it.
    await card(page).hover();
    await rest(400);
    assert.ok(await card(page).isVisible());
    await away(page);
    assert.equal(await page.locator('#first').getAttribute('aria-describedby'), null);
    await pointAt(page, '#first');
    await pointAt(page, '#word');
    assert.equal(asked, 1, 'an entity is asked for once');
    await page.keyboard.press('Escape');
    await noCard(page);
    await rest(200);
    await page.mouse.move(6, 599);
    // Uses only the keyboard.
    await page.focus('#first');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await card(page).waitFor();
    assert.match(await textOf(page), /NPC 6/);
    assert.equal(await page.locator('#npc').getAttribute('aria-describedby'), 'note third-witness-card');
    assert.match(await describedAs(page, '#npc'), /^A note\. .*NPC 6/);
    await page.keyboard.press('Escape');
    await noCard(page);
    assert.equal(await page.locator('#npc').getAttribute('aria-describedby'), 'note');
    await page.keyboard.press('Shift+Tab');
    await rest(200);
    assert.equal(await page.locator(HOST).count(), 0, 'other links have no card');
    // A link that is added later has a card, and a link that is removed takes its card with it.
    await page.evaluate(
      `document.querySelector('#late').innerHTML = '<p><a id="new" href="${instance}/npc/6"><i>later</i></a></p>'`,
    );
    assert.match(await pointAt(page, '#new i'), /NPC 6/);
    await page.evaluate(`document.querySelector('#late').replaceChildren()`);
    await noCard(page);
  });
}

/** Returns the accessible description of an element. */
async function describedAs(page: Page, selector: string): Promise<string> {
  const tools = await page.context().newCDPSession(page);
  const { result } = await tools.send('Runtime.evaluate', { expression: `document.querySelector('${selector}')` });
  const { nodes } = await tools.send('Accessibility.getPartialAXTree', {
    objectId: result.objectId!,
    fetchRelatives: false,
  });
  return String(nodes[0]?.description?.value ?? '');
}

/** Checks that the cards of links that are in view together are requested together. */
export async function requests(browser: Browser): Promise<void> {
  // Answers take long enough for both requests to arrive before the first answer, also on a busy machine.
  const stand = await standIn((key) => ({ ...CARDS[key], afterMs: 1_000 }));
  const url = await site({ '/': linksInView(stand.url, tagOf(stand.url, 'data-rename-links')) }, only(stand.url));
  await visit(browser, url, async (page) => {
    await until(page, `[...document.querySelectorAll('a')].every((a) => /^Thing/.test(a.textContent))`);
    for (const at of [0, 29]) {
      await page.locator('a').nth(at).hover();
      await card(page).waitFor();
      await away(page);
    }
    assert.deepEqual(
      stand.requests.map((keys) => [keys.length, keys[0]]),
      [
        [15, 'item/1'],
        [15, 'npc/2'],
      ],
    );
    assert.equal(stand.most(), 2);
  });
}

export async function manyLinks(browser: Browser): Promise<void> {
  const stand = await standIn(() => ({ color: '#1eff00', afterMs: 60 }));
  const page_ = thirtyLinks(stand.url, tagOf(stand.url, 'data-color-links data-rename-links'));
  const url = await site({ '/': page_ }, only(stand.url));
  await visit(browser, url, async (page) => {
    await until(page, `document.querySelectorAll('a')[5].textContent === 'Thing 105'`);
    assert.deepEqual(
      stand.requests.map((keys) => keys.length),
      [6],
      'only what is in view, in one request',
    );
    await page.evaluate('scrollTo(0, document.body.scrollHeight)');
    await until(page, `[...document.querySelectorAll('a')].every((a) => /^Thing/.test(a.textContent))`);
    assert.equal(stand.requests.flat().length, 12);
    assert.equal(new Set(stand.requests.flat()).size, 12, 'an entity is asked for once');
    assert.equal(stand.most(), 1, 'links that come into view while cards are loading wait for them');
    for (const at of [7, 15, 29]) {
      await page.locator('a').nth(at).hover();
      await card(page).waitFor();
      await away(page);
    }
    assert.equal(stand.requests.flat().length, 12, 'what is known is not asked again');
    await page.evaluate(`document.querySelector('#late').innerHTML = '<a id="new" href="${stand.url}/item/300">x</a>'`);
    await until(page, `document.querySelector('#new').textContent === 'Thing 300'`);
    const colour = await page.locator('#new').evaluate((link) => getComputedStyle(link).color);
    assert.notEqual(colour, 'rgb(30, 255, 0)', 'green on white is darkened until it can be read');
  });
}

export async function forWowhead(browser: Browser): Promise<void> {
  const stand = await standIn();
  const url = await site({ '/': wowheadPage(tagOf(stand.url, 'data-compat="wowhead"')) }, null);
  await visit(browser, url, async (page) => {
    await until(page, `document.querySelectorAll('p canvas').length === 2`);
    await until(page, `document.querySelector('#e').textContent === 'Worn Dagger'`);
    const named = await page.locator('#a, #b, #c, #d, #e, #f').evaluateAll((all) => all.map((one) => one.textContent));
    assert.deepEqual(named, [
      'Linen Cloth',
      'Thunderfury, Blessed Blade of the Windseeker',
      'Hogger',
      'Flurry Axe',
      'Worn Dagger',
      'a quest',
    ]);
    const colours = await page.locator('#b, #d').evaluateAll((all) => all.map((one) => getComputedStyle(one).color));
    assert.deepEqual(colours, ['rgb(255, 128, 0)', 'rgb(30, 255, 0)']);
    const first = await pointAt(page, '#a');
    assert.match(first, /^Linen Cloth\n/, 'the site’s style does not reach the card');
    assert.match(first, /found in game files, unconfirmed, build 1\.15\.8\.67156/);
    assert.doesNotMatch(first, /Sell price/, 'what the site hides');
    await picture(page, 'wowhead_dark_site');
    for (const id of ['b', 'c', 'd', 'e', 'f']) {
      await away(page);
      await pointAt(page, `#${id}`);
    }
    await away(page);
    for (const id of ['off', 'np', 'spell', 'off2']) {
      await page.hover(`#${id}`);
      await rest(250);
      assert.equal(await page.locator(HOST).count(), 0, id);
    }
    await page.evaluate(`document.querySelector('#late').innerHTML = '<a id="new" href="//www.wowhead.com/classic/npc=448">x</a>';
      $WowheadPower.refreshLinks()`);
    await until(page, `document.querySelector('#new').textContent === 'Hogger'`);
    await page.evaluate(`document.querySelector('#dialog').showModal()`);
    await pointAt(page, '#inside');
    const box = (await card(page).boundingBox())!;
    const top = await page.evaluate(`document.elementFromPoint(${box.x + 20}, ${box.y + 20})?.id`);
    await picture(page, 'wowhead_dialog');
    assert.ok(['third-witness-card', 'dialog', ''].includes(String(top)), String(top));
    const asked = stand.requests.flat();
    assert.equal(new Set(asked).size, asked.length, 'an entity is asked for once');
  });
}

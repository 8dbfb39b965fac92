import assert from 'node:assert/strict';
import type { Browser } from 'playwright-core';
import { away, card, HOST, pointAt, rest, site, standIn, stopClock, tagOf, textOf, until, visit } from './ground.ts';
import { htmlPage } from './servers.ts';

/** Tests what happens to a page while an answer is pending and after it arrived. */

function shown(page: { locator(selector: string): { count(): Promise<number> } }): Promise<number> {
  return page.locator(HOST).count();
}

/** Checks that a late answer shows no card. */
export async function lateAnswers(browser: Browser): Promise<void> {
  const stand = await standIn((key) => ({ title: key, afterMs: key === 'item/1' ? 900 : 20 }));
  const body = `<p id="p"><a id="slow" href="${stand.url}/item/1">slow</a> <a id="other" href="/x">other</a></p>
<div style="height:3000px"></div>`;
  const pageOf = () => site({ '/': htmlPage(tagOf(stand.url), body) }, null);
  // Uses a new page for each time, so that nothing is cached. The interruption comes before the answer, once before and
  // once after 'Loading …' appears.
  for (const waitMs of [250, 450]) {
    for (const meanwhile of [
      `document.querySelector('#slow').style.display = 'none'`,
      `document.querySelector('#p').style.display = 'none'`,
      `document.querySelector('#slow').remove()`,
      'scrollTo(0, 2000)',
    ]) {
      await visit(browser, await pageOf(), async (page) => {
        await page.hover('#slow');
        await rest(waitMs);
        await page.evaluate(meanwhile);
        await rest(1_000);
        assert.equal(await shown(page), 0, `${waitMs} ms, ${meanwhile}`);
      });
    }
  }
  await visit(browser, await pageOf(), async (page) => {
    await page.focus('#slow');
    await page.keyboard.press('Shift');
    await rest(250);
    await page.keyboard.press('Tab');
    await rest(1_000);
    assert.equal(await shown(page), 0, 'the focus went on');
    await stopClock(page);
    await page.keyboard.press('Shift+Tab');
    await page.clock.runFor(70);
    await page.keyboard.press('Tab');
    await page.clock.runFor(300);
    assert.equal(await shown(page), 0, 'the focus only passed');
    await page.keyboard.press('Shift+Tab');
    await page.clock.runFor(90);
    await card(page).waitFor();
    assert.match(await textOf(page), /^item\/1/);
  });
}

/** Checks that the card of a link disappears when the link gets another target. */
export async function changedLinks(browser: Browser): Promise<void> {
  const cards: Record<string, object> = {
    'item/1': { title: 'Green', color: '#008000', icon: 'one' },
    'item/2': { title: 'Plain', color: null, icon: null },
    'item/3': { title: 'Item 3', color: null, icon: null },
    'item/4': { isMissing: true },
    'npc/5': { title: 'Slow', color: '#0000ff', afterMs: 1_200 },
  };
  const stand = await standIn((key) => cards[key] ?? {});
  const ids = ['a', 'b', 'c', 'd', 'e'];
  const links = ids
    .map((id) => `<p><a id="${id}" style="color:#123456" href="${stand.url}/item/1">text</a></p>`)
    .join('');
  const slow = `<p><a id="f" href="${stand.url}/npc/5">text</a></p>`;
  const tag = tagOf(stand.url, 'data-color-links data-rename-links');
  const url = await site({ '/': htmlPage(tag, links + slow) }, null);
  await visit(browser, url, async (page) => {
    const look = () =>
      page
        .locator('a')
        .evaluateAll((all) => all.map((one) => `${one.textContent} ${(one as HTMLElement).style.color || 'none'}`));
    await until(page, `document.querySelector('#e').textContent === 'Green'`);
    assert.deepEqual((await look())[0], 'Green rgb(0, 128, 0)');
    await page.evaluate(`for (const [id, href] of Object.entries({ a: '/item/2', b: '/item/3', c: '/item/4', d: '/zone/4', f: '/item/2' }))
        document.querySelector('#' + id).href = '${stand.url}' + href;
        document.querySelector('#e').href = '${stand.url}/zone/4';
        document.querySelector('#e').textContent = 'Elsewhere';`);
    await until(page, `document.querySelector('#c').textContent === 'text'`);
    await rest(1_500);
    const plain = 'rgb(18, 52, 86)';
    assert.deepEqual(await look(), [
      ...[`Plain ${plain}`, `text ${plain}`, `text ${plain}`, `text ${plain}`, `Elsewhere ${plain}`],
      'Plain none',
    ]);
  });
}

/** Checks other ways to reach a link than pointing, and unusual pages. */
export async function otherWays(browser: Browser): Promise<void> {
  const stand = await standIn((key) => ({ title: key }));
  const picture = 'data:image/svg+xml,%3Csvg xmlns=%22http://www.w3.org/2000/svg%22 width=%2280%22 height=%2280%22/%3E';
  const body = `<p><b id="around" data-third-witness="item=1"><a id="inner" href="#x">in a word</a></b>
<b data-third-witness="item=7"><input id="field" value="a field"></b></p>
<p><img usemap="#m" alt="map" src="${picture}"><map name="m"><area id="area" alt="a" href="${stand.url}/item/2" coords="0,0,80,80"></map></p>
<p><a id="contents" style="display:contents" href="${stand.url}/item/3"><b id="in">in it</b></a></p>
<p><a id="component" href="${stand.url}/item/4"><x-icon></x-icon></a> <x-link>slotted</x-link></p>
<script>
customElements.define('x-icon', class extends HTMLElement {
  connectedCallback() { this.attachShadow({ mode: 'open' }).innerHTML = '<i>icon</i>'; }
});
customElements.define('x-link', class extends HTMLElement {
  connectedCallback() { this.attachShadow({ mode: 'open' }).innerHTML = '<a href="${stand.url}/item/5"><slot></slot></a>'; }
});
</script>`;
  const style = '<style>body{zoom:1.5}</style>';
  const url = await site({ '/': htmlPage(style + tagOf(stand.url), body) }, null);
  await visit(browser, url, async (page) => {
    for (const [at, selector] of ['#around', 'img', '#in', 'x-icon', 'x-link'].entries()) {
      assert.match(await pointAt(page, selector), new RegExp(`^item/${at + 1}`), selector);
      await rest(150);
      assert.equal(await shown(page), 1, `${selector}: it stays`);
      const link = (await page.locator(selector).boundingBox())!;
      const box = (await card(page).boundingBox())!;
      assert.ok(selector === 'img' || Math.abs(box.x - link.x) <= 8, `${selector}: beside it, ${box.x} ${link.x}`);
      await away(page);
    }
    // A text field also shows its focus after a click.
    await page.mouse.move(5, 600);
    await page.click('#field');
    await page.mouse.move(5, 600);
    await rest(400);
    assert.equal(await shown(page), 0, 'a click is no key');
    // Keys reach elements inside the element that has the card.
    await page.keyboard.press('Shift+Tab');
    await card(page).waitFor();
    assert.match(await textOf(page), /^item\/1/);
    await page.emulateMedia({ media: 'print' });
    assert.ok(!(await card(page).isVisible()), 'it is not printed');
    await page.emulateMedia({ media: 'screen' });
    await page.keyboard.press('Escape');
    // An event that a script of the page creates.
    await page.evaluate(`document.querySelector('#around').dispatchEvent(
      new PointerEvent('pointerover', { bubbles: true, composed: true, pointerType: 'mouse' }))`);
    await rest(300);
    assert.equal(await shown(page), 0, 'nobody pointed there');
  });
  await visit(
    browser,
    url,
    async (page) => {
      await page.tap('#inner');
      await card(page).waitFor();
      await page.touchscreen.tap(300, 500);
      await page.evaluate(`document.querySelector('#component').click()`);
      await page.waitForURL(`${stand.url}/item/4`);
    },
    { viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true },
  );
}

import assert from 'node:assert/strict';
import { join } from 'node:path';
import process from 'node:process';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { HOSTILE_NAMES, htmlPage, openSite, openStandIn, type Site, type StandIn } from './embed_sites.ts';
import { CARDS, cornersPage, thirtyLinks, wowheadPage } from './embed_worlds.ts';

/**
 * Hover cards on sites of other origins; `run.ts` starts this with the browser's program, an instance's address and an item
 * that has a card there.
 */

const [browserPath, reached, item, onlyWork] = process.argv.slice(2);
assert.ok(browserPath !== undefined && reached !== undefined && item !== undefined, 'run.ts starts this');

const SCREENSHOTS = process.env['TW_SCREENSHOTS'];
const HOST = '#third-witness-card';
const DESKTOP: BrowserContextOptions = { viewport: { width: 1280, height: 800 } };

const opened: Site[] = [];
const site = async (pages: Readonly<Record<string, string>>, policy: string | null): Promise<string> => {
  const one = await openSite(pages, policy);
  opened.push(one);
  return one.url;
};

const script = await (await fetch(`${reached}/tooltip.js`)).text();
/** The name that the instance gives itself, which is not the one that it is reached under here. */
const instance = /"base":"([^"]*)"/.exec(script)![1]!;
assert.notEqual(instance, reached);
const standIn = async (cardOf: (key: string) => object = (key) => CARDS[key] ?? {}): Promise<StandIn> => {
  const one = await openStandIn(script, instance, cardOf);
  opened.push(one);
  return one;
};

const tagOf = (origin: string, attributes = ''): string =>
  `<script src="${origin}/tooltip.js" ${attributes} defer></script>`;
const only = (origin: string): string => `default-src 'none'; script-src ${origin}; connect-src ${origin}`;

/** Opens a page and does something there; whatever the browser complains of is a fault, but for `allowed`. */
const visit = async (
  browser: Browser,
  url: string,
  work: (page: Page) => Promise<void>,
  { allowed = /^$/, ...options }: BrowserContextOptions & { allowed?: RegExp } = {},
): Promise<void> => {
  const context = await browser.newContext({ ...DESKTOP, ...options });
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
};

const card = (page: Page) => page.locator(`${HOST} .card`);
const textOf = async (page: Page): Promise<string> => card(page).innerText();
const noCard = (page: Page): Promise<void> => card(page).waitFor({ state: 'detached' });
const picture = async (page: Page, name: string): Promise<void> => {
  if (SCREENSHOTS === undefined) return;
  await page.screenshot({ path: join(SCREENSHOTS, `embed_${name}.png`) });
};

/** Points at a thing and says what its card says. */
const pointAt = async (page: Page, selector: string): Promise<string> => {
  await page.hover(selector);
  await card(page).waitFor();
  return textOf(page);
};

const away = async (page: Page): Promise<void> => {
  await page.mouse.move(5, 600);
  await noCard(page);
};

/** Waits for something to hold on the page. The browser's own way of waiting needs eval, which strict policies forbid. */
const until = async (page: Page, condition: string): Promise<void> => {
  for (let i = 0; i < 100; i++) {
    if ((await page.evaluate(condition)) === true) return;
    await rest(50);
  }
  assert.fail(`not so after five seconds: ${condition}`);
};

const rest = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

const strictSite = async (browser: Browser): Promise<void> => {
  const version = /(\/tooltip-[0-9a-f]{12}\.js)&quot;\s+integrity=&quot;(sha384-[^&]+)&quot;/.exec(
    await (await fetch(`${instance}/connect`)).text(),
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
    // It stays while the pointer is on it.
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
    // By keys alone.
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
    // What comes later has a card, and a link that goes takes its card with it.
    await page.evaluate(
      `document.querySelector('#late').innerHTML = '<p><a id="new" href="${instance}/npc/6"><i>later</i></a></p>'`,
    );
    assert.match(await pointAt(page, '#new i'), /NPC 6/);
    await page.evaluate(`document.querySelector('#late').replaceChildren()`);
    await noCard(page);
  });
};

/** What a screen reader says of an element beside its name. */
const describedAs = async (page: Page, selector: string): Promise<string> => {
  const tools = await page.context().newCDPSession(page);
  const { result } = await tools.send('Runtime.evaluate', { expression: `document.querySelector('${selector}')` });
  const { nodes } = await tools.send('Accessibility.getPartialAXTree', {
    objectId: result.objectId!,
    fetchRelatives: false,
  });
  return String(nodes[0]?.description?.value ?? '');
};

const manyLinks = async (browser: Browser): Promise<void> => {
  const stand = await standIn(() => ({ color: '#1eff00', afterMs: 60 }));
  const page_ = thirtyLinks(stand.url, tagOf(stand.url, 'data-color-links data-rename-links'));
  const url = await site({ '/': page_ }, only(stand.url));
  await visit(browser, url, async (page) => {
    await until(page, `document.querySelectorAll('a')[5].textContent === 'Thing 105'`);
    assert.equal(stand.asked.length, 6, 'only what is in view');
    await page.evaluate('scrollTo(0, document.body.scrollHeight)');
    await until(page, `[...document.querySelectorAll('a')].every((a) => /^Thing/.test(a.textContent))`);
    assert.equal(stand.asked.length, 12);
    assert.equal(new Set(stand.asked).size, 12, 'one request an entity');
    assert.ok(stand.most() > 1 && stand.most() <= 4, `${stand.most()} at once`);
    for (const at of [7, 15, 29]) {
      await page.locator('a').nth(at).hover();
      await card(page).waitFor();
      await away(page);
    }
    assert.equal(stand.asked.length, 12, 'what is known is not asked again');
    await page.evaluate(`document.querySelector('#late').innerHTML = '<a id="new" href="${stand.url}/item/300">x</a>'`);
    await until(page, `document.querySelector('#new').textContent === 'Thing 300'`);
    const colour = await page.locator('#new').evaluate((link) => getComputedStyle(link).color);
    assert.notEqual(colour, 'rgb(30, 255, 0)', 'green on white is darkened until it can be read');
  });
};

const forWowhead = async (browser: Browser): Promise<void> => {
  const stand = await standIn();
  const url = await site({ '/': wowheadPage(tagOf(stand.url, 'data-compat="wowhead"')) }, null);
  await visit(browser, url, async (page) => {
    await until(page, `document.querySelectorAll('p canvas').length === 2`);
    const named = await page.locator('#a, #b, #c, #d, #e, #f').evaluateAll((all) => all.map((one) => one.textContent));
    assert.deepEqual(named, [
      ...[
        'Linen Cloth',
        'Thunderfury, Blessed Blade of the Windseeker',
        'Hogger',
        'Flurry Axe',
        'Worn Dagger',
        'a quest',
      ],
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
    assert.equal(new Set(stand.asked).size, stand.asked.length, 'one request an entity');
  });
};

const placement = async (browser: Browser): Promise<void> => {
  const stand = await standIn();
  const url = await site({ '/': cornersPage(stand.url, tagOf(stand.url)) }, null);
  const views = [
    ['desktop', { width: 1280, height: 800 }],
    ['phone', { width: 360, height: 640 }],
    ['small', { width: 240, height: 180 }],
  ] as const;
  for (const [name, viewport] of views) {
    await visit(
      browser,
      url,
      async (page) => {
        for (const id of ['tl', 'tr', 'bl', 'br', 'broken', 'big']) {
          const { x, y, width, height } = (await page.locator(`#${id}`).boundingBox())!;
          await page.mouse.move(x + Math.min(width, 30) / 2, id === 'broken' ? y + height - 4 : y + height / 2);
          await card(page).waitFor();
          const box = (await card(page).boundingBox())!;
          const isInside =
            box.x >= 0 && box.y >= 0 && box.x + box.width <= viewport.width && box.y + box.height <= viewport.height;
          assert.ok(isInside, `${name} ${id}: ${JSON.stringify(box)}`);
          if (id === 'broken') {
            const scrolls = await card(page).evaluate((one) => one.scrollHeight > one.clientHeight);
            assert.ok(scrolls, 'a card higher than the window scrolls in itself');
          }
          await picture(page, `corner_${name}_${id}`);
          await page.keyboard.press('Escape');
          await noCard(page);
        }
      },
      { viewport },
    );
  }
};

const touch = async (browser: Browser): Promise<void> => {
  const stand = await standIn();
  const body = `<p id="away">away</p><br><br><p><a id="a" href="${stand.url}/item/2589">cloth</a>
<a id="b" href="${stand.url}/npc/448">boss</a> <a id="none" href="${stand.url}/item/500">broken</a>
<b id="word" data-third-witness="quest=783">word</b></p>`;
  const url = await site({ '/': htmlPage(tagOf(stand.url), body) }, only(stand.url));
  const options = {
    ...{ viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true },
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
      assert.equal(await textOf(page), 'The card could not be loaded.', 'a tap is never swallowed in silence');
      assert.equal(page.url(), `${url}/`);
      await page.tap('#a');
      await card(page).waitFor();
      assert.equal(page.url(), `${url}/`);
      await page.tap('#a');
      await page.waitForURL(`${stand.url}/item/2589`);
    },
    options,
  );
};

const states = async (browser: Browser): Promise<void> => {
  const stand = await standIn();
  const ids = [700, 404, 500, 501, 2589, 429, 19019];
  const links = ids.map((id) => `<p><a id="i${id}" href="${stand.url}/item/${id}">${id}</a></p>`).join('');
  const url = await site({ '/': htmlPage(tagOf(stand.url), links) }, only(stand.url));
  await visit(
    browser,
    url,
    async (page) => {
      assert.equal(await pointAt(page, '#i700'), 'Loading …');
      await page.locator(`${HOST} .title`, { hasText: 'Late Riser' }).waitFor();
      await away(page);
      assert.equal(await pointAt(page, '#i404'), 'No public data yet.');
      await away(page);
      await page.hover('#i500');
      await rest(350);
      assert.equal(await page.locator(HOST).count(), 0, 'a failure before anything was shown stays silent');
      assert.equal(await pointAt(page, '#i501'), 'Loading …');
      await page.locator(`${HOST} .card`, { hasText: 'The card could not be loaded.' }).waitFor();
      await away(page);
      assert.equal(await pointAt(page, '#i429'), 'Too many requests. Try again in 2 s.');
      await away(page);
      const before = stand.asked.length;
      assert.equal(await pointAt(page, '#i19019'), 'Too many requests. Try again in 2 s.');
      await away(page);
      assert.equal(stand.asked.length, before, 'nothing is asked of an instance that is busy');
      await rest(2_000);
      assert.match(await pointAt(page, '#i19019'), /^Thunderfury/);
    },
    { allowed: /status of (?:404|429|500)/ },
  );
};

const hostile = async (browser: Browser): Promise<void> => {
  const name = (key: string): string => HOSTILE_NAMES[Number(key.split('/')[1]) - 1] ?? 'none';
  const stand = await standIn((key) => ({
    ...{
      title: name(key),
      lines: [`Drops from ${name(key)} (5%, 1 of 20)`, name(key)],
      icon: name(key),
      color: name(key),
    },
    ...{ url: name(key), gameData: { label: name(key), build: name(key) } },
  }));
  const links = HOSTILE_NAMES.map((_, i) => `<a href="${stand.url}/item/${i + 1}">link ${i + 1}</a> `).join('');
  const url = await site({ '/': htmlPage(tagOf(stand.url), `<p>${links}</p>`) }, only(stand.url));
  await visit(browser, url, async (page) => {
    for (const [i, title] of HOSTILE_NAMES.entries()) {
      await page.locator('a').nth(i).hover();
      await card(page).waitFor();
      const shown = await card(page).evaluate((one) => ({
        title: one.querySelector('.title')?.textContent,
        line: one.querySelectorAll('li')[1]?.textContent,
        elements: [...one.querySelectorAll(':not(canvas, li bdi)')].map((inner) => inner.localName).join(' '),
        links: [...one.querySelectorAll('a')].map((inner) => inner.getAttribute('href')),
        wide: one.scrollWidth > one.clientWidth,
        harmed: (globalThis as { harmed?: unknown }).harmed,
      }));
      assert.deepEqual(shown, {
        ...{ title, line: title, wide: false, harmed: undefined },
        elements: 'div a bdi ul li li p p a',
        links: [null, 'https://creativecommons.org/licenses/by-sa/4.0/'],
      });
      if (i === 21) assert.ok(await figuresStandBehind(page), 'a name written from right to left moves no figures');
      if ([1, 21, 26, 31].includes(i)) await picture(page, `hostile_${i}`);
      await page.mouse.move(5, 700);
      await noCard(page);
    }
  });
};

/** Whether the figures of the first line are drawn in their order: the percentage before the counts. */
const figuresStandBehind = (page: Page): Promise<boolean> =>
  card(page).evaluate((one) => {
    const text = one.querySelector('li')!.lastChild!;
    const words = text.textContent!;
    const [rate, counts] = ['5%', '1 of'].map((word) => {
      const range = document.createRange();
      range.setStart(text, words.lastIndexOf(word));
      range.setEnd(text, words.lastIndexOf(word) + 1);
      return range.getBoundingClientRect().left;
    });
    return words.endsWith(' (5%, 1 of 20)') && rate! < counts!;
  });

const looks = async (browser: Browser): Promise<void> => {
  const stand = await standIn();
  const keys = ['item/2589', 'item/19019', 'item/2092', 'npc/448', 'quest/783', 'object/2843'];
  const links = keys
    .map((key) => `<li><a id="${key.replace('/', '')}" href="${stand.url}/${key}">${key}</a></li>`)
    .join('');
  const style = '<style>:root{color-scheme:light dark}body{font-family:sans-serif;padding:20px}</style>';
  const url = await site(
    { '/': htmlPage(style + tagOf(stand.url, 'data-color-links data-rename-links'), `<ul>${links}</ul>`) },
    null,
  );
  for (const colorScheme of ['light', 'dark'] as const) {
    await visit(
      browser,
      url,
      async (page) => {
        await rest(600);
        for (const key of keys) {
          await pointAt(page, `#${key.replace('/', '')}`);
          const shown = await card(page).evaluate((one) => [one.getAnimations().length, one.className]);
          assert.deepEqual(shown, [0, `card ${colorScheme}`], 'no motion; dark cards on a dark page');
          await rest(120);
          await picture(page, `look_${colorScheme}_${key.replace('/', '_')}`);
          await page.keyboard.press('Escape');
        }
      },
      { ...{ colorScheme, reducedMotion: 'reduce' }, viewport: { width: 720, height: 420 } },
    );
  }
  for (const colorScheme of ['light', 'dark'] as const) {
    await visit(
      browser,
      // Its own pages ask the name that they were asked for under.
      `${reached}/tooltips`,
      async (page) => {
        await pointAt(page, '#try a');
        await picture(page, `page_${colorScheme}`);
        if (SCREENSHOTS !== undefined) {
          await page.screenshot({ path: join(SCREENSHOTS, `embed_page_${colorScheme}_full.png`), fullPage: true });
        }
      },
      { colorScheme, ...(colorScheme === 'dark' ? { viewport: { width: 360, height: 640 } } : {}) },
    );
  }
};

const browser = await chromium.launch({
  executablePath: browserPath,
  args: [
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    ...[
      '--disable-dev-shm-usage',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  ],
});
const WORKS = { strictSite, manyLinks, forWowhead, placement, touch, states, hostile, looks };
try {
  for (const [name, work] of Object.entries(WORKS)) {
    if (onlyWork !== undefined && onlyWork !== name) continue;
    await work(browser);
    process.stdout.write(`hover cards, ${name}: no faults\n`);
  }
} finally {
  await browser.close();
  for (const one of opened) one.close();
}

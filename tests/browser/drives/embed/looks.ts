import assert from 'node:assert/strict';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import {
  card,
  noCard,
  only,
  picture,
  pointAt,
  reached,
  rest,
  SCREENSHOTS,
  site,
  standIn,
  tagOf,
  visit,
} from './ground.ts';
import { HOSTILE_NAMES, htmlPage } from './servers.ts';
import { cornersPage } from './site_pages.ts';

/** Checks where cards appear and what they show. */

export async function placement(browser: Browser): Promise<void> {
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
}

export async function hostile(browser: Browser): Promise<void> {
  const name = (key: string): string => HOSTILE_NAMES[Number(key.split('/')[1]) - 1] ?? 'none';
  const stand = await standIn((key) => ({
    title: name(key),
    lines: [`Drops from ${name(key)}: about 5%, between 1% and 20% (1 of 20)`, name(key)],
    icon: name(key),
    color: name(key),
    url: name(key),
    gameData: { label: name(key), build: name(key) },
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
        title,
        line: title,
        wide: false,
        harmed: undefined,
        elements: 'div a bdi ul li li p p a',
        links: [null, 'https://creativecommons.org/licenses/by-sa/4.0/'],
      });
      if (i === 21) assert.ok(await figuresStandBehind(page), 'a name written from right to left moves no figures');
      if ([1, 21, 26, 31].includes(i)) await picture(page, `hostile_${i}`);
      await page.mouse.move(5, 700);
      await noCard(page);
    }
  });
}

/** Whether the figures of the first line are in order, with the percentage before the counts. */
function figuresStandBehind(page: Page): Promise<boolean> {
  return card(page).evaluate((one) => {
    const text = one.querySelector('li')!.lastChild!;
    const words = text.textContent!;
    const [rate, counts] = ['5%', '1 of'].map((word) => {
      const range = document.createRange();
      range.setStart(text, words.lastIndexOf(word));
      range.setEnd(text, words.lastIndexOf(word) + 1);
      const { left, top, height } = range.getBoundingClientRect();
      return { left, top, height };
    });
    // A long line wraps, so the counts may be on the next line.
    const isBehind = counts!.top >= rate!.top + rate!.height || counts!.left > rate!.left;
    return words.endsWith(': about 5%, between 1% and 20% (1 of 20)') && isBehind;
  });
}

export async function looks(browser: Browser): Promise<void> {
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
      { colorScheme, reducedMotion: 'reduce', viewport: { width: 720, height: 420 } },
    );
  }
  for (const colorScheme of ['light', 'dark'] as const) {
    await visit(
      browser,
      // The instance's own pages request data from the address at which they were requested.
      `${reached}/tooltips`,
      async (page) => {
        // The pages load the script of the cards when the pointer first moves.
        const loaded = page.waitForResponse('**/tooltip.js');
        await page.mouse.move(1, 1);
        await (await loaded).finished();
        await pointAt(page, '#try a');
        await picture(page, `page_${colorScheme}`);
        if (SCREENSHOTS !== undefined) {
          await page.screenshot({ path: join(SCREENSHOTS, `embed_page_${colorScheme}_full.png`), fullPage: true });
        }
      },
      { colorScheme, ...(colorScheme === 'dark' ? { viewport: { width: 360, height: 640 } } : {}) },
    );
  }
}

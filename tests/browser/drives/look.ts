import assert from 'node:assert/strict';
import process from 'node:process';
import type { Page } from 'playwright-core';
import { troubles } from './axe.ts';
import { BROKEN_WORDS, CUT_TABLES, SHIFTED_HEADINGS, SPILLING_CELLS } from './layout_faults.ts';
import { launch, openContext, savePicture, url } from './pages.ts';
import { type Watch, watch } from './watch.ts';

/**
 * Checks every page of the demo, or of the filled realm, on a phone with a dark scheme and on a desktop with a light
 * one. No page may fail, request another host, violate its policy, scroll sideways, cut columns of tables, print one
 * cell over another, break a word, put a heading beside its numbers, show a number for something that has a name, jump
 * while it loads, be larger than 40 KB with everything that it loads, or break an accessibility rule of axe. On a
 * phone, the heading begins above 120 pixels. `run.ts` starts this with the browser's path and the address of the demo
 * or the realm.
 */

const LOOKS = [
  { name: 'phone', viewport: { width: 390, height: 844 }, colorScheme: 'dark' },
  { name: 'desk', viewport: { width: 1280, height: 900 }, colorScheme: 'light' },
] as const;

type Paths = readonly (readonly [path: string, status?: number])[];

/** Pages of the filled realm (tests/demo_world/realm), with the zones, creatures and items that have most. */
const REALM_PAGES: Paths = [
  ...[['/'], ['/zones'], ['/zone/3001'], ['/zone/3005'], ['/zone/3013'], ['/search?q=potion'], ['/search?q=fleece']],
  ...[
    ['/search?q=what+drops+fleece+cloth'],
    ['/search?q=thornwash'],
    ['/items'],
    ['/items/armor'],
    ['/items/trade-goods'],
  ],
  ...[['/item/40002'], ['/item/40010'], ['/item/40099'], ['/item/40300'], ['/npc/20001'], ['/npc/20009']],
  ...[['/npc/20300'], ['/npc/20066'], ['/quest/7001'], ['/quest/7100'], ['/object/100021'], ['/npcs']],
  ...[['/npcs?zone=3005'], ['/npcs?zone=3005&who=vendors'], ['/npcs?zone=3005&name=mire'], ['/objects'], ['/quests']],
  ...[
    ['/quests?zone=3005'],
    ['/professions'],
    ['/profession/tailoring'],
    ['/profession/cooking'],
    ['/profession/alchemy'],
  ],
  ...[['/profession/tailoring?from=1&to=150&realm=Emberfall'], ['/talents'], ['/talents/warrior'], ['/talents/mage']],
  ...[
    ['/market'],
    ['/market/Emberfall'],
    ['/market/Long%20Meadow?house=Horde'],
    ['/market?realms=Emberfall,Long+Meadow'],
  ],
  ...[
    ['/recent'],
    ['/recent?topic=drops'],
    ['/coverage'],
    ['/coverage?zone=3005'],
    ['/coverage?level=20'],
    ['/export'],
  ],
] as readonly (readonly [string])[];

const DEMO_PAGES: Paths = [
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
  ['/profession/tailoring'],
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
  ['/addons'],
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

const PAGES = (await fetch(`${url}/market/Emberfall`)).ok ? REALM_PAGES : DEMO_PAGES;

/** The browser logs an error for a page that is answered with 404. */
function isExpected(fault: string, status: number): boolean {
  return status >= 400 && fault.includes(`status of ${status}`);
}

const found: string[] = [];

/** Greatest sum of layout shifts, and greatest size of a page with its styles and scripts, as sent. */
const SHIFTS_MAX = 0.05;
const BYTES_MAX = 40_000;

/** Greatest distance of a page's heading from the top of a phone, in pixels. */
const HEADING_TOP_MAX = 120;

interface Measured {
  readonly shifts: number;
  readonly bytes: number;
  readonly headingTop: number;
}

/** Measures a page that has loaded. Sizes are those of the first visit, without a cache. */
const MEASURE = `new Promise((resolve) => {
  let shifts = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) shifts += entry.value;
  }).observe({ type: 'layout-shift', buffered: true });
  setTimeout(() => {
    const loaded = [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')];
    resolve({
      shifts,
      bytes: loaded.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
      headingTop: document.querySelector('h1').getBoundingClientRect().top,
    });
  }, 100);
})`;

/** Finds labels such as `NPC 70`, but no examples of code. A page may state the number of its own subject beside the name. */
const NUMBERED = `(() => {
  const texts = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT);
  const labels = new Set();
  while (texts.nextNode()) {
    if (texts.currentNode.parentElement.closest('code, pre, [hidden]') !== null) continue;
    for (const [label] of texts.currentNode.data.matchAll(/\\b(?:NPC|Item|Quest|Object|Zone) [0-9]+\\b/g)) labels.add(label);
  }
  return [...labels];
})()`;

/** Returns whether a label such as `NPC 70` is shown although the NPC has a name. */
async function hasName(label: string): Promise<boolean> {
  const [kind, id] = label.toLowerCase().split(' ');
  if (kind === 'zone') return !(await (await fetch(`${url}/zone/${id}`)).text()).includes(`<h1>${label}`);
  const response = await fetch(`${url}/api/tooltip/${kind}/${id}`);
  return response.ok && ((await response.json()) as { readonly title: string }).title !== label;
}

async function visit(page: Page, seen: Watch, look: string, path: string, status = 200): Promise<void> {
  const answer = await page.goto(url + path, { waitUntil: 'load' });
  const told = (what: string) => found.push(`${path} (${look}): ${what}`);
  if (answer?.status() !== status) told(`status ${answer?.status()}`);
  const { shifts, bytes, headingTop } = (await page.evaluate(MEASURE)) as Measured;
  if (shifts >= SHIFTS_MAX) told(`jumps by ${shifts.toFixed(3)}`);
  if (bytes > BYTES_MAX) told(`loads ${bytes} bytes`);
  if (look === 'phone' && headingTop > HEADING_TOP_MAX) told(`the heading begins at ${headingTop} px`);
  // Opens all collapsed sections, which must pass the checks too.
  await page.evaluate("document.querySelectorAll('main details').forEach((one) => { one.open = true; })");
  const wide = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
  if (Number(wide) > 0) told(`scrolls sideways by ${wide} px`);
  for (const table of (await page.evaluate(CUT_TABLES)) as readonly string[]) told(`cuts columns of: ${table}`);
  // On a phone, the rows of wide tables are cards.
  const spilling = look === 'desk' ? ((await page.evaluate(SPILLING_CELLS)) as readonly string[]) : [];
  for (const cell of spilling) told(`a cell covers the next one: ${cell}`);
  const shifted = look === 'desk' ? ((await page.evaluate(SHIFTED_HEADINGS)) as readonly string[]) : [];
  for (const heading of shifted) told(`a heading is not above its numbers: ${heading}`);
  for (const word of (await page.evaluate(BROKEN_WORDS)) as readonly string[]) told(`breaks a word: ${word}`);
  const own = path.slice(1).replace('/', ' ');
  for (const label of (await page.evaluate(NUMBERED)) as readonly string[])
    if (label.toLowerCase() !== own && (await hasName(label))) told(`says ${label}, which has a name`);
  for (const trouble of await troubles(page)) told(trouble);
  await savePicture(page, `${path === '/' ? 'home' : path.slice(1).replaceAll(/[/?=]/g, '_')}.${look}`);
  for (const to of seen.asked.splice(0)) {
    if (!/^(?:data|blob):/.test(to) && new URL(to).origin !== url) told(`asks another host: ${to}`);
  }
  for (const fault of seen.faults.splice(0)) if (!isExpected(fault, status)) told(fault);
}

const browser = await launch();
for (const { name, viewport, colorScheme } of LOOKS) {
  const context = await openContext(browser, { viewport, colorScheme });
  // One page visits all addresses, because a new page starts a process that compiles axe again.
  const page = await context.newPage();
  const seen = await watch(page);
  for (const [path, status] of PAGES) await visit(page, seen, name, path, status);
  await context.close();
}
assert.deepEqual(found, []);
process.stdout.write(`${PAGES.length} pages, each on a phone in the dark and on a desk in the light: no faults\n`);

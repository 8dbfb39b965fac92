import assert from 'node:assert/strict';
import { Buffer } from 'node:buffer';
import process from 'node:process';
import { gunzipSync } from 'node:zlib';
import type { Browser, Page } from 'playwright-core';
import { savedFile, type Written } from '../../domain/saved_variables/lua_writer.ts';
import { postRecords } from '../../support/client.ts';
import { troubles } from './axe.ts';
import { DESK, launch, openContext, savePicture, url } from './pages.ts';
import { watch } from './watch.ts';

/**
 * Tests what visitors do at /connect and /upload, and what they then read. `run.ts` starts this with the browser's path
 * and the instance's address.
 */

const upload = process.argv[5];
assert.ok(upload !== undefined, 'run.ts starts this');

const AT = '2026-03-04T05:06:07Z';
const RECORDS: readonly Written[] = [
  ...Array.from({ length: 30 }, (_, i) => ({
    kind: 'loot',
    eventId: `loot:${i}`,
    capturedAt: AT,
    sourceNpcId: 6,
    sourceEvidence: 'loot-api',
    items: [],
  })),
  { kind: 'item_seen', eventId: 'item:1', capturedAt: AT, itemId: 5, name: '<img src=x>\u05d0 "5"', quality: 'rare' },
  { kind: 'item_seen', eventId: 'item:2', capturedAt: AT, itemId: 5, name: 'Ring', quality: '<b>shiny</b>' },
  { kind: 'gold_snapshot', eventId: 'gold:1', capturedAt: AT, character: 'Ada', realm: 'Eastmoor', copper: 5 },
];

const FILE = savedFile({
  format: 1,
  installId: 'player-install-0001',
  addonVersion: '0.5.0',
  protocol: '1.3.0',
  sharing: { gold: true },
  records: RECORDS,
});

function asFile(bytes: Uint8Array) {
  return {
    name: 'ThirdWitness.lua',
    mimeType: 'text/plain',
    buffer: Buffer.from(bytes),
  };
}

/** Screen widths and colour schemes in which each page is checked. */
const LOOKS = [
  { name: 'phone-light', width: 390, colorScheme: 'light' },
  { name: 'phone-dark', width: 390, colorScheme: 'dark' },
  { name: 'desktop-light', width: 1280, colorScheme: 'light' },
  { name: 'desktop-dark', width: 1280, colorScheme: 'dark' },
] as const;

/** The looks in which axe checks a page. It is slow, and its findings depend on little else than colours. */
const BY_AXE: readonly string[] = ['phone-dark', 'desktop-light'];

/** Takes a picture of the current page in every look, and checks its width and, in some looks, its accessibility. */
async function picture(page: Page, name: string): Promise<void> {
  for (const look of LOOKS) {
    await page.emulateMedia({ colorScheme: look.colorScheme, reducedMotion: 'reduce' });
    await page.setViewportSize({ width: look.width, height: 900 });
    const width = await page.evaluate('document.documentElement.scrollWidth');
    assert.ok(Number(width) <= look.width, `${name} is ${width} wide on ${look.name}`);
    if (BY_AXE.includes(look.name)) assert.deepEqual(await troubles(page), [], `${name} on ${look.name}`);
    await savePicture(page, `${name}-${look.name}`);
  }
}

/** Presses Tab until this field has the focus. */
async function tabTo(page: Page, id: string): Promise<void> {
  for (let i = 0; i < 80; i++) {
    if ((await page.evaluate('document.activeElement?.id')) === id) return;
    await page.keyboard.press('Tab');
  }
  assert.fail(`the keyboard does not reach ${id}`);
}

async function statusWith(key: string): Promise<number> {
  return (await fetch(`${url}/api/rollups/drops`, { headers: { 'x-api-key': key } })).status;
}

/** Creates and revokes a key with only the keyboard. */
async function keysByKeyboard(page: Page): Promise<void> {
  for (const path of ['/connect', '/connect/grants', '/connect/erase', '/connect/keys']) {
    await page.goto(url + path);
    await picture(page, path.slice(1).replace('/', '-'));
  }
  await tabTo(page, 'key-label');
  await page.keyboard.type('My site');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Your key' }).waitFor();
  const key = await page.locator('pre.secret').innerText();
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.locator('.copyable:has(.secret) button.copy').press('Enter');
  await page.getByRole('status').filter({ hasText: 'Copied' }).waitFor({ state: 'attached' });
  assert.equal(await page.evaluate('navigator.clipboard.readText()'), key);
  assert.equal(await statusWith(key), 200);
  await picture(page, 'connect-key');
  await page.goto(`${url}/connect/keys`);
  await tabTo(page, 'key-key');
  await page.keyboard.type(key);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/connect/keys/revoke');
  assert.equal(await page.locator('h1').innerText(), 'The key is revoked');
  assert.equal(await statusWith(key), 401);
  assert.ok(!(await page.content()).includes(key), 'the key is not repeated');
  await picture(page, 'connect-key-revoked');
}

/** The page of a form, its input, and the heading of its answer. */
interface Filled {
  readonly name: string;
  readonly path: string;
  /** The text of each field, keyed by field id. */
  readonly lines: Readonly<Record<string, string>>;
  readonly tick?: string;
  readonly heading: string;
}

const INSTALL = 'forms-install-0009';

/** Fills in and submits a form without the browser's validation, which would block most wrong input. */
async function sendForm(page: Page, { name, path, lines, tick, heading }: Filled): Promise<void> {
  await page.goto(url + path);
  for (const [id, text] of Object.entries(lines)) await page.fill(`#${id}`, text);
  if (tick !== undefined) await page.check(`#${tick}`);
  const line = page.locator(`#${Object.keys(lines)[0]}`);
  await Promise.all([
    page.waitForEvent('load'),
    line.evaluate((input: { form: { noValidate: boolean; requestSubmit(): void } }) => {
      input.form.noValidate = true;
      input.form.requestSubmit();
    }),
  ]);
  assert.equal(await page.locator('h1').innerText(), heading, name);
  await picture(page, name);
}

/** Submits every form with wrong and right input, and reads the answers. */
async function answersOfForms(page: Page): Promise<void> {
  const grant = { 'grant-install': INSTALL, 'grant-days': '30' };
  const [key, token] = [`tw_${'a'.repeat(43)}`, `tg_${'a'.repeat(43)}`];
  const refused: readonly Filled[] = [
    { name: 'key-refused', path: '/connect/keys', lines: { 'key-label': ' ' }, heading: 'No key was made' },
    { name: 'key-unknown', path: '/connect/keys', lines: { 'key-key': key }, heading: 'No key was revoked' },
    { name: 'grant-nothing-ticked', path: '/connect/grants', lines: grant, heading: 'No grant was made' },
    {
      name: 'grant-refused',
      path: '/connect/grants',
      lines: { ...grant, 'grant-days': '4000' },
      tick: 'grant-category-gear',
      heading: 'No grant was made',
    },
    {
      name: 'grant-unknown',
      path: '/connect/grants',
      lines: { 'grant-token': token },
      heading: 'No grant was revoked',
    },
    {
      name: 'erase-refused',
      path: '/connect/erase',
      lines: { 'erase-install': 'short' },
      heading: 'Nothing was erased',
    },
  ];
  for (const form of refused) await sendForm(page, form);
  await sendForm(page, {
    name: 'grant-made',
    path: '/connect/grants',
    lines: grant,
    tick: 'grant-category-gear',
    heading: 'Your grant',
  });
  const made = await page.locator('pre.secret').innerText();
  await sendForm(page, {
    name: 'grant-revoked',
    path: '/connect/grants',
    lines: { 'grant-token': made },
    heading: 'The grant is revoked',
  });
}

/** Previews an erasure, types a wrong word and then the right one, and tries to erase again. */
async function erasure(page: Page): Promise<void> {
  const record = { kind: 'item_seen', installId: INSTALL, capturedAt: AT, itemId: 5, name: 'Ring', quality: 'rare' };
  const { status } = await postRecords(url, [record]);
  assert.equal(status, 200);
  const ask = { path: '/connect/erase', lines: { 'erase-install': ` ${INSTALL}` } };
  await sendForm(page, { ...ask, name: 'erase-preview', heading: 'What would be erased' });
  assert.match(await page.locator('main').innerText(), /used without the spaces at its ends/);
  assert.match(await page.locator('table').innerText(), /Items looked at\s+1/);
  assert.ok(!(await page.content()).includes(INSTALL), 'an install id is not repeated');
  await page.locator('#erase-confirm').fill('yes');
  await page.locator('#erase-confirm').press('Enter');
  await page.waitForURL('**/connect/erase/confirm');
  assert.equal(await page.evaluate('document.activeElement?.id'), 'erase-confirm');
  assert.equal(await page.inputValue('#erase-confirm'), 'yes');
  assert.match(await page.locator('#erase-confirm-fault').innerText(), /confirm must be ERASE; it is "yes"\./);
  await picture(page, 'erase-wrong-word');
  await page.locator('#erase-confirm').fill('ERASE');
  await Promise.all([page.waitForEvent('load'), page.locator('#erase-confirm').press('Enter')]);
  assert.equal(await page.locator('h1').innerText(), 'Erased');
  await picture(page, 'erased');
  await page.reload({ waitUntil: 'load' });
  assert.match(await page.locator('[role=alert]').innerText(), /This confirmation was used before/);
  await picture(page, 'erased-twice');
  await sendForm(page, { ...ask, name: 'erased-nothing', heading: 'No data of this install' });
}

/** Checks that a form which a page of another site sends is refused with a reason. */
async function strangersForm(page: Page): Promise<void> {
  await page.setContent(`<form method="post" action="${url}/connect/keys"><input name="label" value="a"></form>`);
  await Promise.all([
    page.waitForURL('**/connect/keys'),
    page.locator('form').evaluate((form: { requestSubmit(): void }) => form.requestSubmit()),
  ]);
  assert.match(await page.locator('[role=alert]').innerText(), /accepted only from pages of this instance/);
  await picture(page, 'connect-stranger');
}

/** Checks the page of an upload that is in a snapshot, and of an unknown upload. */
async function fates(page: Page): Promise<void> {
  await page.goto(`${url}/upload/${upload}`);
  assert.equal(await page.locator('h1').innerText(), 'Your contribution');
  assert.ok((await page.locator('section').count()) > 0, 'the page lists subjects of the upload');
  await picture(page, 'upload-fate');
  await page.goto(`${url}/upload/01ARZ3NDEKTSV4RRFFQ69G5FAV`);
  await picture(page, 'upload-none');
}

/** Checks that a player's file is read, shown, and sent only after the player confirms. */
async function uploadFile(page: Page): Promise<void> {
  const bodies: string[] = [];
  let turnedAway = 0;
  await page.route('**/api/intake', async (route) => {
    if (turnedAway++ === 0) {
      await route.fulfill({ status: 503, headers: { 'Retry-After': '5' }, json: { ok: false, error: 'busy' } });
      return;
    }
    bodies.push(gunzipSync(route.request().postDataBuffer()!).toString('utf8'));
    await route.continue();
  });
  await page.goto(`${url}/upload`);
  await page.setInputFiles('#file', asFile(FILE.subarray(0, 2_000)));
  await page.locator('#file-fault').waitFor();
  const lines = new TextDecoder().decode(FILE.subarray(0, 2_000)).split('\r\n').length;
  assert.match(await page.locator('#file-fault').innerText(), new RegExp(` from line ${lines}, character \\d+\\.`));
  assert.equal(await page.locator('#found').isVisible(), false);
  await picture(page, 'upload-broken');

  await page.setInputFiles('#file', asFile(FILE));
  await page.locator('#send:not([disabled])').waitFor();
  assert.equal(await page.locator('#summary').innerText(), '31 records will be sent, in 1 request.');
  assert.equal(await page.locator('#categories input:checked').count(), 0, 'no category is chosen');
  assert.match(await page.locator('#shared-note').innerText(), /In the game you chose to share: gold\./);
  assert.equal(await page.locator('#count-gold').innerText(), '1 record not sent');
  await page.locator('#refused summary').click();
  assert.match(await page.locator('#refused').innerText(), /quality must be .*got "<b>shiny<\/b>"/);
  await picture(page, 'upload-found');
  assert.deepEqual([turnedAway, bodies.length], [0, 0], 'nothing leaves before the player says so');

  await tabTo(page, 'send');
  await page.keyboard.press('Enter');
  await page.getByText('The website cannot accept uploads right now').waitFor();
  await picture(page, 'upload-waiting');
  await page.locator('#outcome').waitFor();
  assert.equal(await page.locator('#outcome h2').innerText(), 'Sent');
  assert.match(await page.locator('#outcome').innerText(), /31 stored\./);
  assert.match((await page.locator('#outcome a').getAttribute('href')) ?? '', /^\/upload\/[\w-]{22}$/);
  await picture(page, 'upload-sent');
  assert.equal(bodies.length, 1);
  assert.ok(!bodies[0]!.includes('gold_snapshot') && !bodies[0]!.includes('sharing'), 'gold is not sent');

  const again = await fetch(`${url}/api/intake`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: bodies[0]!,
  });
  const { accepted } = (await again.json()) as { accepted: { duplicate: boolean }[] };
  assert.deepEqual([accepted.length, accepted.every(({ duplicate }) => duplicate)], [31, true], 'it is stored');
  await page.locator('#send:not([disabled])').waitFor();
  await page.locator('#send').click();
  await page.locator('#outcome').getByText('31 already known.').waitFor();
}

/** Browser messages about an answer that the test caused on purpose. */
const EXPECTED = /^console: Failed to load resource: the server responded with a status of (400|403|404|503)/;

async function visit(browser: Browser, name: string, look: (page: Page) => Promise<void>): Promise<void> {
  const context = await openContext(browser, DESK);
  const page = await context.newPage();
  const { faults, asked } = await watch(page);
  await look(page);
  assert.deepEqual(
    faults.filter((fault) => !EXPECTED.test(fault)),
    [],
    name,
  );
  assert.deepEqual(
    asked.filter((to) => !to.startsWith('data:') && new URL(to).origin !== url),
    [],
    `${name} asks other hosts`,
  );
  process.stdout.write(`${name}: no faults\n`);
  await context.close();
}

const browser = await launch();
await visit(browser, 'keys by keyboard', keysByKeyboard);
await visit(browser, 'answers of all forms', answersOfForms);
await visit(browser, 'an erasure', erasure);
await visit(browser, 'a form of another page', strangersForm);
await visit(browser, 'what became of uploads', fates);
await visit(browser, 'a file uploaded', uploadFile);

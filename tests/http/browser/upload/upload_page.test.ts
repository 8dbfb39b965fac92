import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { createBundleReader } from '../../../../adapters/bundles.ts';
import { createWorld } from '../../support.ts';

const WITH_SCRIPT = { bundles: createBundleReader() };

test('without scripts the page names other ways, and nothing is chosen before the player chooses', async () => {
  const { text, status, headers } = await createWorld().ask('/upload');
  assert.equal(status, 200);
  assert.match(text, /<noscript><p class="fault">This page needs scripts/);
  assert.match(text, /<form id="upload-form"[^>]* data-script="upload\.js">/, 'the script is loaded on first use');
  assert.match(text, /curl -O https:\/\/witness\.example\/uploader\.mjs\b/);
  assert.match(text, /<a href="\/uploader\.mjs"\s+download>/);
  assert.match(text, /node uploader\.mjs &quot;C:[^"\n]+\/SavedVariables\/ThirdWitness\.lua&quot;/);
  assert.equal([...text.matchAll(/type="checkbox"/g)].length, 4);
  assert.ok(!/ checked|style=/.test(text) && !/<script(?! src=")/.test(text));
  for (const [, id] of text.matchAll(/<label\s+for="([^"]+)"/g)) assert.ok(text.includes(` id="${id}"`), id);
  const ids = [...text.matchAll(/ id="([^"]+)"/g)].map((match) => match[1]);
  assert.equal(new Set(ids).size, ids.length);
  for (const [, described] of text.matchAll(/aria-describedby="([^"]+)"/g)) {
    for (const id of described!.split(' ')) assert.ok(ids.includes(id), id);
  }
  assert.match(headers.get('content-security-policy') ?? '', /script-src 'self'/);
});

test('the page says before the file field that nothing can be sent from a phone', async () => {
  const { text } = await createWorld().ask('/upload');
  const [before, ...after] = text.split('nothing can be sent from a phone');
  assert.equal(after.length, 1);
  assert.ok(!before!.includes('type="file"') && after[0]!.includes('type="file"'));
});

test('the page has every element that the script uses', async () => {
  const { text } = await createWorld().ask('/upload');
  const folder = new URL('../../../../http/browser/upload/', import.meta.url);
  const source = readdirSync(folder)
    .map((file) => readFileSync(new URL(file, folder), 'utf8'))
    .join('\n');
  const wanted = [...source.matchAll(/\bfindPart(?:<\w+>)?\('([^']+)'\)/g)].map((match) => match[1]!);
  assert.ok(wanted.length > 15);
  for (const id of wanted) assert.ok(text.includes(` id="${id}"`), id);
});

test('the script is one file of this project and is revalidated on every use', async () => {
  const { ask } = createWorld(WITH_SCRIPT);
  const { status, headers, text } = await ask('/assets/upload.js');
  assert.deepEqual(
    [status, headers.get('content-type'), headers.get('cache-control')],
    [200, 'text/javascript; charset=utf-8', 'public, no-cache'],
  );
  assert.match(text, /^\/\* Third Witness, AGPL-3\.0-only \*\//);
  assert.match(text, /valibot/, 'with the licence of what is in it');
  assert.ok(text.length < 250_000, `${text.length} bytes`);
  const again = await ask('/assets/upload.js', { headers: { 'if-none-match': headers.get('etag') ?? '' } });
  assert.equal(again.status, 304);
});

test('below a path the page sends uploads to that path', async () => {
  const { text } = await createWorld({ settings: { publicUrl: 'https://games.example/tw' } }).ask('/tw/upload');
  for (const part of ['data-intake="/tw/api/intake"', 'data-receipts="/tw/upload/"', 'src="/tw/assets/site.js"']) {
    assert.ok(text.includes(part), part);
  }
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createBundleReader } from '../../../../adapters/bundles.ts';
import { createWorld } from '../../support.ts';

test('every page loads one small script of this instance, which is revalidated on every use', async () => {
  const world = createWorld({ bundles: createBundleReader(), settings: { publicUrl: 'https://a.example/tw' } });
  await world.write();
  for (const path of ['/', '/terms', '/npc/1']) {
    const { text } = await world.ask(path);
    assert.ok(text.includes('<script src="/tw/assets/site.js" defer></script>'), path);
  }
  const { status, headers, text } = await world.ask('/assets/site.js');
  assert.deepEqual(
    [status, headers.get('content-type'), headers.get('cache-control')],
    [200, 'text/javascript; charset=utf-8', 'public, no-cache'],
  );
  assert.ok(text.includes('tooltip.js'), 'loads hover cards later');
  assert.ok(text.includes('data.js') && text.length < 2_500, `${text.length} characters`);
});

test('a script for tables and plots is loaded by pages that have some', async () => {
  const world = createWorld({ bundles: createBundleReader() });
  const { status, headers, text } = await world.ask('/assets/data.js');
  assert.deepEqual([status, headers.get('cache-control')], [200, 'public, no-cache']);
  assert.ok(text.includes('aria-sort') && text.includes('crosshair') && text.length < 7_000, `${text.length}`);
});

test('a block of code has a button that copies it', async () => {
  const world = createWorld();
  await world.write();
  const { text } = await world.ask('/tooltips');
  const blocks = text.match(/<div class="copyable"><pre><code>[^<]+<\/code><\/pre><button type="button" class="copy"/g);
  assert.ok((blocks ?? []).length > 3);
});

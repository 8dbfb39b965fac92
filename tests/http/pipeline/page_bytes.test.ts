import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LIMITS } from '../../../schema/limits.ts';
import {
  createWorld,
  type Json,
  PUBLIC_URL,
  parsed,
  publicEdge,
  publicSource,
  rowsOf,
  type World,
} from '../support.ts';

const LISTS: readonly [path: string, shape: string, rowsIn: (page: Json) => readonly object[]][] = [
  ['/api/corpus/public', 'corpusPublicResponse', (page) => page.records],
  ['/api/corpus/public?kinds=loot', 'corpusPublicResponse', (page) => page.records],
  ['/api/edges', 'edgesResponse', (page) => page.edges],
  ['/api/rollups/drops', 'dropsResponse', (page) => [...page.rates, ...page.measuredZeros]],
];

async function filled(pageBytesMax: number): Promise<World> {
  const world = createWorld({ settings: { limits: false }, bounds: { pageBytesMax } });
  const edges = Array.from({ length: 9 }, (_, i) => publicEdge(`sold_by:item:npc:${i + 1}:6`));
  const drops = [publicSource(1, 4), publicSource(2, 0), publicSource(3, 2)];
  await world.write({ corpus: [rowsOf('item_seen', 0, 6), rowsOf('loot', 0, 7)], edges, drops });
  await world.write({ corpus: [rowsOf('loot', 7, 5)] });
  return world;
}

test('a page ends where its rows exceed the limit in bytes, and next continues after them', async () => {
  for (const [path, shape, rowsIn] of LISTS) {
    for (const bytes of [1, 400, 900, LIMITS.pageBytesMax.value]) {
      const world = await filled(bytes);
      const whole = rowsIn(parsed(shape, (await (await filled(LIMITS.pageBytesMax.value)).ask(path)).text));
      const met: object[] = [];
      let pages = 0;
      for (let next: string | null = path; next !== null; ) {
        const page = parsed(shape, (await world.ask(next)).text);
        const rows = rowsIn(page);
        assert.ok(rows.length === 1 || JSON.stringify(rows).length - 1 <= bytes, `${path} in ${bytes}`);
        assert.deepEqual([page.offset, page.limit, page.total], [met.length, 500, whole.length]);
        met.push(...rows);
        pages++;
        next = page.next === null ? null : (page.next as string).slice(PUBLIC_URL.length);
        // Rows added during a walk are not part of it.
        if (pages === 1)
          await world.write({ corpus: [rowsOf('loot', 50, 3)], edges: [publicEdge('sold_by:item:npc:99:6')] });
      }
      assert.deepEqual(met, whole, `${path} in ${bytes}`);
      assert.equal(pages === 1, bytes === LIMITS.pageBytesMax.value, `${path} in ${bytes}: ${pages} pages`);
    }
  }
});

test('the limit does not affect ordinary pages of the largest size, and is published', async () => {
  const world = createWorld();
  const limits = JSON.parse((await world.ask('/schema/limits.json')).text);
  assert.ok(JSON.stringify(limits).includes('"pageBytesMax"'));
  assert.ok(LIMITS.pageBytesMax.value >= LIMITS.pageRowsKeyedMax.value * 600);
  const document = (await world.ask('/api/openapi.json')).text;
  assert.match(JSON.parse(document).components.parameters.limit.description, /4,000,000 bytes/);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { importPieces } from '../../support/game_build.ts';
import { buildOf, createGameWorld } from '../game_world.ts';
import { createWorld, publicSource, type World } from '../support.ts';
import { agreed, itemFact, npcFact, questFact } from './browse_support.ts';

const ROOT = 'https://a.example/data';

async function locationsIn(world: World, path: string): Promise<readonly string[]> {
  const { status, text, headers } = await world.ask(path);
  assert.equal(status, 200, `${path}: ${text}`);
  assert.equal(headers.get('content-type'), 'application/xml; charset=utf-8');
  return [...text.matchAll(/<loc>(.*?)<\/loc>/g)].map((match) => match[1]!);
}

test('robots.txt excludes paths and names the sitemap', async () => {
  const world = createWorld({ settings: { publicUrl: ROOT } });
  const { text, headers } = await world.ask('/robots.txt');
  assert.equal(headers.get('content-type'), 'text/plain; charset=utf-8');
  assert.deepEqual(text.split('\n'), [
    'User-agent: *',
    ...['/api/', '/search', '/upload/'].map((path) => `Disallow: /data${path}`),
    `Sitemap: ${ROOT}/sitemap.xml`,
    '',
  ]);
});

test('the parts of the sitemap list every entity with a page once, whatever its id', async () => {
  const world = createWorld({ settings: { publicUrl: ROOT } });
  const items = [1, 2, 9, 10, 19, 25, 100, 109, 250, 2589, 25_000, 99_999, 250_818, 9_007_199_254_740_991];
  await world.write({
    facts: [...items.map((id) => itemFact(id, `Thing ${id}`)), npcFact(7, 'Wolf'), questFact(33, 'A Quest')],
    drops: [publicSource(2, 1), publicSource(2_842, 1), publicSource(28_430_000, 1), publicSource(71, 1)],
  });
  const parts = await locationsIn(world, '/sitemap.xml');
  const paths = parts.map((part) => part.slice(ROOT.length));
  assert.deepEqual(
    paths.filter((path) => path.startsWith('/sitemap/item')),
    ['0', '10', '19', '25', '90', '99'].map((part) => `/sitemap/item-${part}.xml`),
  );
  const all = (await Promise.all(paths.map((path) => locationsIn(world, path)))).flat();
  const entities = all.map((url) => url.slice(ROOT.length)).filter((path) => /\d$/.test(path));
  assert.deepEqual(
    entities.toSorted(),
    [
      ...items.map((id) => `/item/${id}`),
      '/npc/7',
      '/quest/33',
      '/object/2',
      '/object/2842',
      '/object/28430000',
    ].toSorted(),
  );
  for (const path of entities.slice(0, 5)) assert.equal((await world.ask(path)).status, 200, path);
});

test('the sitemap also has list pages, such as item classes and professions', async () => {
  const world = createGameWorld({ settings: { publicUrl: ROOT } });
  await world.observe([1]);
  await importPieces(world.snapshots, buildOf(4));
  const pages = await locationsIn(world, '/sitemap/pages.xml');
  for (const path of ['/', '/items', '/items/weapon', '/items/armor', '/npcs', '/terms']) {
    assert.ok(pages.includes(`${ROOT}${path}`), path);
  }
  for (const url of pages) assert.equal((await world.ask(url.slice(ROOT.length))).status, 200, url);
});

test('an unknown part is not found, and unreachable storage gets 503', async () => {
  const world = createWorld({ settings: { publicUrl: `${ROOT}/a&b` } });
  assert.equal((await world.ask('/sitemap.xml')).status, 503);
  const recipe = {
    family: 'recipes',
    subject: '5',
    body: { name: agreed('Stew'), profession: agreed('Küche & Herd') },
  };
  await world.write({ facts: [itemFact(5, 'Axe'), recipe] });
  for (const path of ['item-1.xml', 'item-001.xml', 'thing-10.xml', 'item-10', 'x']) {
    assert.equal((await world.ask(`/sitemap/${path}`)).status, 404, path);
  }
  const pages = await locationsIn(world, '/sitemap/pages.xml');
  assert.ok(pages.includes(`${ROOT}/a&#38;b/profession/k%C3%BCche-herd`), pages.join());
  assert.deepEqual(await locationsIn(world, '/sitemap/quest-10.xml'), []);
  world.breakStorage(true);
  assert.equal((await world.ask('/sitemap/item-11.xml')).status, 503);
});

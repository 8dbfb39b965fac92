import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRoutes } from '../../../http/endpoints/mod.ts';
import { createPublic } from '../browser/tooltip/tooltip_world.ts';
import { contextOf } from '../openapi/openapi_context.ts';
import { createWorld, type World } from '../support.ts';

/** A path for every route that has a parameter, keyed by the route's own path. */
const PATHS: Readonly<Record<string, string>> = {
  '/api/tools/:tool': '/api/tools/everloot_plan',
  '/api/tooltip/:type/:id': '/api/tooltip/item/25',
  '/docs/examples/:operation': '/docs/examples/listRelations',
  '/docs/try/:operation': '/docs/try/listPublicRecords',
  '/export/:name': '/export/corpus.ndjson',
  '/export/addons/:name': '/export/addons/questie.lua',
  '/export/lists/:name': '/export/lists/names.csv',
  '/changes/:epoch/:name': '/changes/abcd1234/1.ndjson',
  '/item/:id': '/item/25',
  '/npc/:id': '/npc/6',
  '/object/:id': '/object/61',
  '/quest/:id': '/quest/3',
  '/item/:id/picture.png': '/item/25/picture.png',
  '/npc/:id/picture.png': '/npc/6/picture.png',
  '/object/:id/picture.png': '/object/61/picture.png',
  '/quest/:id/picture.png': '/quest/3/picture.png',
  '/items/:class': '/items/weapon',
  '/market/:realm': '/market/stormrage',
  '/profession/:slug': '/profession/cooking',
  '/sitemap/:part': '/sitemap/items-1.xml',
  '/talents/:class': '/talents/warrior',
  '/upload/:uploadId': '/upload/01ARZ3NDEKTSV4RRFFQ69G5FAV',
  '/zone/:id': '/zone/12',
  '/api/tooltip/:type': '/api/tooltip/item',
  '/feeds/item/:item': '/feeds/item/25.atom',
  '/feeds/npc/:npc': '/feeds/npc/6.atom',
  '/feeds/object/:object': '/feeds/object/61.atom',
  '/feeds/quest/:quest': '/feeds/quest/3.atom',
  '/feeds/realm/:realm': '/feeds/realm/stormrage.atom',
  '/feeds/zone/:zone': '/feeds/zone/12.atom',
  '/maps/:name': '/maps/12',
  '/replica/:name': `/replica/1-${'a'.repeat(64)}`,
  '/replica/keys/:digest': `/replica/keys/${'a'.repeat(64)}`,
};

/** Percent-encodes every character of a path except slashes. */
function escaped(path: string): string {
  return path.replace(/[^/]/g, (character) => `%${character.charCodeAt(0).toString(16)}`);
}

async function answerTo({ app }: World, path: string): Promise<readonly unknown[]> {
  const response = await app.fetch(new Request(`http://some.host${path}`), { remoteAddress: '192.0.2.1' });
  const text = (await response.text()).replaceAll(escaped(path), path);
  return [response.status, response.headers.get('etag'), text];
}

test('percent-encoded letters, digits and marks equal the plain ones in every route with a parameter', async () => {
  const withParameter = createRoutes(contextOf())
    .map(({ path }) => path)
    .filter((path) => path.includes(':') && !path.includes('{'));
  assert.deepEqual(Object.keys(PATHS).sort(), withParameter.sort());
  const world = await createPublic();
  for (const path of Object.values(PATHS)) {
    const name = path.slice(path.indexOf('/', 1) + 1);
    const folder = path.slice(0, -name.length);
    const plain = await answerTo(world, path);
    assert.deepEqual(await answerTo(world, folder + escaped(name)), plain, path);
    assert.deepEqual(await answerTo(world, escaped(path)), plain, path);
  }
});

test('a path is decoded once, and an encoded slash does not separate segments', async () => {
  const world = await createPublic();
  const status = async (path: string): Promise<unknown> => (await answerTo(world, path))[0];
  assert.equal(await status('/api/tooltip/item/25'), 200);
  for (const [path, expected] of [
    ['/api/tooltip/item/%32%35', 200],
    ['/api/tooltip/item/2%35', 200],
    ['/api/tooltip/%69tem/%32%35', 200],
    ['/api/tooltip/item/%2532%2535', 400],
    ['/api/tooltip/item/%%33%32%35', 400],
    ['/api/tooltip/item/%32%35%', 400],
    ['/api/tooltip/item/+25', 400],
    ['/api/tooltip/item/%2B25', 400],
    // It names the type `item/25`, of which there are no cards.
    ['/api/tooltip/item%2F25', 400],
    ['/market/%2573tormrage', 404],
  ] as const) {
    assert.equal(await status(path), expected, path);
  }
});

test("the instance's base path may be percent-encoded, and a redirect uses the plain form", async () => {
  const world = createWorld({ settings: { publicUrl: 'https://a.example/tw' } });
  await world.write();
  assert.equal((await world.ask('/%74w/terms')).status, 200);
  const moved = await world.ask('/tw/term%73/');
  assert.deepEqual([moved.status, moved.headers.get('location')], [308, 'https://a.example/tw/terms']);
});

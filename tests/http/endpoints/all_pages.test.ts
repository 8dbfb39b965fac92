import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRoutes } from '../../../http/endpoints/mod.ts';
import { gameItem, importPieces, piecesOf } from '../../support/game_build.ts';
import { snapshotChange } from '../../support/snapshot_change.ts';
import { createGameWorld, type GameWorld } from '../game_world.ts';
import { contextOf } from '../openapi/openapi_context.ts';
import { publicEdge, publicSource } from '../support.ts';
import { agreed, itemFact, npcFact, questFact, zoneFact } from './browse_support.ts';

/** Routes for people that are not pages: files, form posts, and lists for programs. */
const NO_PAGES = /\.(?:js|mjs|ts|py|css|zip|svg|png|ico|txt|xml)$|^\/sitemap\/|^\/connect\/(?:embed$|[^/]+\/)/;

/** Pages that the sitemap leaves out: searches, redirects of forms, and receipts, which only the sender may know. */
const NOT_LISTED = ['/search', '/docs/try/:operation', '/upload/:uploadId'];

const PAGES = createRoutes(contextOf())
  .filter(({ method, refusals, path }) => method === 'GET' && refusals === 'page' && !NO_PAGES.test(path))
  .map(({ path }) => path);

const DAY = 20_779;
const value = { market: 12_345, min: 99, quantity: 10, reporters: 3 };

/** Creates a world that has data for every kind of page. */
async function filled(): Promise<GameWorld> {
  const world = createGameWorld({ settings: { limits: false } });
  await world.observe([1]);
  const tree = { treeId: 1, name: 'Arms', order: 0, nodes: [] };
  const talents = {
    playerClass: 'warrior',
    trees: [tree],
    gateRule: 'files',
    prerequisiteRule: 'files',
    pointLevels: { levels: [10], rule: 'files' },
  } as const;
  await importPieces(world.snapshots, [
    ...piecesOf([gameItem(1, { classId: 2, subclassId: 0 })]),
    { piece: 'talents', talents },
  ]);
  const recipe = { name: agreed('Stew'), profession: agreed('Cooking') };
  await world.snapshots.write(
    snapshotChange(3, {
      row: { dataAsOfMs: Date.UTC(2026, 10, 20) },
      facts: [
        ...[itemFact(1, 'Axe'), npcFact(7, 'Wolf'), questFact(33, 'A Quest'), zoneFact(12, 'Elwynn')],
        { family: 'recipes', subject: '5', body: recipe },
        { family: 'realms', subject: 'süd & ost/1', body: { spelling: 'Süd & Ost/1' } },
      ],
      drops: [publicSource(2, 1)],
      edges: [publicEdge('located_in:npc:zone:7:12')],
      market: [
        {
          subject: { realmKey: 'süd & ost/1', day: DAY, itemId: 1 },
          houses: (['', 'Alliance', 'Horde', 'Neutral'] as const).map((house) => ({
            house,
            value: house === '' ? value : null,
          })),
        },
      ],
    }),
  );
  return world;
}

async function listed(world: GameWorld, path: string): Promise<readonly string[]> {
  const { text } = await world.ask(path);
  const found = [...text.matchAll(/<loc>https:\/\/witness\.example(.*?)<\/loc>/g)].map((match) => match[1]!);
  return path === '/sitemap.xml' ? (await Promise.all(found.map((part) => listed(world, part)))).flat() : found;
}

function kindOf(path: string): string | undefined {
  return (
    PAGES.find((page) => page === path) ??
    PAGES.find((page) => new RegExp(`^${page.replace(/:\w+/, '[^/]+')}$`).test(path))
  );
}

test('the sitemap lists every kind of page once, and each address answers 200', async () => {
  const world = await filled();
  const paths = await listed(world, '/sitemap.xml');
  assert.equal(new Set(paths).size, paths.length, 'none stands twice');
  assert.deepEqual(
    PAGES.filter((page) => !paths.some((path) => kindOf(path) === page)),
    NOT_LISTED,
  );
  for (const path of ['/talents/warrior', '/market/S%C3%BCd%20%26%20Ost%2F1', '/zone/12', '/tooltips']) {
    assert.ok(paths.includes(path), path);
  }
  for (const path of paths) assert.equal((await world.ask(path)).status, 200, path);
});

test('a page has licence headers if and only if it credits the players', async () => {
  const world = await filled();
  const paths = [...(await listed(world, '/sitemap.xml')), '/search?q=axe', '/search?q=zzzz'];
  const credited = new Set<string>();
  for (const path of paths) {
    const { status, text, headers } = await world.ask(path);
    assert.equal(status, 200, path);
    const credits = /<aside class="whose"[\s\S]*<a rel="license"/.test(text);
    assert.equal(headers.get('x-service-licence'), credits ? 'CC BY-SA 4.0' : null, path);
    assert.equal(headers.get('link')?.includes('rel="terms-of-service"') ?? false, credits, path);
    if (credits) credited.add(kindOf(path) ?? path);
  }
  for (const path of [
    '/',
    '/items',
    '/npcs',
    '/objects',
    '/quests',
    '/profession/:slug',
    '/search?q=axe',
    '/zone/:id',
    '/market',
  ]) {
    assert.ok(credited.has(path), `${path} shows what players observed: ${[...credited]}`);
  }
  for (const path of ['/terms', '/upload', '/connect', '/docs']) assert.ok(!credited.has(path), path);
  const none = await world.ask('/item/999');
  assert.deepEqual([none.status, none.headers.get('x-service-licence')], [404, null]);
});

/** Pages that only link to other pages, which in turn link to their data. */
const LEAD_ON = ['/talents'];

test('every page that shows facts links to the same facts as JSON', async () => {
  const world = await filled();
  for (const path of [...(await listed(world, '/sitemap.xml')), '/search?q=axe']) {
    const { text } = await world.ask(path);
    if (!text.includes('<aside class="whose"')) continue;
    const data = /<a href="([^"]+)">[^<]* as data \(JSON\)<\/a>/.exec(text)?.[1]?.replaceAll('&amp;', '&');
    if (LEAD_ON.includes(path)) continue;
    assert.ok(data !== undefined, `${path} has no link to data`);
    const answer = await world.ask(data);
    assert.equal(answer.status, 200, `${path}: ${data}`);
    assert.match(answer.headers.get('content-type') ?? '', /json/, data);
  }
});

test('headings of every kind of page follow each other without a gap', async () => {
  const world = await filled();
  const paths = [...(await listed(world, '/sitemap.xml')), '/search?q=axe', '/search?q=zzzz', '/item/2', '/nowhere'];
  for (const path of paths) {
    const levels = [...(await world.ask(path)).text.matchAll(/<h([1-6])[ >]/g)].map(([, level]) => Number(level));
    assert.equal(levels[0], 1, `${path} begins with its title`);
    const skips = levels.filter((level, at) => at > 0 && level > levels[at - 1]! + 1);
    assert.deepEqual(skips, [], `${path} has headings of levels ${levels}`);
  }
});

test('link previews of every kind of page have a title, a description, and the picture of the kind with its words', async () => {
  const world = await filled();
  const pictures = new Map<string, string>();
  for (const path of await listed(world, '/sitemap.xml')) {
    const { text } = await world.ask(path);
    const tag = (property: string) => new RegExp(`<meta property="og:${property}" content="([^"]+)">`).exec(text)?.[1];
    for (const property of ['title', 'description', 'image:alt']) assert.ok(tag(property), `${property} of ${path}`);
    pictures.set(path, tag('image')!.replace('https://witness.example', ''));
  }
  const expected = {
    '/': '/picture.png',
    '/terms': '/picture.png',
    '/item/1': '/assets/preview-item.png',
    '/items': '/assets/preview-item.png',
    '/npc/7': '/assets/preview-npc.png',
    '/objects': '/assets/preview-object.png',
    '/quest/33': '/assets/preview-quest.png',
    '/zone/12': '/assets/preview-zone.png',
    '/market': '/assets/preview-market.png',
    '/market/S%C3%BCd%20%26%20Ost%2F1': '/assets/preview-market.png',
    '/professions': '/assets/preview-profession.png',
    '/talents/warrior': '/assets/preview-talents.png',
  };
  for (const [path, picture] of Object.entries(expected)) assert.equal(pictures.get(path), picture, path);
  assert.deepEqual(new Set(pictures.values()), new Set(Object.values(expected)), 'every picture has a page');
  for (const picture of new Set(pictures.values())) assert.equal((await world.ask(picture)).status, 200, picture);
});

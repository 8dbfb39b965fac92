import assert from 'node:assert/strict';
import { test } from 'node:test';
import { axeWorld, HOSTILE, importAxe } from '../tools/pages_world.ts';
import { createToolWorld } from '../tools/support.ts';

/** Entries whose text must equal the text of their page's tool. */
const PAGES: readonly (readonly [id: string, tool: string, query: string])[] = [
  ['item:5', 'item_page', 'itemId=5'],
  ['npc:60', 'npc_page', 'npcId=60'],
  ['quest:1', 'quest_page', 'questId=1'],
  ['object:80', 'object_page', 'objectId=80'],
  ['vendor:70', 'vendor_page', 'vendorNpcId=70'],
];

test('fetch and get_entity have the complete text of the page of an entity', async () => {
  const world = await axeWorld();
  await importAxe(world);
  for (const [id, tool, query] of PAGES) {
    const page = await world.ask(tool, query);
    assert.ok(page.answer.page !== undefined, `${tool} has a page`);
    const fetched = await world.ask('fetch', `id=${id}`);
    assert.equal(fetched.answer.text, page.text, `fetch ${id}`);
    assert.ok(fetched.text.includes(page.text), `fetch ${id} reads in lines`);
    const { hit } = (await world.ask('get_entity', `id=${id}`)).answer;
    assert.equal(hit.text, page.text, `get_entity ${id}`);
    assert.equal(hit.id, id);
  }
});

test('a client with only search and fetch can find out what drops an item', async () => {
  const world = await axeWorld();
  const [first] = (await world.ask('search', 'query=axe')).answer.results;
  const { text } = await world.ask('fetch', `id=${first.id}`);
  assert.match(text, /Drops from, surest first [^\n]*\n- object 80: [^\n]*\n- "Wolf" \(npc 60, /);
  assert.match(text, /Sold by .*"Innkeeper" \(npc 70, "Elwynn" at 43\.5, 64\.25\) for 1s 25c/);
});

test('a recipe lists its product, reagents and trainers, and a chain its quests in order', async () => {
  const world = await axeWorld();
  const recipe = (await world.ask('fetch', 'id=recipe:900')).answer;
  assert.equal(recipe.title, 'Make axe');
  for (const said of [
    /"Make axe" \(recipe 900\) of "Smithing"/,
    /Makes 1 of "Axe" \(item 5\)/,
    /Reagents: 4 of "Bar" \(item 6\); 1 of item 8\./,
    /How it is learned: from trainer "Innkeeper" \(npc 70\): 60c \(4 players\), at skill 25; also from item 9\./,
    /Data: Test Service contributors/,
  ]) {
    assert.match(recipe.text, said);
  }
  const chain = (await world.ask('fetch', 'id=quest_chain:30')).answer;
  assert.match(chain.text, /^"The hunt" \(quest chain 30\): quest 3; "Wolves" \(quest 1\); "More wolves" \(quest 2\)/);
  assert.match(chain.text, /and more that were not listed/);
});

test('a class lists its talents, and a document has its complete text', async () => {
  const world = await axeWorld();
  const n = await world.writer.beginDocuments();
  const long = 'All of it. '.repeat(2_000);
  await world.writer.addDocuments(
    n,
    [{ id: 'doc:long', kind: 'guide', extId: null, name: 'Long', text: long, url: null, source: 'A wiki' }].map(
      (one) => ({ ...one, licence: 'CC0', date: '2026-01-02', version: null }),
    ),
  );
  await world.writer.finishDocuments(n, 5);
  assert.equal((await world.ask('fetch', 'id=doc:long')).answer.text, long);
});

test('public data without a name is fetched by id, and unknown data has no entry', async () => {
  const world = await axeWorld();
  const { answer } = await world.ask('fetch', 'id=npc:71');
  assert.equal(answer.title, 'npc 71');
  assert.equal(answer.url, 'https://example.test/npc/71');
  assert.match(answer.text, /npc 71.*\n.*Sells "Axe" \(item 5\) for 90c/s);
  const { hit } = (await world.ask('get_entity', 'id=object:80')).answer;
  assert.deepEqual([hit.name, hit.kind, hit.extId, hit.layer], ['object 80', 'object', '80', 'observed']);
  for (const id of ['item:77', 'npc:77', 'object:77', 'vendor:60', 'quest:77', 'item:0', 'item:99999999999', 'x:1']) {
    assert.equal((await world.ask('get_entity', `id=${id}`)).answer.hit, null, id);
    assert.match((await world.refusal('fetch', `id=${id}`)).error, /there is no entry with this id/, id);
  }
});

test('an entity without a page has its name, kind and facts', async () => {
  const world = createToolWorld();
  await world.facts(['titles', '7', { entry: { value: { titleId: 7, name: HOSTILE }, installs: 3 } }]);
  const { answer, text } = await world.ask('fetch', 'id=title:7');
  assert.equal(answer.text, `${JSON.stringify(HOSTILE)} (title 7). Title that a character can bear.`);
  assert.ok(
    !text
      .replaceAll(JSON.stringify(HOSTILE), '')
      .replaceAll(JSON.stringify(JSON.stringify(HOSTILE)).slice(1, -1), '')
      .includes('SYSTEM'),
  );
});

test('search and fetch say whom to credit, the licence and the date of the data', async () => {
  const world = await axeWorld();
  const own = { licence: 'CC BY-SA 4.0', credit: 'Data: Test Service contributors', date: '2026-11-20' };
  const { answer, text } = await world.ask('search', 'query=axe');
  const { source, kind, ...first } = answer.results[0];
  assert.deepEqual(first, { id: 'item:5', title: 'Axe', url: 'https://example.test/item/5', ...own });
  assert.deepEqual([kind, /three installs/.test(source)], ['item', true]);
  assert.match(text, /"Axe" \(item, id "item:5"\).*CC BY-SA 4\.0.*2026-11-20/);
  assert.equal((await world.ask('fetch', 'id=item:5')).answer.metadata.credit, own.credit);
});

test('search finds an entity by its id', async () => {
  const world = await axeWorld();
  const ids = async (query: string) =>
    (await world.ask('search', `query=${encodeURIComponent(query)}`)).answer.results.map(
      ({ id }: { id: string }) => id,
    );
  for (const [query, id] of [
    ['item:5', 'item:5'],
    ['Item 5', 'item:5'],
    ['npc #71', 'npc:71'],
    ['object 80', 'object:80'],
  ] as const) {
    assert.equal((await ids(query))[0], id, query);
  }
  assert.deepEqual(await ids('object 77'), []);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BuildPiece } from '../../../domain/ports/build.ts';
import { importPieces, piecesOf } from '../../support/game_build.ts';
import { createToolWorld, type ToolWorld } from '../tools/support.ts';
import { document, named } from './support.ts';

const SPELL: BuildPiece = { piece: 'name', name: { kind: 'spell', id: 2963, name: 'Bolt of Linen Cloth' } };

async function filled(): Promise<ToolWorld> {
  const world = createToolWorld();
  await world.facts(['items', '2589', named('Linen Cloth')], ['maps', '12', named('Elwynn Forest')]);
  await importPieces(world.writer, [...piecesOf([]), SPELL]);
  const n = await world.writer.beginDocuments();
  const documents = [
    {
      ...document('addon', 'Linen Addon', 'An addon that counts cloth.'),
      kind: 'project',
      url: 'https://example.org/a',
    },
    { ...document('site', 'A Site', 'Maps of Elwynn.'), kind: 'project' },
    document('guide', 'Cloth "Guide"', `Cloth ${'is everywhere. '.repeat(40)}`),
  ];
  await world.writer.addDocuments(n, documents);
  await world.writer.finishDocuments(n, 6);
  return world;
}

const LINEN = {
  id: 'item:2589',
  kind: 'item',
  extId: '2589',
  name: 'Linen Cloth',
  url: 'https://example.test/item/2589',
  source: 'Test Service contributors, observed by three installs or more',
  licence: 'CC BY-SA 4.0',
  date: '2026-11-20',
};

const BOLT = {
  id: 'spell:2963',
  kind: 'spell',
  extId: '2963',
  name: 'Bolt of Linen Cloth',
  url: null,
  source: 'Game files of build 1.15.8.67156',
  date: '2026-11-19',
  licence: 'found in game files, unconfirmed; the game’s publisher owns it',
};

test('search_knowledge: every hit has source, licence and date, and hits from game files are marked as unconfirmed', async () => {
  const world = await filled();
  const { answer, text, arguments: read } = await world.ask('search_knowledge', 'query=where+is+linen+cloth%3F');
  assert.equal(read['limit'], 10);
  assert.deepEqual(answer.hits[0], { ...LINEN, snippet: 'Item.' });
  const bolt = answer.hits.find(({ id }: { id: string }) => id === BOLT.id);
  assert.deepEqual(bolt, { ...BOLT, snippet: '' });
  assert.match(text, /"Linen Cloth" \(item, id "item:2589"\): "Item\."/);
  assert.match(text, /unconfirmed/);
  const one = await world.ask('search_knowledge', 'query=linen&kind=spell&limit=1');
  assert.deepEqual(
    one.answer.hits.map((hit: { id: string }) => hit.id),
    ['spell:2963'],
  );
  const ofBuild = await world.ask('search_knowledge', 'query=linen&version=1.15.8.67156');
  assert.equal(ofBuild.answer.hits.length, 1);
  const guide = await world.ask('search_knowledge', 'query=guide');
  assert.ok(guide.answer.hits[0].snippet.length <= 200);
  assert.deepEqual((await world.ask('search_knowledge', 'query=zzzzzz')).answer.hits, []);
});

test('search_knowledge: a query without words is refused', async () => {
  const world = await filled();
  for (const [query, parameter] of [
    [`query=${'x'.repeat(1_001)}`, 'query'],
    ['query=', 'query'],
    ['kind=item', 'query'],
    ['query=x&limit=0', 'limit'],
    ['query=x&limit=51', 'limit'],
    ['query=a%00b', 'query'],
    ['query=x&other=1', 'other'],
  ] as const) {
    const refused = await world.refusal('search_knowledge', query);
    assert.equal(refused.parameter, parameter, query);
  }
});

test('get_entity: an id has its complete record, or null if it is unknown', async () => {
  const world = await filled();
  const { text } = await world.ask('item_page', 'itemId=2589');
  const own = { layer: 'observed', text, version: null, credit: 'Data: Test Service contributors' };
  assert.deepEqual((await world.ask('get_entity', 'id=item:2589')).answer, { hit: { ...LINEN, ...own } });
  const { hit } = (await world.ask('get_entity', 'id=spell:2963')).answer;
  assert.deepEqual([hit.layer, hit.version], ['game-files', '1.15.8.67156']);
  assert.match(hit.credit, /publisher/);
  const guide = (await world.ask('get_entity', 'id=doc:guide')).answer.hit;
  assert.deepEqual([guide.source, guide.credit, guide.licence, guide.date], ['A wiki', 'A wiki', 'CC0', '2026-01-02']);
  assert.equal(guide.text.length, 606);
  const none = await world.ask('get_entity', 'id=item:1');
  assert.equal(none.answer.hit, null);
  assert.match(none.text, /no entry/);
});

test('get_by_name: complete names are found in any letter case and filtered by kind', async () => {
  const world = await filled();
  const ids = async (query: string) =>
    (await world.ask('get_by_name', query)).answer.hits.map((hit: { id: string }) => hit.id);
  assert.deepEqual(await ids('name=LINEN+cloth'), ['item:2589']);
  assert.deepEqual(await ids('name=cloth+guide'), ['doc:guide']);
  assert.deepEqual(await ids('name=linen'), []);
  assert.deepEqual(await ids('name=linen+cloth&kind=npc'), []);
});

test('search and fetch: answers have the form that connectors expect', async () => {
  const world = await filled();
  const { results } = (await world.ask('search', 'query=linen+cloth')).answer;
  const { url, kind, source, licence, date } = LINEN;
  assert.deepEqual(results.slice(0, 2), [
    {
      id: 'item:2589',
      title: 'Linen Cloth',
      url,
      kind,
      source,
      licence,
      date,
      credit: 'Data: Test Service contributors',
    },
    {
      id: 'spell:2963',
      title: 'Bolt of Linen Cloth',
      kind: 'spell',
      url: 'https://example.test/api/tools/get_entity?id=spell%3A2963',
      source: BOLT.source,
      licence: BOLT.licence,
      date: BOLT.date,
      credit: 'These data were read from the game’s files and belong to the game’s publisher.',
    },
  ]);
  for (const { id, title } of results) {
    const fetched = (await world.ask('fetch', `id=${encodeURIComponent(id)}`)).answer;
    assert.equal(fetched.title, title);
    assert.notEqual(fetched.text, '');
    assert.deepEqual(Object.keys(fetched.metadata), ['source', 'licence', 'credit', 'date']);
  }
  const refused = await world.refusal('fetch', 'id=item:1');
  assert.equal(refused.parameter, 'id');
  assert.match(refused.error, /^id must be one that search returned/);
});

test('answer_sources: sources are answered with credit', async () => {
  const world = await filled();
  const { answer, text } = await world.ask('answer_sources', 'question=what+drops+linen+cloth&limit=2');
  assert.deepEqual(answer.sources[0], {
    id: 'item:2589',
    title: 'Linen Cloth',
    url: 'https://example.test/item/2589',
    source: LINEN.source,
    licence: 'CC BY-SA 4.0',
    credit: 'Data: Test Service contributors',
    date: '2026-11-20',
  });
  assert.equal(answer.sources.length, 2);
  assert.match(text, /credit "Data: Test Service contributors"/);
  assert.deepEqual((await world.ask('answer_sources', 'question=zzzz')).answer.sources, []);
});

test('ecosystem_projects: all documents of the kind project are listed, or those that match', async () => {
  const world = await filled();
  const ids = async (query = '') =>
    (await world.ask('ecosystem_projects', query)).answer.projects.map((hit: { id: string }) => hit.id);
  assert.deepEqual(await ids(), ['doc:site', 'doc:addon']);
  assert.deepEqual(await ids('limit=1'), ['doc:site']);
  assert.deepEqual(await ids('query=elwynn'), ['doc:site']);
  assert.deepEqual(await ids('query=guide'), []);
});

test('before the first snapshot nothing is found and nothing fails', async () => {
  const world = createToolWorld();
  assert.deepEqual((await world.ask('search_knowledge', 'query=linen')).answer.hits, []);
  assert.deepEqual((await world.ask('get_entity', 'id=item:1')).answer.hit, null);
  assert.deepEqual((await world.ask('get_by_name', 'name=linen')).answer.hits, []);
  assert.deepEqual((await world.ask('search', 'query=linen')).answer.results, []);
  assert.deepEqual((await world.ask('answer_sources', 'question=linen')).answer.sources, []);
  assert.deepEqual((await world.ask('ecosystem_projects')).answer.projects, []);
  await world.refusal('fetch', 'id=item:1');
});

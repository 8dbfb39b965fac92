import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FactBody } from '../../../domain/ports/facts.ts';
import { importPieces, piecesOf } from '../../support/game_build.ts';
import { agreed, axeWorld, edge, fact, HOSTILE, importAxe, SEEN } from './pages_world.ts';
import { createToolWorld, type ToolWorld } from './support.ts';

function ends(edges: readonly Record<string, unknown>[]) {
  return edges.map((row) => `${row['fromKind']} ${row['fromId']} ${row['rel']} ${row['toKind']} ${row['toId']}`);
}

test('the tool says that neither uploads nor a build were received yet', async () => {
  const { answer, text } = await createToolWorld().ask('entity_relations', 'kind=item&id=5');
  assert.deepEqual([answer.connected, answer.page], [false, undefined]);
  assert.match(text, /not mean zero/);
});

test('a build is enough for its own relations, and observed ones are then unknown', async () => {
  const world = createToolWorld();
  await importAxe(world);
  const { answer } = await world.ask('entity_relations', 'kind=item&id=5');
  const { total, observed, client, entity } = answer.page;
  assert.equal(entity.url, null);
  assert.deepEqual([answer.connected, answer.dataAsOf, total, observed, client], [false, null, 3, null, 3]);
  assert.equal(answer.gameData.build, '1.15.8.67156');
  const none = await world.ask('entity_relations', 'kind=item&id=5&evidence=observed');
  assert.deepEqual([none.answer.connected, none.answer.page], [false, undefined]);
  const unknown = await world.ask('entity_relations', 'kind=item&id=77');
  assert.match(unknown.answer.reason, /not mean zero/);
});

test('observed relations come first, and those from the entity come before those to it', async () => {
  const world = await axeWorld();
  await importAxe(world);
  const { answer, text } = await world.ask('entity_relations', 'kind=item&id=5');
  const { page } = answer;
  assert.deepEqual(page.entity, {
    kind: 'item',
    id: 5,
    name: 'Axe',
    nameEvidence: 'observed',
    url: 'https://example.test/item/5',
  });
  assert.deepEqual([page.total, page.observed, page.client], [7, 4, 3]);
  assert.deepEqual(ends(page.edges), [
    'item 5 dropped_by npc 60',
    'item 5 reward_from quest 1',
    'item 5 sold_by npc 70',
    'item 5 sold_by npc 71',
    'item 5 created_by spell 11',
    'item 5 part_of_set item_set 7',
    'item 5 same_icon icon 9',
  ]);
  assert.deepEqual(page.edges[2], {
    fromKind: 'item',
    fromId: 5,
    fromName: 'Axe',
    fromNameEvidence: 'observed',
    rel: 'sold_by',
    toKind: 'npc',
    toId: 70,
    toName: 'Innkeeper',
    toNameEvidence: 'observed',
    evidence: 'observed',
    build: null,
    ...SEEN,
    installs: 5,
  });
  assert.deepEqual(page.edges[4], {
    fromKind: 'item',
    fromId: 5,
    fromName: 'Axe',
    fromNameEvidence: 'observed',
    rel: 'created_by',
    toKind: 'spell',
    toId: 11,
    toName: 'Bolt, "of" fire',
    toNameEvidence: 'client',
    evidence: 'client',
    build: '1.15.8.67156',
    installs: null,
    firstSeen: null,
    lastSeen: null,
  });
  assert.deepEqual([page.edges[5].toName, page.edges[6].toName, page.edges[6].toNameEvidence], ['A Set', null, null]);
  assert.deepEqual([page.edges[3].toName, page.edges[3].toNameEvidence], [null, null]);
  assert.match(text, /- "Axe" \(item 5\) sold_by "Innkeeper" \(npc 70\), 5 installs, 2026-01-02 to 2026-03-04/);
  assert.match(text, /created_by "Bolt, \\"of\\" fire" \(spell 11\), in the game’s files, unconfirmed/);

  const vendor = (await world.ask('entity_relations', 'kind=npc&id=70')).answer.page;
  assert.deepEqual(ends(vendor.edges), [
    'npc 70 located_in zone 12',
    'npc 70 located_in zone 13',
    'item 5 sold_by npc 70',
    'item 6 sold_by npc 70',
  ]);
  assert.deepEqual([vendor.total, vendor.observed], [4, 4]);
  assert.deepEqual([vendor.edges[0].toName, vendor.edges[0].toNameEvidence], ['Elwynn', 'observed']);
  assert.deepEqual([vendor.edges[1].toName, vendor.edges[1].toNameEvidence], ['Westfall', 'client']);
  const spell = (await world.ask('entity_relations', 'kind=spell&id=11')).answer;
  assert.deepEqual(
    [spell.page.entity.name, spell.page.entity.nameEvidence, spell.page.entity.url],
    ['Bolt, "of" fire', 'client', null],
  );
  assert.deepEqual(ends(spell.page.edges), ['item 5 created_by spell 11', 'item 6 reagent_for spell 11']);
});

test('relation, evidence and limit filter the list, and the answer counts the rest', async () => {
  const world = await axeWorld();
  await importAxe(world);
  const ask = async (query: string) => (await world.ask('entity_relations', `kind=item&id=5&${query}`)).answer;
  const sold = (await ask('rel=sold_by')).page;
  assert.deepEqual([sold.total, sold.observed, sold.client], [2, 2, 0]);
  const client = await ask('evidence=client&limit=2');
  assert.deepEqual([client.page.total, client.page.observed, client.page.client], [3, null, 3]);
  assert.deepEqual(ends(client.page.edges), ['item 5 created_by spell 11', 'item 5 part_of_set item_set 7']);
  const observed = await ask('evidence=observed&rel=dropped_by');
  assert.deepEqual([observed.page.total, observed.page.client, observed.gameData], [1, null, undefined]);
  const cut = (await ask('limit=5')).page;
  assert.deepEqual([cut.total, cut.edges.length, cut.edges[4].rel], [7, 5, 'created_by']);
  const none = await ask('rel=located_in');
  assert.deepEqual([none.connected, none.page], [true, undefined]);
  assert.match(none.reason, /No relation located_in of "Axe" \(item 5\) is known here/);
  assert.match((await ask('rel=sold_by&evidence=client')).reason, /No client relation sold_by of/);
});

test('an item that players reported has its page, whichever relations are requested', async () => {
  const reported: readonly (readonly [family: string, subject: string, body: FactBody])[] = [
    ['items', '5', { quality: agreed('rare') }],
    ['vendor_prices', '5', { prices: [agreed(40)] }],
    ['recipes', '900', { itemId: agreed(5) }],
    ['collections', 'mounts:5', { sources: [agreed('A drop')] }],
  ];
  const urlOf = async (change: Parameters<ToolWorld['write']>[0]): Promise<string | null> => {
    const world = createToolWorld();
    await world.write(change);
    await importAxe(world);
    return (await world.ask('entity_relations', 'kind=item&id=5&evidence=client')).answer.page.entity.url;
  };
  for (const one of reported) {
    assert.equal(await urlOf({ facts: [fact(...one)] }), 'https://example.test/item/5', one[0]);
  }
  assert.equal(await urlOf({ edges: [edge('sold_by:item:npc:5:70')] }), 'https://example.test/item/5');
  assert.equal(await urlOf({ edges: [edge('sold_by:item:npc:6:70')] }), null);
});

test('without a build, the relations in the game files are unknown and not empty', async () => {
  const { answer } = await (await axeWorld()).ask('entity_relations', 'kind=item&id=5');
  assert.deepEqual([answer.page.total, answer.page.observed, answer.page.client], [4, 4, null]);
  assert.equal(answer.gameData, undefined);
  const client = await (await axeWorld()).ask('entity_relations', 'kind=item&id=5&evidence=client');
  assert.match(client.answer.reason, /^No build of the game has been imported here.*import-game-files\.$/);
});

test('withdrawn relations are not shown, and names in texts are quoted as data', async () => {
  const world = createToolWorld();
  const facts = [fact('items', '5', { name: agreed(HOSTILE) }), fact('npcs', '70', { name: agreed(HOSTILE) })];
  await world.write({ edges: [edge('sold_by:item:npc:5:70'), edge('sold_by:item:npc:5:71')], facts });
  await world.write({ edges: [{ ...edge('sold_by:item:npc:5:71'), edge: null }] });
  const { answer, text } = await world.ask('entity_relations', 'kind=item&id=5');
  assert.deepEqual(ends(answer.page.edges), ['item 5 sold_by npc 70']);
  assert.equal(text.split(JSON.stringify(HOSTILE)).length - 1, 3);
  assert.ok(!text.replaceAll(JSON.stringify(HOSTILE), '').includes('SYSTEM'));
});

test('the refusal of a wrong argument names it', async () => {
  const world = await axeWorld();
  const wrong: readonly (readonly [query: string, parameter: string, sentence: RegExp])[] = [
    ['id=5', 'kind', /kind is required/],
    ['kind=item', 'id', /id is required/],
    ['kind=monster&id=5', 'kind', /one of item, spell, npc/],
    ['kind=item&id=5&rel=eaten_by', 'rel', /one of dropped_by/],
    ['kind=item&id=5&evidence=rumour', 'evidence', /one of observed, client/],
    ['kind=item&id=5&limit=201', 'limit', /from 1 to 200/],
  ];
  for (const [query, parameter, sentence] of wrong) {
    const refusal = await world.refusal('entity_relations', query);
    assert.equal(refusal.parameter, parameter, query);
    assert.match(refusal.error, sentence, query);
  }
});

test('a spell is named by its recipe, by the game files, or by the item it makes, in this order', async () => {
  const world = await axeWorld();
  await world.facts(['recipes', '902', { itemId: agreed(6) }]);
  await importPieces(
    world.writer,
    piecesOf(
      [],
      [
        ['created_by', 5, 11],
        ['created_by', 5, 900],
        ['created_by', 5, 901],
        ['created_by', 6, 902],
        ['created_by', 8, 903],
      ],
    ),
  );
  const names = async (id: number) => {
    const { answer, text } = await world.ask('entity_relations', `kind=item&id=${id}&rel=created_by`);
    const told = answer.page.edges.map((row: Record<string, unknown>) => [
      row['toId'],
      row['toName'],
      row['toNameEvidence'],
    ]);
    return { told, text };
  };
  const axe = await names(5);
  assert.deepEqual(axe.told, [
    [11, 'Bolt, "of" fire', 'client'],
    [900, 'Make axe', 'observed'],
    [901, 'Axe', 'observed'],
  ]);
  assert.match(axe.text, /"Axe" \(item 5\) created_by "Make axe" \(spell 900\)/);
  assert.deepEqual((await names(6)).told, [[902, 'Bar', 'observed']]);
  const nameless = await names(8);
  assert.deepEqual(nameless.told, [[903, null, null]]);
  assert.match(nameless.text, /created_by spell 903/);
  const spell = (await world.ask('entity_relations', 'kind=spell&id=900')).answer.page.entity;
  assert.deepEqual([spell.name, spell.nameEvidence], ['Make axe', 'observed']);
});

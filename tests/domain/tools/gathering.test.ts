import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gatheredFrom, gatheringWorld } from './gathering_world.ts';
import { agreed, edge, fact, source } from './pages_world.ts';

/** Returns the method, entity and counts of each row of a list. */
function rowsOf(list: {
  // biome-ignore lint/suspicious/noExplicitAny: rows name a source or an item
  readonly rows: readonly any[];
}): readonly string[] {
  return list.rows.map(({ method, source, item, drops, kills }) => {
    const { kind, id, name } = source ?? item;
    return `${method} ${kind} ${id} ${name}: ${drops}/${kills}`;
  });
}

test('the page of an item says what it is gathered from and what is got out of it, apart from drops', async () => {
  const world = await gatheringWorld();
  const trout = await world.ask('item_page', 'itemId=1');
  assert.deepEqual(rowsOf(trout.answer.page.gatheredFrom), ['fishing zone 12 Elwynn: 30/40']);
  assert.deepEqual([trout.answer.page.droppedBy.total, trout.answer.page.gathering.total], [0, 0]);
  assert.match(trout.text, /Gathered from "Elwynn" \(zone 12\) by fishing: about 75%/);
  assert.doesNotMatch(trout.text, /not known yet/);
  const axe = await world.ask('item_page', 'itemId=5');
  assert.deepEqual(rowsOf(axe.answer.page.gathering), ['disenchanting item 6 Dust: 20/40']);
  assert.match(axe.text, /Players get out of it "Dust" \(item 6\) by disenchanting: about 50%/);
  const leather = await world.ask('item_page', 'itemId=2');
  assert.deepEqual(rowsOf(leather.answer.page.gatheredFrom), ['skinning npc 60 Wolf: 30/40']);
  assert.deepEqual([leather.answer.page.droppedBy.total, leather.answer.page.droppedBySeenByFew.total], [0, 0]);
});

test('the page of a creature says what players gather from it, apart from its loot', async () => {
  const { answer, text } = await (await gatheringWorld()).ask('npc_page', 'npcId=60');
  assert.deepEqual(rowsOf(answer.page.gathering), [
    'pickpocketing item 7 Coin: 10/40',
    'skinning item 2 Leather: 30/40',
  ]);
  assert.deepEqual(rowsOf(answer.page.loot.drops), ['undefined item 5 Axe: 3/24']);
  assert.match(
    text,
    /Players gather from it "Coin" \(item 7\) by pickpocketing: about 25%.*; "Leather" \(item 2\) by skin/,
  );
});

test('an object from which players only gathered has a page', async () => {
  const world = await gatheringWorld();
  const { answer, text } = await world.ask('object_page', 'objectId=80');
  assert.deepEqual(rowsOf(answer.page.gathering), ['herbalism item 3 Herb: 40/40']);
  assert.deepEqual([answer.page.loot.kills, answer.page.loot.drops.total], [0, 0]);
  assert.match(
    text,
    /^"Peacebloom" \(object 80\)\.\nWhere .*\nPlayers gather from it "Herb" \(item 3\) by gathering herbs: /m,
  );
  assert.doesNotMatch(text, /looted/);
  assert.match((await world.ask('object_page', 'objectId=81')).answer.reason, /No public data for object 81 yet/);
  const snapshot = await world.store.newest();
  assert.deepEqual(await snapshot!.publicIds.ofPart('object', '80'), [80], 'objects with a page are listed');
  assert.deepEqual(await snapshot!.publicIds.parts('object'), ['80']);
});

test('questions about gathering are answered', async () => {
  const world = await gatheringWorld();
  const answers: readonly (readonly [question: string, intent: string, text: RegExp])[] = [
    ['where do I fish trout', 'gathered_from', /^Gathered from "Elwynn" \(zone 12\) by fishing: about 75%/],
    ['what to skin for leather', 'gathered_from', /^Gathered from "Wolf" \(npc 60\) by skinning: about 75%/],
    ['skinning wolves', 'gathering', /"Wolf" \(npc 60\) "Coin".*"Leather" \(item 2\) by skinning: about 75%/],
    [
      'what can I fish in Elwynn',
      'gathered_in',
      /^Players get by fishing in "Elwynn":\n- "Trout" \(item 1\): about 75%/,
    ],
    ['disenchanting an axe', 'gathering', /^Players gather from "Axe" \(item 5\) "Dust" \(item 6\) by disenchanting/],
    ['where do I fish coin', 'gathered_from', /^Gathered from "Wolf" \(npc 60\) by pickpocketing/],
    ['where do I fish an axe', 'gathered_from', /^Nothing that "Axe" is gathered from is known yet\.\nDrops from/],
    ['skinning a coin', 'gathering', /^Players gather from "Coin" \(item 7\) nothing that is known yet\./],
  ];
  for (const [question, intent, text] of answers) {
    const { answer } = await world.ask('search_knowledge', new URLSearchParams({ query: question }).toString());
    assert.deepEqual(
      [answer.intent, text.test(answer.answer?.text)],
      [intent, true],
      `${question}: ${answer.answer?.text}`,
    );
  }
});

test('a question about gathering names the zones of the node', async () => {
  const world = await gatheringWorld();
  await world.write({
    drops: [gatheredFrom('mining:object', 82, [[8, 40]])],
    edges: [edge('located_in:object:zone:82:12'), edge('located_in:object:zone:82:13')],
    facts: [
      fact('items', '8', { name: agreed('Bogiron Ore') }),
      fact('objects', '82', { name: agreed('Bogiron Vein') }),
      fact('maps', '13', { name: agreed('Durotar') }),
    ],
  });
  const vein = /"Bogiron Vein" \(object 82\) is found in "Elwynn"; "Durotar"\./;
  for (const [question, text] of [
    ['where can i mine bogiron', vein],
    ['where to pick bogiron ore', vein],
    ['where can i mine bogiron vein', vein],
    ['where can i mine bogiron in durotar', /"Bogiron Vein" \(object 82\) is found in "Durotar"\./],
    [
      'where to pick herb',
      /^Gathered from "Peacebloom".*\nWhere "Peacebloom" \(object 80\) is found is not known yet\./,
    ],
  ] as const) {
    const { answer } = await world.ask('search_knowledge', new URLSearchParams({ query: question }).toString());
    assert.match(`${answer.answer?.text}`, text, question);
    assert.doesNotMatch(`${answer.answer?.text}`, /Few players/, question);
  }
});

test('ways to get an item, and places to farm it, name the zones of its nodes', async () => {
  const world = await gatheringWorld();
  await world.write({
    drops: [gatheredFrom('mining:object', 82, [[8, 40]]), source('npc', 61, 24, [[8, 3]], 4)],
    edges: [
      edge('located_in:object:zone:82:12'),
      edge('located_in:object:zone:82:13'),
      edge('sold_by:item:npc:8:70'),
      edge('reward_from:item:quest:8:1'),
    ],
    facts: [
      fact('items', '8', { name: agreed('Bogiron Ore') }),
      fact('objects', '82', { name: agreed('Bogiron Vein') }),
      fact('maps', '13', { name: agreed('Durotar') }),
    ],
  });
  const text = async (question: string): Promise<string> => {
    const { answer } = await world.ask('search_knowledge', new URLSearchParams({ query: question }).toString());
    return `${answer.answer?.text}`;
  };
  for (const question of [
    'where else can I get bogiron ore',
    'how do I get bogiron ore',
    'where else to farm bogiron ore',
  ]) {
    const answer = await text(question);
    for (const part of [
      /npc 61: about/,
      /^Gathered from "Bogiron Vein" \(object 82\) by mining/m,
      /^"Bogiron Vein" \(object 82\) is found in "Elwynn"; "Durotar"\.$/m,
      ...(question.includes('farm') ? [] : [/^Sold by npc 70/m, /^Reward from quest 1\.$/m]),
    ])
      assert.match(answer, part, question);
  }
  assert.match(
    await text('where to farm herb'),
    /\n"Peacebloom|\nWhere "Peacebloom" \(object 80\) is found is not known yet\./,
  );
});

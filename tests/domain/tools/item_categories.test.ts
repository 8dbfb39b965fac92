import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gameItem, importPieces, piecesOf } from '../../support/game_build.ts';
import { agreed } from './craft_world.ts';
import { createToolWorld } from './support.ts';

test('without an imported build the tool answers only an error', async () => {
  const world = createToolWorld();
  for (const seen of [false, true]) {
    if (seen) await world.facts(['items', '3', { name: agreed('Axe') }]);
    const { answer, text } = await world.ask('item_categories');
    assert.deepEqual([answer.build, answer.tree, answer.items, answer.total], [null, null, null, null]);
    const sentence = seen ? /No build/ : /is writing its first snapshot/;
    assert.match(answer.error, sentence);
    assert.match(text, sentence);
  }
});

/** Imports two axes, a weapon without a name, and a cloth robe. */
async function imported() {
  const world = createToolWorld();
  await importPieces(
    world.writer,
    piecesOf([
      gameItem(3, { classId: 2, subclassId: 0, inventoryType: 13, qualityId: 2, itemLevel: 7, requiredLevel: 0 }),
      gameItem(5, { classId: 2, subclassId: 0, inventoryType: 13, qualityId: 1 }),
      gameItem(6, { classId: 2, subclassId: 5, qualityId: 1 }),
      gameItem(8, { classId: 4, subclassId: 1, inventoryType: 5, qualityId: 2 }),
    ]),
  );
  return world;
}

test('without arguments the tool answers the tree of categories', async () => {
  const { answer, text } = await (await imported()).ask('item_categories');
  assert.equal(answer.build, '1.15.8.67156');
  assert.deepEqual(
    answer.tree.classes.map(({ slug, items }: { slug: string; items: number }) => [slug, items]),
    [
      ['weapon', 3],
      ['armor', 1],
    ],
  );
  assert.deepEqual(
    answer.tree.classes[0].subclasses.map(({ slug, name, items }: Record<string, unknown>) => [slug, name, items]),
    [
      ['one-handed-axes', 'One-Handed Axes', 2],
      ['5', null, 1],
    ],
  );
  assert.deepEqual(
    [answer.tree.slots.length, answer.tree.qualities.length, answer.items, answer.path],
    [23, 8, null, null],
  );
  assert.equal(answer.attribution, undefined, 'nothing of it was observed');
  assert.match(text, /Weapons \(weapon\): 3 items, 2 subclasses\./);
  assert.match(text, /unconfirmed, build 1\.15\.8\.67156/);
});

test('filters select items, and items have the names that players agree on, with credit', async () => {
  const world = await imported();
  const ids = async (query: string): Promise<readonly unknown[]> => {
    const { answer } = await world.ask('item_categories', query);
    return [answer.total, ...answer.items.map((row: { item: { id: number } }) => row.item.id)];
  };
  assert.deepEqual(await ids('class=weapon'), [3, 3, 5, 6]);
  assert.deepEqual(await ids('class=weapon&subclass=one-handed-axes&quality=common'), [1, 5]);
  assert.deepEqual(await ids('class=weapon&subclass=5'), [1, 6]);
  assert.deepEqual(await ids('slot=chest'), [1, 8]);
  assert.deepEqual(await ids('quality=epic'), [0]);
  assert.deepEqual(await ids('class=weapon&limit=2'), [3, 3, 5]);
  assert.match(
    (await world.ask('item_categories', 'class=weapon&limit=2')).text,
    /3 items; the first by id:[\s\S]*And 1 item more/,
  );
  assert.equal((await world.ask('item_categories', 'class=weapon')).answer.attribution, undefined);
  await world.facts(['items', '3', { name: agreed('Axe "of" doom\n') }]);
  const { answer, text } = await world.ask('item_categories', 'class=weapon');
  assert.deepEqual(answer.items[0], {
    item: { kind: 'item', id: 3, name: 'Axe "of" doom\n', url: 'https://example.test/item/3' },
    class: 'weapon',
    subclass: 'one-handed-axes',
    slot: 'one-hand',
    quality: 'uncommon',
    itemLevel: 7,
    requiredLevel: 0,
    icon: null,
    stack: null,
    buyPriceCopper: null,
    sellPriceCopper: null,
    setId: null,
  });
  assert.deepEqual([answer.items[1].item.name, answer.items[1].item.url], [null, null]);
  assert.equal(answer.attribution.licence, 'CC BY-SA 4.0');
  assert.equal(answer.dataAsOf, '2026-11-20T12:00:00.000Z');
  assert.match(text, /"Axe \\"of\\" doom\\n" \(item 3\): uncommon, weapon, one-handed-axes, one-hand, item level 7/);
  assert.match(text, /item 5: .*item level unknown/);
  assert.match(text, /Test Service contributors/);
});

test('an item is found by its path, and an unknown path is an error', async () => {
  const world = await imported();
  const { answer, text } = await world.ask('item_categories', 'item=6');
  assert.deepEqual(answer.path, {
    class: { slug: 'weapon', name: 'Weapon' },
    subclass: { slug: '5', name: null },
    slot: null,
    quality: { slug: 'common', name: 'Common' },
  });
  assert.deepEqual([answer.total, answer.items[0].item.id], [1, 6]);
  assert.match(text, /item 6: Weapon > 5 > \? > Common/);
  const gone = await world.ask('item_categories', 'item=7');
  assert.equal(gone.answer.error, 'The build has no item 7.');
  const elsewhere = await world.ask('item_categories', 'item=6&class=armor');
  assert.match(elsewhere.answer.error, /no item 6 in the categories asked for/);
});

test('the refusal of an unknown word names the argument', async () => {
  const world = await imported();
  const wrong: readonly (readonly [query: string, parameter: string, sentence: RegExp])[] = [
    ['class=food', 'class', /class must be one of weapon, armor; it is "food"/],
    ['class=weapon&subclass=cloth', 'subclass', /one of one-handed-axes, 5 within weapon/],
    ['subclass=cloth', 'subclass', /class is absent/],
    ['slot=tail', 'slot', /slot must be one of head, .*; it is "tail"/],
    ['quality=good', 'quality', /quality must be one of poor/],
    ['class=Weapon', 'class', /class must be/],
    ['item=0', 'item', /item must be/],
    ['limit=201', 'limit', /limit must be a whole number from 1 to 200/],
  ];
  for (const [query, parameter, sentence] of wrong) {
    const refusal = await world.refusal('item_categories', query);
    assert.equal(refusal.parameter, parameter, query);
    assert.match(refusal.error, sentence, query);
  }
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createToolWorld, type ToolWorld } from './support.ts';

function sources(...told: readonly (readonly [value: string, installs: number])[]) {
  return {
    sources: told.map(([value, installs]) => ({ value, installs })),
  };
}

async function world(): Promise<ToolWorld> {
  const made = createToolWorld();
  await made.facts(
    ['collections', 'mounts:30', sources(['Vendor "Ida"', 3])],
    ['collections', 'mounts:9', sources(['Quest', 3], ['Drop', 5], ['Chest', 3])],
    ['collections', 'Mounts:9', sources(['Drop', 4], ['Egg', 6])],
    ['collections', 'mounts:100', sources(['Drop', 3])],
    ['collections', 'Odd: 1:7', sources(['Drop', 3])],
    ['items', '9', { name: { value: 'Reins "9"', installs: 3 } }],
  );
  return made;
}

test('the tool says that nothing was uploaded yet, and refuses an unknown collection with a list of known ones', async () => {
  assert.equal((await createToolWorld().ask('collection_gap', 'collection=mounts')).answer.connected, false);
  const empty = createToolWorld();
  await empty.write({});
  const none = await empty.ask('collection_gap', 'collection=mounts');
  assert.equal(
    none.answer.reason,
    'No item of a collection called "mounts" is public. It takes reports from three players. Yours could be the first.',
  );
  const { answer, text } = await (await world()).ask('collection_gap', 'collection=pets');
  assert.deepEqual([answer.connected, answer.page], [true, undefined]);
  assert.equal(
    answer.reason,
    'No item of a collection called "pets" is public; there are "Odd: 1", "mounts". It takes reports from three players. Yours could be the first.',
  );
  assert.ok(text.startsWith(answer.reason));
});

test('the answer lists owned and missing items with their sources, in any spelling of the collection', async () => {
  const { answer, text } = await (await world()).ask('collection_gap', 'collection=MOUNTS&owned=100, 5,100,4,5');
  assert.deepEqual(answer.page, {
    collection: 'mounts',
    total: 3,
    ownedTotal: 1,
    missingTotal: 2,
    missing: [
      {
        item: { kind: 'item', id: 9, name: 'Reins "9"', url: 'https://example.test/item/9' },
        // If two spellings of the collection have the same source, the greater count is shown. Counts are not added.
        ...sources(['Egg', 6], ['Drop', 5], ['Chest', 3], ['Quest', 3]),
      },
      {
        item: { kind: 'item', id: 30, name: null, url: 'https://example.test/item/30' },
        ...sources(['Vendor "Ida"', 3]),
      },
    ],
    missingIds: [9, 30],
    owned: [
      { item: { kind: 'item', id: 100, name: null, url: 'https://example.test/item/100' }, ...sources(['Drop', 3]) },
    ],
    ownedIds: [100],
    unknownIds: [4, 5],
  });
  assert.match(
    text,
    /^"mounts": 1 of 3 known items owned, 2 missing\.\n"Reins \\"9\\"" \(item 9\): "Egg" \(6 installs\), /,
  );
  assert.match(text, /Not known to belong to it: 4, 5\./);
});

test('nothing is owned if no list is given, and a collection name may contain colons', async () => {
  const { page } = (await (await world()).ask('collection_gap', 'collection=odd: 1')).answer;
  assert.deepEqual([page.collection, page.total, page.missingIds, page.ownedIds], ['Odd: 1', 1, [7], []]);
});

test('long lists are cut, but their ids and totals are complete', async () => {
  const on = createToolWorld();
  const ids = Array.from({ length: 500 }, (_, i) => i + 1);
  await on.facts(...ids.map((id) => ['collections', `pets:${id}`, sources(['Drop', 3])] as const));
  const { answer, text } = await on.ask('collection_gap', `collection=pets&owned=${ids.slice(0, 150).join(',')}`);
  const { page } = answer;
  assert.deepEqual([page.missing.length, page.missingTotal, page.missingIds.length], [150, 350, 350]);
  assert.deepEqual([page.owned.length, page.ownedTotal, page.ownedIds.length], [50, 150, 150]);
  assert.equal(page.missing[0].item.id, 151);
  assert.ok(text.split('\n').length <= 25);
});

test('the refusal of a wrong argument names it', async () => {
  const on = await world();
  const wrong: readonly (readonly [query: string, parameter: string, sentence: RegExp])[] = [
    ['owned=5', 'collection', /collection is required/],
    [
      'collection=mounts&owned=5,x',
      'owned',
      /^owned must be item ids \(whole numbers of 1 or more\) with commas between; one entry is "x"\.$/,
    ],
    ['collection=mounts&owned=5,,6', 'owned', /one entry is ""/],
    ['collection=mounts&owned=0', 'owned', /one entry is "0"/],
    ['collection=mounts&owned=9007199254740993', 'owned', /one entry is "9007199254740993"/],
    ['collection=mounts&owned=5%E2%80%AE', 'owned', /one entry is "5\\u\{202e\}"/],
    [`collection=mounts&owned=${'9'.repeat(200)}`, 'owned', /one entry is "9{80}…"/],
  ];
  for (const [query, parameter, sentence] of wrong) {
    const refusal = await on.refusal('collection_gap', query);
    assert.equal(refusal.parameter, parameter, query);
    assert.match(refusal.error, sentence, query);
  }
});

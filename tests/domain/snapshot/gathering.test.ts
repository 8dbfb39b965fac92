import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { propertyRuns } from '../../runner/properties.ts';
import { gathered, item, items, looted, npc, object, type Seen, zone } from '../../support/world.ts';
import { facts, publish, type Sketch, withOracle, withStores } from './support.ts';

const DAY = '2026-01-08T12:00:00Z';

/** Returns `count` equal windows of an install. Each has an event of its own. */
function windows(install: number, seen: Seen, count = 1): readonly Sketch[] {
  const key = JSON.stringify(seen.fields);
  return Array.from({ length: count }, (_, i) => ({
    ...{ install, upload: install, at: DAY, event: `${install}:${key}:${i}` },
    ...seen,
  }));
}

function publicFacts(sketches: readonly Sketch[], keep = withStores) {
  return keep(async (on) => {
    await publish(on, sketches);
    return facts(on.store);
  });
}

function countsOf(gathering: readonly string[]): readonly string[] {
  return gathering.map((text) => text.slice(0, text.indexOf(';')));
}

type Fields = Readonly<Record<string, unknown>>;

const anyFields: fc.Arbitrary<Fields> = fc
  .tuple(
    fc.constantFrom(
      ...[undefined, 'corpse', 'object', 'skinning', 'herbalism', 'mining', 'fishing', 'pickpocketing'],
      ...['disenchanting', 'prospecting', 'milling', 'container'],
    ),
    fc.constantFrom(
      ...[{ sourceNpcId: 1 }, { sourceNpcId: 1 }, { sourceNpcId: 2 }, { sourceObjectId: 1 }, { sourceItemId: 1 }, {}],
      ...[
        { sourceNpcId: 1, sourceItemId: 1 },
        { sourceNpcId: 1, sourceObjectId: 1 },
      ],
    ),
    fc.constantFrom({}, { mapId: 0 }, { mapId: 1 }, { mapId: 1 }),
    fc.constantFrom({}, ...Array.from({ length: 4 }, () => ({ sourceEvidence: 'loot-api' }))),
    fc.array(fc.integer({ min: 1, max: 3 }), { maxLength: 3 }),
  )
  .map(([method, source, place, evidence, ids]) => ({
    ...(method === undefined ? {} : { method }),
    ...source,
    ...place,
    ...evidence,
    items: ids.map((itemId) => ({ itemId, count: 1 })),
  }));

/** The kinds of source that each method can have (docs/contract.md, section 3, Gathering), read from the contract. */
const SOURCES: Readonly<Record<string, readonly string[]>> = {
  skinning: ['npc'],
  herbalism: ['npc', 'object'],
  mining: ['npc', 'object'],
  pickpocketing: ['npc'],
  container: ['item'],
  disenchanting: ['item'],
  milling: ['item'],
  prospecting: ['item'],
};

/** Returns the name of the list and the source for which a record counts, or null. Shares no code with the product. */
function countsFor(fields: Fields): { readonly list: 'drops' | 'gathering'; readonly source: string } | null {
  const { method } = fields;
  const named = Object.entries({ npc: 'sourceNpcId', object: 'sourceObjectId', item: 'sourceItemId' }).flatMap(
    ([kind, field]) => (field in fields ? [{ kind, id: fields[field] }] : []),
  );
  if (method === 'fishing') {
    const isPlaced = typeof fields['mapId'] === 'number' && fields['mapId'] > 0;
    return named.length === 0 && isPlaced ? { list: 'gathering', source: `fishing zone ${fields['mapId']}` } : null;
  }
  const [only] = named;
  if (fields['sourceEvidence'] === undefined || only === undefined || named.length > 1) return null;
  if (method === undefined || method === 'corpse' || method === 'object') {
    return only.kind === 'item' ? null : { list: 'drops', source: `${only.kind} ${only.id}` };
  }
  const isKnown = SOURCES[`${method}`]!.includes(only.kind);
  return isKnown ? { list: 'gathering', source: `${method} ${only.kind} ${only.id}` } : null;
}

/** Counts the rates of one list record by record. */
function fold(sketches: readonly Sketch[], list: 'drops' | 'gathering') {
  const windowsBy = new Map<string, number[]>();
  const found = new Map<string, number[]>();
  for (const { install, fields } of sketches) {
    const counted = countsFor(fields);
    if (counted?.list !== list) continue;
    const { source } = counted;
    windowsBy.set(source, [...(windowsBy.get(source) ?? []), install!]);
    const ids = new Set((fields['items'] as readonly { readonly itemId: number }[]).map(({ itemId }) => itemId));
    for (const itemId of ids) {
      const key = `${source} item ${itemId}`;
      found.set(key, [...(found.get(key) ?? []), install!]);
    }
  }
  return [...found].flatMap(([key, seers]) => {
    const openers = windowsBy.get(key.slice(0, key.lastIndexOf(' item ')))!;
    const reporters = new Set(openers);
    if (reporters.size < 3) return [];
    const top = Math.max(...[...reporters].map((install) => openers.filter((one) => one === install).length));
    return [
      { key, drops: seers.length, kills: openers.length, reporters: reporters.size, seers: new Set(seers).size, top },
    ];
  });
}

test('rates of gathering and drops equal a count record by record, in both evidence stores', () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.integer({ min: 1, max: 5 }), anyFields), { minLength: 20, maxLength: 120, size: 'max' }),
      fc.boolean(),
      async (records, inMemory) => {
        const sketches = records.map(([install, fields], i) => ({
          ...{ kind: 'loot' as const, install, upload: install, at: DAY, event: `${i}` },
          fields,
        }));
        const { gathering, rates } = await publicFacts(sketches, inMemory ? withOracle : withStores);
        assert.deepEqual(
          countsOf(gathering),
          fold(sketches, 'gathering')
            .map(
              ({ key, ...n }) => `${key}: ${n.drops}/${n.kills} by ${n.reporters}, ${n.seers} saw it, ${n.top} of one`,
            )
            .sort(),
        );
        assert.deepEqual(
          rates,
          fold(sketches, 'drops')
            .map(({ key, ...n }) => `${key}: ${n.drops}/${n.kills} by ${n.reporters}`)
            .sort(),
        );
      },
    ),
    { numRuns: propertyRuns(30) },
  ));

/** Five installs skin creature 6: item 1 in 3 of 12 windows each, and nothing but item 2 otherwise. */
function skinned(install: number, seenAs: (found: number) => Seen): readonly Sketch[] {
  return [...windows(install, seenAs(1), 3), ...windows(install, seenAs(2), 9)];
}

const INSTALLS = [1, 2, 3, 4, 5];

test('the same windows have the same estimates as drops', async () => {
  const asGathered = await publicFacts(
    INSTALLS.flatMap((install) => skinned(install, (found) => gathered('skinning', npc(6), item(found)))),
  );
  const asDrops = await publicFacts(
    INSTALLS.flatMap((install) => skinned(install, (found) => looted(npc(6), item(found)))),
  );
  const ofGathering = asGathered.gathering.map((text) => text.slice(text.indexOf(';') + 2));
  assert.deepEqual(
    ofGathering,
    asDrops.estimates.map((text) => text.slice(text.indexOf(': ') + 2)),
  );
  assert.equal(ofGathering.length, 2);
  assert.deepEqual([asGathered.estimates, asDrops.gathering], [[], []]);
});

/** Everything that windows of loot change, without gathering and the feed. */
function withoutGathering({ gathering: _, corpus: _rows, counts, ...rest }: Awaited<ReturnType<typeof publicFacts>>) {
  const { seq: _seq, dataAsOfMs: _at, uploads: _uploads, ...others } = counts;
  return { ...rest, counts: others };
}

const HONEST = INSTALLS.flatMap((install) => [
  ...windows(install, looted(npc(6), item(25)), 4),
  ...windows(install, looted(npc(6)), 12),
  ...windows(install, gathered('skinning', npc(6), item(2934)), 6),
  ...windows(install, gathered('skinning', npc(6)), 6),
]);

for (const liars of [3, 10, 20]) {
  test(`${liars} installs that invent gathering change nothing about drops`, async () => {
    const lies = Array.from({ length: liars }, (_, i) => [
      ...windows(100 + i, gathered('skinning', npc(6), ...items(25, 999)), 30),
      ...windows(100 + i, gathered('pickpocketing', npc(7), item(25)), 30),
      ...windows(100 + i, gathered('mining', object(8), item(25)), 30),
      ...windows(100 + i, gathered('fishing', zone(12), item(25)), 30),
      ...windows(100 + i, gathered('disenchanting', item(25), item(25)), 30),
    ]).flat();
    const [before, after] = [await publicFacts(HONEST), await publicFacts([...HONEST, ...lies])];
    assert.deepEqual(withoutGathering(after), withoutGathering(before));
    assert.deepEqual(
      countsOf(after.gathering).filter((text) => !text.includes('npc 6')),
      ['disenchanting item 25', 'fishing zone 12', 'mining object 8', 'pickpocketing npc 7'].map(
        (source) => `${source} item 25: ${30 * liars}/${30 * liars} by ${liars}, ${liars} saw it, 30 of one`,
      ),
    );
  });
}

test('two installs that invent gathering publish nothing', async () => {
  const lies = [101, 102].flatMap((install) => [
    ...windows(install, gathered('pickpocketing', npc(7), item(25)), 30),
    ...windows(install, gathered('fishing', zone(12), item(25)), 30),
  ]);
  const [before, after] = [await publicFacts(HONEST), await publicFacts([...HONEST, ...lies])];
  assert.deepEqual(after.gathering, before.gathering);
  assert.deepEqual(withoutGathering(after), withoutGathering(before));
});

test('installs that report the loot of corpses as skinned change its drops as if they had sent nothing', async () => {
  const lies = [101, 102, 103].flatMap((install) => windows(install, gathered('skinning', npc(6), item(25)), 50));
  const [before, after] = [await publicFacts(HONEST), await publicFacts([...HONEST, ...lies])];
  assert.deepEqual(withoutGathering(after), withoutGathering(before));
  assert.deepEqual(countsOf(after.gathering), [
    'skinning npc 6 item 25: 150/210 by 8, 3 saw it, 50 of one',
    'skinning npc 6 item 2934: 30/210 by 8, 5 saw it, 50 of one',
  ]);
});

test('one install with very many windows moves an estimate of gathering little', async () => {
  const skin = (found: number): Seen => gathered('skinning', npc(6), item(found));
  const honest = INSTALLS.slice(0, 4).flatMap((install) => skinned(install, skin));
  const { gathering } = await publicFacts([...honest, ...windows(5, skin(1), 2_000)]);
  const text = gathering.find((one) => one.includes('item 1:'))!;
  const [, estimate] = /; ([\d.]+) \(/.exec(text)!;
  assert.ok(Number(estimate) > 0.15 && Number(estimate) < 0.4, text);
});

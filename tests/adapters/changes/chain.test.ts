import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { DropFacts } from '../../../domain/ports/drops.ts';
import type { EdgeUpdate } from '../../../domain/ports/edges.ts';
import type { FactUpdate } from '../../../domain/ports/facts.ts';
import type { SnapshotPart } from '../../../domain/ports/snapshots.ts';
import { EPOCH } from '../../domain/snapshot/support.ts';
import { itemRate } from '../../support/item_rate.ts';
import { snapshotChange } from '../../support/snapshot_change.ts';
import { changeLines, type FollowedRows, follow, publicRows, withChangeYard } from './support.ts';

interface SourceSketch {
  readonly id: number;
  readonly kills: number;
  readonly isPublic: boolean;
  /** Items that the source drops; the items 1 to 3 that are not named are gone. */
  readonly items: readonly number[];
}

function dropFacts({ id, kills, isPublic, items }: SourceSketch): DropFacts {
  return {
    source: { type: id % 2 === 0 ? 'npc' : 'object', id },
    public: isPublic,
    kills,
    reporters: isPublic ? 3 : 2,
    topWindows: 1,
    measuredZero: isPublic && items.length === 0,
    items: isPublic ? items.map((itemId) => itemRate(itemId, 1 + (kills % 3), kills)) : [],
  };
}

const sources = fc.uniqueArray(
  fc.record({
    id: fc.integer({ min: 1, max: 4 }),
    kills: fc.integer({ min: 4, max: 7 }),
    isPublic: fc.boolean(),
    items: fc.subarray([1, 2, 3]),
  }),
  { selector: ({ id }) => id },
);

const edges = fc.uniqueArray(
  fc
    .record({ toId: fc.integer({ min: 1, max: 3 }), installs: fc.option(fc.integer({ min: 3, max: 4 })) })
    .map(({ toId, installs }): EdgeUpdate => {
      const edge = installs === null ? null : { installs, firstSeen: '2026-11-01', lastSeen: '2026-11-02' };
      return { name: { group: 'sold_by:item:npc', fromId: 1, toId }, edge };
    }),
  { selector: ({ name }) => name.toId },
);

const price = fc.integer({ min: 1, max: 2 }).map((value) => [{ value, installs: 3 }]);
const name = fc.record({ value: fc.constantFrom('Wolf', 'Élan ☃ "x"'), installs: fc.constant(3) });
const facts = fc.uniqueArray(
  fc.oneof(
    body('items', ['1', '2'], fc.record({ name, itemLevel: fc.constant(5) }, { requiredKeys: [] })),
    body('quests', ['1'], fc.record({ title: name }, { requiredKeys: [] })),
    body('vendor_goods', ['5:1', '5:2'], fc.record({ prices: price })),
    body('vendor_prices', ['1'], fc.record({ prices: price })),
    body('trainer_services', ['5:name:Hund: a', '5:spell:1'], fc.record({ costs: price })),
    body('realms', ['wolf'], fc.record({ spelling: fc.constant('Wolf') })),
  ),
  { selector: ({ family, subject }) => `${family} ${subject}` },
);

function body(family: string, subjects: readonly string[], of: fc.Arbitrary<object>): fc.Arbitrary<FactUpdate> {
  return fc.record({ family: fc.constant(family), subject: fc.constantFrom(...subjects), body: fc.option(of) });
}

const step = fc.record({ sources, edges, facts, fails: fc.boolean() });

type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** The rest of the snapshot comes as a second part, as in runs of the builder. */
async function* parts({ edges, facts, fails }: Step): AsyncGenerator<SnapshotPart> {
  yield { corpusWithdrawals: [], drops: [], edges, facts, wholeFamilies: [], market: [] };
  if (fails) throw new Error('killed');
}

test('the change files turn the rows of any snapshot into those of the newest one', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), (steps) =>
      withChangeYard(async ({ dir, snapshots, reader }) => {
        await snapshots.write(snapshotChange(1));
        const starts: FollowedRows[] = [await publicRows(dir)];
        for (const one of steps) {
          const n = starts.length + 1;
          const change = snapshotChange(n, { drops: one.sources.map(dropFacts), parts: () => parts(one) });
          if (one.fails) await assert.rejects(snapshots.write(change));
          else {
            await snapshots.write(change);
            starts.push(await publicRows(dir));
          }
        }
        const newest = starts.length;
        for (const [i, rows] of starts.entries()) {
          await follow(dir, rows, i + 1, newest);
          assert.deepEqual(rows, starts.at(-1));
        }
        const files = await reader.files(EPOCH, 1, newest);
        assert.deepEqual(
          files?.map(({ n, previous }) => [n, previous]),
          starts.slice(1).map((_, i) => [i + 2, i + 1]),
        );
      }),
    ),
    { numRuns: 25 },
  );
});

test('a file names each row once, and its last line counts them', () =>
  withChangeYard(async ({ dir, snapshots }) => {
    const wolf = { id: 2, kills: 5, isPublic: true, items: [1, 2] };
    await snapshots.write(snapshotChange(1, { drops: [dropFacts(wolf), dropFacts({ ...wolf, id: 4, items: [] })] }));
    await snapshots.write(
      snapshotChange(2, {
        drops: [dropFacts({ ...wolf, items: [2, 3] }), dropFacts({ ...wolf, id: 4, isPublic: false })],
      }),
    );
    const lines = await changeLines(dir, 2);
    const named = lines.slice(0, -1).map(({ op, list, key }) => `${op} ${list} ${key}`);
    assert.deepEqual(named.sort(), ['del drops npc:2:1', 'del zeros npc:4', 'put drops npc:2:2', 'put drops npc:2:3']);
    assert.deepEqual(lines.at(-1), { op: 'end', snapshot: `${EPOCH}.2`, previous: `${EPOCH}.1`, puts: 2, dels: 2 });
  }));

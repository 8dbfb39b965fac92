import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { ROW_WEIGHT, SUBJECT_WEIGHT_MAX } from '../../../domain/families/counting/bounded.ts';
import { COVERAGE_ZONES_MAX } from '../../../domain/ports/coverage.ts';
import type { Snapshot, SnapshotStore } from '../../../domain/ports/snapshots.ts';
import { EMPTY_BATCH } from '../../../domain/snapshot/batch.ts';
import { COVERAGE_KINDS } from '../../../schema/vocabulary.ts';
import { claim } from '../../adapters/libsql/evidence/evidence_support.ts';
import { snapshotOf } from '../../adapters/libsql/snapshot/game_support.ts';
import { propertyRuns } from '../../runner/properties.ts';
import { good, item, looted, met, npc, reportedBy, visitedVendor } from '../../support/world.ts';
import { history } from './small_world.ts';
import { kept, listedUploads, publish, published, type Sketch, smallBounds, snap, withStores } from './support.ts';

function seen(install: number, npcId: number, mapId = 12): Sketch {
  return { install, ...met(npc(npcId), { mapId }) };
}

/**
 * Subjects reported by only one or two installs, counted here directly from the records: a map from `kind zone` to the
 * subjects as the reader returns them.
 */
function counted(sketches: readonly Sketch[]): Record<string, unknown> {
  const tellers = new Map<string, Set<number>>();
  const zonesOf = new Map<string, Set<number>>();
  const told = (sketch: Sketch, kind: string, id: unknown): void => {
    const key = `${kind} ${id}`;
    tellers.set(key, (tellers.get(key) ?? new Set()).add(sketch.install ?? 1));
  };
  const sawIn = (key: string, zone: number | undefined): void => {
    if (zone !== undefined && zone !== 0) zonesOf.set(key, (zonesOf.get(key) ?? new Set()).add(zone));
  };
  for (const sketch of sketches) {
    const fields = sketch.fields as Record<string, number | undefined>;
    switch (sketch.kind) {
      case 'loot':
        if ((sketch.fields as { sourceEvidence?: string }).sourceEvidence === undefined) break;
        // All methods of the small world gather, and gathering is no loot.
        if ('method' in sketch.fields) break;
        if (fields['sourceNpcId'] !== undefined) told(sketch, 'npc_loot', fields['sourceNpcId']);
        if (fields['sourceObjectId'] !== undefined) {
          told(sketch, 'object', fields['sourceObjectId']);
          if (fields['x'] !== undefined) sawIn(`object ${fields['sourceObjectId']}`, fields['mapId']);
        }
        break;
      case 'npc_sighting': {
        told(sketch, 'npc', fields['npcId']);
        sawIn(`npc ${fields['npcId']}`, fields['mapId']);
        break;
      }
      case 'vendor':
        told(sketch, 'vendor', fields['vendorNpcId']);
        break;
      case 'trainer_seen':
        told(sketch, 'trainer', fields['trainerNpcId']);
        break;
      case 'item_seen':
        told(sketch, 'item', fields['itemId']);
        break;
      case 'quest':
        told(sketch, 'quest', fields['questId']);
        break;
      case 'recipe_seen':
      case 'recipe_observed':
        told(sketch, 'recipe', fields['recipeId']);
        break;
      case 'map_bounds':
        told(sketch, 'zone', fields['mapId']);
        break;
      default:
    }
  }
  const lists: Record<string, { id: number; missing: number }[]> = {};
  for (const [key, { size }] of tellers) {
    if (size > 2) continue;
    const [kind, id] = key.split(' ') as [string, string];
    const entity = ['npc_loot', 'vendor', 'trainer'].includes(kind) ? 'npc' : kind;
    const zones = kind === 'zone' ? [Number(id)] : [...(zonesOf.get(`${entity} ${id}`) ?? [])];
    for (const zone of [null, ...zones]) {
      const list = lists[`${kind} ${zone}`] ?? [];
      lists[`${kind} ${zone}`] = [...list, { id: Number(id), missing: 3 - size }];
    }
  }
  for (const list of Object.values(lists)) list.sort((a, b) => a.missing - b.missing || a.id - b.id);
  return lists;
}

/** Returns only the lists, after checking that the counts agree with them. */
async function listsOf(store: SnapshotStore): Promise<unknown> {
  const { coverage } = await published(store);
  const lists = Object.fromEntries(Object.entries(coverage).filter(([key]) => !/^(?:in|counts) /.test(key))) as Record<
    string,
    readonly { readonly missing: number }[]
  >;
  for (const [key, counts] of Object.entries(coverage)) {
    if (!key.startsWith('counts ')) continue;
    const zone = key.slice('counts '.length);
    const expected = COVERAGE_KINDS.flatMap((kind) => {
      const list = lists[`${kind} ${zone}`] ?? [];
      const [one, two] = [1, 2].map((n) => list.filter(({ missing }) => missing === n).length) as [number, number];
      return list.length === 0 ? [] : [{ kind, one, two }];
    });
    assert.deepEqual(counts, expected, key);
  }
  return lists;
}

test('after any runs, coverage lists what one or two installs reported', () =>
  fc.assert(
    fc.asyncProperty(history(12, 4), fc.integer({ min: 0, max: 100 }), async (sketches, percent) => {
      await withStores(async (on) => {
        const records = kept(sketches);
        const first = Math.floor((percent * records.length) / 100);
        assert.ok((await snap(on, listedUploads(records, first), { bounds: smallBounds(5, 2) })).ok);
        assert.deepEqual(await listsOf(on.store), counted(sketches.slice(0, first)));
        assert.ok((await snap(on, listedUploads(records))).ok);
        assert.deepEqual(await listsOf(on.store), counted(sketches));
      });
    }),
    { numRuns: propertyRuns(15) },
  ));

test('a third install removes a subject from coverage, and its erasure adds it again', () =>
  withStores(async (on) => {
    const records = kept([seen(1, 25), seen(2, 25), { install: 3, ...looted(npc(25), item(5)) }, seen(3, 25)]);
    const waiting = async (): Promise<unknown> => {
      const snapshot = await snapshotOf(on);
      return await snapshot.coverage.subjects({ kind: 'npc', zone: 12 }, null, 10);
    };
    assert.ok((await snap(on, listedUploads(records, 3))).ok);
    assert.deepEqual(await waiting(), [{ id: 25, missing: 1 }]);
    assert.ok((await snap(on, listedUploads(records))).ok);
    assert.deepEqual(await waiting(), []);
    const orders = [{ n: 1, kind: 'install', installN: 3, state: 'erased' }] as const;
    assert.ok((await snap(on, listedUploads(records, 4, { orders, erased: [3] }))).ok);
    assert.deepEqual(await waiting(), [{ id: 25, missing: 1 }]);
    const snapshot = await snapshotOf(on);
    assert.deepEqual(await snapshot.coverage.counts(null), [{ kind: 'npc', one: 1, two: 0 }]);
  }));

test('installs that invent many zones of a creature do not hide its missing reports', () =>
  withStores(async (on) => {
    const made = Array.from({ length: SUBJECT_WEIGHT_MAX / ROW_WEIGHT + 1 }, (_, i) =>
      claim({ rollup: 'coverage', subject: 'npc:25', field: `~in:${100_000 + i}`, value: '', installN: 9 }),
    );
    const lies = [8, 9].flatMap((installN) => made.map((one) => ({ ...one, installN })));
    const cursor = await on.evidence.cursor();
    await on.evidence.add({ ...cursor, step: cursor.step + 1 }, { ...EMPTY_BATCH, claims: lies });
    await publish(on, [...reportedBy([1], met(npc(25)), visitedVendor(npc(25), good(item(5), 10))), seen(2, 25)]);
    const snapshot = await snapshotOf(on);
    const waiting = async (kind: 'npc' | 'vendor', zone: number | null) =>
      await snapshot.coverage.subjects({ kind, zone }, null, 10);
    assert.deepEqual(await waiting('npc', null), [{ id: 25, missing: 1 }]);
    assert.deepEqual(await waiting('vendor', null), [{ id: 25, missing: 2 }]);
  }));

test('a list continues after its last subject, and subjects that need one install come first', () =>
  withStores(async (on) => {
    await publish(on, [...[7, 8, 9].map((id) => seen(1, id)), seen(2, 9), seen(2, 8)]);
    const snapshot = await snapshotOf(on);
    const page = async (after: Parameters<Snapshot['coverage']['subjects']>[1]) =>
      await snapshot.coverage.subjects({ kind: 'npc', zone: null }, after, 2);
    const first = await page(null);
    assert.deepEqual(first, [
      { id: 8, missing: 1 },
      { id: 9, missing: 1 },
    ]);
    assert.deepEqual(await page(first[1]!), [{ id: 7, missing: 2 }]);
    assert.deepEqual(await page({ id: 7, missing: 2 }), []);
  }));

test('zones with the most missing reports come first, as many as a page shows', () =>
  withStores(async (on) => {
    const zones = Array.from({ length: COVERAGE_ZONES_MAX + 5 }, (_, i) => i + 1);
    await publish(on, [...zones.map((zone) => seen(1, 1000 + zone, zone)), seen(1, 5, 60), seen(2, 5, 60)]);
    const found = await (await snapshotOf(on)).coverage.zones(null);
    assert.equal(found.length, COVERAGE_ZONES_MAX);
    assert.deepEqual(found.slice(0, 2), [
      { zone: 60, one: 1, two: 1 },
      { zone: 1, one: 0, two: 1 },
    ]);
    assert.deepEqual(await (await snapshotOf(on)).coverage.zones('item'), []);
  }));

test('counts and first subjects of several zones are those of each zone', () =>
  withStores(async (on) => {
    await publish(on, [
      ...[7, 8, 9].map((id) => seen(1, id, 60)),
      seen(2, 9, 60),
      seen(1, 5, 61),
      { install: 1, ...looted(npc(9), item(5)) },
    ]);
    const { coverage } = await snapshotOf(on);
    assert.deepEqual(await coverage.countsIn([61, 60, 62, 60]), [
      { zone: 60, counts: await coverage.counts(60) },
      { zone: 61, counts: await coverage.counts(61) },
    ]);
    const first = async (need: 1 | 2 | null) => await coverage.firstIn([61, null, 60], ['npc_loot', 'npc'], need, 2);
    assert.deepEqual(await first(null), [
      { zone: 61, kind: 'npc', missing: 2, id: 5 },
      { zone: null, kind: 'npc_loot', missing: 2, id: 9 },
      { zone: null, kind: 'npc', missing: 1, id: 9 },
      { zone: null, kind: 'npc', missing: 2, id: 5 },
      { zone: 60, kind: 'npc_loot', missing: 2, id: 9 },
      { zone: 60, kind: 'npc', missing: 1, id: 9 },
      { zone: 60, kind: 'npc', missing: 2, id: 7 },
    ]);
    assert.deepEqual(await first(1), [
      { zone: null, kind: 'npc', missing: 1, id: 9 },
      { zone: 60, kind: 'npc', missing: 1, id: 9 },
    ]);
  }));

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { EDGE_GROUPS, parseEdgeSubject } from '../../../../domain/families/edges.ts';
import type { EdgeUpdate } from '../../../../domain/ports/edges.ts';
import { type EdgeFilter, type EdgesQuery, readEdges } from '../../../../domain/reads/edges.ts';
import { EPOCH, published, type Stores, withStores } from '../../../domain/snapshot/support.ts';
import { propertyRuns } from '../../../runner/properties.ts';
import { rowsText } from '../../../support/rows_text.ts';
import { snapshotChange } from '../../../support/snapshot_change.ts';

function stated(subject: string, installs: number | null): EdgeUpdate {
  return {
    name: parseEdgeSubject(subject),
    edge: installs === null ? null : { installs, firstSeen: '2026-01-02', lastSeen: '2026-03-04' },
  };
}

/**
 * Writes the next snapshot with these edges, each given as [subject, installs], or [subject, null] to withdraw the
 * edge.
 */
async function write(on: Stores, edges: readonly (readonly [string, number | null])[]): Promise<void> {
  const n = ((await on.snapshots.newest())?.n ?? 0) + 1;
  await on.snapshots.write(snapshotChange(n, { edges: edges.map(([subject, to]) => stated(subject, to)) }));
}

/** Returns the public edges by place, as `subject by installs`. */
async function standing(on: Stores): Promise<readonly string[]> {
  return (await published(on.store)).edges.map((text) => {
    const { rel, fromKind, toKind, fromId, toId, installs } = JSON.parse(text) as Record<string, unknown>;
    return `${rel}:${fromKind}:${toKind}:${fromId}:${toId} by ${installs}`;
  });
}

async function snapshotOf(on: Stores) {
  await on.store.refresh();
  return (await on.store.newest())!;
}

const SOLD = 'sold_by:item:npc';
const DROP = 'dropped_by:item:npc';

test('an edge is stored as the finished row of the answer', () =>
  withStores(async (on) => {
    await write(on, [['located_in:npc:zone:6:12', 4]]);
    assert.deepEqual((await published(on.store)).edges, [
      '{"fromKind":"npc","fromId":6,"rel":"located_in","toKind":"zone","toId":12,"evidence":"observed","build":null,"installs":4,"firstSeen":"2026-01-02","lastSeen":"2026-03-04"}',
    ]);
  }));

test('new edges get the next places of their group, ordered by their ends, and existing ones keep their places', () =>
  withStores(async (on) => {
    await write(on, [
      [`${SOLD}:10:1`, 3],
      [`${SOLD}:9:20`, 3],
      [`${DROP}:9:3`, 3],
      [`${SOLD}:9:3`, 3],
    ]);
    await write(on, [
      [`${SOLD}:1:1`, 3],
      [`${SOLD}:9:20`, 8],
    ]);
    const expected = [
      `${DROP}:9:3 by 3`,
      `${SOLD}:9:3 by 3`,
      `${SOLD}:9:20 by 8`,
      `${SOLD}:10:1 by 3`,
      `${SOLD}:1:1 by 3`,
    ];
    assert.deepEqual(await standing(on), expected);
    const snapshot = await snapshotOf(on);
    assert.deepEqual(
      [...snapshot.view.lists.counts].map(([group, counts]) => [group, [...Array.from(counts)]]),
      [
        [DROP, [1, 1]],
        [SOLD, [3, 4]],
      ],
    );
  }));

test('a withdrawn edge leaves a gap, and gets a new place when it is public again', () =>
  withStores(async (on) => {
    await write(on, [
      [`${SOLD}:1:1`, 3],
      [`${SOLD}:2:1`, 3],
      [`${SOLD}:3:1`, 3],
    ]);
    await write(on, [
      [`${SOLD}:3:1`, null],
      [`${SOLD}:1:1`, null],
      [`${SOLD}:7:7`, null],
    ]);
    await write(on, [[`${SOLD}:1:1`, null]]);
    await write(on, [[`${SOLD}:1:1`, 5]]);
    assert.deepEqual(await standing(on), [`${SOLD}:2:1 by 3`, `${SOLD}:1:1 by 5`]);
    const snapshot = await snapshotOf(on);
    assert.deepEqual(snapshot.view.lists.snapshots, [1, 4]);
    assert.deepEqual(Array.from(snapshot.view.lists.counts.get(SOLD)!), [3, 4]);
    const gaps = [
      { place: 0, snapshot: 2 },
      { place: 2, snapshot: 2 },
    ];
    assert.deepEqual([...snapshot.view.lists.gaps], [[SOLD, gaps]]);
    const places = await snapshot.edges.places(EDGE_GROUPS, { fromId: 1, toId: null });
    assert.deepEqual(places, [
      { group: SOLD, place: 0, withdrawn: 2 },
      { group: SOLD, place: 3, withdrawn: null },
    ]);
  }));

test('writing unchanged edges writes nothing, and a withdrawn edge leaves only its place', () =>
  withStores(async (on) => {
    await write(on, [[`${SOLD}:1:1`, 3]]);
    await write(on, [[`${SOLD}:1:1`, 3]]);
    await write(on, [[`${SOLD}:2:1`, null]]);
    assert.deepEqual((await snapshotOf(on)).view.lists.snapshots, [1]);
    await write(on, [[`${SOLD}:1:1`, null]]);
    const snapshot = await snapshotOf(on);
    assert.deepEqual([snapshot.view.lists.snapshots, [...snapshot.view.lists.gaps.keys()]], [[1], [SOLD]]);
    assert.deepEqual((await snapshot.edges.rows([{ kind: SOLD, from: 0, to: 1 }])).pieces, []);
  }));

test('more edges than one write handles keep their order', () =>
  withStores(async (on) => {
    const ids = Array.from({ length: 6_000 }, (_, i) => 1 + ((i * 7_919) % 6_000));
    await write(on, [
      ...ids.map((id) => [`${SOLD}:${id}:1`, 3] as const),
      ...ids.map((id) => [`${DROP}:${id}:1`, 3] as const),
    ]);
    const sorted = Array.from({ length: 6_000 }, (_, i) => i + 1);
    const expected = [...sorted.map((id) => `${DROP}:${id}:1 by 3`), ...sorted.map((id) => `${SOLD}:${id}:1 by 3`)];
    assert.deepEqual(await standing(on), expected);
    const odd = ids.filter((id) => id % 2 === 1);
    await write(
      on,
      odd.map((id) => [`${SOLD}:${id}:1`, null] as const),
    );
    assert.deepEqual(
      await standing(on),
      expected.filter((_, i) => i < 6_000 || i % 2 === 1),
    );
  }));

/** Ids come from a small range, so that filters match something. */
const subject = fc
  .record({
    group: fc.constantFrom(...EDGE_GROUPS),
    fromId: fc.integer({ min: 1, max: 3 }),
    toId: fc.integer({ min: 1, max: 3 }),
  })
  .map(({ group, fromId, toId }) => `${group.name}:${fromId}:${toId}`);

const history = fc.array(
  fc.uniqueArray(fc.tuple(subject, fc.option(fc.integer({ min: 3, max: 9 }), { nil: null, freq: 4 })), {
    selector: ([name]) => name,
    maxLength: 14,
    size: 'max',
  }),
  { minLength: 2, maxLength: 8, size: 'max' },
);

function maybe<T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | null> {
  return fc.option(arbitrary, { nil: null, freq: 2 });
}

const filters: fc.Arbitrary<EdgeFilter> = fc.record({
  fromKind: maybe(fc.constantFrom('item', 'npc', 'spell')),
  fromId: maybe(fc.integer({ min: 1, max: 4 })),
  toKind: maybe(fc.constantFrom('npc', 'object', 'quest', 'zone', 'item')),
  toId: maybe(fc.integer({ min: 1, max: 4 })),
  rel: maybe(fc.constantFrom('dropped_by', 'sold_by', 'reward_from', 'located_in', 'created_by')),
  evidence: fc.constantFrom(null, null, null, 'observed', 'client'),
});

/** A row of the expected list. */
interface Row {
  readonly subject: string;
  installs: number;
  readonly since: number;
  withdrawn: number;
}

/** Computes the whole expected list by brute force, including withdrawn rows. */
function naive(snapshots: readonly (readonly (readonly [string, number | null])[])[]): readonly Row[] {
  const rows: Row[] = [];
  const keyOf = (name: string) => {
    const { group, fromId, toId } = parseEdgeSubject(name);
    return [group, fromId, toId] as const;
  };
  for (const [i, edges] of snapshots.entries()) {
    const sorted = [...edges].sort(([a], [b]) => (keyOf(a) < keyOf(b) ? -1 : 1));
    for (const [name, installs] of sorted) {
      const known = rows.find((row) => row.subject === name && row.withdrawn === Number.POSITIVE_INFINITY);
      if (installs === null) {
        if (known !== undefined) known.withdrawn = i + 1;
      } else if (known !== undefined) known.installs = installs;
      else rows.push({ subject: name, installs, since: i + 1, withdrawn: Number.POSITIVE_INFINITY });
    }
  }
  return rows;
}

function passes(filter: EdgeFilter, name: string): boolean {
  const [rel, fromKind, toKind, fromId, toId] = name.split(':');
  return (
    (filter.rel ?? rel) === rel &&
    (filter.fromKind ?? fromKind) === fromKind &&
    (filter.toKind ?? toKind) === toKind &&
    String(filter.fromId ?? fromId) === fromId &&
    String(filter.toId ?? toId) === toId &&
    filter.evidence !== 'client'
  );
}

async function pageOf(on: Stores, query: EdgesQuery) {
  const page = await readEdges(on.store, query);
  if (!page.ok) throw new Error(JSON.stringify(page.error));
  const text = rowsText(page.value.pieces);
  const rows = (JSON.parse(`[${text}]`) as Record<string, unknown>[]).map(
    (row) => `${row['rel']}:${row['fromKind']}:${row['toKind']}:${row['fromId']}:${row['toId']} by ${row['installs']}`,
  );
  return { rows, total: page.value.total, nextOffset: page.value.nextOffset };
}

async function checkWalk(
  on: Stores,
  rows: readonly Row[],
  filter: EdgeFilter,
  n: number,
  { limit, bytesMax }: { readonly limit: number; readonly bytesMax: number },
): Promise<void> {
  const at = rows.filter((row) => row.since <= n && row.withdrawn > n && passes(filter, row.subject));
  const met: string[] = [];
  for (let offset: number | null = 0; offset !== null; ) {
    const page = await pageOf(on, { ...filter, offset, limit, bytesMax, pin: { epoch: EPOCH, n } });
    assert.equal(page.total, at.length);
    assert.ok(page.rows.length <= limit);
    met.push(...page.rows);
    offset = page.nextOffset;
  }
  const left = at.filter((row) => row.withdrawn === Number.POSITIVE_INFINITY);
  assert.deepEqual(
    met,
    left.map((row) => `${row.subject} by ${row.installs}`),
  );
}

test('a walk with any filter and pin equals a direct count', () =>
  fc.assert(
    fc.asyncProperty(
      history,
      fc.array(filters, { minLength: 4, maxLength: 12, size: 'max' }),
      fc.integer({ min: 1, max: 8 }),
      fc.record({ limit: fc.integer({ min: 1, max: 5 }), bytesMax: fc.constantFrom(1, 200, 400, 700, 4_000_000) }),
      (snapshots, asked, pin, bounds) =>
        withStores(async (on) => {
          for (const edges of snapshots) await write(on, edges);
          await snapshotOf(on);
          const rows = naive(snapshots);
          const n = Math.min(pin, snapshots.length);
          for (const filter of asked) await checkWalk(on, rows, filter, n, bounds);
        }),
    ),
    { numRuns: propertyRuns(40) },
  ));

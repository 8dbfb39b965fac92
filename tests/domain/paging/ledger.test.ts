import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  countListRows,
  countRemainingRows,
  findRunOfRow,
  type ListSelection,
  planListPage,
} from '../../../domain/paging/ledger.ts';
import type { Gap, ListLedger } from '../../../domain/ports/places.ts';

const KINDS = ['item_seen', 'loot', 'quest', 'vendor'] as const;

/** What each snapshot appends, per kind. */
interface Run {
  readonly snapshot: number;
  readonly rows: Readonly<Record<string, number>>;
}

/** A row of the list: its position, the snapshot that published it and the one that withdrew it. */
interface Row {
  readonly kind: string;
  readonly place: number;
  readonly run: number;
  readonly since: number;
  readonly withdrawn: number;
}

const NEVER = Number.POSITIVE_INFINITY;

/** Returns every row in list order. `withdraw` returns after how many snapshots a row is withdrawn, or null. */
function rowsOf(runs: readonly Run[], withdraw: (row: number) => number | null = () => null): readonly Row[] {
  const places: Record<string, number> = {};
  const rows: Row[] = [];
  for (const [i, run] of runs.entries()) {
    for (const kind of KINDS) {
      for (let k = 0; k < (run.rows[kind] ?? 0); k++) {
        const place = places[kind] ?? 0;
        places[kind] = place + 1;
        const later = withdraw(rows.length);
        rows.push({
          kind,
          place,
          run: i,
          since: run.snapshot,
          withdrawn: later === null ? NEVER : run.snapshot + later,
        });
      }
    }
  }
  return rows;
}

function ledgerOf(runs: readonly Run[], rows: readonly Row[] = []): ListLedger {
  const counts = new Map<string, number[]>();
  const gaps = new Map<string, readonly Gap[]>();
  for (const kind of KINDS) {
    let sum = 0;
    const column = runs.map((run) => {
      sum += run.rows[kind] ?? 0;
      return sum;
    });
    if (sum > 0) counts.set(kind, column);
    const gone = rows.filter((row) => row.kind === kind && row.withdrawn !== NEVER);
    if (gone.length > 0)
      gaps.set(
        kind,
        gone.map(({ place, withdrawn }) => ({ place, snapshot: withdrawn })),
      );
  }
  return { snapshots: runs.map((run) => run.snapshot), counts, gaps };
}

function isIn(walk: ListSelection) {
  return (row: Row) =>
    (walk.kinds === null || walk.kinds.includes(row.kind)) &&
    row.since > walk.after &&
    row.since <= walk.upTo &&
    row.withdrawn > walk.upTo;
}

function nameOf({ kind, place }: { kind: string; place: number }): string {
  return `${kind}:${place}`;
}

function expand(slices: readonly { kind: string; from: number; to: number }[]): string[] {
  return slices.flatMap(({ kind, from, to }) =>
    Array.from({ length: to - from }, (_, i) => nameOf({ kind, place: from + i })),
  );
}

/** Draws few rows in many runs or many rows in few runs, and leaves out empty runs. */
const runsArbitrary = fc
  .array(fc.record(Object.fromEntries(KINDS.map((kind) => [kind, fc.integer({ min: 0, max: 4 })]))), { maxLength: 12 })
  .map((all) =>
    all
      .map((rows, i): Run => ({ snapshot: 2 * i + 1, rows }))
      .filter((run) => Object.values(run.rows).some((rows) => rows > 0)),
  );

const walkArbitrary = fc.record({
  kinds: fc.option(fc.subarray([...KINDS]), { nil: null }),
  after: fc.integer({ min: 0, max: 26 }),
  upTo: fc.integer({ min: 0, max: 40 }),
});

/** For each row, after how many snapshots it is withdrawn. */
const withdrawalsArbitrary = fc.array(fc.option(fc.integer({ min: 1, max: 12 }), { nil: null }), {
  minLength: 200,
  maxLength: 200,
});

test('a page of any kinds, at any offset and between any snapshots, equals a direct count', () => {
  fc.assert(
    fc.property(
      runsArbitrary,
      walkArbitrary,
      fc.integer({ min: 0, max: 60 }),
      fc.integer({ min: 1, max: 30 }),
      (runs, walk, offset, limit) => {
        const rows = rowsOf(runs);
        const expected = rows.filter(isIn(walk)).map(nameOf);
        const plan = planListPage(ledgerOf(runs, rows), walk, offset, limit);
        assert.equal(plan.total, expected.length);
        assert.deepEqual(expand(plan.slices), expected.slice(offset, offset + limit));
      },
    ),
    { numRuns: 500 },
  );
});

test('a walk finds every row that was public at its pin once, with the right total, whatever is withdrawn', () => {
  fc.assert(
    fc.property(
      runsArbitrary,
      withdrawalsArbitrary,
      walkArbitrary,
      fc.integer({ min: 1, max: 9 }),
      (runs, withdrawals, walk, limit) => {
        const rows = rowsOf(runs, (i) => withdrawals[i] ?? null);
        const stood = new Set(rows.filter(isIn(walk)).map(nameOf));
        const ledger = ledgerOf(runs, rows);
        const met: string[] = [];
        for (let offset = 0; offset === 0 || offset < stood.size; offset += limit) {
          const plan = planListPage(ledger, walk, offset, limit);
          assert.equal(plan.total, stood.size);
          const page = expand(plan.slices).filter((name) => stood.has(name));
          assert.equal(page.length, Math.min(limit, stood.size - offset), 'every page but the last is full');
          met.push(...page);
        }
        assert.deepEqual(met, [...stood]);
        assert.equal(
          countRemainingRows(ledger, walk.upTo),
          rows.filter(isIn({ ...walk, kinds: null, after: 0 })).length,
        );
      },
    ),
    { numRuns: 500 },
  );
});

test('the run of a place and the places of a snapshot equal a direct count', () => {
  fc.assert(
    fc.property(runsArbitrary, fc.integer({ min: 0, max: 26 }), (runs, n) => {
      const rows = rowsOf(runs);
      const ledger = ledgerOf(runs, rows);
      for (const row of rows) assert.equal(findRunOfRow(ledger, row.kind, row.place), row.run);
      for (const kind of KINDS) {
        const places = rows.filter((row) => row.kind === kind);
        assert.equal(countListRows(ledger, kind, n), places.filter((row) => row.since <= n).length);
        assert.equal(findRunOfRow(ledger, kind, places.length), runs.length);
      }
    }),
  );
});

test('a walk of one kind reads across snapshots without a gap', () => {
  const runs = [1, 2, 3].map((snapshot): Run => ({ snapshot, rows: { loot: 3, quest: 1 } }));
  const plan = planListPage(ledgerOf(runs), { kinds: ['loot'], after: 0, upTo: 3 }, 1, 7);
  assert.deepEqual(plan, { total: 9, slices: [{ kind: 'loot', from: 1, to: 8 }] });
});

test('a long stretch of withdrawn rows is not read', () => {
  const runs: Run[] = [{ snapshot: 1, rows: { loot: 1000 } }];
  const rows = rowsOf(runs, (i) => (i >= 10 && i < 990 ? 1 : null));
  const plan = planListPage(ledgerOf(runs, rows), { kinds: null, after: 0, upTo: 2 }, 5, 10);
  assert.deepEqual(plan, {
    total: 20,
    slices: [
      { kind: 'loot', from: 5, to: 10 },
      { kind: 'loot', from: 990, to: 995 },
    ],
  });
});

test('a rare kind is found without reading every run', () => {
  const runs = Array.from({ length: 20_000 }, (_, i): Run => ({ snapshot: i + 1, rows: { loot: 1 } }));
  let looks = 0;
  const rare = new Proxy(new Float64Array(20_000).fill(1, 5_000).fill(2, 15_000), {
    get: (column, key) => {
      looks++;
      return Reflect.get(column, key, column);
    },
  });
  const ledger = ledgerOf(runs);
  const counts = new Map<string, ArrayLike<number>>([...ledger.counts, ['quest', rare]]);
  const plan = planListPage({ ...ledger, counts }, { kinds: ['quest'], after: 0, upTo: 20_000 }, 0, 10);
  assert.deepEqual(plan, { total: 2, slices: [{ kind: 'quest', from: 0, to: 2 }] });
  assert.ok(looks < 200, `${looks} looks`);
});

test('an empty ledger has no rows', () => {
  const plan = planListPage(
    { snapshots: [], counts: new Map(), gaps: new Map() },
    { kinds: null, after: 0, upTo: 9 },
    0,
    10,
  );
  assert.deepEqual(plan, { total: 0, slices: [] });
});

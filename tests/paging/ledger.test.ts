import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type CorpusLedger, type CorpusWalk, planCorpusPage } from '../../domain/paging/ledger.ts';

const KINDS = ['item_seen', 'loot', 'quest', 'vendor'] as const;

/** What each snapshot appends, per kind. */
type Run = { snapshot: number; rows: Record<string, number> };

const ledgerOf = (runs: readonly Run[]): CorpusLedger => {
  const counts = new Map<string, number[]>();
  for (const kind of KINDS) {
    let sum = 0;
    const column = runs.map((run) => {
      sum += run.rows[kind] ?? 0;
      return sum;
    });
    if (sum > 0) counts.set(kind, column);
  }
  return { snapshots: runs.map((run) => run.snapshot), counts };
};

/** The walk's rows one by one, as `kind:place`. */
const rowsOf = (runs: readonly Run[], walk: CorpusWalk): string[] => {
  const places: Record<string, number> = {};
  const rows: string[] = [];
  for (const run of runs) {
    for (const kind of KINDS) {
      for (let i = 0; i < (run.rows[kind] ?? 0); i++) {
        const place = places[kind] ?? 0;
        places[kind] = place + 1;
        const wanted = walk.kinds === null || walk.kinds.includes(kind);
        if (wanted && run.snapshot > walk.after && run.snapshot <= walk.upTo) rows.push(`${kind}:${place}`);
      }
    }
  }
  return rows;
};

const expand = (slices: readonly { kind: string; from: number; to: number }[]): string[] =>
  slices.flatMap((slice) => Array.from({ length: slice.to - slice.from }, (_, i) => `${slice.kind}:${slice.from + i}`));

const runsArbitrary = fc
  .array(fc.record(Object.fromEntries(KINDS.map((kind) => [kind, fc.integer({ min: 0, max: 4 })]))), { maxLength: 12 })
  .map((all) =>
    all
      .map((rows, i): Run => ({ snapshot: 2 * i + 1, rows }))
      .filter((run) => Object.values(run.rows).some((rows) => rows > 0)),
  );

test('a page of any kinds, at any offset, between any snapshots, is what a count finds', () => {
  fc.assert(
    fc.property(
      runsArbitrary,
      fc.option(fc.subarray([...KINDS]), { nil: null }),
      fc.integer({ min: 0, max: 26 }),
      fc.integer({ min: 0, max: 26 }),
      fc.integer({ min: 0, max: 60 }),
      fc.integer({ min: 1, max: 30 }),
      (runs, kinds, after, upTo, offset, limit) => {
        const walk = { kinds, after, upTo };
        const rows = rowsOf(runs, walk);
        const plan = planCorpusPage(ledgerOf(runs), walk, offset, limit);
        assert.equal(plan.total, rows.length);
        assert.deepEqual(expand(plan.slices), rows.slice(offset, offset + limit));
      },
    ),
    { numRuns: 500 },
  );
});

test('a walk of one kind reads straight on over snapshots', () => {
  const runs = [1, 2, 3].map((snapshot): Run => ({ snapshot, rows: { loot: 3, quest: 1 } }));
  const plan = planCorpusPage(ledgerOf(runs), { kinds: ['loot'], after: 0, upTo: 3 }, 1, 7);
  assert.deepEqual(plan, { total: 9, slices: [{ kind: 'loot', from: 1, to: 8 }] });
});

test('an empty ledger has no rows', () => {
  const plan = planCorpusPage({ snapshots: [], counts: new Map() }, { kinds: null, after: 0, upTo: 9 }, 0, 10);
  assert.deepEqual(plan, { total: 0, slices: [] });
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nodeDigest } from '../../../adapters/digest.ts';
import { buildEpoch } from '../../../domain/operator/build_epoch.ts';
import type { BuilderContext, CarriedHistory } from '../../../domain/operator/builder_context.ts';
import type { Order } from '../../../domain/ports/uploads.ts';
import { countWithdrawnRows, findLowestErased } from '../../../domain/snapshot/done_orders.ts';
import { isUnusableStore } from '../../../domain/snapshot/failure.ts';
import { StorageFault } from '../../../domain/values/storage_fault.ts';
import { item, looted, npc } from '../../support/world.ts';
import { KINDS, kept, listedUploads, SILENT, type Stores, T0_MS, withStores } from '../snapshot/support.ts';

const NO_ROWS = { corpus: 0, edges: 0, rates: 0, zeros: 0 };
const WITHHELD: Order = { n: 1, kind: 'install', installN: 1, state: 'withheld' };
const READMITTED: Order = { n: 2, kind: 'install', installN: 1, state: 'in' };
const REVOKED: Order = { n: 3, kind: 'grant', grantN: 1 };
const ERASED: Order = { n: 4, kind: 'install', installN: 2, state: 'erased', fromSeq: 7 };

/** Returns a builder whose new epoch uses these stores, and records its steps. */
function builderOn({ evidence, snapshots }: Stores, past: CarriedHistory | null, isStopped = false) {
  const steps: string[] = [];
  const epoch = {
    evidence,
    snapshots,
    serve: async () => void steps.push('serve'),
    close: async () => void steps.push('close'),
  };
  const builder: Partial<BuilderContext> = {
    readCarriedHistory: async () => past,
    createEpoch: async () => epoch,
    imports: { current: async () => null, write: () => assert.fail() },
    documents: { current: async () => null, write: () => assert.fail() },
    digest: nodeDigest,
    clock: { nowMs: () => T0_MS },
    log: SILENT,
    settings: { kinds: KINDS, feedTime: 'exact' },
    shouldContinue: async () => !isStopped,
  };
  return { builder: builder as BuilderContext, steps };
}

const RECORDS = kept([looted(npc(6), item(2589))]);

test('a complete new epoch is served with the history that uploads do not contain', () =>
  withStores(async (stores) => {
    const dataAsOfMs = T0_MS + 5_000;
    const lists = { withdrawn: { ...NO_ROWS, rates: 2 }, remaining: { ...NO_ROWS, corpus: 4, edges: 1 } };
    const { builder, steps } = builderOn(stores, { changeLog: [], dataAsOfMs, lists });
    const built = await buildEpoch(builder, listedUploads(RECORDS, 1, { orders: [REVOKED] }));
    assert.ok(built.ok);
    assert.equal(built.value.newest?.dataAsOfMs, dataAsOfMs, 'it never goes back');
    assert.deepEqual((await stores.snapshots.listCounts()).withdrawn, { ...NO_ROWS, corpus: 3, rates: 2 });
    assert.deepEqual(steps, ['serve', 'close']);
  }));

test('a new epoch that was stopped is closed and not served', () =>
  withStores(async (stores) => {
    const { builder, steps } = builderOn(stores, null, true);
    assert.deepEqual(await buildEpoch(builder, listedUploads(RECORDS)), { ok: false, error: 'stopped' });
    assert.deepEqual(steps, ['close']);
  }));

test('rows that an order removed from a rebuilt list count as withdrawn', () => {
  const withdrawn = { corpus: 1, edges: 2, rates: 3, zeros: 4 };
  const remaining = { corpus: 10, edges: 10, rates: 10, zeros: 10 };
  const now = { corpus: 8, edges: 9, rates: 12, zeros: 10 };
  const countAfter = (...orders: readonly Order[]) => countWithdrawnRows({ withdrawn, remaining }, now, orders);
  assert.deepEqual(countAfter(), withdrawn);
  assert.deepEqual(countAfter(READMITTED), withdrawn);
  assert.deepEqual(countAfter(REVOKED), { ...withdrawn, corpus: 3 });
  assert.deepEqual(countAfter(REVOKED, WITHHELD), { corpus: 3, edges: 3, rates: 3, zeros: 4 });
});

test('the first erased record is the lowest of all erasures, or 0 if an erasure does not name it', () => {
  assert.equal(findLowestErased([WITHHELD, REVOKED]), null);
  assert.equal(findLowestErased([ERASED, { ...ERASED, fromSeq: 3 }, WITHHELD]), 3);
  assert.equal(findLowestErased([ERASED, { n: 5, kind: 'install', installN: 3, state: 'erased' }]), 0);
});

test('databases that do not match and damaged derived databases must be rebuilt, and no others', () => {
  const rules = { isDamage: (cause: string) => cause === 'SQLITE_CORRUPT' };
  assert.ok(isUnusableStore(rules, { kind: 'mismatch' }));
  assert.ok(isUnusableStore(rules, new StorageFault('evidence', 'SQLITE_CORRUPT')));
  assert.ok(isUnusableStore(rules, new StorageFault('snapshot', 'SQLITE_CORRUPT')));
  assert.ok(!isUnusableStore(rules, new StorageFault('snapshot', 'SQLITE_FULL')));
  assert.ok(!isUnusableStore(rules, new StorageFault('uploads', 'SQLITE_CORRUPT')));
});

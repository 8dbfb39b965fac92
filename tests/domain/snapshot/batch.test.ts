import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createEvidenceBatch } from '../../../domain/snapshot/batch.ts';
import { prepareRecord } from '../../../domain/snapshot/counting_records.ts';
import { object, opened } from '../../support/world.ts';

const CHEST = opened(object(2843, 'Battered Chest'));

/** Returns a window on a chest that an install opened this many minutes after midnight. */
function chestAt(minutes: number) {
  const capturedAtMs = Date.UTC(2026, 0, 9, 0, minutes);
  const record = {
    ...{ seq: minutes, uploadN: 1, installN: 1, kind: 'loot', capturedAtMs, receivedAtMs: capturedAtMs, grants: [] },
    ...{ digest: `${minutes}`, locale: null, fit: true, body: JSON.stringify({ kind: 'loot', ...CHEST.fields }) },
  };
  return prepareRecord(record as never, { publicKinds: new Set(['loot']), namedKinds: new Set() }, new Set())!;
}

test('a batch keeps a repeated claim once, its newest, and counts it once', () => {
  const batch = createEvidenceBatch(false);
  batch.add(chestAt(1));
  const first = batch.size;
  batch.add(chestAt(3));
  // Only the loot window itself takes another row.
  assert.equal(batch.size, first + 1);
  batch.add(chestAt(2));
  const { claims } = batch.take();
  assert.deepEqual(claims.map(({ rollup }) => rollup).sort(), [
    'coverage',
    'edges',
    'map_cells',
    'object_pins',
    'objects',
  ]);
  // Cells of maps are sets, which have no newest claim.
  for (const { rollup, atMs, firstMs, tie } of claims) {
    if (rollup === 'map_cells') assert.deepEqual([atMs, firstMs, tie], [0, 0, '']);
    else assert.deepEqual([new Date(atMs).getUTCMinutes(), new Date(firstMs).getUTCMinutes(), tie], [3, 1, '3']);
  }
});

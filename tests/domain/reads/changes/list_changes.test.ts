import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ChangeFile } from '../../../../domain/ports/change_files.ts';
import type { SnapshotView } from '../../../../domain/ports/snapshot_view.ts';
import { listChanges } from '../../../../domain/reads/changes/list_changes.ts';
import { LIST_MAX } from '../../../../schema/limits.ts';

const FIRST = 5;
const NEWEST = 2_000;
const view = { epoch: 'abcd', row: { n: NEWEST } } as SnapshotView;

/** Files of the snapshots from FIRST on. */
const reader = {
  files: async (epoch: string, after: number, upTo: number): Promise<readonly ChangeFile[] | null> => {
    assert.equal(epoch, 'abcd');
    if (after < FIRST - 1 && after < upTo) return null;
    return Array.from({ length: upTo - after }, (_, i) => ({ n: after + i + 1 }) as ChangeFile);
  },
};

async function listed(n: number, epoch = 'abcd') {
  const list = await listChanges(reader, view, { epoch, n });
  return list.ok ? list.value.files.map((file) => file.n) : list.error;
}

test('a follower gets the files after its snapshot, a limited number at a time', async () => {
  assert.deepEqual(await listed(NEWEST), []);
  assert.deepEqual(await listed(NEWEST - 2), [NEWEST - 1, NEWEST]);
  const files = (await listed(FIRST - 1)) as readonly number[];
  assert.deepEqual(
    [files.length, files[0], files.at(-1)],
    [LIST_MAX.changeFiles, FIRST, FIRST + LIST_MAX.changeFiles - 1],
  );
});

test('a follower that is too far behind, ahead or of another epoch is told to start again', async () => {
  for (const [n, epoch] of [
    [FIRST - 2, 'abcd'],
    [NEWEST + 1, 'abcd'],
    [NEWEST, 'efgh'],
  ] as const) {
    const error = `since must name a snapshot from which changes are kept; it is ${epoch}.${n}, which is too old or of another epoch: start again from /export/index.json.`;
    assert.deepEqual(await listed(n, epoch), { kind: 'gone', error });
  }
});

import assert from 'node:assert/strict';
import process from 'node:process';
import { test } from 'node:test';
import type { DataDir } from '../../../../adapters/data_folder/data_dir.ts';
import { createEpoch, serveEpoch } from '../../../../adapters/data_folder/epoch.ts';
import { createSnapshotStore } from '../../../../adapters/libsql/snapshot/store.ts';
import { openUploadReader } from '../../../../adapters/libsql/uploads/reader.ts';
import { openUploadWriter } from '../../../../adapters/libsql/uploads/writer.ts';
import { systemRandom } from '../../../../adapters/random.ts';
import { accountOf } from '../../../bench/builder_watch.ts';
import { growSnapshot, growUploads, leaveRoom } from '../../../bench/grown_folder.ts';
import { withFolder } from '../../../domain/snapshot/support.ts';
import { beginFolder } from '../../../support/folder.ts';
import { admitted, upload } from '../../../support/sample_records.ts';
import { snapshotChange } from '../../../support/snapshot_change.ts';

const RECORDS = 20_000;
const skip = process.platform === 'linux' ? false : 'only Linux keeps an account of what a process reads';

/** Returns the number of bytes read while an instance opens a folder and reads its first rows. */
async function readAtStart(dir: DataDir): Promise<number> {
  const before = accountOf('self')!;
  const uploads = await openUploadWriter(dir.uploadsDb, { random: systemRandom, create: true });
  const store = createSnapshotStore({ dir, clock: { nowMs: () => 0 } });
  await store.refresh();
  const snapshot = (await store.newest())!;
  await snapshot.corpus.rows([{ kind: 'quest', from: 0, to: 1 }]);
  await store.close();
  await uploads.close();
  return accountOf('self')!.readBytes - before.readBytes;
}

test('a start reads no more of a folder with many records than of one with few', { skip }, () =>
  withFolder(async (folder) => {
    const dir = await beginFolder(folder);
    await leaveRoom(dir.uploadsDb, RECORDS);
    const writer = await openUploadWriter(dir.uploadsDb, { random: systemRandom, create: false });
    await writer.take(upload([admitted()]));
    await writer.close();
    const epoch = await createEpoch(dir, { feedTime: 'exact', rollups: {} }, systemRandom);
    const said = {
      corpus: [{ kind: 'quest', rows: ['{"kind":"quest"}'] }],
      facts: [{ family: 'items', subject: '1', body: { name: { value: 'One', installs: 3 } } }],
    };
    await epoch.snapshots.write(snapshotChange(1, said));
    await serveEpoch(dir, epoch);

    await readAtStart(dir);
    const small = await readAtStart(dir);
    await growUploads(dir.uploadsDb, RECORDS);
    await growSnapshot(dir.snapshotDb(epoch.name), { snapshots: 0, blocks: 5_000, facts: 10_000 });
    const store = await openUploadReader(dir.uploadsDb);
    assert.equal(await store.newestSeq(), RECORDS + 1);
    await store.close();
    const large = await readAtStart(dir);
    assert.ok(large < small + 200_000, `${large} bytes against ${small}`);
  }),
);

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { toDataDir } from '../../../../adapters/data_folder/data_dir.ts';
import { openWriter, readValue } from '../../../../adapters/libsql/database.ts';
import { scrubDatabase } from '../../../../adapters/libsql/scrub.ts';
import { createSnapshotDatabase } from '../../../../adapters/libsql/snapshot/writer.ts';
import { named } from '../../../domain/knowledge/support.ts';
import { EPOCH, withFolder } from '../../../domain/snapshot/support.ts';
import { snapshotChange } from '../../../support/snapshot_change.ts';

const SECRET = 'Xylotrupes';

/** Builds a snapshot with many names and withdraws one. Returns whether the file still contains its bytes. */
function isLeft(erased: boolean): Promise<boolean> {
  return withFolder(async (folder) => {
    const path = toDataDir(folder).snapshotDb(EPOCH);
    const { writer } = await createSnapshotDatabase(path, { epoch: EPOCH, feedTime: 'exact', rollups: {} });
    const facts = Array.from({ length: 500 }, (_, i) => {
      const word = `${String.fromCharCode(97 + (i % 26))}word${i}`;
      return { family: 'items', subject: `${i + 1}`, body: named(`${word} ${i === 250 ? SECRET : 'Other'}`) };
    });
    await writer.write(snapshotChange(1, { facts }));
    const gone = [{ family: 'items', subject: '251', body: null }];
    await writer.write(snapshotChange(2, { facts: gone, erased }));
    await writer.close();
    const client = await openWriter(path, { create: false });
    await scrubDatabase(client);
    await readValue(client, 'pragma wal_checkpoint(truncate)');
    for (const table of ['knowledge_names', 'knowledge_texts', 'knowledge_documents']) {
      await client.execute(`insert into ${table} (${table}, rank) values ('integrity-check', 1)`);
    }
    client.close();
    return readFileSync(path, 'latin1').toLowerCase().includes(SECRET.toLowerCase().slice(0, 6));
  });
}

test('after an erasure, no bytes of a withdrawn name are left, not even in the full-text indexes', async () => {
  assert.equal(await isLeft(true), false);
});

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { openWriter } from '../../../adapters/libsql/database.ts';
import { openEvidenceStore } from '../../../adapters/libsql/evidence/store.ts';
import { EPOCH, withFolder } from '../../domain/snapshot/support.ts';
import { claim, everything, looted, npc, part, TRAITS } from '../libsql/evidence/evidence_support.ts';

test('evidence and its cursor are written in one transaction: if the cursor cannot move, nothing is added', () =>
  withFolder(async (folder) => {
    const path = join(folder, 'evidence.db');
    const evidence = await openEvidenceStore(path, { epoch: EPOCH, create: true, rollups: TRAITS });
    const other = await openWriter(path, { create: false });
    await other.execute("create trigger holds before update of seq on cursor begin select raise(abort, 'held'); end");
    const before = await everything(evidence);
    const to = { ...(await evidence.cursor()), step: 1, seq: 1, dataAsOfMs: 1 };
    const batch = {
      parts: [part(1, 1, { feedRecords: 1 })],
      loot: looted(npc(1), 1, 1, [1, 1]),
      claims: [claim({})],
      scans: [],
      feed: [],
    };
    const add = async (): Promise<boolean> => {
      try {
        await evidence.add(to, batch);
        return true;
      } catch {
        return false;
      }
    };
    assert.equal(await add(), false);
    assert.deepEqual(await everything(evidence), before);
    await other.execute('drop trigger holds');
    other.close();
    assert.equal(await add(), true);
    assert.deepEqual(await evidence.cursor(), to);
    assert.notDeepEqual(await everything(evidence), before);
    await evidence.close();
  }));

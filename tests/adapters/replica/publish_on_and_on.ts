import process from 'node:process';
import { toDataDir } from '../../../adapters/data_folder/data_dir.ts';
import { deleteAllLoggedChanges } from '../../../adapters/libsql/publish/change_triggers.ts';
import { publishFiles } from '../../../adapters/publication/writer.ts';
import { EPOCH } from '../../domain/snapshot/support.ts';
import { addSnapshot, change } from './support.ts';

/** Publishes snapshots of a data folder until it is killed, every fourth with a new base. Prints `.` after each. */
const dir = toDataDir(process.argv[2]!);
const path = dir.snapshotDb(EPOCH);
for (let n = 0; ; n++) {
  await addSnapshot(path);
  if (n % 4 === 3) await change(path, deleteAllLoggedChanges);
  await publishFiles(path, dir, { nowMs: () => Date.now() });
  process.stdout.write('.');
}

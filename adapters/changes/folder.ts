import type { ChangeFolder } from '../../domain/ports/change_files.ts';
import { type DataDir, readCurrentEpoch } from '../data_folder/data_dir.ts';
import { createGuardedFiles } from '../data_folder/guarded_files.ts';
import { createFaultWrapper } from '../libsql/storage_error.ts';
import { isPackedFileIntact } from '../packed_files/read.ts';
import { ifExists } from '../read_if_exists.ts';
import {
  type ChangeLayout,
  formatChangeState,
  locateChanges,
  parseSnapshotNumber,
  readChangeNote,
  readChangeState,
} from './layout.ts';

const wrapFaults = createFaultWrapper('changes');

/** The change files of the served epoch, for the holder of the builder lock. */
export function createChangeFolder(dir: DataDir): ChangeFolder {
  const files = createGuardedFiles(dir.requireSame);
  const served = <T>(work: (layout: ChangeLayout, epoch: string) => Promise<T>): Promise<T | null> =>
    wrapFaults(async () => {
      const epoch = readCurrentEpoch(dir);
      return epoch === null ? null : work(locateChanges(dir.changes, epoch), epoch);
    });
  return {
    state: () => served(readChangeState),
    writtenAtMs: (n) => served(async (layout) => (await readChangeNote(layout, n))?.writtenAtMs ?? null),
    storeState: async (state) => {
      await served((layout) => files.replace(layout.state, formatChangeState(state)));
    },
    findDamaged: async (upTo) => (await served((layout) => findDamagedFiles(layout, upTo))) ?? [],
    removeBefore: async (first) => {
      await served(async (layout, epoch) => {
        await ifExists(files.removeEach(dir.changes, (name) => name !== epoch));
        await ifExists(files.removeEach(layout.folder, (name) => (parseSnapshotNumber(name) ?? first) < first));
      });
    },
  };
}

async function findDamagedFiles(layout: ChangeLayout, upTo: number): Promise<readonly number[]> {
  const damaged: number[] = [];
  // Without a state no file is served, and the next snapshot begins a new chain.
  for (let n = (await readChangeState(layout))?.first ?? Infinity; n <= upTo; n++) {
    const note = await readChangeNote(layout, n);
    if (note === null || !(await isPackedFileIntact(layout.file(n), note))) damaged.push(n);
  }
  return damaged;
}

import { Buffer } from 'node:buffer';
import { createHash, hash } from 'node:crypto';
import { existsSync, renameSync } from 'node:fs';
import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../../domain/ports/clock.ts';
import { formatUtcDay } from '../../domain/values/instant.ts';
import type { DataDir } from '../data_folder/data_dir.ts';
import { createGuardedFiles } from '../data_folder/guarded_files.ts';
import { syncFile, syncFolder } from '../data_folder/synced_files.ts';
import type { LogStore, StoredLog } from '../libsql/publish/log_store.ts';
import { type PublishOutcome, runOnSnapshot, updateLog } from '../libsql/publish/publish.ts';
import { readIfExists } from '../read_if_exists.ts';
import {
  computeLogBytesMax,
  formatState,
  type PublicationState,
  type PublishedFile,
  parseCounter,
  parseState,
  STATE_FILE,
} from './layout.ts';

type PublicationFolder = Pick<DataDir, 'publication' | 'requireSame'>;

/** Writes the changes of a snapshot database to the files that edges fetch. The caller holds the publisher's lock. */
export function publishFiles(path: string, dir: PublicationFolder, clock: Clock): Promise<PublishOutcome> {
  return runOnSnapshot(path, (local, schema) => {
    // Anyone may read the files, and hashes of keys are not public.
    const tables = schema.tables.filter(({ name }) => name !== 'key_hashes');
    return updateLog(local, { ...schema, tables }, createFileStore(dir, clock));
  });
}

interface FileLog extends StoredLog {
  readonly state: PublicationState | null;
  readonly base: PublishedFile | null;
  readonly head: PublishedFile | null;
  /** The counter of the next state. */
  readonly counter: number;
}

const NEW_FILE = 'file.new';

function createFileStore({ publication: folder, requireSame }: PublicationFolder, clock: Clock): LogStore<FileLog> {
  const files = createGuardedFiles(requireSame);
  const pathOf = (name: string): string => join(folder, name);
  const keepCounters = (first: number, last: number): Promise<void> =>
    files.removeEach(folder, (name) => {
      const counter = parseCounter(name) ?? 0;
      return name !== STATE_FILE && (counter < first || counter > last);
    });
  /** Removes files that killed runs left behind, and files that only states before the stored one name. */
  const removeUnnamed = ({ state }: FileLog): Promise<void> =>
    keepCounters(parseCounter(state?.base.name ?? '') ?? 1, state?.counter ?? 0);
  const append = async (bytes: Uint8Array): Promise<void> => {
    requireSame();
    await appendFile(pathOf(NEW_FILE), bytes, { mode: 0o600 });
  };
  /** Gives the new file its name, once it is on the disk. */
  const finish = async (name: string): Promise<void> => {
    await syncFile(pathOf(NEW_FILE));
    requireSame();
    renameSync(pathOf(NEW_FILE), pathOf(name));
    await syncFolder(folder);
  };
  return {
    open: async () => {
      await files.makeFolder(folder);
      const stored = parseState(await readIfExists(pathOf(STATE_FILE)));
      const isWhole = [stored?.base, stored?.head].every((file) => file == null || existsSync(pathOf(file.name)));
      const state = isWhole ? stored : null;
      // The counter is lost if the folder is restored from a backup, so it is at least the time.
      const counter = Math.max((stored?.counter ?? 0) + 1, clock.nowMs());
      return { state, base: state?.base ?? null, head: state?.head ?? null, counter };
    },
    // Followers notice damage, and every day has a new base.
    isDamaged: async () => false,
    fits: ({ state, base, counter }, diff) =>
      (state === null || formatUtcDay(state.counter) === formatUtcDay(counter)) &&
      (state?.logBytes ?? 0) + diff.byteLength <= computeLogBytesMax(base!),
    append: async (log, diff, reached) => {
      let { head } = log;
      if (log.state !== null) await removeUnnamed(log);
      if (diff.byteLength > 0) {
        const bytes = Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), diff]);
        head = { name: `${log.counter}-${hash('sha256', bytes, 'hex')}`, bytes: bytes.byteLength };
        await append(bytes);
        await finish(head.name);
      }
      const logBytes = (log.state?.logBytes ?? 0) + diff.byteLength;
      const state = { ...reached, logBytes, counter: log.counter, base: log.base!, head };
      await files.replace(pathOf(STATE_FILE), formatState(state));
    },
    createBaseWriter: (log, follows) => {
      const sha256 = createHash('sha256');
      let bytes = 0;
      return {
        pass: async (part) => {
          if (bytes === 0) await removeUnnamed(log);
          bytes += part.byteLength;
          sha256.update(part);
          await append(part);
        },
        end: async () => {
          const { counter } = log;
          const base = { name: `${counter}-${sha256.digest('hex')}`, bytes };
          await finish(base.name);
          // No erased row may remain once the new state is visible. A run that is killed here is repeated.
          if (!follows) await keepCounters(counter, counter);
          return { state: null, base, head: null, counter, bytes };
        },
      };
    },
  };
}

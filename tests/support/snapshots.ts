import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { systemClock, systemStopwatch } from '../../adapters/clock.ts';
import { type DataDir, toDataDir } from '../../adapters/data_folder/data_dir.ts';
import { createSnapshotStore } from '../../adapters/libsql/snapshot/store.ts';
import { createSnapshotDatabase, openSnapshotWriter } from '../../adapters/libsql/snapshot/writer.ts';
import { RULE_VERSIONS } from '../../domain/families/mod.ts';
import type { Clock, Stopwatch } from '../../domain/ports/clock.ts';
import type { SnapshotStore, SnapshotWriter } from '../../domain/ports/snapshots.ts';
import { putDatabase } from './template.ts';

/** Creates an empty snapshot database of an epoch in a data folder, makes it the served one, and opens it. */
export async function beginSnapshots(dir: DataDir, epoch: string): Promise<SnapshotWriter> {
  const origin = { epoch, feedTime: 'exact', rollups: RULE_VERSIONS } as const;
  await putDatabase(dir.snapshotDb(epoch), `snapshot ${epoch}`, async (path) => {
    const { writer } = await createSnapshotDatabase(path, origin);
    return writer;
  });
  writeFileSync(dir.pointer, `${epoch}\n`);
  return (await openSnapshotWriter(dir.snapshotDb(epoch))).writer;
}

/** A snapshot database with its writer, and a reader that sees every write at once. */
export interface Snapshots {
  readonly writer: SnapshotWriter;
  readonly store: SnapshotStore;
}

export interface SnapshotsOptions {
  readonly clock?: Clock;
  /** If the stopwatch never advances, the reader never looks for a newer snapshot by itself. */
  readonly stopwatch?: Stopwatch;
}

/**
 * A separate snapshot database in a temporary folder, created on first use. The database stays open until the process
 * ends, and is then removed.
 */
export function createSnapshots(
  epoch: string,
  { clock = systemClock, stopwatch = systemStopwatch }: SnapshotsOptions = {},
): Snapshots {
  const dir = toDataDir(join(rootFolder(), String(opened++)));
  const store = createSnapshotStore({ dir, clock, stopwatch });
  let writing: Promise<SnapshotWriter> | null = null;
  const begin = async (): Promise<SnapshotWriter> => {
    mkdirSync(dir.root);
    const writer = await beginSnapshots(dir, epoch);
    await store.refresh();
    return writer;
  };
  const open = (): Promise<SnapshotWriter> => {
    writing ??= begin();
    return writing;
  };
  return {
    writer: writerThatTells(open, store),
    store: {
      ...store,
      newest: async () => {
        await open();
        return store.newest();
      },
      refresh: async () => {
        await open();
        return store.refresh();
      },
    },
  };
}

/** The reader is refreshed after each write, as in an instance that is notified by its builder. */
function writerThatTells(open: () => Promise<SnapshotWriter>, store: SnapshotStore): SnapshotWriter {
  return new Proxy({} as SnapshotWriter, {
    get: (_, name) =>
      name === 'then'
        ? undefined
        : async (...args: never[]): Promise<unknown> => {
            const writer = await open();
            const answer = await (Reflect.get(writer, name) as (...args: never[]) => Promise<unknown>)(...args);
            if (name !== 'close') await store.refresh();
            return answer;
          },
  });
}

let opened = 0;
let root: string | null = null;

/** Returns the folder for all databases of this process. */
function rootFolder(): string {
  if (root === null) {
    root = mkdtempSync(join(tmpdir(), 'third-witness-'));
    const folder = root;
    atEnd(() => rmSync(folder, { recursive: true, force: true }));
  }
  return root;
}

/** Runs `work` when this process ends. Deno's test runner ends without a process exit event. */
export function atEnd(work: () => void): void {
  if ('Deno' in globalThis) globalThis.addEventListener('unload', work);
  else process.once('exit', work);
}

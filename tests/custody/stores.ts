import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dataDir } from '../../adapters/data_dir.ts';
import { createKeyReader } from '../../adapters/key_reader.ts';
import { openUploadReader } from '../../adapters/libsql/uploads/reader.ts';
import { openUploadWriter } from '../../adapters/libsql/uploads/writer.ts';
import { createMemoryCustody } from '../../adapters/memory/custody.ts';
import { systemRandom } from '../../adapters/random.ts';
import type { CustodyStore } from '../../domain/ports/custody.ts';
import type { KeyReader } from '../../domain/ports/keys.ts';
import type { UploadWriter } from '../../domain/ports/uploads.ts';
import type { Reached } from '../../domain/result.ts';

/** Keys and grants in one of their stores, empty at first. */
export interface Custody {
  readonly store: Omit<CustodyStore, 'erase' | 'withhold' | 'lift' | 'clearOrders'>;
  readonly grants: UploadWriter['grants'];
  readonly keyReader: KeyReader;
  /** Numbers of the grants that the builder has been told of. */
  orderedGrants(): Promise<readonly number[]>;
}

type WithCustody = (work: (custody: Custody) => Promise<void>) => Promise<void>;

export const inFolder = async (work: (folder: string) => Promise<void>): Promise<void> => {
  const folder = mkdtempSync(join(tmpdir(), 'tw-custody-'));
  try {
    await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

const libsql: WithCustody = (work) =>
  inFolder(async (folder) => {
    const dir = dataDir(folder);
    const writer = await openUploadWriter(dir.uploadsDb, { random: systemRandom, create: true });
    const reader = await openUploadReader(dir.uploadsDb);
    const keyReader = createKeyReader(dir, { nowMs: () => Date.now() });
    const orderedGrants = async () =>
      must(await reader.orders(0)).map((order) => (order.kind === 'grant' ? order.grantN : 0));
    await work({ store: writer.custody, grants: writer.grants, keyReader, orderedGrants });
    await keyReader.close();
    await reader.close();
    await writer.close();
  });

const memory: WithCustody = async (work) => {
  const ordered: number[] = [];
  const { keyReader, grants, ...store } = createMemoryCustody((n) => ordered.push(n));
  await work({ store, grants, keyReader, orderedGrants: async () => ordered });
};

/** Every adapter that keeps keys and grants. */
export const STORES: Readonly<Record<string, WithCustody>> = { libsql, memory };

export const must = <T>(answer: Reached<T>): T => {
  if (!answer.ok) throw new Error(answer.error.cause);
  return answer.value;
};

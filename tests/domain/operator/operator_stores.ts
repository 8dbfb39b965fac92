import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { toDataDir } from '../../../adapters/data_folder/data_dir.ts';
import { createKeyReader } from '../../../adapters/key_reader.ts';
import { openUploadReader } from '../../../adapters/libsql/uploads/reader.ts';
import { openUploadWriter } from '../../../adapters/libsql/uploads/writer.ts';
import { systemRandom } from '../../../adapters/random.ts';
import type { KeyReader } from '../../../domain/ports/keys.ts';
import type { OperatorStore } from '../../../domain/ports/operator.ts';
import type { UploadWriter } from '../../../domain/ports/uploads.ts';
import { createMemoryOperator } from '../../doubles/operator.ts';

/** An empty store of keys and grants. */
export interface Operator {
  readonly store: Omit<
    OperatorStore,
    'erase' | 'holdings' | 'withhold' | 'lift' | 'clearOrders' | 'knowsInstall' | 'upload' | 'session'
  >;
  readonly grants: UploadWriter['grants'];
  readonly keyReader: KeyReader;
  /** Returns the numbers of grants for which the builder has an order. */
  orderedGrants(): Promise<readonly number[]>;
}

type WithOperator = (work: (operator: Operator) => Promise<void>) => Promise<void>;

export async function inFolder(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'tw-custody-'));
  try {
    await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const libsql: WithOperator = (work) =>
  inFolder(async (folder) => {
    const dir = toDataDir(folder);
    const writer = await openUploadWriter(dir.uploadsDb, { random: systemRandom, create: true });
    const reader = await openUploadReader(dir.uploadsDb);
    const keyReader = createKeyReader(dir, { nowMs: () => Date.now() });
    const orderedGrants = async () =>
      (await reader.orders(0)).map((order) => (order.kind === 'grant' ? order.grantN : 0));
    await work({ store: writer.operator, grants: writer.grants, keyReader, orderedGrants });
    await keyReader.close();
    await reader.close();
    await writer.close();
  });

const memory: WithOperator = async (work) => {
  const ordered: number[] = [];
  const { keyReader, grants, ...store } = createMemoryOperator((n) => ordered.push(n));
  await work({ store, grants, keyReader, orderedGrants: async () => ordered });
};

/** Every implementation that stores keys and grants. */
export const STORES: Readonly<Record<string, WithOperator>> = { libsql, memory };

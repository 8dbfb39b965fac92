import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { openUploadReader } from '../../../../adapters/libsql/uploads/reader.ts';
import { openUploadWriter, type UploadsOwner } from '../../../../adapters/libsql/uploads/writer.ts';
import type { NetworkRule } from '../../../../domain/intake/network_rule.ts';
import type { GrantRefusal, NewGrant } from '../../../../domain/ports/operator.ts';
import type { Random } from '../../../../domain/ports/random.ts';
import type { StoredRecord, UploadReader } from '../../../../domain/ports/uploads.ts';
import { createMemoryUploads } from '../../../doubles/uploads.ts';

export interface Store {
  readonly name: 'libsql' | 'memory';
  readonly writer: UploadsOwner;
  readonly reader: UploadReader;
  close(): Promise<void>;
}

/** Runs `work` in a temporary folder and removes the folder afterwards. */
export async function inFolder(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'tw-intake-'));
  try {
    await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Returns zeros, so that both adapters have the same feed key and their digests can be compared. */
const NO_RANDOM: Random = { bytes: (count) => new Uint8Array(count) };

/** Options that a test passes to both adapters. */
export interface StoreRules {
  /** Defaults to null, so that every install counts. */
  readonly networkRule?: NetworkRule | null;
}

async function libsql({ networkRule = null }: StoreRules = {}): Promise<Store> {
  const folder = mkdtempSync(join(tmpdir(), 'tw-intake-'));
  const path = join(folder, 'uploads.db');
  const writer = await openUploadWriter(path, { random: NO_RANDOM, create: true, networkRule });
  const reader = await openUploadReader(path);
  const close = async () => {
    await reader.close();
    await writer.close();
    rmSync(folder, { recursive: true, force: true });
  };
  return { name: 'libsql', writer, reader, close };
}

async function memory({ networkRule = null }: StoreRules = {}): Promise<Store> {
  const uploads = createMemoryUploads(undefined, undefined, networkRule);
  return { name: 'memory', ...uploads, close: async () => {} };
}

/** Opens an empty store with each adapter of the two ports. */
export const STORES: Readonly<Record<string, (rules?: StoreRules) => Promise<Store>>> = { libsql, memory };

/** Runs a test with every adapter. */
export function storeTest(what: string, run: (store: Store) => Promise<void>, rules: StoreRules = {}): void {
  for (const [name, open] of Object.entries(STORES)) {
    test(`${name}: ${what}`, async () => {
      const store = await open(rules);
      try {
        await run(store);
      } finally {
        await store.close();
      }
    });
  }
}

export async function allRecords(reader: UploadReader): Promise<readonly StoredRecord[]> {
  const records: StoredRecord[] = [];
  for (;;) {
    const more = await reader.records(records.at(-1)?.seq ?? 0, Number.MAX_SAFE_INTEGER, 100_000);
    if (more.length === 0) return records;
    records.push(...more);
  }
}

/** Returns the number of a stored grant, and fails if it was refused. */
export function grantN(added: number | GrantRefusal): number {
  const n = added;
  assert.ok(typeof n === 'number', String(n));
  return n;
}

/** Returns a grant for gear on a realm. `token` is one hexadecimal digit from which the token is made. */
export function grantOf(token: string, fields: Partial<NewGrant> = {}): NewGrant {
  return {
    tokenHash: token.repeat(64),
    categories: ['gear'],
    scope: { guildName: null, realm: 'Realm', character: null, installId: null },
    issuedAtMs: 1,
    expiresAtMs: 2,
    self: false,
    ...fields,
  };
}

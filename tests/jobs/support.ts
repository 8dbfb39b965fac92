import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { type DataDir, toDataDir } from '../../adapters/data_folder/data_dir.ts';
import { nodeDigest } from '../../adapters/digest.ts';
import { openUploadWriter } from '../../adapters/libsql/uploads/writer.ts';
import { systemRandom } from '../../adapters/random.ts';
import { START_ARGS } from '../../adapters/runtime_args.ts';
import type { AdmittedRecord } from '../../domain/ports/uploads.ts';
import { beginFolder } from '../support/folder.ts';
import { runJobHere } from '../support/run_command.ts';
import { atEnd } from '../support/snapshots.ts';

const RUNTIME = 'Deno' in globalThis ? ['run', '-A'] : START_ARGS;
const JOBS_MAIN = fileURLToPath(new URL('../../jobs/main.ts', import.meta.url));

/** Runs `work` with a data folder in the state after an instance's first start. The folder is removed afterwards. */
export async function withDataDir<T>(work: (dir: DataDir) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'third-witness-'));
  try {
    return await work(await beginFolder(folder));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Runs `work` on a copy of a data folder, which is removed afterwards. */
export async function withCopy<T>(base: DataDir, work: (dir: DataDir) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'third-witness-'));
  try {
    cpSync(base.root, folder, { recursive: true });
    return await work(toDataDir(folder, base.id));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Returns a function that runs its argument on a copy of a data folder. `prepare` fills that folder once, before the
 * first copy.
 */
export function prepareDataDir(
  prepare: (dir: DataDir) => Promise<unknown>,
): <T>(work: (dir: DataDir) => Promise<T>) => Promise<T> {
  let prepared: Promise<DataDir> | null = null;
  const fill = async (): Promise<DataDir> => {
    const folder = await mkdtemp(join(tmpdir(), 'third-witness-'));
    atEnd(() => rmSync(folder, { recursive: true, force: true }));
    const dir = await beginFolder(folder);
    await prepare(dir);
    return dir;
  };
  return async (work) => {
    prepared ??= fill();
    return withCopy(await prepared, work);
  };
}

/** Runs `npm run job -- …` on a data folder, in a separate process. */
export function startJob(
  dir: DataDir,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): ChildProcess {
  return spawn(process.execPath, [...RUNTIME, JOBS_MAIN, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, TW_DATA_DIR: dir.root, TW_LOG: 'json', ...env },
  });
}

export interface JobEnd {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

export async function ended(child: ChildProcess): Promise<JobEnd> {
  let out = '';
  let err = '';
  child.stdout?.on('data', (data: Uint8Array) => {
    out += new TextDecoder().decode(data);
  });
  child.stderr?.on('data', (data: Uint8Array) => {
    err += new TextDecoder().decode(data);
  });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (status) => resolve(status));
  });
  return { code, out, err };
}

/** Runs `npm run job -- …` on a data folder, in this process. */
export async function runJob(
  dir: DataDir,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<JobEnd> {
  const { code, stdout, stderr } = await runJobHere(dir.root, args, env);
  return { code, out: stdout, err: stderr };
}

/**
 * Returns a loot record that depends on the event number: from one of 5 installs and 37 sources, with up to 3 items.
 */
function lootRecord(event: number): AdmittedRecord {
  const items = Array.from({ length: event % 4 }, (_, i) => ({ itemId: 1 + ((event + i) % 9), count: 1 }));
  const fields = { sourceNpcId: 1 + (event % 37), sourceEvidence: 'loot-api', items };
  const body = JSON.stringify({ kind: 'loot', capturedAt: '2026-01-09T18:30:00Z', ...fields });
  return {
    index: 0,
    kind: 'loot',
    installId: `install-secret-${event % 5}`,
    eventId: `event-secret-${event}`,
    digest: nodeDigest.sha256(body),
    capturedAtMs: Date.parse('2026-01-09T18:30:00Z'),
    body,
    grants: [],
  };
}

const RECORDS_PER_UPLOAD = 1000;

/** Stores `count` loot records in uploads.db, starting with the event number `from`. */
export async function keepRecords(dir: DataDir, from: number, count: number): Promise<void> {
  const writer = await openUploadWriter(dir.uploadsDb, { random: systemRandom, create: true });
  for (let at = from; at < from + count; at += RECORDS_PER_UPLOAD) {
    const size = Math.min(RECORDS_PER_UPLOAD, from + count - at);
    await writer.take({
      uploadId: `01TEST${String(at).padStart(20, '0')}`,
      receivedAtMs: Date.parse('2026-01-10T00:00:00Z') + at,
      addonVersion: '1.0',
      clientBuild: null,
      protocol: null,
      locale: null,
      records: Array.from({ length: size }, (_, i) => ({ ...lootRecord(at + i), index: i })),
    });
  }
  await writer.close();
}

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openWriter } from '../../adapters/libsql/database.ts';

/** Creates a database at a path and returns it so that it can be closed. */
export type Make = (path: string) => Promise<{ close(): Promise<void> | void }>;

/**
 * Bytes of finished databases, keyed by name. Each kind of database is created once per process; later uses copy the
 * bytes.
 */
const made = new Map<string, Promise<Uint8Array>>();

async function bytesOf(make: Make): Promise<Uint8Array> {
  const folder = mkdtempSync(join(tmpdir(), 'third-witness-'));
  try {
    const path = join(folder, 'template.db');
    await (await make(path)).close();
    const client = await openWriter(path, { create: false });
    await client.execute('pragma wal_checkpoint(truncate)');
    client.close();
    return readFileSync(path);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Puts a fresh database at a path. `make` creates it, once per `name`. */
export async function putDatabase(path: string, name: string, make: Make): Promise<void> {
  const bytes = made.get(name) ?? bytesOf(make);
  made.set(name, bytes);
  writeFileSync(path, await bytes);
}

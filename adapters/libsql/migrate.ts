import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { programFile } from '../program_files.ts';
import { readValue } from './database.ts';
import type { Connection } from './prepared_statements.ts';
import { packOlderRecords } from './uploads/pack_older.ts';

export type DatabaseName = 'uploads' | 'evidence' | 'snapshot';

/** Application ids, stored in each file's header so that no other file is migrated by mistake. */
const APPLICATION_IDS: Record<DatabaseName, number> = {
  uploads: 0x54570001,
  evidence: 0x54570002,
  snapshot: 0x54570003,
};

/**
 * Work that SQL cannot do, by the version whose file needs it done. It runs in transactions of bounded size, and again if
 * it was interrupted.
 */
const BEFORE: Record<DatabaseName, Readonly<Record<number, (client: Connection) => Promise<void>>>> = {
  uploads: { 15: packOlderRecords },
  evidence: {},
  snapshot: {},
};

/** Thrown if this release cannot use the database. `message` is a sentence for the operator. */
export class WrongDatabase extends Error {}

/**
 * Migrates a database to this release's schema: runs the files of `migrations/<name>` above its `user_version`, each in
 * its own transaction. The writer calls this right after opening. Returns the versions before and after.
 */
export async function migrate(client: Connection, name: DatabaseName): Promise<{ from: number; to: number }> {
  const files = migrationFiles(name);
  const from = Number(await readValue(client, 'pragma user_version'));
  const id = Number(await readValue(client, 'pragma application_id'));
  if (id !== APPLICATION_IDS[name] && !(id === 0 && from === 0)) {
    throw new WrongDatabase(`The file is not a ${name} database of Third Witness.`);
  }
  if (from > files.length) {
    throw new WrongDatabase(
      `The ${name} database has format ${from}, but this release supports formats up to ${files.length}: it was written by a newer release.`,
    );
  }
  for (let version = from + 1; version <= files.length; version++) {
    await BEFORE[name][version]?.(client);
    const sql = readFileSync(files[version - 1]!, 'utf8');
    await client.executeMultiple(
      `begin immediate; ${sql}; pragma application_id=${APPLICATION_IDS[name]}; pragma user_version=${version}; commit;`,
    );
  }
  return { from, to: files.length };
}

/** Returns whether `migrate` will change anything. */
export async function isOlder(client: Connection, name: DatabaseName): Promise<boolean> {
  return Number(await readValue(client, 'pragma user_version')) < migrationFiles(name).length;
}

/** Returns the paths of a database's migrations in order. They are numbered from 0001 without gaps. */
export function migrationFiles(name: DatabaseName): readonly string[] {
  const folder = fileURLToPath(programFile(`adapters/libsql/migrations/${name}/`));
  const files = readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .sort();
  files.forEach((file, i) => {
    if (Number.parseInt(file, 10) !== i + 1) throw new Error(`migrations/${name}/${file} should be number ${i + 1}`);
  });
  return files.map((file) => `${folder}${file}`);
}

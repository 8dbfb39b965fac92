import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Client } from '@libsql/client';
import { value } from './database.ts';

export type DatabaseName = 'uploads' | 'evidence' | 'snapshot';

/** Written to each file's header, so that a file of another program, or another of ours, is never migrated. */
const APPLICATION_IDS: Record<DatabaseName, number> = {
  uploads: 0x54570001,
  evidence: 0x54570002,
  snapshot: 0x54570003,
};

/** The database cannot be used by this release; `message` is a sentence for the operator. */
export class WrongDatabase extends Error {}

/**
 * Brings a database to this release's shape: the numbered files of `migrations/<name>` beyond its `user_version`, each
 * in a transaction of its own. Called by the writer, right after opening. Answers the versions before and after.
 */
export async function migrate(client: Client, name: DatabaseName): Promise<{ from: number; to: number }> {
  const files = migrationFiles(name);
  const from = Number(await value(client, 'pragma user_version'));
  const id = Number(await value(client, 'pragma application_id'));
  if (id !== APPLICATION_IDS[name] && !(id === 0 && from === 0)) {
    throw new WrongDatabase(`The file is not a ${name} database of Third Witness.`);
  }
  if (from > files.length) {
    throw new WrongDatabase(
      `The ${name} database has format ${from}, this release knows formats up to ${files.length}: it was written by a newer release.`,
    );
  }
  for (let version = from + 1; version <= files.length; version++) {
    const sql = readFileSync(files[version - 1]!, 'utf8');
    await client.executeMultiple(
      `begin immediate; ${sql}; pragma application_id=${APPLICATION_IDS[name]}; pragma user_version=${version}; commit;`,
    );
  }
  return { from, to: files.length };
}

/** Marks a copy that has this release's shape already as a database of ours: a libSQL server keeps no such marks. */
export async function markAsOurs(client: Client, name: DatabaseName): Promise<void> {
  const version = migrationFiles(name).length;
  await client.executeMultiple(`pragma application_id=${APPLICATION_IDS[name]}; pragma user_version=${version};`);
}

/** Whether `migrate` will change anything. */
export async function isOlder(client: Client, name: DatabaseName): Promise<boolean> {
  return Number(await value(client, 'pragma user_version')) < migrationFiles(name).length;
}

/** The migrations of a database in order. They are numbered from 0001 without holes. */
export function migrationFiles(name: DatabaseName): readonly string[] {
  const folder = fileURLToPath(new URL(`./migrations/${name}/`, import.meta.url));
  const files = readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .sort();
  files.forEach((file, i) => {
    if (Number.parseInt(file, 10) !== i + 1) throw new Error(`migrations/${name}/${file} should be number ${i + 1}`);
  });
  return files.map((file) => `${folder}${file}`);
}

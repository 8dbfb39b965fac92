import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { isDamagedText } from '../../domain/proof/digests.ts';
import { nodeDigest } from '../digest.ts';
import { locateFile } from '../program_files.ts';
import { type Runner, readValue } from './database.ts';
import type { Connection } from './prepared_statements.ts';
import { StorageError } from './storage_error.ts';
import { readReadableRows } from './uploads/damaged_rows.ts';

export type DatabaseName = 'uploads' | DerivedName;

/** The databases that are rebuilt if this release has other tables. */
export type DerivedName = 'evidence' | 'snapshot';

/** Application ids, stored in each file's header so that no other file is used by mistake. */
const APPLICATION_IDS: Record<DatabaseName, number> = {
  uploads: 0x54570001,
  evidence: 0x54570002,
  snapshot: 0x54570003,
};

/** Thrown if this release cannot use the database. `message` is a sentence for the operator. */
export class WrongDatabase extends Error {}

/** The format of uploads.db in release 0.6.0, the oldest one that this release opens. */
const OLDEST_VERSION = 15;

/** The sentence for data of a release before 0.6.0, also if 0.6.0 was stopped while it upgraded them. */
export const OLD_UPLOADS =
  'uploads.db has the format of a release before 0.6.0. Start this folder once with release 0.6.0 (a backup must be restored with it first), then with this release.';

/**
 * Migrates uploads.db to this release's format: creates its tables if it is empty, and runs the files of
 * `migrations/uploads` above its `user_version`, each in its own transaction. The writer calls this right after opening.
 * Throws `WrongDatabase` if a release before 0.6.0 or a newer release wrote the database.
 */
export async function migrateUploads(client: Connection): Promise<void> {
  const files = listMigrations();
  const from = await readVersion(client, 'uploads');
  const newest = findNewestVersion();
  if (from > newest) {
    throw new WrongDatabase(
      `The uploads database has format ${from}, but this release supports formats up to ${newest}: it was written by a newer release.`,
    );
  }
  if (await isOldUploads(client)) throw new WrongDatabase(OLD_UPLOADS);
  for (const { version, path } of files.filter((file) => file.version > from))
    await runScript(client, 'uploads', version, readFileSync(path, 'utf8'));
}

/**
 * Returns whether only release 0.6.0 can upgrade the database: it is of an earlier release, or 0.6.0 was stopped while it
 * upgraded it.
 */
export async function isOldUploads(client: Runner): Promise<boolean> {
  const version = Number(await readValue(client, 'pragma user_version'));
  return version > 0 && (version < OLDEST_VERSION || (version === OLDEST_VERSION && !(await isUpgradeDone(client))));
}

/** Returns whether `migrateUploads` will change anything or throw. */
export async function isOlderUploads(client: Runner): Promise<boolean> {
  return Number(await readValue(client, 'pragma user_version')) < findNewestVersion();
}

/** Returns the format that uploads.db has in this release. */
export function findNewestVersion(): number {
  return listMigrations().at(-1)!.version;
}

/** Returns the migrations in order. They are numbered without gaps. */
function listMigrations(): readonly { readonly version: number; readonly path: string }[] {
  const folder = fileURLToPath(locateFile('adapters/libsql/migrations/uploads/'));
  const files = readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .sort();
  return files.map((file, i) => {
    const version = OLDEST_VERSION + i;
    if (Number.parseInt(file, 10) !== version) throw new Error(`${file} should be number ${version}`);
    return { version, path: `${folder}${file}` };
  });
}

const SELECT_UNFINISHED = `select exists (select 1 from unlinked)
  or exists (select 1 from secrets where feed_key_digest is null)`;

const SELECT_UNDIGESTED = 'select json_group_array(install_id) from installs where digest is null';

/**
 * Returns whether release 0.6.0 completed the rows of earlier releases: after it had changed the tables, it computed the
 * missing digests and links. An install whose id was damaged before has no digest.
 */
async function isUpgradeDone(client: Runner): Promise<boolean> {
  if (Number(await readValue(client, SELECT_UNFINISHED)) !== 0) return false;
  return (await readReadableRows<string>(client, SELECT_UNDIGESTED, [])).every(isDamagedText);
}

/** Creates the tables of a derived database in an empty file. */
export async function createTables(client: Connection, name: DerivedName): Promise<void> {
  const { version, sql } = readSchema(name);
  await runScript(client, name, version, sql);
}

/**
 * Returns whether a derived database has the tables of this release. Throws `WrongDatabase` if the file is another
 * database, and a storage error if it has no tables: SQLite opens a truncated file as an empty database.
 */
export async function hasTables(client: Runner, name: DerivedName): Promise<boolean> {
  const version = await readVersion(client, name);
  if (version === 0) throw new StorageError('DATABASE_EMPTY');
  return version === findVersion(name);
}

/** Returns the `user_version` of derived databases that have the tables of this release. */
export function findVersion(name: DerivedName): number {
  return readSchema(name).version;
}

interface Schema {
  readonly sql: string;
  /** Identifies the statements, regardless of comments. Stored as the `user_version` of the databases with these tables. */
  readonly version: number;
}

const schemaCache = new Map<DerivedName, Schema>();

function readSchema(name: DerivedName): Schema {
  const known = schemaCache.get(name);
  if (known !== undefined) return known;
  const sql = readFileSync(locateFile(`adapters/libsql/schemas/${name}.sql`), 'utf8');
  const statements = sql.replace(/^\s*--.*$/gm, '').replace(/\s+/g, ' ');
  // Positive and above the numbers of the migrations that releases until 0.6.0 had.
  const version = 0x40000000 + (Number.parseInt(nodeDigest.sha256(statements).slice(0, 8), 16) >>> 2);
  const schema = { sql, version };
  schemaCache.set(name, schema);
  return schema;
}

async function readVersion(client: Runner, name: DatabaseName): Promise<number> {
  const version = Number(await readValue(client, 'pragma user_version'));
  const id = Number(await readValue(client, 'pragma application_id'));
  if (id !== APPLICATION_IDS[name] && !(id === 0 && version === 0))
    throw new WrongDatabase(`The file is not a ${name} database of Third Witness.`);
  return version;
}

async function runScript(client: Connection, name: DatabaseName, version: number, sql: string): Promise<void> {
  await client.executeMultiple(
    `begin immediate; ${sql}; pragma application_id=${APPLICATION_IDS[name]}; pragma user_version=${version}; commit;`,
  );
}

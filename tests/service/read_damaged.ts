import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import process from 'node:process';
import { createBuilderContext } from '../../adapters/builder_context.ts';
import { systemClock } from '../../adapters/clock.ts';
import { createCommandOwner } from '../../adapters/command_owner.ts';
import { type DataDir, readCurrentEpoch, toDataDir } from '../../adapters/data_folder/data_dir.ts';
import { createExportFolder } from '../../adapters/exports/folder.ts';
import { createKeyReader } from '../../adapters/key_reader.ts';
import { openReader, openWriter, readValue } from '../../adapters/libsql/database.ts';
import { WrongDatabase } from '../../adapters/libsql/migrate.ts';
import { openExportSource } from '../../adapters/libsql/snapshot/export/source.ts';
import { createSnapshotStore } from '../../adapters/libsql/snapshot/store.ts';
import { readStorageCode } from '../../adapters/libsql/storage_error.ts';
import { RULE_VERSIONS } from '../../domain/families/mod.ts';
import { createAttribution } from '../../domain/values/attribution.ts';
import { catchFault } from '../../domain/values/storage_fault.ts';
import type { JobTools } from '../../jobs/job.ts';
import { parseCommand } from '../../jobs/run_command.ts';
import { PUBLIC_KINDS, RECORD_KINDS } from '../../schema/record_kinds.ts';
import { createWorld } from '../http/support.ts';
import { casesToTry } from '../runner/properties.ts';
import { storeSettings } from '../support/folder.ts';
import { NO_BACKUPS } from '../support/no_backups.ts';

/**
 * Damages each text column of a data folder in turn, and reads everything there is to read. Runs as a separate program,
 * because the bugs that it looks for would end the process. Prints a line for each column before it is read, and a last
 * line when all are done.
 * Arguments: a data folder, which is not changed, and a working folder.
 */
const [base = '', work = ''] = process.argv.slice(2);

const quiet = { info: () => {}, warn: () => {}, error: () => {} };

function toolsOf(dir: DataDir): JobTools {
  return {
    builder: createBuilderContext({
      dir,
      rules: { feedTime: 'exact', rollups: RULE_VERSIONS },
      kinds: {
        publicKinds: new Set<string>(PUBLIC_KINDS),
        namedKinds: new Set(
          [...RECORD_KINDS.values()].filter(({ sharing }) => sharing !== null).map(({ kind }) => kind),
        ),
      },
      log: quiet,
      stop: new AbortController().signal,
      onProgress: () => {},
      onTable: () => {},
    }),
    owner: createCommandOwner(dir),
    backups: NO_BACKUPS,
    exporter: {
      openSource: () => openExportSource(dir),
      openEvidence: null,
      folder: createExportFolder(dir.exports),
      clock: systemClock,
      attribution: createAttribution({ publicUrl: 'https://witness.example', serviceName: 'Third Witness' }),
    },
  };
}

/**
 * Runs a command in this process. If the command throws a storage fault, it ends with a sentence, as in jobs/main.ts.
 */
async function job(dir: DataDir, ...words: readonly string[]): Promise<void> {
  const command = parseCommand([...words]);
  if (
    command.kind !== 'run' ||
    'forPlayers' in command.job ||
    'forRestore' in command.job ||
    'forReading' in command.job ||
    'forVisitors' in command.job ||
    'forChecking' in command.job
  )
    throw new Error(`${words.join(' ')} is no command`);
  try {
    await command.job.run(toolsOf(dir), command.args);
  } catch (error) {
    if (readStorageCode(error) === null && !(error instanceof WrongDatabase)) throw error;
  }
}

/** Requests that together cover everything in the fixture. */
const ADDRESSES: readonly string[] = [
  ...['/api/health', '/api/corpus/public', '/api/corpus/public?kinds=loot', '/api/rollups/drops', '/api/edges'],
  ...['/api/edges?kind=item&id=702', '/api/items', '/api/items?class=weapon', '/api/items/categories'],
  ...[
    '/api/edges/client-layer',
    '/api/market/prices',
    '/api/market/prices?realm=Everlook',
    '/',
    '/item/702',
    '/npc/40',
  ],
  ...['/quest/70', '/api/tooltip/item/702', '/api/tooltip/npc/40', '/api/tooltip/quest/70'],
  ...['item_page?itemId=702', 'item_page?itemId=702&realm=Everlook', 'npc_page?npcId=40', 'object_page?objectId=1'],
  ...['quest_page?questId=70', 'vendor_page?vendorNpcId=41', 'world_map_near?mapId=12&x=40&y=60&radius=50'],
  ...[
    'entity_relations?kind=item&id=702',
    'item_categories',
    'item_categories?item=702',
    'item_categories?class=weapon',
  ],
  ...['talent_tree?class=mage', 'talent_plan?class=mage', 'collection_gap?collection=titles'],
  ...['completion_progress?area=title', 'guild_board?guild=Fixtures&realm=Everlook', 'population', 'recent_changes'],
  ...['auction_history?itemId=702&realm=Everlook', 'market_value?itemId=702&realm=Everlook', 'everloot_plan'],
  ...['profession_path?profession=Alchemy', 'recipe_thresholds?profession=Alchemy', 'ecosystem_projects'],
  ...['gold_ledger?character=Somebody&realm=Everlook', 'search_knowledge?query=axe', 'search?query=axe'],
  ...['search_knowledge?query=guide', 'search?query=aksw', 'answer_sources?question=axe', 'get_by_name?name=guide'],
  ...['get_entity?id=doc:guide', 'fetch?id=doc:guide', 'get_entity?id=item:702', 'fetch?id=item:702'],
].map((address) => (address.startsWith('/') ? address : `/api/tools/${address}`));

const STATUSES: ReadonlySet<number> = new Set([200, 400, 404, 503]);

/** Sends all requests. Returns how many were answered with 200. */
async function askAll(dir: DataDir): Promise<number> {
  const real = createSnapshotStore({ dir, clock: systemClock });
  await catchFault(real.refresh());
  let good = 0;
  const world = createWorld({ store: () => real, settings: { limits: false } });
  for (const address of ADDRESSES) {
    // After a fault, the reader reopens the database at most once a second.
    await catchFault(real.refresh());
    const heard = await world.ask(address);
    if (!STATUSES.has(heard.status)) throw new Error(`${address} answers ${heard.status}`);
    if (heard.status === 200) good++;
  }
  await real.close();
  return good;
}

async function readKeys(dir: DataDir): Promise<void> {
  const keys = createKeyReader(dir, systemClock);
  await catchFault(keys.find('0'.repeat(64)));
  await keys.close();
}

interface Column {
  readonly table: string;
  readonly column: string;
}

/** Returns every column of every table that may hold text, including the tables of full-text indexes. */
async function textColumns(path: string): Promise<readonly Column[]> {
  const client = await openWriter(path, { create: false });
  const { rows } = await client.execute(
    `select t.name, c.name from pragma_table_list as t cross join pragma_table_xinfo(t.name) as c
     where t.type in ('table', 'shadow') and t.name not like 'sqlite_%' and upper(c.type) in ('TEXT', 'ANY', '')
     order by 1, c.cid`,
  );
  client.close();
  return rows.map((row) => ({ table: String(row[0]), column: String(row[1]) }));
}

/** Returns the number of texts in each of these columns. */
async function countTexts(path: string, columns: readonly Column[]): Promise<readonly number[]> {
  const client = await openReader(path);
  const counts: number[] = [];
  for (const { table, column } of columns)
    counts.push(Number(await readValue(client, `select count(*) from "${table}" where typeof("${column}") = 'text'`)));
  client.close();
  return counts;
}

/** Puts an invalid byte into every text of a column. Returns the number of texts. */
async function damage(path: string, { table, column }: Column): Promise<number> {
  const client = await openWriter(path, { create: false });
  await client.executeMultiple('pragma foreign_keys=off; pragma ignore_check_constraints=on');
  const guards = await client.execute(
    `select name from sqlite_schema where type = 'trigger' and sql like '%update%on %'`,
  );
  for (const row of guards.rows) await client.execute(`drop trigger "${String(row[0])}"`);
  const { rowsAffected } = await client.execute(
    `update "${table}" set "${column}" = cast(cast("${column}" as blob) || x'ff' as text) where typeof("${column}") = 'text'`,
  );
  await client.execute('pragma wal_checkpoint(truncate)');
  client.close();
  return rowsAffected;
}

/**
 * Runs `read` on copies of the base folder, each with one damaged column of this database. A shortened run reads some of
 * the damaged copies.
 */
async function damageEach(which: (dir: DataDir) => string, read: (dir: DataDir) => Promise<void>): Promise<void> {
  const path = which(toDataDir(base));
  const columns = await textColumns(path);
  const tried = casesToTry(columns);
  const counts = await countTexts(path, columns);
  for (const [i, column] of columns.entries()) {
    process.stdout.write(`${basename(path).split('.')[0]}.${column.table}.${column.column} ${counts[i]}\n`);
    if (counts[i] === 0 || !tried.includes(column)) continue;
    rmSync(work, { recursive: true, force: true });
    cpSync(base, work, { recursive: true });
    const dir = toDataDir(work);
    if ((await damage(which(dir), column)) !== counts[i]) throw new Error('some texts were not damaged');
    await read(dir);
  }
}

async function ground(): Promise<void> {
  const dir = toDataDir(base);
  // The folder remembers its game, so all commands build by the same rules.
  await storeSettings(base, { TW_GAME: 'era' });
  await job(dir, 'snapshot');
  const guide = {
    id: 'doc:guide',
    kind: 'document',
    name: 'Guide',
    text: 'A guide to axes',
    url: 'https://example.org/',
  };
  const said = { source: 'Example', licence: 'CC0', date: '2026-01-01', extId: 'x', version: '1' };
  mkdirSync(work, { recursive: true });
  writeFileSync(join(work, 'documents.ndjson'), `${JSON.stringify({ ...guide, ...said })}\n`);
  await job(dir, 'import-knowledge', join(work, 'documents.ndjson'));
  await job(dir, 'grant', 'issue', '--category', 'guild', '--realm', 'Everlook');
  await job(dir, 'key', 'create', '--label', 'a key');
}

await ground();
const epoch = readCurrentEpoch(toDataDir(base)) ?? '';
const whole = await askAll(toDataDir(base));
process.stdout.write(`whole ${whole}\n`);

// An order that no builder carries out while the uploads are read.
const OTHER = ['withhold', '--install', 'fixture-install-b'] as const;
await job(toDataDir(base), ...OTHER, '--reason', 'a test');
await damageEach(
  (dir) => dir.uploadsDb,
  async (dir) => {
    await readKeys(dir);
    for (const words of ['snapshot', 'rebuild', 'verify', 'key list', 'grant list', 'witnesses npc 40']) {
      await job(dir, ...words.split(' '));
    }
    await job(dir, 'withhold', '--install', 'fixture-install-a', '--reason', 'a test');
    await job(dir, 'snapshot');
  },
);
await job(toDataDir(base), ...OTHER, '--lift');
await job(toDataDir(base), 'snapshot');
await damageEach(
  (dir) => dir.evidenceDb(epoch),
  async (dir) => {
    await job(dir, 'witnesses', 'npc', '40');
    await job(dir, 'verify');
    await job(dir, 'withhold', '--install', 'fixture-install-a', '--reason', 'a test');
    await job(dir, 'snapshot');
  },
);
await damageEach(
  (dir) => dir.snapshotDb(epoch),
  async (dir) => {
    await askAll(dir);
    await job(dir, 'verify');
    await job(dir, 'export', '--force');
    await job(dir, 'withhold', '--install', 'fixture-install-a', '--reason', 'a test');
    await job(dir, 'snapshot');
  },
);
process.stdout.write('done\n');

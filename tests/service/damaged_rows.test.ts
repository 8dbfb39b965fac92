import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { type DataDir, readCurrentEpoch, toDataDir } from '../../adapters/data_folder/data_dir.ts';
import { openReader, openWriter, readJson } from '../../adapters/libsql/database.ts';
import { rebuildJob } from '../../jobs/commands/rebuild.ts';
import { snapshotJob } from '../../jobs/commands/snapshot.ts';
import { verifyJob } from '../../jobs/commands/verify.ts';
import { RELEASES } from '../fixtures/releases.ts';
import { casesToTry } from '../runner/properties.ts';
import { natureOf, openService, type Service } from '../simulation/service.ts';
import { item, npc, world } from '../support/world.ts';

/**
 * For every column that may hold text or a blob, damages one row in a separate data folder. A service started on that
 * folder must keep running, the builder must do everything that does not need the row, and `verifyJob` must name the
 * row. A shortened run starts the service on some of the folders.
 */

const root = mkdtempSync(join(tmpdir(), 'third-witness-'));
after(() => rmSync(root, { recursive: true, force: true }));

const NETWORKS = 2;

/** Every service gets its own randomness, so that no two epochs have the same name. */
let worlds = 0;

/** Opens the service on a folder. `bugs` collects the faults that it logs as bugs. */
async function withService<T>(folder: string, work: (service: Service, bugs: string[]) => Promise<T>): Promise<T> {
  const bugs: string[] = [];
  const service = await openService(folder, natureOf(++worlds), NETWORKS, (bug) => bugs.push(bug));
  try {
    return await work(service, bugs);
  } finally {
    await service.close();
  }
}

const A = 'fixture-install-a';

let sent = 0;
function send(service: Service, records: readonly object[]): Promise<{ status: number; text: string }> {
  return service.ask(
    '/api/intake',
    {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({
        addonVersion: '1.0.0',
        protocol: '1.2.0',
        locale: 'enUS',
        // A build of no known game, so that no rebuild for a game's sake removes rows.
        clientBuild: '9.9.9',
        session: 'one-file-of-a-player-1',
        records,
      }),
    },
    `203.0.${sent++}.1`,
  );
}

const TABLES = {
  uploads: (dir: DataDir) => dir.uploadsDb,
  evidence: (dir: DataDir) => dir.evidenceDb(readCurrentEpoch(dir)!),
  snapshot: (dir: DataDir) => dir.snapshotDb(readCurrentEpoch(dir)!),
};
type Database = keyof typeof TABLES;

/** Creates a folder with a row in nearly every table. */
async function makeTemplate(): Promise<string> {
  const folder = join(root, 'template');
  cpSync(join(RELEASES, '0.6.0'), folder, { recursive: true });
  await withService(folder, async (service) => {
    assert.ok((await service.run(rebuildJob)).ok);
    const { owner } = service;
    const scope = { guildName: 'Fixtures', realm: 'Everlook', character: 'Anna', installId: A };
    const answers = [
      await owner.carryOut({ op: 'key-create', label: 'a key' }),
      await owner.carryOut({ op: 'grant-issue', categories: ['guild'], ...scope, days: 30 }),
      await owner.carryOut({ op: 'erase', installId: 'fixture-install-d' }),
      await owner.carryOut({ op: 'grant-revoke', n: 1, token: null }),
    ];
    for (const answer of answers) assert.ok(answer.ok, JSON.stringify(answer));
    const again = world().install(A).event('again').looted(npc(40), item(701));
    const more = world().install(A).event('again').looted(npc(40), item(701)).met(npc(40, 'Fixture Creature'));
    for (const upload of [again, more]) {
      const { status, text } = await send(service, upload.records());
      assert.equal(status, 200, text);
    }
    const questers = world().installs([A, 'fixture-install-b', 'fixture-install-c'], (install) =>
      install.event('on-quest').lootedOnQuest(npc(41), 60, item(772)),
    );
    assert.equal((await send(service, questers.records())).status, 200);
    const skinners = questers
      .records()
      .map((record) => ({ ...record, eventId: `skin-${record['eventId']}`, method: 'skinning' }));
    assert.equal((await send(service, skinners)).status, 200);
    const newcomer = world().install('fixture-install-new').looted(npc(40));
    assert.equal((await send(service, newcomer.records())).status, 200);
    const ran = await service.run(snapshotJob);
    assert.ok(ran.ok, JSON.stringify(ran));
    const whole = await service.run(verifyJob);
    assert.ok(whole.ok, JSON.stringify(whole));
    // An order that no builder has carried out yet.
    const order = await owner.carryOut({ op: 'grant-revoke', n: 2, token: null });
    assert.ok(order.ok);
  });
  rmSync(join(folder, 'checked'), { force: true });
  return folder;
}

interface Column {
  readonly database: Database;
  readonly table: string;
  readonly column: string;
  readonly key: string;
}

/** Returns every column that may hold text or a blob. */
async function columnsOf(dir: DataDir, database: Database): Promise<readonly Column[]> {
  const client = await openReader(TABLES[database](dir));
  const found = await readJson<Omit<Column, 'database'>>(
    client,
    `select json_group_array(json_object('table', t.name, 'column', c.name, 'key', iif(t.wr, (
         select group_concat('"' || k.name || '"', ', ' order by k.pk) from pragma_table_xinfo(t.name) as k where k.pk > 0),
       'rowid')))
     from pragma_table_list as t cross join pragma_table_xinfo(t.name) as c
     where t.schema = 'main' and t.type = 'table' and t.name not like 'sqlite_%' and c.type in ('TEXT', 'BLOB', 'ANY')
     order by 1`,
  );
  client.close();
  return found.map((column) => ({ database, ...column }));
}

/** Damages the first row with a value in the column, as a flipped bit would. Returns false if no row has a value. */
async function damage(dir: DataDir, { database, table, column, key }: Column): Promise<boolean> {
  const client = await openWriter(TABLES[database](dir), { create: false });
  await client.executeMultiple('pragma foreign_keys=off; pragma ignore_check_constraints=on');
  const triggers = await readJson<{ name: string; sql: string }>(
    client,
    `select json_group_array(json_object('name', name, 'sql', sql)) from sqlite_schema where type = 'trigger' and tbl_name = ?`,
    [table],
  );
  for (const { name } of triggers) await client.execute(`drop trigger "${name}"`);
  const { rowsAffected } = await client.execute(
    `update "${table}" set "${column}" = case typeof("${column}")
       when 'text' then cast(substr(cast("${column}" as blob), 1, 1) || x'ff' || substr(cast("${column}" as blob), 2) as text)
       else x'00ff' end
     where (${key}) = (select ${key} from "${table}" where octet_length("${column}") > 0 order by ${key} limit 1)`,
  );
  for (const { sql } of triggers) await client.execute(sql);
  await client.execute('pragma wal_checkpoint(truncate)');
  client.close();
  return rowsAffected > 0;
}

/** Columns that this test skips. */
const APART = [
  // No other key fits, so nothing is stored or built without the right one (tests/adapters/libsql/uploads/install_ids.test.ts).
  'uploads.secrets.feed_key',
  'uploads.secrets.feed_key_digest',
  // Any bytes are allowed here. `verifyJob` compares them with the import (tests/service/verify_build.test.ts).
  'snapshot.client_layer.bytes',
];

/** Columns for which the template has no row. */
const WITHOUT_ROWS = [
  ...['uploads.keys.last_used_day', 'uploads.respelt.identity'],
  ...['evidence.dirty_subjects.rollup', 'evidence.pending_withdrawals.kind', 'snapshot.imports.extracted_at'],
  ...['snapshot.knowledge.url', 'snapshot.knowledge.source', 'snapshot.knowledge.licence', 'snapshot.knowledge.date'],
  ...['snapshot.knowledge.version', 'snapshot.knowledge_sets.state'],
  ...['snapshot.publish_log.tbl', 'snapshot.publish_log.key', 'snapshot.publish_log.before'],
  'snapshot.market_items.newer',
];

function nameOf({ database, table, column }: Column): string {
  return `${database}.${table}.${column}`;
}

const template = await makeTemplate();
const columns = (
  await Promise.all((Object.keys(TABLES) as Database[]).map((database) => columnsOf(toDataDir(template), database)))
).flat();

/** The columns to damage together: all of one database, and at most one per table. */
const rounds: Column[][] = [];
for (const column of columns.filter((one) => !APART.includes(nameOf(one)))) {
  const free = rounds.find((round) =>
    round.every(({ database, table }) => database === column.database && table !== column.table),
  );
  if (free === undefined) rounds.push([column]);
  else free.push(column);
}

const tried = casesToTry(rounds);
for (const round of rounds) {
  const { database } = round[0]!;
  test(`damaged rows of ${round.map(nameOf).join(', ')} are handled`, async () => {
    const folder = mkdtempSync(join(root, 'damaged-'));
    cpSync(template, folder, { recursive: true });
    const tables: string[] = [];
    for (const column of round) if (await damage(toDataDir(folder), column)) tables.push(column.table);
    assert.deepEqual(
      round.filter(({ table }) => !tables.includes(table)).map(nameOf),
      round.map(nameOf).filter((name) => WITHOUT_ROWS.includes(name)),
    );
    if (tables.length > 0 && tried.includes(round)) {
      await withService(folder, (service, bugs) =>
        (database === 'uploads' ? lives : isBuiltAnew)(service, tables, bugs),
      );
    }
    rmSync(folder, { recursive: true, force: true });
  });
}

const PAGES = ['/api/health', '/', '/item/702', '/npc/40', '/api/corpus/public', '/api/rollups/drops'];

/** Asserts that everything except the damaged row still works. For a damaged uploads database. */
async function lives(service: Service, tables: readonly string[], bugs: readonly string[]): Promise<void> {
  for (const path of PAGES) assert.equal((await service.ask(path)).status, 200, path);
  await assertNamed(service, tables);
  for (const job of [snapshotJob, rebuildJob]) {
    const ran = await service.run(job);
    assert.ok(ran.ok, `${job.name}: ${JSON.stringify(ran)}`);
    const isExpected = job === rebuildJob && (tables.includes('blocks') || tables.includes('installs'));
    if (isExpected) assert.match(ran.value ?? '', /The run skipped \d+ damaged record/);
  }
  // An order that was carried out is gone.
  await assertNamed(
    service,
    tables.filter((table) => table !== 'orders'),
  );
  for (const op of ['key-list', 'grant-list'] as const) {
    const listed = await service.owner.carryOut({ op, after: 0 });
    assert.ok(listed.ok, `${op}: ${JSON.stringify(listed)}`);
  }
  for (const path of PAGES) assert.equal((await service.ask(path)).status, 200, path);
  const later = await send(service, world().install(A).event(`later-${sent}`).looted(npc(40)).records());
  assert.equal(later.status, 200, later.text);
  assert.deepEqual(bugs, []);
}

/**
 * Asserts that unreadable data is refused until the next snapshot rebuilds the database. For a damaged derived
 * database.
 */
async function isBuiltAnew(service: Service, tables: readonly string[], bugs: readonly string[]): Promise<void> {
  for (const path of PAGES) assert.ok([200, 503].includes((await service.ask(path)).status), path);
  await assertNamed(service, tables);
  assert.deepEqual(bugs, []);
  const ran = await service.run(snapshotJob);
  assert.ok(ran.ok, JSON.stringify(ran));
  for (const path of PAGES) assert.equal((await service.ask(path)).status, 200, path);
  const verified = await service.run(verifyJob);
  assert.ok(verified.ok, JSON.stringify(verified));
}

/** Asserts that `verifyJob` names a row of each table. Blocks are named by their number. */
async function assertNamed(service: Service, tables: readonly string[]): Promise<void> {
  const verified = await service.run(verifyJob);
  assert.ok(!verified.ok, 'verify noticed nothing');
  for (const table of tables) {
    const named = table === 'blocks' ? /: block \d+ has changed / : new RegExp(`^Row \\d+ of ${table} `, 'm');
    assert.match(verified.error, named);
  }
  assert.ok(!verified.error.includes('fixture-install'), 'no id is told');
}

import assert from 'node:assert/strict';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { type DataDir, readCurrentEpoch, toDataDir } from '../../../adapters/data_folder/data_dir.ts';
import { type Connection, runWithReader } from '../../../adapters/libsql/database.ts';
import { deleteAllLoggedChanges } from '../../../adapters/libsql/publish/change_triggers.ts';
import { readSchema } from '../../../adapters/libsql/publish/shape.ts';
import { scrubDatabase } from '../../../adapters/libsql/scrub.ts';
import { formatState, type PublicationState, parseState } from '../../../adapters/publication/layout.ts';
import { publishFiles } from '../../../adapters/publication/writer.ts';
import { EPOCH, kept, listedUploads, snap, withStores } from '../../domain/snapshot/support.ts';
import { assertCopied, follow } from '../../support/copies.ts';
import { met, npc, reportedBy } from '../../support/world.ts';
import { addSnapshot, change, containsText, type FolderServer, followOnce, serveFolder, unpack } from './support.ts';

/** An edge follows the files that a primary publishes, over HTTP. */

const NAME = 'Alphonsine the Erased';
const NPCS = kept([1, 2, 3, 4, 5, 6].flatMap((id) => reportedBy([1, 2, 3], met(npc(id, `${NAME} ${id}`)))));
const RECORDS_OF_NPC = 3;

interface Publishing {
  readonly dir: DataDir;
  readonly edge: DataDir;
  /** The snapshot database of the primary. */
  readonly path: string;
  readonly clock: { ms: number; nowMs(): number };
  readonly server: FolderServer;
  /** Writes a snapshot of this many NPCs. */
  write(npcs: number): Promise<void>;
  publish(): Promise<string>;
  /** Returns what happened, and the number of diffs. */
  catchUp(checks?: boolean): ReturnType<typeof followOnce>;
  state(): PublicationState;
  /** The names of the published files, without the state. */
  files(): readonly string[];
  assertFollowed(): Promise<void>;
  contains(folder: string, text: string): Promise<boolean>;
}

function withPublishing(work: (publishing: Publishing) => Promise<void>): Promise<void> {
  return withStores(async (on, dir) => {
    const path = dir.snapshotDb(EPOCH);
    await follow(path);
    const edge = toDataDir(join(dir.root, 'edge'));
    mkdirSync(dir.publication);
    mkdirSync(edge.root);
    const clock = { ms: Date.parse('2026-03-01T12:00:00Z'), nowMs: () => clock.ms++ };
    const server = await serveFolder(dir.publication);
    const statePath = join(dir.publication, 'state.json');
    try {
      await work({
        ...{ dir, edge, path, clock, server },
        write: async (npcs) => void assert.ok((await snap(on, listedUploads(NPCS, npcs * RECORDS_OF_NPC))).ok),
        publish: async () => (await publishFiles(path, dir, clock)).sent,
        catchUp: (checks) => followOnce(edge, server.url, path, checks),
        state: () => parseState(readFileSync(statePath, 'utf8'))!,
        files: () => readdirSync(dir.publication).filter((name) => name !== 'state.json'),
        assertFollowed: async () => void (await assertCopied(path, edge.snapshotDb(readCurrentEpoch(edge)!))),
        contains: (folder, text) => contains(path, folder, text),
      });
    } finally {
      await server.close();
    }
  });
}

async function contains(path: string, folder: string, text: string): Promise<boolean> {
  const { makesTables } = await runWithReader(path, readSchema);
  return containsText(folder, text, Buffer.from(makesTables.join('\n')));
}

test('an edge starts from the base and applies diffs, and asks only for the state if nothing changed', () =>
  withPublishing(async ({ edge, server, write, publish, catchUp, state, assertFollowed }) => {
    assert.deepEqual(await catchUp(), { what: 'STATE_MISSING', diffs: 0 });
    await write(1);
    assert.equal(await publish(), 'whole');
    assert.deepEqual(await catchUp(), { what: 'newer', diffs: null });
    await assertFollowed();
    for (const npcs of [2, 3, 4]) {
      await write(npcs);
      assert.equal(await publish(), 'changed');
    }
    assert.equal(await publish(), 'none');
    server.takeRequests();
    assert.deepEqual(await catchUp(), { what: 'newer', diffs: 3 });
    assert.equal(server.takeRequests().length, 4);
    await assertFollowed();
    assert.deepEqual(await catchUp(), { what: 'same', diffs: 0 });
    assert.deepEqual(server.takeRequests(), ['304 state.json']);
    assert.deepEqual(await catchUp(true), { what: 'same', diffs: 0 });
    assert.deepEqual(readdirSync(edge.replica), ['state.json']);
    // Another edge reads the base and all diffs.
    rmSync(edge.root, { recursive: true });
    mkdirSync(edge.root);
    assert.equal((await catchUp()).what, 'newer');
    assert.ok(state().head !== null);
    await assertFollowed();
  }));

test('the files contain no hash of a key, and an edge no key', () =>
  withPublishing(async ({ dir, edge, path, write, publish, catchUp, files }) => {
    const hash = '5c'.repeat(32);
    const addKey = (byte: string) =>
      change(path, (client) =>
        client.execute({ sql: 'insert into key_hashes (hash) values (unhex(?))', args: [byte.repeat(32)] }),
      );
    await addKey('5c');
    await write(1);
    await publish();
    await catchUp();
    await addKey('5d');
    await write(2);
    assert.equal(await publish(), 'changed');
    assert.deepEqual(await catchUp(), { what: 'newer', diffs: 1 });
    const { makesTables } = await runWithReader(path, readSchema);
    const dictionary = Buffer.from(makesTables.join('\n'));
    const texts = files().map((name) => unpack(readFileSync(join(dir.publication, name)), dictionary));
    assert.ok(texts.every((text) => text.includes('"end"')));
    for (const text of texts) {
      assert.ok(!text.includes(Buffer.from(hash, 'hex').toString('base64').slice(0, 40)));
      assert.ok(!text.includes('"key_hashes"'));
    }
    const keys = await runWithReader(edge.snapshotDb(EPOCH), (client) =>
      client.execute('select count(*) from key_hashes'),
    );
    assert.equal(Number(keys.rows[0]?.[0]), 0);
  }));

type Harm = (bytes: Buffer) => Buffer | null;

/** Damage that a disk, a cache or a person can do to a file, and how an edge calls it for the state and for others. */
const HARMS: readonly (readonly [what: string, harm: Harm, state: string, file: string])[] = [
  ['missing', () => null, 'STATE_MISSING', 'FILE_MISSING'],
  ['empty', () => Buffer.alloc(0), 'STATE_DAMAGED', 'FILE_DAMAGED'],
  ['torn', (bytes) => bytes.subarray(0, bytes.byteLength - 9), 'STATE_DAMAGED', 'FILE_DAMAGED'],
  ['oversized', (bytes) => Buffer.concat([bytes, Buffer.alloc(5_000)]), 'STATE_DAMAGED', 'FILE_OVERSIZED'],
  ['flipped', (bytes) => flipBit(bytes), 'STATE_DAMAGED', 'FILE_DAMAGED'],
];

function flipBit(bytes: Buffer): Buffer {
  const flipped = Buffer.from(bytes);
  flipped[Math.floor(flipped.byteLength / 2)]! ^= 1;
  return flipped;
}

for (const [what, harm, ofState, ofFile] of HARMS) {
  test(`a ${what} file is never applied, and the edge keeps its snapshot`, () =>
    withPublishing(async ({ dir, edge, path, write, publish, catchUp, state, assertFollowed }) => {
      await write(1);
      await publish();
      await catchUp();
      const before = readFileSync(edge.snapshotDb(EPOCH));
      const note = readFileSync(join(edge.replica, 'state.json'));
      await write(2);
      await publish();
      const { base, head } = state();
      const fresh = toDataDir(join(dir.root, 'fresh'));
      const cases = [
        { name: 'state.json', follower: edge, cause: ofState },
        { name: head!.name, follower: edge, cause: ofFile },
        { name: base.name, follower: fresh, cause: ofFile },
      ];
      for (const { name, follower, cause } of cases) {
        const file = join(dir.publication, name);
        const whole = readFileSync(file);
        const damaged = harm(whole);
        if (damaged === null) rmSync(file);
        else writeFileSync(file, damaged);
        const server = await serveFolder(dir.publication);
        assert.equal((await followOnce(follower, server.url, path)).what, cause, name);
        await server.close();
        writeFileSync(file, whole);
        assert.deepEqual(readFileSync(edge.snapshotDb(EPOCH)), before);
        assert.deepEqual(readFileSync(join(edge.replica, 'state.json')), note);
        assert.equal(readCurrentEpoch(fresh), null);
        assert.deepEqual(readdirSync(edge.replica), ['state.json']);
      }
      assert.deepEqual(await catchUp(), { what: 'newer', diffs: 1 });
      await assertFollowed();
    }));
}

test('a damaged base is replaced on the next day, and a lost file or state at once', () =>
  withPublishing(async ({ dir, path, clock, server, write, publish, catchUp, state, files, assertFollowed }) => {
    await write(1);
    await publish();
    await write(2);
    await publish();
    await catchUp();
    const damaged = join(dir.publication, state().base.name);
    writeFileSync(damaged, flipBit(readFileSync(damaged)));
    clock.ms += 86_400_000;
    await write(3);
    assert.equal(await publish(), 'renewed');
    assert.deepEqual(await catchUp(), { what: 'newer', diffs: 1 });
    const fresh = toDataDir(join(dir.root, 'fresh'));
    mkdirSync(fresh.root);
    assert.deepEqual(await followOnce(fresh, server.url, path), { what: 'newer', diffs: null });
    await assertCopied(path, fresh.snapshotDb(EPOCH));
    rmSync(join(dir.publication, state().base.name));
    assert.equal(await publish(), 'whole');
    assert.equal(files().length, 1);
    writeFileSync(join(dir.publication, 'state.json'), '{"counter":1}');
    const { what } = await catchUp();
    assert.equal(what, 'STATE_DAMAGED');
    assert.equal(await publish(), 'whole');
    assert.equal((await catchUp()).what, 'same');
    assert.equal((await catchUp(true)).what, 'same');
    await assertFollowed();
  }));

test('a body that stalls, an error and a redirect leave the copy alone', () =>
  withPublishing(async ({ server, write, publish, catchUp, assertFollowed }) => {
    await write(1);
    await publish();
    const answer = (status: number, fields = {}): FolderServer['intercept'] => {
      return (_name, response) => {
        response.writeHead(status, fields).end();
        return true;
      };
    };
    server.intercept = answer(503);
    assert.equal((await catchUp()).what, 'HTTP_503');
    server.intercept = answer(302, { location: `${server.url}/state.json` });
    assert.equal((await catchUp()).what, 'HTTP_302');
    server.intercept = (_name, response) => {
      response.writeHead(200).write('{');
      return true;
    };
    assert.equal((await catchUp()).what, 'ANSWER_LOST');
    server.intercept = (_name, response) => {
      response.destroy();
      return true;
    };
    assert.equal((await catchUp()).what, 'UNREACHABLE');
    server.intercept = null;
    assert.equal((await catchUp()).what, 'newer');
    await assertFollowed();
  }));

test('an older state is refused, also after a new epoch and a restored folder, whose counter is higher', () =>
  withPublishing(async ({ dir, edge, path, clock, write, publish, catchUp, state, assertFollowed }) => {
    const old = join(dir.root, 'old');
    await write(1);
    await publish();
    await catchUp();
    cpSync(dir.publication, old, { recursive: true });
    const first = state().counter;
    await write(2);
    await publish();
    await catchUp();
    // Another epoch, from which the publisher knows nothing of the folder.
    rmSync(dir.publication, { recursive: true });
    await change(path, async (client) => {
      await client.execute("update instance set epoch = 'beef00000000'");
      await client.execute('delete from publish_log');
    });
    clock.ms += 1_000;
    assert.equal(await publish(), 'whole');
    assert.ok(state().counter > first);
    assert.equal((await catchUp()).what, 'newer');
    assert.equal(readCurrentEpoch(edge), 'beef00000000');
    await assertFollowed();
    const server = await serveFolder(old);
    for (const _ of [1, 2]) assert.equal((await followOnce(edge, server.url, path)).what, 'STATE_OLDER');
    await server.close();
    await assertFollowed();
    assert.deepEqual(await catchUp(), { what: 'same', diffs: 0 });
    // The clock was set back, but the counter still grows.
    clock.ms -= 86_400_000;
    const before = state().counter;
    await addSnapshot(path);
    await publish();
    assert.equal(state().counter, before + 1);
    assert.equal((await catchUp()).what, 'newer');
    await assertFollowed();
  }));

test('a state whose files are of another snapshot is not applied', () =>
  withPublishing(async ({ dir, edge, path, write, publish, catchUp, state, assertFollowed }) => {
    await write(1);
    await publish();
    await catchUp();
    await write(2);
    await publish();
    const statePath = join(dir.publication, 'state.json');
    const right = readFileSync(statePath);
    const made = state();
    for (const wrong of [
      { ...made, digest: '0'.repeat(64) },
      { ...made, rows: made.rows + 1 },
      { ...made, n: 9 },
    ]) {
      writeFileSync(statePath, formatState(wrong));
      assert.match((await catchUp()).what, /^(?:DIFF|COPY)_/);
    }
    assert.equal(readCurrentEpoch(edge), EPOCH);
    writeFileSync(statePath, right);
    await catchUp();
    await assertFollowed();
    writeFileSync(statePath, formatState({ ...made, counter: made.counter + 1, shape: 'f'.repeat(64) }));
    assert.equal(
      (await followOnce(edge, (await serveOnce(dir.publication)).url, path)).what,
      'SNAPSHOT_OF_OTHER_RELEASE',
    );
  }));

const opened: FolderServer[] = [];
async function serveOnce(folder: string): Promise<FolderServer> {
  const server = await serveFolder(folder);
  opened.push(server);
  return server;
}
test.after(() => Promise.all(opened.map((server) => server.close())));

test('an erased text is in no file of the publication after the next publish, nor at the edge after its next check', () =>
  withPublishing(async ({ dir, edge, path, write, publish, catchUp, files, assertFollowed, contains }) => {
    await write(3);
    await publish();
    await write(4);
    await publish();
    await catchUp();
    // A publisher that was killed left a file.
    writeFileSync(join(dir.publication, `${Date.now()}-${'a'.repeat(64)}`), NAME);
    assert.ok(await contains(dir.publication, NAME));
    assert.ok(await contains(edge.root, NAME));
    await change(path, (client) => deleteRowsWith(client, NAME));
    assert.equal(await publish(), 'changed');
    await catchUp();
    await change(path, async (client) => {
      await deleteAllLoggedChanges(client);
      await scrubDatabase(client);
    });
    assert.equal(await publish(), 'whole', 'the same snapshot, in a new base');
    assert.equal(files().length, 1);
    assert.equal(await contains(dir.publication, NAME), false);
    assert.deepEqual(await catchUp(), { what: 'newer', diffs: null });
    assert.equal(await contains(edge.root, NAME), false);
    await assertFollowed();
    assert.deepEqual(await catchUp(), { what: 'same', diffs: 0 });
  }));

/** Deletes every public row that contains a text. */
async function deleteRowsWith(client: Connection, text: string): Promise<void> {
  const { tables } = await readSchema(client);
  for (const { name, key } of tables) {
    const { rows } = await client.execute(`select * from "${name}"`);
    for (const row of rows) {
      if (!Object.values(row).some((value) => isIn(value, text))) continue;
      const where = key.map((column) => `"${column.name}" = ?`).join(' and ');
      await client.execute({
        sql: `delete from "${name}" where ${where}`,
        args: key.map((column) => row[column.name] as string),
      });
    }
  }
}

function isIn(value: unknown, text: string): boolean {
  return value instanceof ArrayBuffer ? Buffer.from(value).includes(text) : String(value).includes(text);
}

test('files stay for one state more, and no longer', () =>
  withPublishing(async ({ dir, path, server, edge, write, publish, catchUp, state, files, assertFollowed }) => {
    await write(1);
    await publish();
    await catchUp();
    // Logs are full as soon as they are longer than the base, of 250 KB at least.
    let renewed = 0;
    let namedBefore: readonly string[] = [];
    for (let i = 0; renewed < 2; i++) {
      await change(path, (client) => fillLog(client, i));
      await addSnapshot(path);
      const older = state();
      const kept = files();
      const sent = await publish();
      if (sent === 'renewed') {
        renewed++;
        for (const name of kept.filter((name) => !namedBefore.includes(name))) assert.ok(files().includes(name), name);
        assert.ok(existsSync(join(dir.publication, older.base.name)), 'the base of the state before');
        namedBefore = kept;
      } else if (namedBefore.length > 0) {
        assert.ok(namedBefore.every((name) => !files().includes(name)));
        namedBefore = [];
      }
      server.takeRequests();
      assert.deepEqual(await catchUp(), { what: 'newer', diffs: 1 }, 'an edge that is up to date needs no base');
      assert.equal(server.takeRequests().length, 2);
    }
    await assertFollowed();
    // An edge that asked for the state before finishes, and the next check brings the rest.
    rmSync(edge.root, { recursive: true });
    mkdirSync(edge.root);
    let asked = false;
    server.intercept = (name) => {
      asked ||= name === state().head?.name;
      return false;
    };
    const late = catchUp();
    while (!asked) await new Promise((resolve) => setImmediate(resolve));
    await addSnapshot(path);
    await publish();
    assert.equal((await late).what, 'newer');
    assert.equal((await catchUp()).what, 'newer');
    await assertFollowed();
  }));

/** Changes rows that can hardly be packed. */
async function fillLog(client: Connection, i: number): Promise<void> {
  await client.execute('delete from changes');
  await client.execute({
    sql: `insert into changes (n, at_ms, change, family, subject, field)
      with recursive ids (id) as (select 1 union all select id + 1 from ids where id < 400)
      select id, ?, 'changed', 'npc', hex(randomblob(48)), 'name' from ids`,
    args: [BigInt(i)],
  });
}

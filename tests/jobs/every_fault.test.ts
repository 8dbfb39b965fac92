import assert from 'node:assert/strict';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { systemClock } from '../../adapters/clock.ts';
import { type DataDir, toDataDir } from '../../adapters/data_folder/data_dir.ts';
import { nodeDigest } from '../../adapters/digest.ts';
import { createSnapshotStore } from '../../adapters/libsql/snapshot/store.ts';
import { openUploadWriter } from '../../adapters/libsql/uploads/writer.ts';
import { systemRandom } from '../../adapters/random.ts';
import { createRunner } from '../../domain/operator/commands.ts';
import { countListRows } from '../../domain/paging/ledger.ts';
import { err, type Result } from '../../domain/values/result.ts';
import { catchFault, StorageFault } from '../../domain/values/storage_fault.ts';
import { ALL_JOBS } from '../../jobs/mod.ts';
import { parseCommand } from '../../jobs/run_command.ts';
import { describeFailure } from '../../jobs/sentences.ts';
import { casesToTry } from '../runner/properties.ts';
import { beginFolder } from '../support/folder.ts';
import { inTempDir } from '../support/instance.ts';
import { CAUSE, createFaultTools } from './fault_builder.ts';
import { keepRecords } from './support.ts';

const INSTALL = 'install-secret-1';

/** Arguments of every command, given a folder with the files that it reads. */
const COMMANDS: Readonly<Record<string, (folder: string) => readonly string[]>> = {
  snapshot: () => [],
  rebuild: () => [],
  export: () => [],
  'import-game-files': (folder) => ['--dir', tables(folder, 3), '--build', 'new'],
  'import-knowledge': (folder) => [documents(folder, 'new')],
  verify: () => [],
  'key create': () => ['--label', 'Ada'],
  'key list': () => [],
  'key revoke': () => ['1'],
  'grant issue': () => ['--category', 'gold', '--days', '3', '--character', 'Ada', '--realm', 'Eastmoor'],
  'grant list': () => [],
  'grant revoke': () => ['1'],
  erase: () => ['--install', INSTALL],
  withhold: () => ['--install', INSTALL, '--reason', 'Made up'],
  witnesses: () => ['npc', '1'],
};

/** Commands that are tested elsewhere, or not at all, and why. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  upload: 'a command for players, without a data folder',
  backup: 'tests/backups breaks its copies',
  compare: 'only reads public data (tests/jobs/compare.test.ts)',
  doctor: 'reports faults instead of failing (tests/jobs/doctor.test.ts)',
  restore: 'tests/backups breaks its copies',
  'verify-public': 'reads another instance, without a data folder (tests/jobs/verify_public)',
};

/** Methods whose failure does not stop a command, and why. */
const PASSED_OVER: Readonly<Record<string, string>> = {
  'uploads.liveKeys': 'the snapshot database keeps the keys that it has',
};

async function run(dir: DataDir, words: readonly string[], broken: string | null = null) {
  const command = parseCommand([...words]);
  assert.ok(command.kind === 'run', words.join(' '));
  assert.ok(
    !('forPlayers' in command.job) &&
      !('forRestore' in command.job) &&
      !('forReading' in command.job) &&
      !('forVisitors' in command.job) &&
      !('forChecking' in command.job),
  );
  const { tools, called } = createFaultTools(dir, broken);
  const done = await catchFault(command.job.run(tools, command.args));
  const result: Result<string | null, string> = done instanceof StorageFault ? err(describeFailure(done)) : done;
  return { result, called };
}

async function succeed(dir: DataDir, words: readonly string[]) {
  const { result, called } = await run(dir, words);
  assert.ok(result.ok, result.ok ? '' : `${words.join(' ')}: ${result.error}`);
  return called;
}

function tables(folder: string, items: number): string {
  const dir = join(folder, `tables-${items}`);
  mkdirSync(dir, { recursive: true });
  const rows = Array.from({ length: items }, (_, i) => `${i + 1},2,7,21,0\n`).join('');
  writeFileSync(join(dir, 'Item.csv'), `ID,ClassID,SubclassID,InventoryType,IconFileDataID\n${rows}`);
  writeFileSync(join(dir, 'ItemClass.csv'), 'ID,ClassName_lang,ClassID\n1,Weapon,2\n');
  return dir;
}

function documents(folder: string, name: string): string {
  const path = join(folder, `${name}.ndjson`);
  const fields = { id: 'doc:one', kind: 'document', name, text: 'A text', url: 'https://example.org/', source: 'S' };
  writeFileSync(path, `${JSON.stringify({ ...fields, licence: 'CC0', date: '2026-01-01' })}\n`);
  return path;
}

/** Creates a data folder with something for every command to read or change. */
async function fill(folder: string): Promise<string> {
  const dir = await beginFolder(join(folder, 'filled'));
  await keepRecords(dir, 0, 60);
  await succeed(dir, ['snapshot']);
  await succeed(dir, ['import-game-files', '--dir', tables(folder, 2), '--build', 'old']);
  await succeed(dir, ['import-knowledge', documents(folder, 'old')]);
  await succeed(dir, ['key', 'create', '--label', 'Reader']);
  await succeed(dir, ['grant', 'issue', ...COMMANDS['grant issue']!(folder)]);
  return dir.root;
}

/** Returns everything that commands change: served data, keys, grants and orders. */
async function stateOf(dir: DataDir): Promise<string> {
  const store = createSnapshotStore({ dir, clock: systemClock });
  await store.refresh();
  const snapshot = await store.newest();
  assert.ok(snapshot !== null);
  const known = await snapshot.knowledge.ofKind('document', 10);
  const { game, row, lists: ledger } = snapshot.view;
  const { seq, uploads, lootWindows, corpusPlaces } = row;
  const ratePlaces = countListRows(ledger, 'rates', row.n);
  await store.close();
  const writer = await openUploadWriter(dir.uploadsDb, { random: systemRandom, create: false });
  const owner = createRunner(writer.operator, { clock: systemClock, random: systemRandom, digest: nodeDigest });
  const lists = [
    await owner.carryOut({ op: 'key-list', after: 0 }),
    await owner.carryOut({ op: 'grant-list', after: 0 }),
  ];
  await writer.close();
  const state = JSON.stringify([
    game?.build,
    game?.items,
    known.map(({ name }) => name),
    { seq, uploads, lootWindows, corpusPlaces, ratePlaces },
    lists,
  ]);
  // The times differ between two runs of a command.
  return state.replaceAll(/AtMs":\d+/g, 'AtMs":"known"');
}

test('the table has every command', () => {
  assert.deepEqual(
    [...Object.keys(COMMANDS), ...Object.keys(ELSEWHERE)].sort(),
    ALL_JOBS.map(({ name }) => name).sort(),
  );
});

test('a command whose read or write fails names the store, and leaves the old or the new state', () =>
  inTempDir(async (folder) => {
    const filled = await fill(folder);
    let copies = 0;
    const copyOf = (path: string): DataDir => {
      const dir = toDataDir(join(folder, `copy-${copies++}`));
      cpSync(path, dir.root, { recursive: true });
      return dir;
    };
    const withMore = copyOf(filled);
    await keepRecords(withMore, 60, 20);
    /** Copies the filled folder, for `snapshot` with new records for it to read. */
    const copyFilled = (name: string): DataDir => copyOf(name === 'snapshot' ? withMore.root : filled);
    for (const [name, wordsOf] of Object.entries(COMMANDS)) {
      const words = [...name.split(' '), ...wordsOf(folder)];
      const whole = copyFilled(name);
      const before = await stateOf(whole);
      const called = await succeed(whole, words);
      const after = await stateOf(whole);
      assert.ok(called.size > 0, name);
      for (const [method, store] of casesToTry([...called])) {
        const dir = copyFilled(name);
        const { result } = await run(dir, words, method);
        const where = `${name} without ${method}: ${result.ok ? result.value : result.error}`;
        assert.equal(result.ok, method in PASSED_OVER, where);
        const [sentence = ''] = describeFailure(new StorageFault(store, CAUSE)).split(':');
        if (!result.ok) assert.ok(result.error.includes(sentence), where);
        const state = await stateOf(dir);
        assert.ok(state === before || state === after, `${where} left ${state}, not ${before} or ${after}`);
        // A command that did its work before it failed, such as creating a key, would do the work twice.
        if (state === after && before !== after) continue;
        await succeed(dir, words);
        assert.equal(await stateOf(dir), after, `${where}, then without a fault`);
      }
    }
  }));

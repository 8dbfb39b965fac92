import assert from 'node:assert/strict';
import { Buffer } from 'node:buffer';
import { existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { createBuilderContext } from '../../adapters/builder_context.ts';
import { systemClock } from '../../adapters/clock.ts';
import { createCommandOwner } from '../../adapters/command_owner.ts';
import type { DataDir } from '../../adapters/data_folder/data_dir.ts';
import { createExportFolder } from '../../adapters/exports/folder.ts';
import { openExportSource } from '../../adapters/libsql/snapshot/export/source.ts';
import { createSnapshotStore } from '../../adapters/libsql/snapshot/store.ts';
import { RULE_VERSIONS } from '../../domain/families/mod.ts';
import { createAttribution } from '../../domain/values/attribution.ts';
import type { Result } from '../../domain/values/result.ts';
import { parseCommand } from '../../jobs/run_command.ts';
import { NO_BACKUPS } from '../support/no_backups.ts';
import { withDataDir } from './support.ts';

const SILENT = { info: () => {}, warn: () => {}, error: () => {} };

function run(dir: DataDir, ...words: string[]): Promise<Result<string | null, string>> {
  const builder = createBuilderContext({
    dir,
    log: SILENT,
    stop: new AbortController().signal,
    onProgress: () => {},
    onTable: () => {},
    rules: { feedTime: 'exact', rollups: RULE_VERSIONS },
    kinds: { publicKinds: new Set<string>(), namedKinds: new Set<string>() },
  });
  const command = parseCommand(words);
  assert.ok(
    command.kind === 'run' &&
      !('forPlayers' in command.job) &&
      !('forRestore' in command.job) &&
      !('forReading' in command.job) &&
      !('forVisitors' in command.job) &&
      !('forChecking' in command.job),
  );
  const exporter = {
    openSource: () => openExportSource(dir),
    openEvidence: null,
    folder: createExportFolder(dir.exports),
    clock: systemClock,
    attribution: createAttribution({ publicUrl: 'https://witness.example', serviceName: 'Third Witness' }),
  };
  return command.job.run({ builder, owner: createCommandOwner(dir), exporter, backups: NO_BACKUPS }, command.args);
}

/** Returns the served build, its number of items, and the names in `imports/`. */
async function servedIn(dir: DataDir): Promise<readonly [string | null, number, string]> {
  const store = createSnapshotStore({ dir, clock: systemClock });
  await store.refresh();
  const snapshot = await store.newest();
  await store.close();
  const game = snapshot?.view.game;
  const kept = existsSync(dir.imports) ? readdirSync(dir.imports).sort() : [];
  return [game?.build ?? null, game?.items ?? 0, kept.join(' ')];
}

type Tables = Readonly<Record<string, string | Uint8Array>>;

function numbered(rows: number, rowOf: (id: number) => string): string {
  return Array.from({ length: rows }, (_, at) => `${rowOf(at + 1)}\n`).join('');
}

/** Tables with 100 items each. Tables that are not read for items have 10 rows. */
const WHOLE = {
  'Item.csv': `ID,ClassID,SubclassID\n${numbered(100, (id) => `${id},2,7`)}`,
  'ItemSparse.csv': `ID,SellPrice\n${numbered(100, (id) => `${id},${id}00`)}`,
  'SpellReagents.csv': `ID,SpellID,Reagent_0,ReagentCount_0\n${numbered(10, (id) => `${id},${id + 900},${id},1`)}`,
  'TalentTab.csv': `ID,Name_lang,OrderIndex,ClassMask\n${numbered(10, (id) => `${id},Tab,0,1`)}`,
} as const;

function asFolder(dir: DataDir, tables: Tables): string {
  const folder = mkdtempSync(join(dir.root, 'tables-'));
  for (const [file, content] of Object.entries(tables)) writeFileSync(join(folder, file), content);
  return folder;
}

function without(tables: Tables, file: string): Tables {
  return Object.fromEntries(Object.entries(tables).filter(([name]) => name !== file));
}

function rowsOf(file: keyof typeof WHOLE, rows: number): string {
  return WHOLE[file]
    .split('\n')
    .slice(0, rows + 1)
    .map((line) => `${line}\n`)
    .join('');
}

interface Refusal {
  readonly why: string;
  readonly tables: Tables;
  readonly sentence: string;
  /** Number of items served after --force, or null if --force changes nothing. */
  readonly forced: number | null;
}

const SERVED = 'four fifths of the 100 in the served import';

const REFUSALS: readonly Refusal[] = [
  {
    why: 'a file that ends between two cells',
    tables: { ...WHOLE, 'Item.csv': WHOLE['Item.csv'].slice(0, -3) },
    sentence: 'Item.csv, line 101: the file ends inside a row: expected 3 cells, found 2.',
    forced: 100,
  },
  {
    why: 'a file that ends in quotes',
    tables: { ...WHOLE, 'TalentTab.csv': `${WHOLE['TalentTab.csv']}11,"Fu\n` },
    sentence:
      'TalentTab.csv, line 12: the file ends inside a quoted cell: expected a closing quote, found the end of the file.',
    forced: 100,
  },
  {
    why: 'a file that was cut behind a row',
    tables: { ...WHOLE, 'Item.csv': rowsOf('Item.csv', 79) },
    sentence: `Item.csv, line 80: expected at least 80 rows, ${SERVED}; found 79 up to the end of the file.`,
    forced: 100,
  },
  {
    why: 'a table that no item is read from and that lost rows',
    tables: { ...WHOLE, 'TalentTab.csv': rowsOf('TalentTab.csv', 7) },
    sentence:
      'TalentTab.csv, line 8: expected at least 8 rows, four fifths of the 10 in the served import; found 7 up to the end of the file.',
    forced: 100,
  },
  {
    why: 'a table that is missing',
    tables: without(WHOLE, 'ItemSparse.csv'),
    sentence: 'ItemSparse.csv: expected this table, which has 100 rows in the served import; found no such file.',
    forced: 100,
  },
  {
    why: 'ids that are gone although the rows are there',
    tables: { ...WHOLE, 'SpellReagents.csv': WHOLE['SpellReagents.csv'].replaceAll(/,9(\d\d),/g, ',-9$1,') },
    sentence:
      'The tables, reagent_for relations: expected at least 8, four fifths of the 10 in the served import; found 0.',
    forced: 100,
  },
  {
    why: 'bytes that are no UTF-8',
    tables: {
      ...WHOLE,
      'ItemClass.csv': Buffer.from('ID,ClassName_lang,ClassID\n1,Waffe,2\n2,R\xfcstung,4\n', 'latin1'),
    },
    sentence: 'ItemClass.csv, line 3: the file must be text in UTF-8; found the byte 0xfc.',
    forced: null,
  },
];

for (const { why, tables, sentence, forced } of REFUSALS) {
  test(`import-game-files refuses ${why}, and neither stores nor serves anything of it`, () =>
    withDataDir(async (dir) => {
      const words = (build: string, folder: string) => ['import-game-files', '--build', build, '--dir', folder];
      assert.ok((await run(dir, ...words('1.15.8.1', asFolder(dir, WHOLE)))).ok);
      const before = await servedIn(dir);
      assert.deepEqual(before, ['1.15.8.1', 100, '1 current']);
      const folder = asFolder(dir, tables);
      const refused = await run(dir, ...words('1.15.8.2', folder));
      assert.ok(!refused.ok);
      assert.ok(refused.error.includes(sentence), refused.error);
      if (forced !== null) assert.match(refused.error, /\nNothing was replaced\. .* --force\.$/);
      assert.deepEqual(await servedIn(dir), before);
      assert.ok((await run(dir, 'rebuild')).ok);
      assert.deepEqual(await servedIn(dir), before);
      const again = await run(dir, ...words('1.15.8.2', folder), '--force');
      assert.equal(again.ok, forced !== null);
      if (forced !== null) assert.deepEqual((await servedIn(dir)).slice(0, 2), ['1.15.8.2', forced]);
    }));
}

test('a table may lose a fifth of its rows, and the next import is compared with the rest', () =>
  withDataDir(async (dir) => {
    const withItems = (items: number) =>
      asFolder(dir, { 'Item.csv': rowsOf('Item.csv', items), 'ItemSparse.csv': rowsOf('ItemSparse.csv', items) });
    for (const [items, isTaken] of [
      [100, true],
      [79, false],
      [80, true],
      [63, false],
      [64, true],
    ] as const) {
      const done = await run(dir, 'import-game-files', '--build', `1.15.8.${items}`, '--dir', withItems(items));
      assert.equal(done.ok, isTaken, `${items}: ${done.ok ? done.value : done.error}`);
    }
  }));

test('an import that an earlier release stored is compared by its items and relations', () =>
  withDataDir(async (dir) => {
    assert.ok((await run(dir, 'import-game-files', '--build', '1.15.8.1', '--dir', asFolder(dir, WHOLE))).ok);
    const path = join(dir.imports, '1', 'meta.json');
    const { counts, ...meta } = JSON.parse(readFileSync(path, 'utf8')) as { readonly counts: unknown };
    assert.deepEqual(counts, {
      tables: { Item: 100, ItemSparse: 100, SpellReagents: 10, TalentTab: 10 },
      pieces: { items: 100, 'item classes': 1, 'reagent_for relations': 10 },
    });
    writeFileSync(path, JSON.stringify(meta));
    const fewer = asFolder(dir, { ...WHOLE, 'Item.csv': rowsOf('Item.csv', 50), 'ItemSparse.csv': 'ID,SellPrice\n' });
    const refused = await run(dir, 'import-game-files', '--build', '1.15.8.2', '--dir', fewer);
    assert.ok(!refused.ok);
    assert.match(
      refused.error,
      /^The tables, items: expected at least 80, four fifths of the 100 in the served import; found 50\.\n/,
    );
    assert.equal((await servedIn(dir))[0], '1.15.8.1');
  }));

test('a truncated file is refused even if nothing is served yet', () =>
  withDataDir(async (dir) => {
    const cut = asFolder(dir, { 'Item.csv': WHOLE['Item.csv'].slice(0, -3) });
    const refused = await run(dir, 'import-game-files', '--build', '1.15.8.1', '--dir', cut);
    assert.ok(!refused.ok && refused.error.startsWith('Item.csv, line 101: the file ends inside a row'));
    assert.equal((await servedIn(dir))[0], null);
    assert.doesNotMatch((await servedIn(dir))[2], /1/);
  }));

test('import-knowledge refuses a file that is truncated within a line and says so', () =>
  withDataDir(async (dir) => {
    const fields = { id: 'one', kind: 'guide', name: 'Größe', text: 'T', url: 'https://example.org/', source: 'S' };
    const whole = Buffer.from(JSON.stringify({ ...fields, licence: 'CC0', date: '2026-01-01' }));
    const path = join(dir.root, 'documents.ndjson');
    const inCharacter = whole.indexOf(0xc3) + 1;
    for (const length of [1, inCharacter, whole.length - 1]) {
      const second = Buffer.from(whole.toString().replace('"one"', '"two"')).subarray(0, length);
      writeFileSync(path, Buffer.concat([whole, Buffer.from('\n'), second]));
      assert.deepEqual(await run(dir, 'import-knowledge', path), {
        ok: false,
        error:
          'Line 2: the line must be one JSON object, but the file ends inside it.\nNothing was imported from the file.',
      });
    }
    writeFileSync(path, whole);
    assert.ok((await run(dir, 'import-knowledge', path)).ok);
  }));

test('skipped and doubtful rows are printed, the first of each file in words and the others as a count', () =>
  withDataDir(async (dir) => {
    const tables = {
      'Item.csv': `ID,ClassID,SubclassID\n${numbered(9, () => '45,4,0')}-5,2,7\n46,2,7`,
      'ItemSparse.csv': 'ID,SellPrice\n45,much\n',
    };
    const done = await run(dir, 'import-game-files', '--build', '1.15.8.1', '--dir', asFolder(dir, tables));
    assert.ok(done.ok);
    const lines = done.value!.split('\n');
    assert.deepEqual(lines.slice(lines.indexOf('Rows that were left out:')), [
      'Rows that were left out:',
      ...[3, 4, 5, 6, 7].map((line) => `Item.csv, line ${line}: repeats the ID 45 of an earlier row`),
      'Item.csv: 4 more rows like these',
      'Rows that were imported with a doubtful value:',
      'Item.csv, line 12: is the last row and has no line break: if the file was cut, its last cell may be too',
      'ItemSparse.csv, line 2: has no number as its SellPrice, but "much"',
      'Build 1.15.8.1 is imported and served.',
    ]);
  }));

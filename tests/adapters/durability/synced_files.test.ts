import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { test } from 'node:test';
import { toDataDir } from '../../../adapters/data_folder/data_dir.ts';
import { createEpoch, serveEpoch } from '../../../adapters/data_folder/epoch.ts';
import { openInstanceFolder } from '../../../adapters/data_folder/open_folder.ts';
import { replaceSyncedFile, syncFolder, writeSyncedFile } from '../../../adapters/data_folder/synced_files.ts';
import { createDocumentFolder, createImportFolder } from '../../../adapters/imports/folder.ts';
import { systemRandom } from '../../../adapters/random.ts';
import { RULE_VERSIONS } from '../../../domain/families/mod.ts';
import type { BuildPiece } from '../../../domain/ports/build.ts';
import { corpusRows, withYard } from '../../domain/exports/support.ts';
import { withFolder } from '../../domain/snapshot/support.ts';
import { lostByPowerCut, type Sync, syncsIn } from './recorder.ts';

/** Windows cannot open folders (adapters/data_folder/synced_files.ts). */
const skip = process.platform === 'win32';

/** Returns what was synced before the pointer of a folder was changed. */
function beforeNamed(syncs: readonly Sync[], folder: string): string[] {
  const paths = syncs.map(({ path }) => path);
  const pointer = folder === '.' ? 'current.new' : `${folder}/current.new`;
  assert.deepEqual(paths.slice(paths.indexOf(pointer)), [pointer, folder]);
  return paths.slice(0, paths.indexOf(pointer));
}

function namesIn(has: string): readonly string[] {
  return has.split('\n').map((line) => line.split(' ', 1)[0]!);
}

test('a file is replaced in the order that survives a power cut: write, sync, rename, sync the folder', { skip }, () =>
  withFolder(async (root) => {
    await writeFile(join(root, 'pointer'), 'one\n');
    const syncs = await syncsIn(root, () => replaceSyncedFile(join(root, 'pointer'), 'two\n'));
    assert.deepEqual(
      syncs.map(({ path }) => path),
      ['pointer.new', '.'],
    );
    assert.equal(syncs[0]!.has, 'two\n', 'synced under its first name, whole');
    assert.deepEqual(namesIn(syncs[1]!.has), ['pointer'], 'the folder is synced once the name stands for it');
    assert.deepEqual(await lostByPowerCut(root, syncs), []);
  }),
);

test('an import is completely on the disk before the pointer names it', { skip }, () =>
  withFolder(async (root) => {
    const folder = createImportFolder(join(root, 'imports'));
    const pieces = async function* (): AsyncGenerator<BuildPiece> {
      yield { piece: 'edge', edge: { rel: 'created_by', fromId: 1, toId: 2 } };
    };
    const syncs = await syncsIn(root, async () => {
      const draft = await folder.write({ build: '1.15.8.67156', extractedAt: null, importedAtMs: 5 }, pieces());
      await draft.keep();
    });
    assert.deepEqual(await lostByPowerCut(root, syncs), []);
    assert.deepEqual(beforeNamed(syncs, 'imports').sort(), [
      ...['.', 'imports', 'imports/1', 'imports/1/meta.json', 'imports/1/pieces.ndjson'],
    ]);
  }),
);

test('documents are completely on the disk before the pointer names them', { skip }, () =>
  withFolder(async (root) => {
    const folder = createDocumentFolder(join(root, 'imports/knowledge'));
    const none = async function* (): AsyncGenerator<never> {};
    const syncs = await syncsIn(root, async () => await (await folder.write(none())).keep());
    assert.deepEqual(await lostByPowerCut(root, syncs), []);
    assert.ok(beforeNamed(syncs, 'imports/knowledge').includes('imports/knowledge/1.ndjson'));
  }),
);

test('an export is completely on the disk before the pointer names it', { skip }, () =>
  withYard(async ({ root, ...yard }) => {
    await yard.snapshot({ corpus: [corpusRows('loot', 0, 4_000)] });
    await mkdir(root);
    const syncs = await syncsIn(root, () => yard.export());
    assert.deepEqual(await lostByPowerCut(root, syncs), []);
    const before = beforeNamed(syncs, '.');
    const names = ['1', '1/corpus.ndjson.gz', '.'];
    for (const name of names) assert.ok(before.includes(name), name);
  }),
);

test('the databases of an epoch are on the disk before the pointer names it', { skip }, () =>
  withFolder(async (root) => {
    const dir = toDataDir(root);
    const epoch = await createEpoch(dir, { feedTime: 'exact', rollups: RULE_VERSIONS }, systemRandom);
    const syncs = await syncsIn(root, () => serveEpoch(dir, epoch));
    assert.deepEqual(beforeNamed(syncs, '.'), [`evidence.${epoch.name}.db`, `snapshot.${epoch.name}.db`]);
  }),
);

test('the name of a new data folder is on the disk, and so are those of its parent folders', { skip }, () =>
  withFolder(async (root) => {
    const syncs = await syncsIn(root, async () => {
      const held = await openInstanceFolder(join(root, 'made', 'data'));
      assert.ok(held.ok);
      await held.value.lock.release();
    });
    const lost = await lostByPowerCut(root, syncs);
    for (const around of ['.', 'made']) assert.ok(!lost.includes(around), around);
  }),
);

test('the recorder detects a missing sync', { skip }, () =>
  withFolder(async (root) => {
    const lost = async (work: () => Promise<void>) => lostByPowerCut(root, await syncsIn(root, work));
    await mkdir(join(root, 'a'));
    const [inner, text] = [join(root, 'a/file'), 'text\n'];
    assert.deepEqual(await lost(() => writeFile(inner, text)), ['.', 'a', 'a/file']);
    assert.deepEqual(await lost(() => writeSyncedFile(inner, text)), ['.', 'a']);
    assert.deepEqual(
      await lost(async () => {
        await writeSyncedFile(inner, text);
        await syncFolder(join(root, 'a'));
      }),
      ['.'],
    );
    assert.deepEqual(
      await lost(async () => {
        await writeSyncedFile(inner, text);
        await writeFile(inner, 'other\n');
        for (const path of ['a', '.']) await syncFolder(join(root, path));
      }),
      ['a/file'],
    );
  }),
);

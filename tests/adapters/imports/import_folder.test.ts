import assert from 'node:assert/strict';
import { readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { createImportFolder } from '../../../adapters/imports/folder.ts';
import type { BuildPiece } from '../../../domain/ports/build.ts';
import type { ImportMeta, StoredImport } from '../../../domain/ports/imports.ts';
import { withFolder } from '../../domain/snapshot/support.ts';
import { causeOf } from '../../support/storage_fails.ts';

const META: ImportMeta = { build: '1.15.8.67156', extractedAt: null, importedAtMs: 5 };

function edge(fromId: number): BuildPiece {
  return { piece: 'edge', edge: { rel: 'created_by', fromId, toId: 2 } };
}

const listed = async function* (count: number): AsyncGenerator<BuildPiece> {
  for (let i = 1; i <= count; i++) yield edge(i);
};

async function readAll(kept: StoredImport): Promise<BuildPiece[]> {
  const pieces: BuildPiece[] = [];
  for await (const piece of kept.pieces()) pieces.push(piece);
  return pieces;
}

test('a kept import is current, and can be read repeatedly', () =>
  withFolder(async (dir) => {
    const root = join(dir, 'imports');
    const folder = createImportFolder(root);
    await assert.rejects(async () => readdirSync(root));
    assert.equal(await folder.current(), null);
    const draft = await folder.write(META, listed(20_000));
    assert.equal(await folder.current(), null);
    await draft.keep();
    const kept = await folder.current();
    assert.deepEqual(kept?.meta, META);
    for (let i = 0; i < 2; i++) {
      const pieces = await readAll(kept!);
      assert.equal(pieces.length, 20_000);
      assert.deepEqual([pieces[0], pieces.at(-1)], [edge(1), edge(20_000)]);
    }
  }));

test('the old import stays until the new one is served, and becomes current again if serving fails', () =>
  withFolder(async (root) => {
    const folder = createImportFolder(root);
    await (await folder.write(META, listed(1))).keep();
    const draft = await folder.write({ ...META, build: '1.15.9.1' }, listed(2));
    assert.equal((await folder.current())?.meta.build, META.build);
    await draft.keep();
    assert.equal((await folder.current())?.meta.build, '1.15.9.1');
    assert.deepEqual(readdirSync(root).sort(), ['1', '2', 'current']);
    await draft.discard();
    assert.equal((await folder.current())?.meta.build, META.build);
    assert.deepEqual(readdirSync(root).sort(), ['1', 'current']);
    const again = await folder.write({ ...META, build: '1.15.9.1' }, listed(2));
    await again.keep();
    await again.settle();
    assert.equal((await folder.current())?.meta.build, '1.15.9.1');
    assert.deepEqual(readdirSync(root).sort(), ['2', 'current']);
  }));

test('an import that fails or is discarded leaves nothing behind', () =>
  withFolder(async (root) => {
    const folder = createImportFolder(root);
    await (await folder.write(META, listed(1))).keep();
    const failing = async function* (): AsyncGenerator<BuildPiece> {
      yield edge(1);
      throw new Error('a table ended early');
    };
    await assert.rejects(folder.write(META, failing()), /ended early/);
    await (await folder.write(META, listed(3))).discard();
    assert.deepEqual(readdirSync(root).sort(), ['1', 'current']);
    // A process that was killed leaves a folder, which the next import removes.
    await await folder.write(META, listed(3));
    await (await folder.write(META, listed(4))).keep();
    assert.equal((await readAll((await folder.current())!)).length, 4);
  }));

test('a truncated import or an invalid pointer is a storage fault', () =>
  withFolder(async (root) => {
    const folder = createImportFolder(root);
    await (await folder.write(META, listed(10))).keep();
    const path = join(root, '1', 'pieces.ndjson');
    const whole = readFileSync(path, 'utf8');
    truncateSync(path, whole.length - '"end"\n'.length);
    const kept = (await folder.current())!;
    await assert.rejects(readAll(kept), /IMPORT_CUT_OFF/);
    writeFileSync(join(root, 'current'), '../else');
    assert.equal(await causeOf(folder.current()), 'IMPORT_POINTER_DAMAGED');
  }));

import assert from 'node:assert/strict';
import { Buffer } from 'node:buffer';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { inTempDir } from '../support/instance.ts';
import { type Choice, createDisk } from './disk.ts';
import type { Change } from './recording.ts';

const ROOT = '/disk';
const [TOP, FILE, OTHER] = [1, 2, 3];

const NOTHING: Choice = { stays: () => false, tears: () => false, sectorStays: () => false };
const ALL: Choice = { ...NOTHING, stays: () => true };

function made(node: number, name: string): Change {
  return { kind: 'made', node, path: `${ROOT}/${name}` };
}
function written(node: number, text: string, at = 0): Change {
  return {
    kind: 'written',
    node,
    at,
    bytes: Buffer.from(text),
  };
}

/**
 * Returns the files that a power cut after these changes leaves. A sync without a `covers` position covers everything
 * before it.
 */
function leftOf(choice: Choice, ...changes: readonly Change[]): Promise<Readonly<Record<string, string>>> {
  return inTempDir(async (dir) => {
    const recording = changes.map((change, position) => ({ position, change }));
    const disk = createDisk(recording, ROOT, TOP);
    disk.goTo(changes.length);
    const folder = join(dir, 'left');
    disk.cutInto(folder, choice);
    return Object.fromEntries(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')]));
  });
}

function synced(node: number, covers = 99): Change {
  return { kind: 'synced', node, covers, path: '' };
}

test('synced data survives a power cut, and names are synced separately from contents', async () => {
  const begun = [made(FILE, 'a'), written(FILE, 'one')];
  assert.deepEqual(await leftOf(NOTHING, ...begun), {});
  assert.deepEqual(await leftOf(NOTHING, ...begun, synced(FILE)), {}, 'a file without its name is lost');
  assert.deepEqual(await leftOf(NOTHING, ...begun, synced(TOP)), { a: '' }, 'a name without its file is empty');
  assert.deepEqual(await leftOf(NOTHING, ...begun, synced(FILE), synced(TOP)), { a: 'one' });
  assert.deepEqual(await leftOf(ALL, ...begun), { a: 'one' });
});

test('a sync covers exactly what was written before it started', async () => {
  const begun = [made(FILE, 'a'), synced(TOP), written(FILE, 'one'), synced(FILE)];
  assert.deepEqual(await leftOf(NOTHING, ...begun, written(FILE, 'two')), { a: 'one' });
  assert.deepEqual(await leftOf(NOTHING, ...begun, written(FILE, 'two'), synced(FILE, 4)), { a: 'one' });
  assert.deepEqual(await leftOf(NOTHING, ...begun, written(FILE, 'two'), synced(FILE, 5)), { a: 'two' });
  assert.deepEqual(await leftOf(NOTHING, ...begun, { kind: 'cut', node: FILE, size: 1 }), { a: 'one' });
  assert.deepEqual(await leftOf(ALL, ...begun, { kind: 'cut', node: FILE, size: 1 }, written(FILE, 'x', 2)), {
    a: 'o\0x',
  });
});

test('any of the pending writes may be on the disk, each completely or in part', async () => {
  const begun = [made(FILE, 'a'), synced(TOP), written(FILE, 'one'), written(FILE, 'two', 3)];
  const turns = (...stays: readonly boolean[]): Choice => ({ ...NOTHING, stays: () => stays[at++] ?? false });
  let at = 0;
  assert.deepEqual(await leftOf(turns(false, true), ...begun), { a: '\0\0\0two' });
  const long = 'x'.repeat(512);
  let sector = 0;
  const torn: Choice = { stays: () => true, tears: () => true, sectorStays: () => sector++ === 1 };
  const after = await leftOf(torn, made(FILE, 'a'), synced(TOP), written(FILE, `${long}${'y'.repeat(512)}`));
  assert.deepEqual(after, { a: `${'\0'.repeat(512)}${'y'.repeat(512)}` });
});

test('a rename is permanent once its folder is synced, and before that it happened completely or not at all', async () => {
  const begun = [
    ...[made(FILE, 'a'), written(FILE, 'old'), synced(FILE), synced(TOP)],
    ...[made(OTHER, 'a.new'), written(OTHER, 'new'), synced(OTHER)],
  ];
  const renamed: Change = { kind: 'renamed', path: `${ROOT}/a.new`, to: `${ROOT}/a` };
  assert.deepEqual(await leftOf(NOTHING, ...begun, renamed), { a: 'old' });
  assert.deepEqual(await leftOf(ALL, ...begun, renamed), { a: 'new' });
  assert.deepEqual(await leftOf(NOTHING, ...begun, renamed, synced(TOP)), { a: 'new' });
  assert.deepEqual(await leftOf(NOTHING, ...begun, { kind: 'removed', path: `${ROOT}/a` }), { a: 'old' });
});

test('a reused file number is another file', async () => {
  const changes = [
    made(FILE, 'a'),
    written(FILE, 'old'),
    synced(FILE),
    { kind: 'removed', path: `${ROOT}/a` } as const,
  ];
  assert.deepEqual(await leftOf(NOTHING, ...changes, made(FILE, 'b'), synced(TOP)), { b: '' });
});

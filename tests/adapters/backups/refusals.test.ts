import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { listFilesBelow } from '../../../adapters/backups/folders.ts';
import { createBackupMaker } from '../../../adapters/backups/make.ts';
import { createBackupRestorer } from '../../../adapters/backups/restore.ts';
import type { DataDir } from '../../../adapters/data_folder/data_dir.ts';
import { writeChainLink } from '../../../adapters/data_folder/notes.ts';
import { OLD_UPLOADS } from '../../../adapters/libsql/migrate.ts';
import { openUploadReader } from '../../../adapters/libsql/uploads/reader.ts';
import type { BuilderContext } from '../../../domain/operator/builder_context.ts';
import { RELEASES } from '../../fixtures/releases.ts';
import { keep, questTold } from '../../jobs/kept_uploads.ts';
import { beginFolder } from '../../support/folder.ts';
import { inTempDir } from '../../support/instance.ts';

/** Returns the builder's turn, for which nobody else waits. */
function turnOf(dir: DataDir): Pick<BuilderContext, 'turn'> {
  return {
    turn: async (work) => {
      const uploads = await openUploadReader(dir.uploadsDb);
      try {
        return await work(uploads);
      } finally {
        await uploads.close();
      }
    },
  };
}

async function PLENTY(): Promise<number> {
  return 2 ** 40;
}

/** Creates a data folder with two uploads and a stored document, and returns a function that backs it up. */
async function prepare(root: string) {
  const dir = await beginFolder(join(root, 'data'));
  await keep(dir, [questTold('install-of-anna', 5, 'An Errand')]);
  mkdirSync(dir.documents, { recursive: true });
  writeFileSync(join(dir.documents, 'kept.ndjson'), '{"id":"1"}\n');
  const make = (to: string, free = PLENTY) => createBackupMaker(dir, turnOf(dir), free).make(to);
  return { dir, make };
}

function said(result: { ok: boolean; error?: string } | null): string {
  return result?.ok === false ? result.error! : 'done';
}

test('a backup has uploads and imports, is private, and can be restored to a data folder', () =>
  inTempDir(async (root) => {
    const { make } = await prepare(root);
    const to = join(root, 'far', 'backup');
    const made = await make(to);
    assert.ok(made?.ok);
    assert.deepEqual([made.value.uploads, made.value.records, made.value.link.n], [1, 1, 1]);
    assert.ok(made.value.lastReceipt !== null);
    assert.deepEqual(await listFilesBelow(to), [
      ...['backup.json', 'imports/knowledge/kept.ndjson'],
      ...['settings.json', 'uploads.db'],
    ]);
    for (const path of ['', 'imports', 'imports/knowledge']) assert.equal(modeOf(join(to, path)), 0o700, path);
    for (const path of await listFilesBelow(to)) assert.equal(modeOf(join(to, path)), 0o600, path);
    assert.deepEqual(readdirSync(join(root, 'far')), ['backup']);

    const restored = await createBackupRestorer(join(root, 'anew')).restore(to);
    assert.deepEqual(restored, made);
    const files = await listFilesBelow(join(root, 'anew'));
    // SQLite's write-ahead log stays beside the database until the driver closes it.
    assert.deepEqual(
      files.filter((path) => !/-(?:wal|shm)$/.test(path)),
      ['imports/knowledge/kept.ndjson', ...['link', 'settings.json', 'uploads.db', 'uploads.lock']],
    );
    assert.equal(readFileSync(join(root, 'anew', 'link'), 'utf8'), readLine(made.value.link));
    assert.equal(modeOf(join(root, 'anew')), 0o700);
    for (const path of await listFilesBelow(join(root, 'anew')))
      assert.equal(modeOf(join(root, 'anew', path)), 0o600, path);
  }));

function modeOf(path: string): number {
  return statSync(path).mode & 0o777;
}
function readLine({ n, digest }: { n: number; digest: string }): string {
  return `${n} ${digest}\n`;
}

test('if a backup is impossible, a sentence says why and nothing is left behind', () =>
  inTempDir(async (root) => {
    const { dir, make } = await prepare(root);
    // The driver may close a connection and remove SQLite's log at any time.
    const filesNow = async () => (await listFilesBelow(root)).filter((file) => !/-(shm|wal)$/.test(file));
    const before = await filesNow();
    assert.match(said(await make(join(dir.root, 'backup'))), /^DIR must be outside the data folder/);
    assert.match(said(await make(dir.root)), /^DIR must be outside the data folder/);
    mkdirSync(join(root, 'full'));
    writeFileSync(join(root, 'full', 'mine.txt'), 'mine');
    assert.match(said(await make(join(root, 'full'))), /^DIR must name a folder that does not exist yet or is empty/);
    assert.match(said(await make(join(root, 'full', 'mine.txt'))), /^DIR must name a folder that does not exist/);
    const needed = /^DIR must be on a disk with (\d+) MiB free; it has 3 MiB\.$/;
    assert.match(said(await make(join(root, 'b'), async () => 3 * 2 ** 20)), needed);
    // A link that was noted before, but that the uploads no longer reach.
    await writeChainLink(dir.linkFile, { n: 9, digest: 'a'.repeat(64) });
    assert.match(said(await make(join(root, 'b'))), /^The uploads are not whole: .*lost/i);
    assert.deepEqual(await filesNow(), [...before, 'data/link', 'full/mine.txt'].sort());
    assert.ok(!existsSync(join(root, 'b')));
  }));

test('an incomplete backup is not restored, and nothing is overwritten', () =>
  inTempDir(async (root) => {
    const { dir, make } = await prepare(root);
    const whole = join(root, 'backup');
    assert.ok((await make(whole))?.ok);
    const anew = join(root, 'anew');
    const restore = async (from: string, to = anew) => said(await createBackupRestorer(to).restore(from));
    const spoilt = (spoil: (copy: string) => void): string => {
      const copy = join(root, 'copy');
      rmSync(copy, { recursive: true, force: true });
      cpSync(whole, copy, { recursive: true });
      spoil(copy);
      return copy;
    };
    assert.match(await restore(whole, dir.root), /^TW_DATA_DIR must name a folder that does not exist yet or is empty/);
    assert.match(await restore(join(root, 'nowhere')), /^DIR must name a complete backup/);
    assert.match(await restore(dir.root), /^DIR must name a complete backup/);
    assert.match(
      await restore(spoilt((copy) => rmSync(join(copy, 'backup.json')))),
      /^DIR must name a complete backup/,
    );
    assert.match(await restore(spoilt((copy) => writeFileSync(join(copy, 'backup.json'), '{"format":2}'))), /can read/);
    assert.match(await restore(spoilt((copy) => rmSync(join(copy, 'uploads.db')))), /uploads\.db is missing/);
    assert.match(await restore(spoilt(flipByte)), /uploads\.db was changed/);
    assert.match(await restore(spoilt(leadOut)), /that this release can read/);
    assert.equal(await restore(spoilt(makeOld)), `${OLD_UPLOADS} Nothing was restored.`);
    assert.match(await restore(whole, join(whole, 'within')), /must be outside the backup/);
    assert.deepEqual(readdirSync(root).sort(), ['backup', 'copy', 'data']);
    assert.equal(await restore(whole), 'done');
  }));

function flipByte(copy: string): void {
  const path = join(copy, 'uploads.db');
  const bytes = readFileSync(path);
  bytes[bytes.length - 1]! ^= 1;
  writeFileSync(path, bytes);
}

/** Replaces the uploads with those of a release before 0.6.0, as its backup has them. */
function makeOld(copy: string): void {
  const [manifest, uploads] = [join(copy, 'backup.json'), join(RELEASES, '0.5.0', 'uploads.db')];
  cpSync(uploads, join(copy, 'uploads.db'));
  const { files, ...rest } = JSON.parse(readFileSync(manifest, 'utf8')) as { files: { path: string }[] };
  const bytes = readFileSync(uploads);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const changed = files.map((file) =>
    file.path === 'uploads.db' ? { ...file, bytes: bytes.byteLength, sha256 } : file,
  );
  writeFileSync(manifest, JSON.stringify({ ...rest, files: changed }));
}

/** Replaces the manifest with one that names a file outside the folder. */
function leadOut(copy: string): void {
  const path = join(copy, 'backup.json');
  writeFileSync(path, readFileSync(path, 'utf8').replace('imports/knowledge/kept.ndjson', '../../outside'));
}

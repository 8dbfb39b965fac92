import assert from 'node:assert/strict';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { readdir, readlink } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import process from 'node:process';
import { test } from 'node:test';
import { nodeDigest } from '../../adapters/digest.ts';
import { INDEX_FILE, locateExportedFile, NOTES_FILE, type StoredNotes } from '../../adapters/exports/layout.ts';
import { createPackedFile } from '../../adapters/packed_files/write.ts';
import { answers, type Instance, inTempDir, sleep, startInstance } from '../support/instance.ts';
import { item, npc, world } from '../support/world.ts';

/** Larger than a connection's buffers, so that the answer stays in progress while nobody reads it. */
const EXPORT_BYTES = 64 * 1024 * 1024;
const EXPORT = '/export/corpus.ndjson';
const ROW_BYTES = 1024;
/** Rows without their line breaks. */
const PART: readonly string[] = Array.from({ length: 1024 }, () => 'x'.repeat(ROW_BYTES - 1));
/** An idle instance has fewer than 60 open; each round below would leak three. */
const DESCRIPTORS_MAX = 160;

const skip = process.platform === 'linux' ? false : 'reads /proc';

/** Makes the first export's corpus file as long as that of a busy instance. */
async function growExport(dataDir: string): Promise<void> {
  const folder = join(dataDir, 'exports', readFileSync(join(dataDir, 'exports', 'current'), 'utf8').trim());
  const path = locateExportedFile(folder, 'corpus.ndjson');
  rmSync(path);
  const file = await createPackedFile(path, { newlines: 1, level: 1 });
  for (let written = 0; written < EXPORT_BYTES; written += PART.length * ROW_BYTES) await file.add(PART);
  const { bytes, sha256, packedCrc32 } = await file.end();
  await file.close();
  const index = JSON.parse(readFileSync(join(folder, INDEX_FILE), 'utf8')) as {
    files: { name: string; bytes: number; sha256: string }[];
  };
  Object.assign(index.files.find(({ name }) => name === 'corpus.ndjson')!, { bytes, sha256 });
  const text = JSON.stringify(index);
  const notes = JSON.parse(readFileSync(join(folder, NOTES_FILE), 'utf8')) as StoredNotes;
  writeFileSync(join(folder, INDEX_FILE), text);
  const changed = {
    indexSha256: nodeDigest.sha256(text),
    packedCrc32: { ...notes.packedCrc32, 'corpus.ndjson': packedCrc32 },
  };
  writeFileSync(join(folder, NOTES_FILE), JSON.stringify({ ...notes, ...changed }));
}

/** Starts an instance that has a low descriptor limit and a long export. */
function withExports(work: (instance: Instance) => Promise<void>): Promise<void> {
  return inTempDir(async (dataDir) => {
    const instance = await startInstance({ dataDir, descriptorsMax: DESCRIPTORS_MAX });
    try {
      while (!(await answers(`${instance.url}/export/index.json`))) await sleep(50);
      await growExport(dataDir);
      await work(instance);
    } finally {
      await instance.stop();
    }
  });
}

/** Requests the export several times on one connection, and disconnects when the first answer begins. */
function pipelineAndLeave(port: number, times: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () =>
      socket.write(`GET ${EXPORT} HTTP/1.1\r\nHost: x\r\n\r\n`.repeat(times)),
    );
    socket.once('data', () => socket.destroy());
    socket.once('error', reject);
    socket.once('close', () => resolve());
  });
}

/** Returns the export files that the process has open. */
async function openExports(pid: number): Promise<readonly string[]> {
  const folder = `/proc/${pid}/fd`;
  const targets = await Promise.all(
    (await readdir(folder)).map((name) => readlink(join(folder, name)).catch(() => 'closed meanwhile')),
  );
  return targets.filter((target) => target.includes('/exports/'));
}

async function allClosed(pid: number): Promise<void> {
  for (let tries = 0; tries < 100 && (await openExports(pid)).length > 0; tries++) await sleep(20);
  assert.deepEqual(await openExports(pid), []);
}

test('clients that pipeline downloads and disconnect leave no file open', { skip }, () =>
  withExports(async ({ port, pid, url }) => {
    await pipelineAndLeave(port, 4);
    await allClosed(pid);
    for (let round = 0; round < 200; round++) await pipelineAndLeave(port, 4);
    await allClosed(pid);
    await world().install('a').looted(npc(5), item(5)).sendTo(url);
    const download = await fetch(`${url}${EXPORT}`, { headers: { 'Accept-Encoding': 'identity' } });
    assert.equal(download.status, 200);
    assert.equal((await download.arrayBuffer()).byteLength, EXPORT_BYTES);
  }),
);

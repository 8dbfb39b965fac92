import { join } from 'node:path';
import { createDataDir, readCurrentEpoch } from '../../adapters/data_folder/data_dir.ts';
import { ROWS_PER_BLOCK } from '../../adapters/libsql/snapshot/corpus_block.ts';
import { growSnapshot, growUploads, leaveRoom } from './grown_folder.ts';
import { type Figure, figure, PAIRS } from './pairs.ts';
import type { Part } from './parts.ts';
import { memoryMiB, runJob, runSnapshotJob, startService } from './service.ts';
import { fill } from './writing.ts';

/** Records that the service processed. The others are copies. */
const REAL_RECORDS = 4_000;
/** A year of snapshots, one every ten minutes. */
const SNAPSHOTS = 52_560;

/**
 * Measures the start of a command, of an instance without records, and of an instance with `records` records and a year
 * of snapshots.
 */
export const startPart: Part = async ({ folder, world, records, say, tell }) => {
  const dataDir = join(folder, 'start');
  const dir = createDataDir(dataDir);
  const began = performance.now();
  await (await startService(dataDir, '/api/health')).stop();
  await leaveRoom(dir.uploadsDb, records);
  const service = await startService(dataDir, '/api/health');
  await fill(service, world, 1, REAL_RECORDS);
  await runSnapshotJob(dataDir, service.port);
  await service.stop();
  await growUploads(dir.uploadsDb, records);
  const sizes = { snapshots: SNAPSHOTS, blocks: records / ROWS_PER_BLOCK, facts: records / 100 };
  await growSnapshot(dir.snapshotDb(readCurrentEpoch(dir)!), sizes);
  say(`a folder of ${records} records made in ${((performance.now() - began) / 1000).toFixed(0)} s`);
  const seconds: number[] = [];
  const memory: number[] = [];
  for (let i = 0; i < PAIRS; i++) {
    const started = await startService(dataDir);
    seconds.push(started.startedInMs / 1000);
    memory.push(memoryMiB(started.pid));
    await started.stop();
  }
  const note = `of ${PAIRS} starts over ${records} records and ${SNAPSHOTS} snapshots`;
  return tell([
    ...(await measureEmptyStarts(join(folder, 'empty'))),
    figure('start to first answer', seconds, { most: 2 }, ' s', note),
    figure('memory of the server at its first answer', memory, null, ' MiB', note),
  ]);
};

/** The programs are already bundled, as they are at every start but the first one after an update. */
async function measureEmptyStarts(dataDir: string): Promise<readonly Figure[]> {
  await (await startService(dataDir, '/api/health')).stop();
  const [command, instance, memory]: [number[], number[], number[]] = [[], [], []];
  for (let i = 0; i < PAIRS; i++) {
    command.push((await runJob(dataDir, 0, ['--help'])).seconds);
    const started = await startService(dataDir, '/api/health');
    instance.push(started.startedInMs / 1000);
    memory.push(memoryMiB(started.pid));
    await started.stop();
  }
  const note = `of ${PAIRS} starts`;
  return [
    figure('the command --help, without npm', command, { most: 0.4 }, ' s', note),
    figure('an instance without records, to its first answer', instance, { most: 0.8 }, ' s', note),
    figure('memory of that instance', memory, { most: 100 }, ' MiB', note),
  ];
}

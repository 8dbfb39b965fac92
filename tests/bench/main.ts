import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { type Figure, figure, holds, line } from './pairs.ts';
import { readingFigures } from './reading.ts';
import { peakMemoryMiB, runSnapshotJob, startService } from './service.ts';
import { loadWorld } from './world.ts';
import { fill, latencyFigures, snapshotFigures, uploadFigure } from './writing.ts';

/**
 * `npm run bench [-- RECORDS]`: the service on RECORDS records (a million unless said), each figure as a ratio against
 * a floor measured in the same run, limiter and headers active. Ends with 1 where a figure is missed.
 */
const RECORDS = Number(process.argv[2] ?? 1_000_000);
const SMALL = RECORDS / 10;

const say = (text: string): void => {
  process.stdout.write(`${text}\n`);
};

const tell = (figures: readonly Figure[]): readonly Figure[] => {
  for (const one of figures) say(line(one));
  return figures;
};

const world = loadWorld();
say(`${RECORDS} records rolled from ${world.origin}; ${cpus().length} cores, Node ${process.versions.node}`);
const folder = mkdtempSync(join(tmpdir(), 'third-witness-bench-'));
const largeDir = join(folder, 'large');
const smallDir = join(folder, 'small');
const figures: Figure[] = [];
try {
  let large = await startService(largeDir);
  const filling = performance.now();
  await fill(large, world, 1, RECORDS);
  say(`taken in after ${((performance.now() - filling) / 1000).toFixed(0)} s`);
  const built = await runSnapshotJob(largeDir, large.port);
  say(`snapshotted in ${(built.ms / 1000).toFixed(0)} s`);
  figures.push(
    ...tell([figure('memory of the builder, all records pending', [built.peakMiB], { most: 250 }, ' MiB', 'peak')]),
  );

  figures.push(...tell(await readingFigures(large)));
  figures.push(...tell([await uploadFigure(large, world, RECORDS)]));
  await runSnapshotJob(largeDir, large.port);

  const small = await startService(smallDir);
  await fill(small, world, 1, SMALL);
  await runSnapshotJob(smallDir, small.port);
  const both = [
    { service: large, dataDir: largeDir },
    { service: small, dataDir: smallDir },
  ] as const;
  figures.push(...tell(await snapshotFigures(...both, world)));
  await small.stop();
  figures.push(...tell(await latencyFigures(both[0], world)));
  const memory = peakMemoryMiB(large.pid);
  figures.push(
    ...tell([figure('memory of the server', [memory], { most: 250 }, ' MiB', 'peak over all of the above')]),
  );

  const starts: number[] = [];
  for (let i = 0; i < 8; i++) {
    await large.stop();
    large = await startService(largeDir);
    starts.push(large.startedInMs / 1000);
  }
  figures.push(...tell([figure('second start to first answer', starts, { most: 2 }, ' s', 'of 8 starts')]));
  await large.stop();
} finally {
  rmSync(folder, { recursive: true, force: true });
}
const missed = figures.filter((one) => !holds(one));
say(missed.length === 0 ? 'all figures hold' : `${missed.length} missed: ${missed.map((one) => one.name).join('; ')}`);
process.exitCode = missed.length === 0 ? 0 : 1;

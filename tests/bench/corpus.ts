import { join } from 'node:path';
import { dropFigures } from './drops.ts';
import { type Figure, figure } from './pairs.ts';
import type { Part } from './parts.ts';
import { readingFigures } from './reading.ts';
import { peakMemoryMiB, runSnapshotJob, startService } from './service.ts';
import { fill, latencyFigures, snapshotFigures, uploadFigure } from './writing.ts';

/**
 * Measures the service with `records` records: reading the corpus and the drops, uploads, snapshots, and all at once.
 */
export const corpusPart: Part = async ({ folder, world, records, say, tell }) => {
  const largeDir = join(folder, 'large');
  const smallDir = join(folder, 'small');
  let large = await startService(largeDir);
  const filling = performance.now();
  await fill(large, world, 1, records);
  say(`taken in after ${((performance.now() - filling) / 1000).toFixed(0)} s`);
  const built = await runSnapshotJob(largeDir, large.port);
  say(`snapshotted in ${(built.ms / 1000).toFixed(0)} s`);
  const figures: Figure[] = [];
  const keep = (some: readonly Figure[]) => figures.push(...tell(some));
  keep([figure('memory of the builder, all records pending', [built.peakMiB], { most: 250 }, ' MiB', 'peak')]);

  keep(await readingFigures(large));
  keep(await dropFigures(large));
  keep([await uploadFigure(large, world, records)]);
  await runSnapshotJob(largeDir, large.port);

  const small = await startService(smallDir);
  await fill(small, world, 1, records / 10);
  await runSnapshotJob(smallDir, small.port);
  const both = [
    { service: large, dataDir: largeDir },
    { service: small, dataDir: smallDir },
  ] as const;
  keep(await snapshotFigures(...both, world));
  await small.stop();
  keep(await latencyFigures(both[0], world));
  const memory = peakMemoryMiB(large.pid);
  keep([figure('memory of the server', [memory], { most: 250 }, ' MiB', 'peak over all of the above')]);

  const starts: number[] = [];
  for (let i = 0; i < 8; i++) {
    await large.stop();
    large = await startService(largeDir);
    starts.push(large.startedInMs / 1000);
  }
  keep([figure('second start to first answer', starts, { most: 2 }, ' s', 'of 8 starts')]);
  await large.stop();
  return figures;
};

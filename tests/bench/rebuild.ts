import { mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { createDataDir, readCurrentEpoch } from '../../adapters/data_folder/data_dir.ts';
import { openWriter } from '../../adapters/libsql/database.ts';
import { DAY_MS } from '../../domain/values/instant.ts';
import { bytesIn } from './builder_watch.ts';
import { startCountFloor } from './helpers.ts';
import { type Figure, figure, median, PAIRS } from './pairs.ts';
import type { Part } from './parts.ts';
import { RECORDS_PER_UPLOAD, rollUpload } from './roll.ts';
import { type JobRun, MIB, post, runJob, runSnapshotJob, type Service, startService } from './service.ts';
import type { World } from './world.ts';
import { fill, type Instance } from './writing.ts';

/** No instance listens on this port. The command only needs a number. */
const NO_PORT = 1;
const STEP_RECORDS = 10_000;
/** With more records than this, a rebuild is measured only once. */
const REPEATED_UP_TO = 2_000_000;

/**
 * Measures building all derived databases from `records` records, then snapshots of 10,000 new ones. Both are compared
 * with SQL that only counts loot in the same `uploads.db`. Records are written upload by upload and not held in memory.
 */
export const rebuildPart: Part = async ({ folder, world, records, say, tell }) => {
  const largeDir = join(folder, 'large');
  const smallDir = join(folder, 'small');
  await fillEarlier(largeDir, world, records, say);
  const floorDir = join(folder, 'floor');
  mkdirSync(floorDir);
  const figures = [...tell(await rebuildFigures(largeDir, floorDir, records))];
  figures.push(...tell([await sizeFigure(largeDir, records)]));

  await fillEarlier(smallDir, world, records / 10, say);
  const small = await startService(smallDir);
  await runSnapshotJob(smallDir, small.port);
  const large = await startService(largeDir);
  const instances = [
    { service: large, dataDir: largeDir },
    { service: small, dataDir: smallDir },
  ] as const;
  try {
    figures.push(...tell(await stepFigures(...instances, floorDir, world)));
  } finally {
    await small.stop();
    await large.stop();
  }
  return figures;
};

/**
 * Fills a folder with records received two days ago, as most records of an instance are older than the newest ones. Of
 * windows received on one day, none were received before it, so that each snapshot would estimate every rate.
 */
async function fillEarlier(dataDir: string, world: World, records: number, say: (line: string) => void): Promise<void> {
  const service = await startService(dataDir);
  const filling = performance.now();
  await fill(service, world, 1, records);
  say(`taken in after ${((performance.now() - filling) / 1000).toFixed(0)} s`);
  await service.stop();
  const client = await openWriter(createDataDir(dataDir).uploadsDb, { create: false });
  await client.execute({
    sql: 'update uploads set received_at_ms = received_at_ms - ?',
    args: [BigInt(2 * DAY_MS)],
  });
  client.close();
}

/** Measures the whole command while nothing else runs. */
async function rebuildFigures(dataDir: string, floorDir: string, records: number): Promise<readonly Figure[]> {
  const { uploadsDb } = createDataDir(dataDir);
  const floor = startCountFloor(uploadsDb, floorDir);
  const runs: JobRun[] = [];
  const floors: number[] = [];
  let counted = '';
  for (let i = 0; i < (records > REPEATED_UP_TO ? 1 : 3); i++) {
    runs.push(await runJob(dataDir, NO_PORT, ['rebuild']));
    const { ms, windows, drops } = await floor.ask({ aboveSeq: 0, commit: false });
    floors.push(ms / 1000);
    counted = `${windows} windows, ${drops} drops`;
  }
  floor.stop();
  const seconds = median(runs.map((run) => run.seconds));
  const each = `${((seconds * 1e6) / records).toFixed(0)} µs a record`;
  const times = `${records} records, ${seconds.toFixed(1)} s, ${each}; SQL ${median(floors).toFixed(1)} s over ${counted}`;
  const ratios = runs.map((run, i) => run.seconds / floors[i]!);
  const memory = runs.map((run) => run.peakMiB);
  const logs = runs.map((run) => run.peakLogMiB);
  return [
    figure('rebuild against SQL that counts', ratios, { most: 6 }, '', times, {
      usPerRecord: (seconds * 1e6) / records,
    }),
    ...writtenFigure(runs, records),
    figure('memory of the builder, rebuild', memory, { most: 400 }, ' MiB', 'peak'),
    figure('longest write-ahead log of a rebuild', logs, { most: 64 }, ' MiB', 'seen every 20 ms'),
  ];
}

/**
 * Returns no figure if the kernel keeps no account. The bound is three times the bytes that `uploads.db` of release 0.5.0
 * took per record.
 */
function writtenFigure(runs: readonly JobRun[], records: number): readonly Figure[] {
  const written = runs.flatMap((run) => run.written ?? []);
  if (written.length === 0) return [];
  const mebibytes = (bytes: number): string => (bytes / MIB).toFixed(0);
  const [called, disk] = [median(written.map((one) => one.calledBytes)), median(written.map((one) => one.diskBytes))];
  const note = `${mebibytes(called)} MiB by wchar, ${mebibytes(disk)} by write_bytes`;
  const each = written.map((one) => one.calledBytes / records);
  return [figure('bytes written by a rebuild', each, { most: 750 }, ' B a record', note)];
}

/** Compares the public database with the size of what a reader would download of it. */
async function sizeFigure(dataDir: string, records: number): Promise<Figure> {
  await runJob(dataDir, NO_PORT, ['export']);
  const dir = createDataDir(dataDir);
  const epoch = readCurrentEpoch(dir)!;
  const snapshot = statSync(dir.snapshotDb(epoch)).size;
  const exported = bytesIn(dir.exports, '.gz');
  const note = `${(snapshot / MIB).toFixed(1)} against ${(exported / MIB).toFixed(1)} MiB`;
  const seen = {
    uploadsPerRecord: statSync(dir.uploadsDb).size / records,
    derivedPerRecord: (snapshot + statSync(dir.evidenceDb(epoch)).size) / records,
    exportsPerRecord: bytesIn(dir.exports, '') / records,
  };
  return figure(
    'size of snapshot.db against its exports gzipped',
    [snapshot / exported],
    { most: 2.5 },
    '',
    note,
    seen,
  );
}

/** The result of one round of steps, in milliseconds. */
interface Round {
  readonly large: number;
  readonly small: number;
  readonly floor: number;
}

async function stepFigures(
  large: Instance,
  small: Instance,
  floorDir: string,
  world: World,
): Promise<readonly Figure[]> {
  const floor = startCountFloor(createDataDir(large.dataDir).uploadsDb, floorDir);
  const { lastSeq } = await floor.ask({ aboveSeq: Number.MAX_SAFE_INTEGER, commit: false });
  const rounds: Round[] = [];
  const whole: number[] = [];
  const memory: number[] = [];
  // The first round warms up and is not counted.
  for (let n = 0; n <= PAIRS; n++) {
    for (const { service } of [large, small]) await postStep(service, world, n);
    const steps = { large: 0, small: 0 };
    const both = [['large', large] as const, ['small', small] as const];
    for (const [name, { service, dataDir }] of n % 2 === 0 ? both : both.reverse()) {
      const run = await runSnapshotJob(dataDir, service.port);
      steps[name] = run.ms;
      memory.push(run.peakMiB);
      if (name === 'large') whole.push(run.seconds);
    }
    const { ms } = await floor.ask({ aboveSeq: lastSeq + n * STEP_RECORDS, commit: true });
    if (n > 0) rounds.push({ ...steps, floor: ms });
  }
  floor.stop();
  const [ours, few, counting] = (['large', 'small', 'floor'] as const).map((of) =>
    median(rounds.map((round) => round[of])).toFixed(0),
  );
  const againstFloor = rounds.map((round) => round.large / round.floor);
  const command = `${median(whole).toFixed(1)} s with the start of the command`;
  return [
    figure(
      'a snapshot of 10,000 new records against SQL that counts them',
      againstFloor,
      { most: 8 },
      '',
      `${ours} ms, ${command}; SQL and a commit ${counting} ms`,
      { commandS: median(whole) },
    ),
    figure(
      'a snapshot of 10,000 new records, over ten times as many',
      rounds.map((round) => round.large / round.small),
      { most: 1.3 },
      '',
      `${ours} against ${few} ms`,
    ),
    figure('memory of the builder, 10,000 new records', memory, { most: 250 }, ' MiB', 'peak'),
  ];
}

/** Posts 10,000 records that no other step posts. */
async function postStep({ port }: Service, world: World, step: number): Promise<void> {
  const uploads = STEP_RECORDS / RECORDS_PER_UPLOAD;
  for (let i = 0; i < uploads; i++) await post(port, rollUpload(world, 7, step * uploads + i));
}

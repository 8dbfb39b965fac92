import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openWriter, runInTransaction } from '../../adapters/libsql/database.ts';
import { migrateUploads } from '../../adapters/libsql/migrate.ts';
import { startLoader } from './helpers.ts';
import { ENCODINGS } from './list_ground.ts';
import type { Encoding } from './loader.ts';
import { alternate, type Figure, figure, median, PAIRS } from './pairs.ts';
import { randomCorpusPages } from './reading.ts';
import { RECORD_ROWS } from './record_rows.ts';
import { RECORDS_PER_UPLOAD, rollUpload } from './roll.ts';
import { post, runSnapshotJob, type Service } from './service.ts';
import type { World } from './world.ts';

/** Fills an instance with this many records, upload by upload. */
export async function fill(service: Service, world: World, seed: number, records: number): Promise<void> {
  for (let n = 0; n < records / RECORDS_PER_UPLOAD; n++) await post(service.port, rollUpload(world, seed, n));
}

/** A floor for uploads: JSON.parse of the body and one bulk insert of the same rows. */
interface InsertFloor {
  timed(body: string): Promise<number>;
  close(): void;
}

/** Opens the floor's database, which has a row and an index entry per record, and the same sync mode. */
async function openInsertFloor(world: World, filled: number): Promise<InsertFloor> {
  const folder = mkdtempSync(join(tmpdir(), 'third-witness-floor-'));
  const client = await openWriter(join(folder, 'uploads.db'), { create: true });
  await migrateUploads(client);
  await client.execute(RECORD_ROWS);
  const installs = new Map<string, number>();
  let seq = 0;
  let uploads = 0;
  const insert = async (body: string): Promise<void> => {
    const upload = JSON.parse(body) as {
      records: { installId: string; eventId: string; kind: string; capturedAt: string }[];
    };
    uploads++;
    const rows = upload.records.map((record) => {
      let install = installs.get(record.installId);
      if (install === undefined) {
        install = installs.size + 1;
        installs.set(record.installId, install);
      }
      const { installId: _, eventId, kind, capturedAt, ...rest } = record;
      const text = JSON.stringify({ kind, capturedAt, ...rest });
      return [++seq, uploads, install, kind, eventId, Date.parse(capturedAt), text];
    });
    await runInTransaction(client, async (tx) => {
      await tx.execute({
        sql: 'insert into installs (n, install_id) select value->>0, value->>1 from json_each(?) where true on conflict do nothing',
        args: [JSON.stringify([...installs].map(([id, n]) => [n, id]))],
      });
      await tx.execute({
        sql: `insert into uploads (n, upload_id, received_at_ms, addon_version, records) values (?, ?, ?, '1.0.0', ?)`,
        args: [BigInt(uploads), String(uploads).padStart(26, '0'), 1_770_000_000_000n, BigInt(rows.length)],
      });
      await tx.execute({
        sql: `insert into records (seq, upload_n, install_n, kind, identity, digest, captured_at_ms, body)
              select value->>0, value->>1, value->>2, value->>3, value->>4, randomblob(32), value->>5, value->>6 from json_each(?)`,
        args: [JSON.stringify(rows)],
      });
    });
  };
  for (let n = 0; n < filled / RECORDS_PER_UPLOAD; n++) await insert(rollUpload(world, 1, n));
  return {
    timed: async (body) => {
      const started = performance.now();
      await insert(body);
      return performance.now() - started;
    },
    close: () => {
      client.close();
      rmSync(folder, { recursive: true });
    },
  };
}

/** Measures full uploads of 2,000 new records, one after another, against the floor. */
export async function uploadFigure(service: Service, world: World, filled: number): Promise<Figure> {
  const floor = await openInsertFloor(world, filled);
  const UPLOADS_PER_BLOCK = 5;
  let n = 0;
  const block = async (timed: (body: string) => Promise<number>): Promise<number> => {
    let ms = 0;
    for (let i = 0; i < UPLOADS_PER_BLOCK; i++) ms += await timed(rollUpload(world, 2, n++));
    return ms / UPLOADS_PER_BLOCK;
  };
  const seen = await alternate(
    () =>
      block(async (body) => {
        const { ms, fresh } = await post(service.port, body);
        if (fresh !== RECORDS_PER_UPLOAD) throw new Error('not all new');
        return ms;
      }),
    () => block(floor.timed),
    PAIRS + 2,
  );
  floor.close();
  const note = `${median(seen.ours).toFixed(1)} ms an upload; floor ${median(seen.floor).toFixed(1)} ms`;
  const uploadMs = median(seen.ours);
  return figure('full uploads of 2,000 new records', seen.ratios, { most: 2 }, '', note, { uploadMs });
}

export interface Instance {
  readonly service: Service;
  readonly dataDir: string;
}

/** Measures a snapshot of the same 10,000 new records on the large and the small instance. */
export async function snapshotFigures(large: Instance, small: Instance, world: World): Promise<Figure[]> {
  let peakMiB = 0;
  const block = (instance: Instance) => {
    let n = 0;
    return async (): Promise<number> => {
      for (let i = 0; i < 5; i++) await post(instance.service.port, rollUpload(world, 3, n++));
      const run = await runSnapshotJob(instance.dataDir, instance.service.port);
      peakMiB = Math.max(peakMiB, run.peakMiB);
      return run.ms;
    };
  };
  const seen = await alternate(block(large), block(small));
  const note = `${median(seen.ours).toFixed(0)} ms against ${median(seen.floor).toFixed(0)} ms`;
  // Without the note of the last check, the builder checks both databases first.
  rmSync(join(large.dataDir, 'checked'), { force: true });
  const daily = await runSnapshotJob(large.dataDir, large.service.port);
  return [
    figure('a snapshot of 10,000 new records, large against small', seen.ratios, { most: 1.5 }, '', note),
    figure('memory of the builder, steps of 10,000', [peakMiB], { most: 250 }, ' MiB', 'peak'),
    figure('first snapshot of a day', [daily.peakMiB], { most: 400 }, ' MiB', `peak; ${daily.ms.toFixed(0)} ms`),
  ];
}

const RATE = 100;
const LATENCY_S = 12;

/** Upper bound of the p99 in milliseconds. */
const P99_MOST: Readonly<Record<Encoding, number>> = { gzip: 15, identity: 25 };

/**
 * Measures the time of pages at 100 requests per second, during a snapshot of 100,000 records and during continuous
 * uploads.
 */
export async function latencyFigures(large: Instance, world: World): Promise<Figure[]> {
  const loader = startLoader();
  const { port } = large.service;
  const paths = await randomCorpusPages(port);
  const measure = async (name: string, encoding: Encoding, disturb: (until: Promise<unknown>) => Promise<string>) => {
    const load = loader.ask({ port, paths, encoding, connections: 32, seconds: LATENCY_S, ratePerSecond: RATE });
    const note = await disturb(load);
    const { failures, p50, p99, max } = await load;
    if (failures > 0) throw new Error(`${failures} answers were not 200`);
    const told = encoding === 'gzip' ? name : `${name}, ${encoding}`;
    const times = `p50 ${p50.toFixed(1)} ms, max ${max.toFixed(0)} ms; ${note}`;
    return figure(told, [p99], { most: P99_MOST[encoding] }, ' ms', times);
  };
  let n = 0;
  const upload = () => post(port, rollUpload(world, 4, n++));
  const figures: Figure[] = [];
  for (const encoding of ENCODINGS) {
    for (let i = 0; i < 50; i++) await upload();
    figures.push(
      await measure('p99 of a page at 100/s while 100,000 records are snapshotted', encoding, async () => {
        const run = await runSnapshotJob(large.dataDir, port);
        return `snapshot ${run.ms.toFixed(0)} ms, builder ${run.peakMiB.toFixed(0)} MiB`;
      }),
      await measure('p99 of a page at 100/s while uploads come without pause', encoding, async (load) => {
        let over = false;
        void load.then(() => {
          over = true;
        });
        const first = n;
        while (!over) await upload();
        return `${n - first} uploads`;
      }),
    );
  }
  loader.stop();
  return figures;
}

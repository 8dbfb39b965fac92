import { statSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { createDataDir, readCurrentEpoch } from '../../adapters/data_folder/data_dir.ts';
import { openReader, openWriter } from '../../adapters/libsql/database.ts';
import { startChangeLog } from '../../adapters/libsql/publish/change_triggers.ts';
import { publishSnapshot } from '../../adapters/libsql/publish/publish.ts';
import { catchUp, copyFromBase } from '../support/copies.ts';
import { type Figure, figure } from './pairs.ts';

const WAITS = { answerMs: 600_000, allMs: 3_600_000 };
/** Numbers of rows that change between two snapshots. */
const CHANGES = [20, 400];
const TIMES = 5;
const MIB = 2 ** 20;

/**
 * Measures the processor time of publishing a folder's snapshot and of following it at an edge: the base once, then
 * diffs. A file stands in for the libSQL server and for the replica, so the network is not measured.
 */
export async function replicaFigures(dataDir: string, folder: string): Promise<readonly Figure[]> {
  const dir = createDataDir(dataDir);
  const path = dir.snapshotDb(readCurrentEpoch(dir)!);
  const [server, copy] = [join(folder, 'server.db'), join(folder, 'copy.db')];
  const publish = async (): Promise<{ readonly bytesSent: number; readonly bytesPacked: number }> => {
    const published = await publishSnapshot(path, { url: pathToFileURL(server).href, token: null }, WAITS);
    if (!published.ok) throw new Error(published.error);
    return published.value;
  };
  await change(path, startChangeLog);
  let sizes = '';
  const base = await processorMs(async () => {
    const { bytesSent, bytesPacked } = await publish();
    sizes = `${Math.round(bytesSent / MIB)} MiB of values in ${Math.round(bytesPacked / MIB)} MiB`;
  });
  const replica = await openReader(server);
  try {
    const built = await processorMs(() => copyFromBase(replica, copy));
    const megabytes = `${Math.round(statSync(path).size / MIB)} MiB`;
    const figures = [
      figure('publishing a base', [base / 1000], null, ' s', `processor time, a snapshot of ${megabytes}, ${sizes}`),
      figure('building and checking a copy', [built / 1000], null, ' s', 'processor time, at an edge'),
    ];
    for (const rows of CHANGES) {
      const [sent, applied]: [number[], number[]] = [[], []];
      for (let i = 0; i < TIMES; i++) {
        await change(path, (writer) =>
          writer.execute(
            `update rows set body = body || ' ' where (list, place) in (
               select list, place from rows where list like '%:%' order by random() limit ${rows})`,
          ),
        );
        sent.push(await processorMs(publish));
        applied.push(await processorMs(() => catchUp(replica, copy)));
      }
      figures.push(figure(`publishing ${rows} changed rows`, sent, null, ' ms', 'processor time'));
      figures.push(figure(`applying ${rows} changed rows`, applied, null, ' ms', 'processor time, at an edge'));
    }
    return figures;
  } finally {
    replica.close();
  }
}

async function change(path: string, work: (client: Awaited<ReturnType<typeof openWriter>>) => Promise<unknown>) {
  const client = await openWriter(path, { create: false });
  try {
    await work(client);
  } finally {
    client.close();
  }
}

/** Returns the processor time of all threads in milliseconds. */
async function processorMs(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

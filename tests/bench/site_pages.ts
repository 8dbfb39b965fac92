import { createDataDir } from '../../adapters/data_folder/data_dir.ts';
import { openServedEpoch } from '../../adapters/data_folder/epoch.ts';
import { askInstance } from '../../adapters/instance_socket.ts';
import { snapshotChange } from '../support/snapshot_change.ts';
import { type Draw, FIRST_OF_SNAPSHOT, PAGE_KINDS, type PathOf } from './page_kinds.ts';
import { type Figure, figure } from './pairs.ts';
import { restedProcessorMs } from './processor_time.ts';
import { runSnapshotJob, type Service } from './service.ts';
import { SITE_RULES } from './site.ts';
import { publicSubjects } from './subjects.ts';
import { seeded } from './world.ts';

const WARM_UP = 40;
const CALLS = 200;
const P99_MS_MAX = 10;

/**
 * What 200 pages of each kind cost the server that has warmed up: its processor time a page, one page at a time. No page
 * comes from memory: one that was asked for is asked for again in other words, or behind the next snapshot, which changes
 * nothing.
 */
export const pageFigures = async (
  service: Service,
  dataDir: string,
  tell: (figures: readonly Figure[]) => readonly Figure[],
): Promise<readonly Figure[]> => {
  const subjects = await publicSubjects(dataDir);
  // The schedule's first builder has its turn before this one.
  await runSnapshotJob(dataDir, service.port);
  const snapshots = await openSnapshots(dataDir);
  const asked = new Set<string>();
  let unread = 0;
  const askAnew = async (path: string): Promise<Cost> => {
    // A parameter that is passed over names an answer of its own where the query does.
    if (path.includes('?')) return costOf(service, `${path}&unread=${unread++}`);
    if (asked.has(path)) {
      await snapshots.next();
      asked.clear();
    }
    asked.add(path);
    return costOf(service, path);
  };
  const costsOf = async (pathOf: PathOf, count: number, seed: number): Promise<readonly Cost[]> => {
    const random = seeded(seed);
    const draw: Draw = (from) => from[Math.floor(random() * from.length)]!;
    const costs: Cost[] = [];
    for (let i = 0; i < count; i++) costs.push(await askAnew(pathOf(subjects, draw)));
    return costs;
  };
  for (const pathOf of Object.values(PAGE_KINDS)) await costsOf(pathOf, WARM_UP, 41);
  const figures: Figure[] = [];
  for (const [name, pathOf] of Object.entries(PAGE_KINDS)) {
    figures.push(...tell([figureOf(name, await costsOf(pathOf, CALLS, 43))]));
  }
  await snapshots.close();
  return figures;
};

interface Cost {
  readonly ms: number;
  readonly kib: number;
  /** On the wire. */
  readonly packedKib: number;
}

const figureOf = (name: string, costs: readonly Cost[]): Figure => {
  const of = (one: keyof Cost, part: number, digits: number): string =>
    percentile(
      costs.map((cost) => cost[one]),
      part,
    ).toFixed(digits);
  const note = `p50 ${of('ms', 0.5, 1)} ms, max ${of('ms', 1, 1)} ms; p50 ${of('kib', 0.5, 0)} KiB, packed ${of('packedKib', 0.5, 1)}, max ${of('kib', 1, 0)}`;
  return figure(`processor time of a page: ${name}`, [Number(of('ms', 0.99, 2))], boundOf(name), ' ms', `p99; ${note}`);
};

/** What is worked out once a snapshot costs the first page of it more than the others: that is told, and not asked for. */
const boundOf = (name: string): Figure['bound'] => (name.endsWith(FIRST_OF_SNAPSHOT) ? null : { most: P99_MS_MAX });

const percentile = (values: readonly number[], part: number): number =>
  values.toSorted((a, b) => a - b)[Math.ceil(part * values.length) - 1]!;

/** One page as a browser asks for it: packed. */
const costOf = async ({ port, pid }: Service, path: string): Promise<Cost> => {
  const before = await restedProcessorMs(pid);
  const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { 'Accept-Encoding': 'br' } });
  const body = await response.arrayBuffer();
  const ms = (await restedProcessorMs(pid)) - before;
  if (response.status !== 200)
    throw new Error(`${path} answered ${response.status}: ${new TextDecoder().decode(body).slice(0, 300)}`);
  return { ms, kib: body.byteLength / 1024, packedKib: Number(response.headers.get('content-length')) / 1024 };
};

/** Writes snapshots that change nothing in the builder's stead and tells the instance, which then keeps no page from before. */
const openSnapshots = async (dataDir: string) => {
  const dir = createDataDir(dataDir);
  const served = await openServedEpoch(dir, SITE_RULES);
  if (!served.ok) throw new Error(`the epoch did not open: ${JSON.stringify(served.error)}`);
  const { snapshots, close } = served.value;
  return {
    next: async (): Promise<void> => {
      const newest = await snapshots.newest();
      if (!newest.ok || newest.value === null) throw new Error('no snapshot was ever written');
      const { n, ...row } = newest.value;
      const written = await snapshots.write(snapshotChange(n + 1, { row: { ...row, n: n + 1 }, changeLog: 'silent' }));
      if (!written.ok) throw new Error(written.error.cause);
      await askInstance(dir.socket, 'refresh', null);
    },
    close,
  };
};

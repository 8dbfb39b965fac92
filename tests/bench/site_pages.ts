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

/**
 * Pages of each kind that are requested before any is measured. With fewer, the engine would still be compiling, in
 * threads whose time would be attributed to the page. They are requested without pauses.
 */
const WARM_UP = 200;
const CALLS = 200;
const P99_MS_MAX = 10;

/** The cost of requesting and measuring itself: a path without a page, which is refused immediately. */
const FLOOR = 'nothing found';

/**
 * Measures the processor time per page of 200 pages of each kind on a warm server, one page at a time. No page comes
 * from the cache: a repeated page is requested with another query, or after a snapshot that changes nothing.
 */
export async function pageFigures(
  service: Service,
  dataDir: string,
  tell: (figures: readonly Figure[]) => readonly Figure[],
  names: readonly string[] = [],
): Promise<readonly Figure[]> {
  const kinds = Object.entries(PAGE_KINDS).filter(([name]) => names.length === 0 || names.includes(name));
  const subjects = await publicSubjects(dataDir);
  // Waits for the schedule's first builder.
  await runSnapshotJob(dataDir, service.port);
  const snapshots = await openSnapshots(dataDir);
  const asked = new Set<string>();
  let unread = 0;
  /** Returns a path to the same page that is not cached. */
  const anew = async (path: string): Promise<string> => {
    // An ignored parameter makes a new cache entry if the path has a query.
    if (path.includes('?')) return `${path}&unread=${unread++}`;
    if (asked.has(path)) {
      await snapshots.next();
      asked.clear();
    }
    asked.add(path);
    return path;
  };
  const each = async <T>(pathOf: PathOf, count: number, seed: number, ask: (path: string) => Promise<T>) => {
    const random = seeded(seed);
    const draw: Draw = (from) => from[Math.floor(random() * from.length)]!;
    const answers: T[] = [];
    for (let i = 0; i < count; i++) answers.push(await ask(await anew(pathOf(subjects, draw))));
    return answers;
  };
  for (const [, pathOf] of kinds) await each(pathOf, WARM_UP, 41, (path) => readPage(service, path));
  const floor = await each(
    () => '/nothing?here',
    CALLS,
    43,
    (path) => costOf(service, path, 404),
  );
  const figures = [...tell([figureOf(FLOOR, floor)])];
  for (const [name, pathOf] of kinds) {
    figures.push(...tell([figureOf(name, await each(pathOf, CALLS, 43, (path) => costOf(service, path)))]));
  }
  await snapshots.close();
  return figures;
}

interface Cost {
  readonly ms: number;
  readonly kib: number;
  /** Compressed size. */
  readonly packedKib: number;
}

function figureOf(name: string, costs: readonly Cost[]): Figure {
  const of = (one: keyof Cost, part: number, digits: number): string =>
    percentile(
      costs.map((cost) => cost[one]),
      part,
    ).toFixed(digits);
  const note = `p50 ${of('ms', 0.5, 1)} ms, max ${of('ms', 1, 1)} ms; p50 ${of('kib', 0.5, 0)} KiB, packed ${of('packedKib', 0.5, 1)}, max ${of('kib', 1, 0)}`;
  const seen = { p50Ms: Number(of('ms', 0.5, 3)), packedBytes: Number(of('packedKib', 0.5, 3)) * 1024 };
  const p99 = Number(of('ms', 0.99, 2));
  return figure(`processor time of a page: ${name}`, [p99], boundOf(name), ' ms', `p99; ${note}`, seen);
}

/**
 * Returns the bound of a kind of page. The first page after a snapshot costs more, because it computes what later pages
 * reuse; its cost is reported without a bound.
 */
function boundOf(name: string): Figure['bound'] {
  return name === FLOOR || name.endsWith(FIRST_OF_SNAPSHOT) ? null : { most: P99_MS_MAX };
}

function percentile(values: readonly number[], part: number): number {
  return values.toSorted((a, b) => a - b)[Math.ceil(part * values.length) - 1]!;
}

async function costOf(service: Service, path: string, status = 200): Promise<Cost> {
  const before = await restedProcessorMs(service.pid);
  const read = await readPage(service, path, status);
  return { ms: (await restedProcessorMs(service.pid)) - before, ...read };
}

/** Requests one page as a browser does, compressed. */
async function readPage({ port }: Service, path: string, status = 200): Promise<Omit<Cost, 'ms'>> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { 'Accept-Encoding': 'br' } });
  const body = await response.arrayBuffer();
  if (response.status !== status)
    throw new Error(`${path} answered ${response.status}: ${new TextDecoder().decode(body).slice(0, 300)}`);
  return { kib: body.byteLength / 1024, packedKib: Number(response.headers.get('content-length')) / 1024 };
}

/** Writes empty snapshots instead of the builder and notifies the instance, which then drops its cached pages. */
async function openSnapshots(dataDir: string) {
  const dir = createDataDir(dataDir);
  const served = await openServedEpoch(dir, SITE_RULES);
  if (!served.ok) throw new Error(`the epoch did not open: ${JSON.stringify(served.error)}`);
  const { snapshots, close } = served.value;
  return {
    next: async (): Promise<void> => {
      const newest = await snapshots.newest();
      if (newest === null) throw new Error('no snapshot was ever written');
      const { n, ...row } = newest;
      await snapshots.write(snapshotChange(n + 1, { row: { ...row, n: n + 1 }, changeLog: 'silent' }));
      await askInstance(dir.socket, 'refresh', null);
    },
    close,
  };
}

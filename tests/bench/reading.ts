import { rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { alternate, type Figure, figure, median } from './pairs.ts';
import { type Service, startFloor, startLoader } from './service.ts';
import { seeded } from './world.ts';

const CONNECTIONS = 16;
const SECONDS = 1.5;
const LIMIT = 500;
const KINDS = ['item_seen', 'loot', 'npc_sighting', 'price_seen', 'quest', 'recipe_seen', 'vendor'];

interface Ground {
  readonly port: number;
  readonly totals: ReadonlyMap<string, number>;
  readonly rate: (port: number, paths: readonly string[]) => Promise<number>;
}

/** The reading figures: the hot page, random pages, filters, and the end of the list against its beginning. */
export const readingFigures = async (service: Service): Promise<Figure[]> => {
  const loader = startLoader();
  const rate: Ground['rate'] = async (port, paths) => {
    const report = await loader.ask({ port, paths, connections: CONNECTIONS, seconds: SECONDS });
    if (report.failures > 0) throw new Error(`${report.failures} answers were not 200`);
    return report.answers / report.seconds;
  };
  const page = await bytesOf(service.port, `/api/corpus/public?limit=${LIMIT}`);
  const file = join(tmpdir(), `third-witness-floor-${service.pid}.json`);
  writeFileSync(file, page);
  const floor = await startFloor(file);
  try {
    const ground: Ground = { port: service.port, totals: await totalsOf(service.port), rate };
    const toFloor = () => rate(floor.port, ['/']);
    return [
      await against('one page of 500, again and again', ground, toFloor, 0.7, [`/api/corpus/public?limit=${LIMIT}`]),
      await against('pages of 500 at random offsets', ground, toFloor, 0.25, randomPages(ground, [null])),
      await against(
        'pages of one random kind',
        ground,
        toFloor,
        0.15,
        randomPages(
          ground,
          KINDS.map((kind) => [kind]),
        ),
      ),
      await lastTenth('the last tenth against the first tenth', ground, null),
      await lastTenth('two kinds, the last tenth against the first tenth', ground, ['quest', 'vendor']),
    ];
  } finally {
    loader.stop();
    floor.stop();
    rmSync(file);
  }
};

const against = async (
  name: string,
  ground: Ground,
  toFloor: () => Promise<number>,
  least: number,
  paths: readonly string[],
): Promise<Figure> => {
  const seen = await alternate(() => ground.rate(ground.port, paths), toFloor);
  const note = `${median(seen.ours).toFixed(0)} requests/s; bare node:http ${median(seen.floor).toFixed(0)}`;
  return figure(name, seen.ratios, { least }, '', note);
};

const lastTenth = async (name: string, ground: Ground, kinds: readonly string[] | null): Promise<Figure> => {
  const total = totalOf(ground, kinds);
  const tenth = Math.floor(total / 10);
  const first = pagesBetween(0, tenth - LIMIT, kinds, 11);
  const last = pagesBetween(total - tenth, total - LIMIT, kinds, 12);
  const seen = await alternate(
    () => ground.rate(ground.port, last),
    () => ground.rate(ground.port, first),
  );
  const note = `${median(seen.ours).toFixed(0)} against ${median(seen.floor).toFixed(0)} requests/s`;
  return figure(name, seen.ratios, { least: 0.8 }, '', note);
};

/** Paths of pages at uniformly random offsets, of a filter drawn anew for each. */
export const randomPages = (
  ground: Pick<Ground, 'totals'>,
  filters: readonly (readonly string[] | null)[],
): string[] => {
  const random = seeded(5);
  return Array.from({ length: 20_000 }, () => {
    const kinds = filters[Math.floor(random() * filters.length)]!;
    return pagePath(Math.floor(random() * Math.max(1, totalOf(ground, kinds) - LIMIT)), kinds);
  });
};

const pagesBetween = (from: number, to: number, kinds: readonly string[] | null, seed: number): string[] => {
  const random = seeded(seed);
  return Array.from({ length: 20_000 }, () => pagePath(from + Math.floor(random() * Math.max(1, to - from)), kinds));
};

const pagePath = (offset: number, kinds: readonly string[] | null): string =>
  `/api/corpus/public?${kinds === null ? '' : `kinds=${kinds.join(',')}&`}offset=${offset}&limit=${LIMIT}`;

const totalOf = (ground: Pick<Ground, 'totals'>, kinds: readonly string[] | null): number =>
  kinds === null ? ground.totals.get('')! : kinds.reduce((sum, kind) => sum + ground.totals.get(kind)!, 0);

/** The rows of each kind, and of all under ''. */
export const totalsOf = async (port: number): Promise<ReadonlyMap<string, number>> => {
  const totals = new Map<string, number>();
  for (const kind of ['', ...KINDS]) {
    const bytes = await bytesOf(port, `/api/corpus/public?limit=1${kind === '' ? '' : `&kinds=${kind}`}`);
    totals.set(kind, (JSON.parse(new TextDecoder().decode(bytes)) as { total: number }).total);
  }
  return totals;
};

const bytesOf = async (port: number, path: string): Promise<Uint8Array> => {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { 'Accept-Encoding': 'identity' } });
  return new Uint8Array(await response.arrayBuffer());
};

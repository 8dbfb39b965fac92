import { rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { alternate, type Figure, figure, median } from './pairs.ts';
import { type Service, startFloor, startLoader } from './service.ts';
import { seeded } from './world.ts';

const CONNECTIONS = 16;
const PATHS = 20_000;
export const PAGE_ROWS = 500;

/** A list of the running service, asked in pages of 500, beside a bare server that sends the bytes of its first page. */
export interface ListGround {
  /** Requests a second of these paths, asked in turn. */
  rate(paths: readonly string[], seconds: number): Promise<number>;
  floorRate(seconds: number): Promise<number>;
  /** Rows that a filter (such as `rel=sold_by`, '' for none) lets through. */
  total(filter: string): number;
  path(filter: string, offset: number): string;
}

/** Measures a list: `path` is its endpoint, `filters` are those whose totals will be needed. */
export const onList = async <T>(
  service: Pick<Service, 'port' | 'pid'>,
  path: string,
  filters: readonly string[],
  measure: (ground: ListGround) => Promise<T>,
): Promise<T> => {
  const file = join(tmpdir(), `third-witness-floor-${service.pid}.json`);
  writeFileSync(file, await bytesOf(service.port, `${path}?limit=${PAGE_ROWS}`));
  const totals = await totalsOf(service.port, path, ['', ...filters]);
  const loader = startLoader();
  const floor = await startFloor(file);
  const rate = async (port: number, paths: readonly string[], seconds: number): Promise<number> => {
    const report = await loader.ask({ port, paths, connections: CONNECTIONS, seconds });
    if (report.failures > 0) throw new Error(`${report.failures} answers were not 200`);
    return report.answers / report.seconds;
  };
  try {
    return await measure({
      rate: (paths, seconds) => rate(service.port, paths, seconds),
      floorRate: (seconds) => rate(floor.port, ['/'], seconds),
      total: (filter) => totals.get(filter)!,
      path: (filter, offset) => `${path}?${filter === '' ? '' : `${filter}&`}offset=${offset}&limit=${PAGE_ROWS}`,
    });
  } finally {
    loader.stop();
    floor.stop();
    rmSync(file);
  }
};

/** These paths against the bare server. */
export const againstFloor = async (
  name: string,
  ground: ListGround,
  paths: readonly string[],
  { least, seconds }: { readonly least: number; readonly seconds: number },
): Promise<Figure> => {
  const seen = await alternate(
    () => ground.rate(paths, seconds),
    () => ground.floorRate(seconds),
  );
  const note = `${median(seen.ours).toFixed(0)} requests/s; bare node:http ${median(seen.floor).toFixed(0)}`;
  return figure(name, seen.ratios, { least }, '', note);
};

/** Two sets of paths against each other. */
export const againstEachOther = async (
  name: string,
  ground: ListGround,
  [ours, others]: readonly [readonly string[], readonly string[]],
  { least, seconds }: { readonly least: number; readonly seconds: number },
): Promise<Figure> => {
  const seen = await alternate(
    () => ground.rate(ours, seconds),
    () => ground.rate(others, seconds),
  );
  const note = `${median(seen.ours).toFixed(0)} against ${median(seen.floor).toFixed(0)} requests/s`;
  return figure(name, seen.ratios, { least }, '', note);
};

/** Pages at uniformly random offsets, of a filter drawn anew for each. */
export const randomPages = (ground: Pick<ListGround, 'total' | 'path'>, filters: readonly string[]): string[] => {
  const random = seeded(5);
  return Array.from({ length: PATHS }, () => {
    const filter = filters[Math.floor(random() * filters.length)]!;
    return ground.path(filter, Math.floor(random() * Math.max(1, ground.total(filter) - PAGE_ROWS)));
  });
};

/** The last tenth of a list against its first tenth. */
export const lastTenth = (
  name: string,
  ground: ListGround,
  filter: string,
  bounds: { readonly least: number; readonly seconds: number },
): Promise<Figure> => {
  const total = ground.total(filter);
  const tenth = Math.floor(total / 10);
  const first = pagesBetween(ground, filter, 0, tenth - PAGE_ROWS, 11);
  const last = pagesBetween(ground, filter, total - tenth, total - PAGE_ROWS, 12);
  return againstEachOther(name, ground, [last, first], bounds);
};

const pagesBetween = (ground: ListGround, filter: string, from: number, to: number, seed: number): string[] => {
  const random = seeded(seed);
  return Array.from({ length: PATHS }, () => ground.path(filter, from + Math.floor(random() * Math.max(1, to - from))));
};

/**
 * The last page of a filter against its first. Each request carries a parameter of its own, which the service passes
 * over: else both pages would be answered from the finished ones that are kept.
 */
export const lastPage = (
  name: string,
  ground: ListGround,
  filter: string,
  bounds: { readonly least: number; readonly seconds: number },
): Promise<Figure> => {
  const page = (offset: number) =>
    Array.from({ length: PATHS }, (_, i) => `${ground.path(filter, offset)}&unread=${offset}.${i}`);
  const last = Math.max(0, ground.total(filter) - PAGE_ROWS);
  return againstEachOther(`${name} (${ground.total(filter)} rows)`, ground, [page(last), page(0)], bounds);
};

/** The rows that each filter of a list lets through. */
export const totalsOf = async (
  port: number,
  path: string,
  filters: readonly string[],
): Promise<ReadonlyMap<string, number>> => {
  const totals = new Map<string, number>();
  for (const filter of filters) {
    const bytes = await bytesOf(port, `${path}?limit=1${filter === '' ? '' : `&${filter}`}`);
    totals.set(filter, (JSON.parse(new TextDecoder().decode(bytes)) as { total: number }).total);
  }
  return totals;
};

const bytesOf = async (port: number, path: string): Promise<Uint8Array> => {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { 'Accept-Encoding': 'identity' } });
  return new Uint8Array(await response.arrayBuffer());
};

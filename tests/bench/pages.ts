import { CONNECTIONS, type ListGround, PAGE_ROWS } from './list_ground.ts';
import type { Encoding } from './loader.ts';
import { alternate, type Figure, figure, median } from './pairs.ts';
import { seeded } from './world.ts';

const PATHS = 20_000;
/** Number of pages that a connection of a walk gets per block, which is more than it can request. */
const WALK_PAGES = 2_000;

/** The bound of a figure, by encoding if they differ, or null if there is none. */
type Least = number | Readonly<Record<Encoding, number | null>>;

/** The filter that matches every row, and the number of rows per page. */
interface Walk {
  readonly all: string;
  readonly rows: number;
}

interface Asked {
  readonly least: Least;
  readonly seconds: number;
}

/** Measures these paths against the bare server. */
export async function againstFloor(
  name: string,
  ground: ListGround,
  paths: readonly string[],
  { least, seconds }: Asked,
): Promise<Figure> {
  const seen = await alternate(
    () => ground.rate(paths, seconds),
    () => ground.floorRate(seconds),
  );
  const requestsPerS = median(seen.ours);
  return figure(nameOf(name, ground), seen.ratios, boundOf(least, ground), '', againstBare(seen), { requestsPerS });
}

function againstBare(seen: { readonly ours: readonly number[]; readonly floor: readonly number[] }): string {
  return `${median(seen.ours).toFixed(0)} requests/s; bare node:http ${median(seen.floor).toFixed(0)}`;
}

function nameOf(name: string, { encoding }: ListGround): string {
  return encoding === 'gzip' ? name : `${name}, ${encoding}`;
}

function boundOf(least: Least, { encoding }: ListGround): Figure['bound'] {
  const asked = typeof least === 'number' ? least : least[encoding];
  return asked === null ? null : { least: asked };
}

/**
 * Measures readers that follow `next`, each from its own starting page to the end and then from the beginning, against
 * the bare server with a page of as many rows. Every block starts at other pages, so that no page is cached.
 */
export async function walkers(
  name: string,
  ground: ListGround,
  { all, rows }: Walk,
  { least, seconds }: Asked,
): Promise<Figure> {
  const pages = await walkOf(ground, { all, rows });
  const random = seeded(rows);
  const walk = (): readonly (readonly string[])[] =>
    Array.from({ length: CONNECTIONS }, (_, n) => {
      const from = Math.floor(((n + random()) * pages.length) / CONNECTIONS);
      return Array.from({ length: WALK_PAGES }, (_page, i) => pages[(from + i) % pages.length]!);
    });
  const seen = await alternate(
    () => ground.rate(walk(), seconds),
    () => ground.floorRate(seconds, rows),
  );
  const note = `${CONNECTIONS} walkers over ${pages.length} pages of ${rows}; ${againstBare(seen)}`;
  const requestsPerS = median(seen.ours);
  return figure(nameOf(name, ground), seen.ratios, boundOf(least, ground), '', note, { requestsPerS });
}

/**
 * Returns the paths of a complete walk. Decompressing each answer for its `next` would cost the loader more than the
 * service, so only the first two are read, and the others are derived from them.
 */
async function walkOf(ground: ListGround, { all, rows }: Walk): Promise<readonly string[]> {
  const first = ground.path(all, 0, rows);
  const second = await ground.next(first);
  if (second === null) return [first];
  const at = (page: number): string => second.replace(/offset=\d+/, `offset=${page * rows}`);
  const pages = Math.ceil(ground.total(all) / rows);
  const third = pages > 2 ? at(2) : null;
  const followed = await ground.next(second);
  if (second !== at(1) || followed !== third) throw new Error(`the walk goes on at ${followed} where ${third} was due`);
  return [first, ...Array.from({ length: pages - 1 }, (_, n) => at(n + 1))];
}

/** Measures two sets of paths against each other. */
async function againstEachOther(
  name: string,
  ground: ListGround,
  [ours, others]: readonly [readonly string[], readonly string[]],
  { least, seconds }: Asked,
): Promise<Figure> {
  const seen = await alternate(
    () => ground.rate(ours, seconds),
    () => ground.rate(others, seconds),
  );
  const note = `${median(seen.ours).toFixed(0)} against ${median(seen.floor).toFixed(0)} requests/s`;
  return figure(nameOf(name, ground), seen.ratios, boundOf(least, ground), '', note);
}

/** Returns pages of a filter at random offsets, so that none of them is cached. */
export function randomPages(ground: Pick<ListGround, 'total' | 'path'>, filter: string): string[] {
  return pagesBetween(ground, filter, 0, ground.total(filter) - PAGE_ROWS, 5);
}

/** Measures the last tenth of a list against its first tenth. */
export function lastTenth(name: string, ground: ListGround, filter: string, bounds: Asked): Promise<Figure> {
  const total = ground.total(filter);
  const tenth = Math.floor(total / 10);
  const first = pagesBetween(ground, filter, 0, tenth - PAGE_ROWS, 11);
  const last = pagesBetween(ground, filter, total - tenth, total - PAGE_ROWS, 12);
  return againstEachOther(name, ground, [last, first], bounds);
}

function pagesBetween(
  ground: Pick<ListGround, 'path'>,
  filter: string,
  from: number,
  to: number,
  seed: number,
): string[] {
  const random = seeded(seed);
  return Array.from({ length: PATHS }, () => ground.path(filter, from + Math.floor(random() * Math.max(1, to - from))));
}

/**
 * Measures the last page of a filter against its first. Each request has its own ignored parameter, because otherwise
 * both pages would come from the cache.
 */
export function lastPage(name: string, ground: ListGround, filter: string, bounds: Asked): Promise<Figure> {
  const page = (offset: number) =>
    Array.from({ length: PATHS }, (_, i) => `${ground.path(filter, offset)}&unread=${offset}.${i}`);
  const last = Math.max(0, ground.total(filter) - PAGE_ROWS);
  return againstEachOther(`${name} (${ground.total(filter)} rows)`, ground, [page(last), page(0)], bounds);
}

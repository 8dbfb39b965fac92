import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'libsql';
import { startLoader, startPeer } from './helpers.ts';
import { CONNECTIONS, totalsOf, wireBytesOf } from './list_ground.ts';
import type { LoadJob } from './loader.ts';
import { alternate, type Figure, figure, median } from './pairs.ts';
import { hasNginx, type PageServer, startNginx } from './peers/nginx.ts';
import type { Service } from './service.ts';

/** A list to compare, with the fields that hold the rows of a page. */
interface List {
  readonly list: string;
  readonly path: string;
  readonly fields: readonly string[];
}

/** The lists of a folder with public rows, and those of a folder with loot and a build. */
export const PUBLIC_LISTS: readonly List[] = [
  { list: 'corpus', path: '/api/corpus/public', fields: ['records'] },
  { list: 'edges', path: '/api/edges', fields: ['edges'] },
];
export const OTHER_LISTS: readonly List[] = [
  { list: 'drops', path: '/api/rollups/drops', fields: ['rates', 'measuredZeros'] },
  { list: 'items', path: '/api/items', fields: ['items'] },
];
const ROWS_OF_PAGE = [500, 5_000] as const;
const SECONDS = 1;
const PAIRS = 5;
/** Lowest accepted ratio to nginx, for packed pages from the start. */
const OF_NGINX = 0.35;

interface Peers {
  readonly keyRange: number;
  readonly honoOffset: number;
  readonly nginx: PageServer | null;
}

interface Comparison {
  readonly list: string;
  readonly readRows: ReadRows;
  readonly rows: number;
  readonly pages: number;
  /** Returns the path of our page from this offset. */
  readonly path: (offset: number) => string;
}

/**
 * Compares lists with programs that a user might write instead, and with nginx over pages that were packed beforehand,
 * if it is installed. All serve the same rows, with 16 connections.
 */
export async function peerFigures(
  service: Pick<Service, 'port'>,
  lists: readonly List[],
  folder: string,
  tell: (figures: readonly Figure[]) => readonly Figure[],
): Promise<readonly Figure[]> {
  const figures: Figure[] = [];
  for (const { list, path, fields } of lists) {
    const total = (await totalsOf(service.port, path, [''])).get('')!;
    const database = join(folder, `${list}.db`);
    const readRows = async (offset: number, rows: number) => {
      const page = await pageOf(service.port, `${path}?offset=${offset}&limit=${rows}`);
      return fields.flatMap((field) => page[field]!);
    };
    await copyRows(readRows, total, folder, database);
    for (const rows of ROWS_OF_PAGE) {
      const pathOf = (offset: number) => `${path}?offset=${offset}&limit=${rows}`;
      const compared = { list, readRows, rows, pages: Math.floor(total / rows), path: pathOf };
      figures.push(...(await compare(service.port, compared, join(folder, `${list}-${rows}`), database, tell)));
    }
  }
  return figures;
}

/** Copies all rows of a list into the database that the two programs read. */
async function copyRows(readRows: ReadRows, total: number, folder: string, file: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const database = new Database(file);
  database.exec('create table rows (n integer primary key, body text not null)');
  const insert = database.prepare('insert into rows select key + 1 + ?, value from json_each(?)');
  for (let offset = 0; offset < total; offset += 5_000) {
    insert.run([BigInt(offset), JSON.stringify(await readRows(offset, 5_000))]);
  }
  database.close();
}

type Rows = readonly object[];
type ReadRows = (offset: number, rows: number) => Promise<Rows>;

async function pageOf(port: number, path: string): Promise<Readonly<Record<string, Rows>>> {
  const bytes = await wireBytesOf(port, path, 'identity');
  return JSON.parse(new TextDecoder().decode(bytes)) as Record<string, Rows>;
}

async function compare(
  port: number,
  compared: Comparison,
  folder: string,
  database: string,
  tell: (figures: readonly Figure[]) => readonly Figure[],
): Promise<readonly Figure[]> {
  const programs = [await startPeer('key_range.ts', database), await startPeer('hono_offset.ts', database)] as const;
  const nginx = hasNginx() ? await startNginx(folder, await allPages(port, compared)) : null;
  for (const program of programs) {
    const theirs = await pageOf(program.port, `/?offset=700&limit=${compared.rows}`);
    assert.deepEqual(theirs['rows'], await compared.readRows(700, compared.rows));
  }
  const loader = startLoader();
  const rate = async (job: Pick<LoadJob, 'port' | 'paths' | 'encoding'>): Promise<number> => {
    const report = await loader.ask({ ...job, connections: CONNECTIONS, seconds: SECONDS });
    if (report.failures > 0) throw new Error(`${report.failures} answers were not 200`);
    return report.answers / report.seconds;
  };
  try {
    const peers = { keyRange: programs[0].port, honoOffset: programs[1].port, nginx };
    return await figuresOf(port, compared, peers, rate, tell);
  } finally {
    loader.stop();
    for (const program of programs) program.stop();
    await nginx?.stop();
  }
}

async function allPages(port: number, { pages, rows, path }: Comparison): Promise<readonly Uint8Array[]> {
  const all: Uint8Array[] = [];
  for (let page = 0; page < pages; page++) all.push(await wireBytesOf(port, path(page * rows), 'identity'));
  return all;
}

type Rate = (job: Pick<LoadJob, 'port' | 'paths' | 'encoding'>) => Promise<number>;

async function figuresOf(
  port: number,
  { list, rows, pages, path }: Comparison,
  peers: Peers,
  rate: Rate,
  tell: (figures: readonly Figure[]) => readonly Figure[],
): Promise<readonly Figure[]> {
  const figures: Figure[] = [];
  const offsets = Array.from({ length: pages }, (_, page) => page * rows);
  // Each connection follows the list from its start.
  const inTurn = (one: (offset: number) => string): LoadJob['paths'] =>
    Array.from({ length: CONNECTIONS }, () => offsets.map(one));
  const small = (offset: number) => `/?offset=${offset}&limit=${rows}`;
  for (const encoding of ['gzip', 'identity'] as const) {
    const ours = () => rate({ port, encoding, paths: inTurn(path) });
    const keyRange = await alternate(ours, () => rate({ port: peers.keyRange, encoding, paths: inTurn(small) }), PAIRS);
    const name = `${list}, ${rows} a page, ${encoding}`;
    const hono = await rate({ port: peers.honoOffset, encoding, paths: inTurn(small) });
    const note = `${perS(keyRange.ours)}/s; key range ${perS(keyRange.floor)}, OFFSET ${perS([hono])}`;
    figures.push(...tell([figure(`${name}: to a key range in SQL`, keyRange.ratios, { least: 1 }, '', note)]));
    const { nginx: server } = peers;
    if (server === null) continue;
    const files = inTurn((offset) => server.path(offset / rows));
    const nginx = await alternate(ours, () => rate({ port: server.port, encoding, paths: files }), PAIRS);
    const bound = encoding === 'gzip' ? { least: OF_NGINX } : null;
    const seen = `${perS(nginx.ours)}/s; nginx ${perS(nginx.floor)}`;
    figures.push(...tell([figure(`${name}: to nginx`, nginx.ratios, bound, '', seen)]));
  }
  return figures;
}

function perS(rates: readonly number[]): string {
  return median(rates).toFixed(0);
}

import { Buffer } from 'node:buffer';
import { rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { startFloor, startLoader } from './helpers.ts';
import type { Encoding, LoadJob } from './loader.ts';
import type { Figure } from './pairs.ts';
import type { Service } from './service.ts';

export const CONNECTIONS = 16;
export const PAGE_ROWS = 500;

/** Bodies shorter than this may be sent uncompressed. */
const SHORT_BYTES = 1_024;

/** The encoding that almost all readers request, followed by the other one. */
export const ENCODINGS: readonly Encoding[] = ['gzip', 'identity'];

type Paths = LoadJob['paths'];

/** A list of the running service in one encoding, with a bare server that sends the bytes of its first page. */
export interface ListGround {
  readonly encoding: Encoding;
  /** Measures requests per second to these paths. */
  rate(paths: Paths, seconds: number): Promise<number>;
  /** Measures requests per second to the bare server, with the bytes of a first page of `rows` rows. */
  floorRate(seconds: number, rows?: number): Promise<number>;
  /** Returns the number of rows that match a filter (such as `rel=sold_by`, or '' for all). */
  total(filter: string): number;
  path(filter: string, offset: number, rows?: number): string;
  /** Returns the path in `next` of a page, or null if it was the last page. */
  next(path: string): Promise<string | null>;
}

/**
 * Measures a list compressed and uncompressed. `path` is its endpoint, and `filters` are those whose totals are needed.
 * Returns the figures of both.
 */
export async function onList(
  service: Pick<Service, 'port' | 'pid'>,
  path: string,
  filters: readonly string[],
  measure: (ground: ListGround) => Promise<readonly Figure[]>,
): Promise<readonly Figure[]> {
  const totals = await totalsOf(service.port, path, ['', ...filters]);
  const loader = startLoader();
  const figures: Figure[] = [];
  try {
    for (const encoding of ENCODINGS) {
      const { ground, close } = groundOf(service.port, path, encoding, totals, loader);
      try {
        figures.push(...(await measure(ground)));
      } finally {
        close();
      }
    }
  } finally {
    loader.stop();
  }
  return figures;
}

function groundOf(
  port: number,
  path: string,
  encoding: Encoding,
  totals: ReadonlyMap<string, number>,
  loader: ReturnType<typeof startLoader>,
): { ground: ListGround; close(): void } {
  const rate = async (of: number, paths: Paths, seconds: number): Promise<number> => {
    const report = await loader.ask({ port: of, paths, connections: CONNECTIONS, encoding, seconds });
    if (report.failures > 0) throw new Error(`${report.failures} answers were not 200`);
    const isShort = report.bytes < report.answers * SHORT_BYTES;
    if (encoding === 'gzip' && report.packed === 0 && !isShort) throw new Error('no answer was packed');
    return report.answers / report.seconds;
  };
  const pathOf = (filter: string, offset: number, rows = PAGE_ROWS): string =>
    `${path}?${filter === '' ? '' : `${filter}&`}offset=${offset}&limit=${rows}`;
  const floors = new Map<number, Awaited<ReturnType<typeof startFloor>>>();
  const floorOf = async (rows: number) => {
    const floor = floors.get(rows) ?? (await floorOn(port, pathOf('', 0, rows), encoding));
    floors.set(rows, floor);
    return floor.port;
  };
  const ground: ListGround = {
    encoding,
    rate: (paths, seconds) => rate(port, paths, seconds),
    floorRate: async (seconds, rows = PAGE_ROWS) => rate(await floorOf(rows), ['/'], seconds),
    total: (filter) => totals.get(filter)!,
    path: pathOf,
    next: async (page) => {
      const { next } = JSON.parse(new TextDecoder().decode(await bytesOf(port, page))) as { next: string | null };
      if (next === null) return null;
      const url = new URL(next);
      return url.pathname + url.search;
    },
  };
  return {
    ground,
    close: () => {
      for (const floor of floors.values()) floor.stop();
    },
  };
}

/** Starts a bare server with the exact bytes that the service answers to this path. */
async function floorOn(port: number, path: string, encoding: Encoding): ReturnType<typeof startFloor> {
  const file = join(tmpdir(), `third-witness-floor-${process.pid}-${port}.${encoding}`);
  writeFileSync(file, await wireBytesOf(port, path, encoding));
  try {
    return await startFloor(file, encoding);
  } finally {
    rmSync(file);
  }
}

/** Returns the number of rows that match each filter of a list. */
export async function totalsOf(
  port: number,
  path: string,
  filters: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const totals = new Map<string, number>();
  for (const filter of filters) {
    const bytes = await bytesOf(port, `${path}?limit=1${filter === '' ? '' : `&${filter}`}`);
    totals.set(filter, (JSON.parse(new TextDecoder().decode(bytes)) as { total: number }).total);
  }
  return totals;
}

function bytesOf(port: number, path: string): Promise<Uint8Array> {
  return wireBytesOf(port, path, 'identity');
}

/** Returns the body as it is on the wire. */
export function wireBytesOf(port: number, path: string, encoding: Encoding): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const headers = { 'Accept-Encoding': encoding };
    const asked = request({ port, host: '127.0.0.1', path, headers }, (response) => {
      const { statusCode, headers: came } = response;
      if (statusCode !== 200 || (came['content-encoding'] ?? 'identity') !== encoding) {
        response.destroy();
        reject(new Error(`${path} answered ${statusCode}, ${came['content-encoding'] ?? 'identity'}`));
        return;
      }
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => resolve(Buffer.concat(chunks)));
      response.on('error', reject);
    });
    asked.on('error', reject);
    asked.end();
  });
}

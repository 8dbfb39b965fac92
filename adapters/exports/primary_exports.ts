import type { Stopwatch } from '../../domain/ports/clock.ts';
import { type ExportReader, UNKNOWN_EXPORT_HEALTH } from '../../domain/ports/exports.ts';
import type { Primary } from '../../domain/ports/primary.ts';
import { StorageFault } from '../../domain/values/storage_fault.ts';
import { readWholeBytes } from '../../domain/values/whole_bytes.ts';

type ExportIndexBytes = Uint8Array<ArrayBuffer> | null;

/**
 * Time for which the primary's response is cached. Once an index exists, it does not disappear; other results may soon
 * change.
 */
const INDEX_CACHE_TIMES = { found: 60_000, other: 2_000 };
const INDEX_BYTES_MAX = 1_000_000;

/**
 * The exports of an edge. Only the primary serves the files; the edge fetches the index to learn whether there are any.
 */
export function createPrimaryExports(primary: Primary | null, { elapsedMs }: Stopwatch): ExportReader {
  let cached: { readonly index: Promise<ExportIndexBytes>; validUntilMs: number } | null = null;
  const ask = (): Promise<ExportIndexBytes> => {
    if (cached !== null && elapsedMs() < cached.validUntilMs) return cached.index;
    const entry = { index: primary === null ? throwUnreachable() : fetchIndex(primary), validUntilMs: Infinity };
    const cacheFor = (ms: number): void => {
      entry.validUntilMs = elapsedMs() + ms;
    };
    entry.index.then(
      (index) => cacheFor(index !== null ? INDEX_CACHE_TIMES.found : INDEX_CACHE_TIMES.other),
      () => cacheFor(INDEX_CACHE_TIMES.other),
    );
    cached = entry;
    return entry.index;
  };
  return {
    index: ask,
    open: throwUnreachable,
    // Only the primary knows the state of its exports, and a health check must not wait for the primary.
    health: async () => UNKNOWN_EXPORT_HEALTH,
  };
}

async function throwUnreachable(): Promise<never> {
  throw new StorageFault('exports', 'PRIMARY_AWAY');
}

async function fetchIndex(primary: Primary): Promise<ExportIndexBytes> {
  const answer = await primary.ask({ method: 'GET', target: '/export/index.json', fields: [], body: null });
  if (!answer.ok) return throwUnreachable();
  const { status, body } = answer.value;
  const bytes = await readWholeBytes(body, INDEX_BYTES_MAX).catch(throwUnreachable);
  if (status === 404) return null;
  return status === 200 && bytes !== null ? bytes : throwUnreachable();
}

import type { Stopwatch } from '../../domain/ports/clock.ts';
import { type ExportReader, UNKNOWN_EXPORTS } from '../../domain/ports/exports.ts';
import type { Primary } from '../../domain/ports/primary.ts';
import { StorageFault } from '../../domain/values/storage_fault.ts';
import { wholeBytes } from '../../domain/values/whole_bytes.ts';

type Index = Uint8Array<ArrayBuffer> | null;

/** How long an answer is believed: an index that is there goes on to be, whatever else may change soon. */
const TRUST_MS = { there: 60_000, else: 2_000 };
const INDEX_BYTES_MAX = 1_000_000;

/** The exports of an edge are those of its primary, which alone hands out files; here it is known whether there are any. */
export function createPrimaryExports(primary: Primary | null, { elapsedMs }: Stopwatch): ExportReader {
  let known: { readonly index: Promise<Index>; trustedUntilMs: number } | null = null;
  const ask = (): Promise<Index> => {
    if (known !== null && elapsedMs() < known.trustedUntilMs) return known.index;
    const asked = { index: primary === null ? away() : askIndex(primary), trustedUntilMs: Infinity };
    const trust = (ms: number): void => {
      asked.trustedUntilMs = elapsedMs() + ms;
    };
    asked.index.then(
      (index) => trust(index !== null ? TRUST_MS.there : TRUST_MS.else),
      () => trust(TRUST_MS.else),
    );
    known = asked;
    return asked.index;
  };
  return {
    index: ask,
    open: away,
    // Only the primary knows; a health check does not wait for it.
    health: async () => UNKNOWN_EXPORTS,
  };
}

async function away(): Promise<never> {
  throw new StorageFault('exports', 'PRIMARY_AWAY');
}

async function askIndex(primary: Primary): Promise<Index> {
  const answer = await primary.ask({ method: 'GET', target: '/export/index.json', fields: [], body: null });
  if (!answer.ok) return away();
  const { status, body } = answer.value;
  const bytes = await wholeBytes(body, INDEX_BYTES_MAX).catch(away);
  if (status === 404) return null;
  return status === 200 && bytes !== null ? bytes : away();
}

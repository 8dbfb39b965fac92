import type { Stopwatch } from '../../domain/ports/clock.ts';
import { type ExportReader, UNKNOWN_EXPORTS } from '../../domain/ports/exports.ts';
import type { Primary } from '../../domain/ports/primary.ts';
import { err, ok, type StorageResult, unreachable } from '../../domain/values/result.ts';
import { wholeBytes } from '../../domain/values/whole_bytes.ts';

type Index = StorageResult<Uint8Array<ArrayBuffer> | null>;

/** How long an answer is believed: an index that is there goes on to be, whatever else may change soon. */
const TRUST_MS = { there: 60_000, else: 2_000 };
const INDEX_BYTES_MAX = 1_000_000;

/** The exports of an edge are those of its primary, which alone hands out files; here it is known whether there are any. */
export const createPrimaryExports = (primary: Primary | null, { elapsedMs }: Stopwatch): ExportReader => {
  let known: { readonly index: Promise<Index>; trustedUntilMs: number } | null = null;
  const ask = (): Promise<Index> => {
    if (known !== null && elapsedMs() < known.trustedUntilMs) return known.index;
    const asked = { index: primary === null ? Promise.resolve(AWAY) : askIndex(primary), trustedUntilMs: Infinity };
    asked.index.then((index) => {
      asked.trustedUntilMs = elapsedMs() + (index.ok && index.value !== null ? TRUST_MS.there : TRUST_MS.else);
    });
    known = asked;
    return asked.index;
  };
  return {
    index: ask,
    open: async () => AWAY,
    // Only the primary knows; a health check does not wait for it.
    health: async () => UNKNOWN_EXPORTS,
  };
};

const AWAY = err(unreachable('exports', 'PRIMARY_AWAY'));

const askIndex = async (primary: Primary): Promise<Index> => {
  const answer = await primary.ask({ method: 'GET', target: '/export/index.json', fields: [], body: null });
  if (!answer.ok) return AWAY;
  const { status, body } = answer.value;
  try {
    const bytes = await wholeBytes(body, INDEX_BYTES_MAX);
    if (status === 404) return ok(null);
    return status === 200 && bytes !== null ? ok(bytes) : AWAY;
  } catch {
    return AWAY;
  }
};

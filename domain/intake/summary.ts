import type { AdmittedRecord, Outcome, RefusedRecord, UploadSummary } from '../ports/uploads.ts';

/**
 * Counts an upload's records that were not stored: repeats by kind, and rejected records by code and kind. The size of
 * the summary is bounded by the number of codes and kinds. Returns null if the records name more than one install,
 * because erasing one of them could not subtract its share (contract, section 2, What became of an upload).
 */
export function summariseUpload(
  records: readonly Pick<AdmittedRecord, 'kind' | 'installId'>[],
  outcomes: readonly Outcome[],
  refusedBefore: readonly RefusedRecord[],
): UploadSummary | null {
  const named = [...records, ...refusedBefore].flatMap(({ installId }) => installId ?? []);
  if (new Set(named).size > 1) return null;
  const repeats: CountsByKind = {};
  const refused: Record<string, CountsByKind> = {};
  const addRefusal = ({ code, kind }: RefusedRecord): void => {
    const counts = refused[code] ?? {};
    incrementKind(counts, kind ?? UNKNOWN_KIND);
    refused[code] = counts;
  };
  for (const record of refusedBefore) addRefusal(record);
  records.forEach(({ kind }, i) => {
    const outcome = outcomes[i]!;
    if (outcome === 'duplicate') incrementKind(repeats, kind);
    else if (outcome !== 'new') addRefusal({ kind, code: typeof outcome === 'object' ? 'day-quota' : outcome });
  });
  return { repeats, refused };
}

/** Key for records whose kind could not be read. */
const UNKNOWN_KIND = '';

type CountsByKind = Record<string, number>;

function incrementKind(counts: CountsByKind, kind: string): void {
  counts[kind] = (counts[kind] ?? 0) + 1;
}

import type { AdmittedRecord, Outcome, RefusedRecord, UploadSummary } from '../ports/uploads.ts';

/**
 * What is remembered of the records of an upload that were not kept: how many of each kind were repeats, and how many were
 * refused with which code. Bounded by the codes and kinds that there are. Null where its records name more than one
 * install: an erasure of one could not take its own out again (contract, section 2, What became of an upload).
 */
export function summaryOf(
  records: readonly Pick<AdmittedRecord, 'kind' | 'installId'>[],
  outcomes: readonly Outcome[],
  refusedBefore: readonly RefusedRecord[],
): UploadSummary | null {
  const named = [...records, ...refusedBefore].flatMap(({ installId }) => installId ?? []);
  if (new Set(named).size > 1) return null;
  const repeats: Counts = {};
  const refused: Record<string, Counts> = {};
  const refuse = ({ code, kind }: RefusedRecord): void => {
    const ofCode = refused[code] ?? {};
    add(ofCode, kind ?? NO_KIND);
    refused[code] = ofCode;
  };
  for (const record of refusedBefore) refuse(record);
  records.forEach(({ kind }, i) => {
    const outcome = outcomes[i]!;
    if (outcome === 'duplicate') add(repeats, kind);
    else if (outcome !== 'new') refuse({ kind, code: refusalCode(outcome) });
  });
  return { repeats, refused };
}

/** Stands for the kind of a record of which none could be read. */
const NO_KIND = '';

/** The code that a receipt gives for what the writer found (take_upload.ts). */
function refusalCode(outcome: Exclude<Outcome, 'new' | 'duplicate'>): string {
  return typeof outcome === 'object' ? 'day-quota' : outcome;
}

type Counts = Record<string, number>;

function add(counts: Counts, kind: string): void {
  counts[kind] = (counts[kind] ?? 0) + 1;
}

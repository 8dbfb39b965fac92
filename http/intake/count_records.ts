import type { AllRejected, UploadReceipt } from '../../domain/intake/take_upload.ts';
import type { RecordCount } from '../../domain/ports/meter.ts';
import { RECORD_KINDS } from '../../schema/record_kinds.ts';

/** Counts an upload's records by kind and verdict. Only these counts cross threads, together with the receipt. */
export function countRecords({
  accepted = [],
  rejected,
}: Partial<Pick<UploadReceipt, 'accepted'>> & Pick<AllRejected, 'rejected'>): readonly RecordCount[] {
  const counts = new Map<string, { -readonly [K in keyof RecordCount]: RecordCount[K] }>();
  const count = (kind: string | null, verdict: RecordCount['verdict'], code: string | null): void => {
    const key = `${kind} ${verdict} ${code}`;
    const counted = counts.get(key);
    if (counted === undefined) counts.set(key, { kind, verdict, code, count: 1 });
    else counted.count++;
  };
  for (const { kind, duplicate } of accepted) count(kind, duplicate ? 'repeated' : 'stored', null);
  for (const { kind, code } of rejected) count(knownKind(kind), 'refused', code);
  return [...counts.values()];
}

/** Returns the kind, or null if the contract does not define it, because a record may name any kind. */
function knownKind(kind: string | undefined): string | null {
  return kind !== undefined && RECORD_KINDS.has(kind) ? kind : null;
}

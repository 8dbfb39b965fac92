import type { UploadOutcome } from '../../domain/intake/create_intake.ts';
import type { AllRecordsRejected, UploadReceipt } from '../../domain/intake/take_upload.ts';
import type { RecordCount } from '../../domain/ports/meter.ts';
import { catchFault, StorageFault } from '../../domain/values/storage_fault.ts';
import { RECORD_KINDS } from '../../schema/record_kinds.ts';

/** The response to an upload: an intakeReceipt (200) or an intakeRefused, serialized as JSON. */
export interface IntakeAnswer {
  readonly status: 200 | 400 | 422 | 503;
  readonly body: string;
  /** Number of records by verdict. Empty or absent if the upload as a whole was rejected or not confirmed. */
  readonly counts?: readonly RecordCount[];
}

/**
 * Formats the response to an upload (contract, section 2, Receipt). It runs in the intake thread
 * (http/intake_thread.ts), so that a receipt of 2,000 records crosses threads as one string and the main thread need
 * not serialize it.
 */
export function presentOutcome(outcome: UploadOutcome): IntakeAnswer {
  if (outcome.ok) return presentReceipt(outcome.value);
  const { error } = outcome;
  switch (error.kind) {
    case 'not-json':
    case 'grants-malformed':
      return presentRefusal(400, error.error, []);
    case 'envelope-refused':
      return presentRefusal(422, error.error, []);
    case 'all-rejected':
      return presentRefusal(422, error.error ?? describeRejectedUpload(error), error.rejected);
  }
}

function presentReceipt({ uploadId, accepted, rejected }: UploadReceipt): IntakeAnswer {
  return {
    status: 200,
    body: JSON.stringify({ ok: true, persisted: true, uploadId, accepted, rejected }),
    counts: countRecords({ accepted, rejected }),
  };
}

function presentRefusal(status: 400 | 422, error: string, rejected: AllRecordsRejected['rejected']): IntakeAnswer {
  return {
    status,
    body: JSON.stringify({ ok: false, error, persisted: false, accepted: [], rejected }),
    counts: countRecords({ rejected }),
  };
}

function describeRejectedUpload({ rejected: { length: records } }: AllRecordsRejected): string {
  return records === 1
    ? 'The one record of the upload was refused; rejected says why.'
    : `All ${records} records of the upload were refused; rejected says why.`;
}

/** Waits for the receipt of an upload. If the intake fails, the response tells the sender to keep the file. */
export async function answerUpload(taking: Promise<IntakeAnswer>): Promise<IntakeAnswer> {
  const taken = await catchFault(taking);
  return taken instanceof StorageFault ? NOT_CONFIRMED_ANSWER : taken;
}

const NOT_CONFIRMED_ANSWER: IntakeAnswer = {
  status: 503,
  body: JSON.stringify({
    ok: false,
    error:
      'Storage could not confirm the write: keep the file and send it again later. If it was stored after all, it counts once.',
    persisted: false,
  }),
};

/** Counts an upload's records by kind and verdict. Only these counts cross threads, together with the receipt. */
export function countRecords({
  accepted = [],
  rejected,
}: Partial<Pick<UploadReceipt, 'accepted'>> & Pick<AllRecordsRejected, 'rejected'>): readonly RecordCount[] {
  const counts = new Map<string, { -readonly [K in keyof RecordCount]: RecordCount[K] }>();
  const count = (kind: string | null, verdict: RecordCount['verdict'], code: string | null): void => {
    const key = `${kind} ${verdict} ${code}`;
    const counted = counts.get(key);
    if (counted === undefined) counts.set(key, { kind, verdict, code, count: 1 });
    else counted.count++;
  };
  for (const { kind, duplicate } of accepted) count(kind, duplicate ? 'repeated' : 'stored', null);
  for (const { kind, code } of rejected) count(findKnownKind(kind), 'refused', code);
  return [...counts.values()];
}

/** Returns the kind, or null if the contract does not define it, because a record may name any kind. */
function findKnownKind(kind: string | undefined): string | null {
  return kind !== undefined && RECORD_KINDS.has(kind) ? kind : null;
}

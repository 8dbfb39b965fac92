import type { Clock } from '../ports/clock.ts';
import type { Sender } from '../ports/intake.ts';
import type { Random } from '../ports/random.ts';
import type { AdmittedRecord, Grant, Outcome, UploadWriter } from '../ports/uploads.ts';
import { err, ok, type Result } from '../values/result.ts';
import { dayQuotaFault } from './day_quota.ts';
import { type Judges, judgeRecords, type RejectedRecord, refuse } from './judge.ts';
import type { Envelope, Fault } from './parsers.ts';
import { createUlid } from './ulid.ts';

/** An accepted record as the receipt tells it. `duplicate`: it was kept before, and counts once. */
export interface AcceptedRecord {
  readonly index: number;
  readonly kind: string;
  readonly eventId?: string;
  readonly duplicate: boolean;
}

export interface UploadReceipt {
  readonly uploadId: string;
  /** Both ascend by `index`. */
  readonly accepted: readonly AcceptedRecord[];
  readonly rejected: readonly RejectedRecord[];
}

/** Every record was refused, so nothing was kept. */
export interface AllRejected {
  readonly kind: 'all-rejected';
  readonly rejected: readonly RejectedRecord[];
}

export interface TakeUpload extends Judges {
  readonly uploads: UploadWriter;
  readonly clock: Clock;
  readonly random: Random;
}

/**
 * Judges an upload and keeps what passed (contract, section 2, Receipt). A receipt is answered only once the writer has
 * confirmed the records durable. An upload of repeats only has a receipt too, though nothing is stored.
 */
export async function takeUpload(
  deps: TakeUpload,
  envelope: Envelope,
  { network }: Sender,
): Promise<Result<UploadReceipt, AllRejected>> {
  const receivedAtMs = deps.clock.nowMs();
  const grants = await grantsOf(deps, envelope);
  const { admitted, rejected } = judgeRecords(deps, envelope, grants, receivedAtMs);
  if (admitted.length === 0) return err({ kind: 'all-rejected', rejected });
  const uploadId = createUlid(deps.clock, deps.random);
  const outcomes = await deps.uploads.take({
    uploadId,
    receivedAtMs,
    addonVersion: envelope.addonVersion,
    clientBuild: envelope.clientBuild ?? null,
    locale: envelope.locale ?? null,
    protocol: envelope.protocol ?? null,
    network,
    records: admitted,
    refused: rejected.map(({ index, kind, code }) => ({
      ...(kind === undefined ? {} : { kind }),
      code,
      ...installNamedIn(envelope.records[index]),
    })),
  });
  const told = tell(admitted, outcomes, rejected);
  return told.accepted.length === 0
    ? err({ kind: 'all-rejected', rejected: told.rejected })
    : ok({ uploadId, ...told });
}

/** What the tokens of an upload stand for; nothing is looked up where none came. */
async function grantsOf({ uploads, digest }: TakeUpload, { grantTokens }: Envelope): Promise<readonly Grant[]> {
  return grantTokens.length === 0 ? [] : uploads.grants([...new Set(grantTokens)].map((token) => digest.sha256(token)));
}

/** Of a refused record nothing is known but that it is JSON. */
function installNamedIn(record: unknown): { readonly installId?: string } {
  const { installId } = (record ?? {}) as { readonly installId?: unknown };
  return typeof installId === 'string' ? { installId } : {};
}

/** Adds what the writer found to the receipt: repeats, eventIds used before with other content, erased installs. */
function tell(
  admitted: readonly AdmittedRecord[],
  outcomes: readonly Outcome[],
  rejectedBefore: readonly RejectedRecord[],
): Pick<UploadReceipt, 'accepted' | 'rejected'> {
  const accepted: AcceptedRecord[] = [];
  const refused: RejectedRecord[] = [];
  admitted.forEach((record, i) => {
    const { index, kind, eventId } = record;
    const outcome = outcomes[i];
    if (outcome === 'event-reused') refused.push(refuse(index, record, EVENT_REUSED));
    else if (outcome === 'install-erased') refused.push(refuse(index, record, INSTALL_ERASED));
    else if (typeof outcome === 'object')
      refused.push(refuse(index, record, dayQuotaFault(kind, record.capturedAtMs, outcome.overQuota)));
    else accepted.push({ index, kind, ...(eventId === null ? {} : { eventId }), duplicate: outcome === 'duplicate' });
  });
  if (refused.length === 0) return { accepted, rejected: rejectedBefore };
  return { accepted, rejected: [...rejectedBefore, ...refused].sort((a, b) => a.index - b.index) };
}

/** It shows nothing of what was kept under that eventId. */
const EVENT_REUSED: Fault = {
  code: 'event-reused',
  pointer: '/eventId',
  reason: 'eventId must name one event of its install; got one that was used before with other content.',
};

/** It shows nothing of the install. */
const INSTALL_ERASED: Fault = {
  code: 'install-erased',
  pointer: '/installId',
  reason: 'installId must be that of an install whose data were not erased; got that of an erased one.',
};

import type { Clock } from '../ports/clock.ts';
import type { Random } from '../ports/random.ts';
import type { AdmittedRecord, Outcome, UploadWriter } from '../ports/uploads.ts';
import { err, ok, type Result, type Unreachable } from '../result.ts';
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
 * Judges an upload and keeps what passed (spec, POST /api/intake; contract, section 2). A receipt is answered only once
 * the writer has confirmed the records durable. An upload of repeats only has a receipt too, though nothing is stored.
 */
export const takeUpload = async (
  deps: TakeUpload,
  envelope: Envelope,
): Promise<Result<UploadReceipt, AllRejected | Unreachable>> => {
  const receivedAtMs = deps.clock.nowMs();
  const { admitted, rejected } = judgeRecords(deps, envelope, receivedAtMs);
  if (admitted.length === 0) return err({ kind: 'all-rejected', rejected });
  const uploadId = createUlid(deps.clock, deps.random);
  const outcomes = await deps.uploads.take({
    uploadId,
    receivedAtMs,
    addonVersion: envelope.addonVersion,
    clientBuild: envelope.clientBuild ?? null,
    protocol: envelope.protocol ?? null,
    records: admitted,
  });
  if (!outcomes.ok) return outcomes;
  const told = tell(admitted, outcomes.value, rejected);
  return told.accepted.length === 0
    ? err({ kind: 'all-rejected', rejected: told.rejected })
    : ok({ uploadId, ...told });
};

/** Adds what the writer found to the receipt: repeats, and eventIds used before with other content. */
const tell = (
  admitted: readonly AdmittedRecord[],
  outcomes: readonly Outcome[],
  rejectedBefore: readonly RejectedRecord[],
): Pick<UploadReceipt, 'accepted' | 'rejected'> => {
  const accepted: AcceptedRecord[] = [];
  const reused: RejectedRecord[] = [];
  admitted.forEach((record, i) => {
    const { index, kind, eventId } = record;
    if (outcomes[i] === 'event-reused') reused.push(refuse(index, record, EVENT_REUSED));
    else
      accepted.push({ index, kind, ...(eventId === null ? {} : { eventId }), duplicate: outcomes[i] === 'duplicate' });
  });
  if (reused.length === 0) return { accepted, rejected: rejectedBefore };
  return { accepted, rejected: [...rejectedBefore, ...reused].sort((a, b) => a.index - b.index) };
};

/** It shows nothing of what was kept under that eventId. */
const EVENT_REUSED: Fault = {
  code: 'event-reused',
  pointer: '/eventId',
  reason: 'eventId must name one event of its install, but one that was used before with other content came.',
};

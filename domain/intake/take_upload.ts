import type { Game } from '../../schema/vocabulary.ts';
import type { Clock } from '../ports/clock.ts';
import type { Sender } from '../ports/intake.ts';
import type { Random } from '../ports/random.ts';
import type { AdmittedRecord, Grant, Outcome, UploadWriter } from '../ports/uploads.ts';
import { err, ok, type Result } from '../values/result.ts';
import { findClientFault } from './client_rule.ts';
import { createQuotaFault } from './day_quota.ts';
import { judgeRecords, type RecordCheckDeps, type RejectedRecord, refuseRecord } from './judge.ts';
import type { Envelope, Fault } from './parsers.ts';

/** An accepted record as listed in the receipt. A `duplicate` was already stored and still counts only once. */
export interface AcceptedRecord {
  readonly index: number;
  readonly kind: string;
  readonly eventId?: string;
  readonly duplicate: boolean;
}

export interface UploadReceipt {
  readonly uploadId: string;
  /** Both lists are sorted by `index`. */
  readonly accepted: readonly AcceptedRecord[];
  readonly rejected: readonly RejectedRecord[];
}

/** Every record was rejected, so nothing was stored. */
export interface AllRecordsRejected {
  readonly kind: 'all-rejected';
  /** A sentence for the sender, if all records were rejected for one reason. */
  readonly error?: string;
  readonly rejected: readonly RejectedRecord[];
}

export interface IntakePorts extends RecordCheckDeps {
  /** Returns the game that the instance collects, or null, the default, if it is not settled. */
  readonly game?: () => Game | null;
  readonly uploads: UploadWriter;
  readonly clock: Clock;
  readonly random: Random;
}

/**
 * Checks an upload's records and stores the admitted ones (contract, section 2, Receipt). Returns a receipt only after
 * the writer has confirmed that the records are durable. An upload containing only repeats also gets a receipt.
 */
export async function takeUpload(
  deps: IntakePorts,
  envelope: Envelope,
  { network }: Sender,
): Promise<Result<UploadReceipt, AllRecordsRejected>> {
  const receivedAtMs = deps.clock.nowMs();
  const fault = findClientFault(envelope, deps.game?.() ?? null);
  if (fault !== null) {
    const rejected = envelope.records.map((_, index) => refuseRecord(index, {}, fault));
    return err({ kind: 'all-rejected', error: fault.reason, rejected });
  }
  const grants = await findGrants(deps, envelope);
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
    session: envelope.session,
    season: envelope.season,
    region: envelope.region,
    network,
    records: admitted,
    refused: rejected.map(({ index, kind, code }) => ({
      ...(kind === undefined ? {} : { kind }),
      code,
      ...readInstallId(envelope.records[index]),
    })),
  });
  const lists = buildReceiptLists(admitted, outcomes, rejected);
  return lists.accepted.length === 0
    ? err({ kind: 'all-rejected', rejected: lists.rejected })
    : ok({ uploadId, ...lists });
}

/** Looks up the grants of an upload's tokens. Skips the database query if there are no tokens. */
async function findGrants({ uploads, digest }: IntakePorts, { grantTokens }: Envelope): Promise<readonly Grant[]> {
  return grantTokens.length === 0 ? [] : uploads.grants([...new Set(grantTokens)].map((token) => digest.sha256(token)));
}

/** Returns the installId of a rejected record, which may be any JSON value. */
function readInstallId(record: unknown): { readonly installId?: string } {
  const { installId } = (record ?? {}) as { readonly installId?: unknown };
  return typeof installId === 'string' ? { installId } : {};
}

/** Adds the writer's outcomes to the receipt: repeats, reused eventIds, erased installs and exceeded day quotas. */
function buildReceiptLists(
  admitted: readonly AdmittedRecord[],
  outcomes: readonly Outcome[],
  rejectedBefore: readonly RejectedRecord[],
): Pick<UploadReceipt, 'accepted' | 'rejected'> {
  const accepted: AcceptedRecord[] = [];
  const refused: RejectedRecord[] = [];
  admitted.forEach((record, i) => {
    const { index, kind, eventId } = record;
    const outcome = outcomes[i];
    if (outcome === 'event-reused') refused.push(refuseRecord(index, record, EVENT_REUSED_FAULT));
    else if (outcome === 'install-erased') refused.push(refuseRecord(index, record, INSTALL_ERASED_FAULT));
    else if (typeof outcome === 'object')
      refused.push(refuseRecord(index, record, createQuotaFault(kind, record.capturedAtMs, outcome.overQuota)));
    else accepted.push({ index, kind, ...(eventId === null ? {} : { eventId }), duplicate: outcome === 'duplicate' });
  });
  if (refused.length === 0) return { accepted, rejected: rejectedBefore };
  return { accepted, rejected: [...rejectedBefore, ...refused].sort((a, b) => a.index - b.index) };
}

/** The reason does not reveal the content stored under that eventId. */
const EVENT_REUSED_FAULT: Fault = {
  code: 'event-reused',
  pointer: '/eventId',
  reason: 'eventId must name one event of its install; got one that was used before with different content.',
};

/** The reason does not reveal the install. */
const INSTALL_ERASED_FAULT: Fault = {
  code: 'install-erased',
  pointer: '/installId',
  reason: 'installId must not name an install whose data was erased; got an erased one.',
};

/** Crockford's base 32, without I, L, O and U. */
const UPLOAD_ID_ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const UPLOAD_ID_CHARACTERS = 26;
const ULID_RANDOM_BYTES = 10;

/** Creates a ULID to identify an upload: 48 bits of milliseconds and 80 random bits, encoded as 26 characters. */
export function createUlid(clock: Clock, random: Random): string {
  const hex = Array.from(random.bytes(ULID_RANDOM_BYTES), (byte) => byte.toString(16).padStart(2, '0')).join('');
  let number = BigInt(`0x${clock.nowMs().toString(16)}${hex}`);
  let text = '';
  for (let i = 0; i < UPLOAD_ID_CHARACTERS; i++) {
    text = UPLOAD_ID_ALPHABET[Number(number & 31n)]! + text;
    number >>= 5n;
  }
  return text;
}

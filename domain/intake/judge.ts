import type { Digest } from '../ports/digest.ts';
import type { AdmittedRecord, Grant } from '../ports/uploads.ts';
import { findCaptureTimeFault } from './captured_at.ts';
import { createReleaseCheck } from './client_rule.ts';
import { countRecordElements } from './day_quota.ts';
import type { Envelope, Fault, ParsedRecord, Parsers } from './parsers.ts';
import { createRealmCap } from './realm_cap.ts';
import { judgeSharing } from './sharing.ts';

/** A rejected record as listed in the receipt (contract, section 2). */
export interface RejectedRecord extends Fault {
  /** Index in the upload's `records`, from 0. */
  readonly index: number;
  readonly kind?: string;
  readonly eventId?: string;
}

export interface JudgedRecords {
  /** Both lists are sorted by `index`. Together they contain every record exactly once. */
  readonly admitted: readonly AdmittedRecord[];
  readonly rejected: readonly RejectedRecord[];
}

export interface RecordCheckDeps {
  readonly parseRecord: Parsers['parseRecord'];
  readonly digest: Digest;
}

/**
 * Checks each record of an upload: its schema, the player's sharing choice and grant, its time, and the number of
 * auction realms. Only admitted records count towards the number of realms. A record of a kind without an `installId`
 * belongs to the install of the first admitted record that has one. `grants` are the grants that the envelope's tokens
 * stand for.
 */
export function judgeRecords(
  judges: RecordCheckDeps,
  envelope: Envelope,
  grants: readonly Grant[],
  nowMs: number,
): JudgedRecords {
  const { sharing: choices, grantTokens, region } = envelope;
  const sharing = { sharing: choices, grantTokens, grants, region };
  const realmFault = createRealmCap(region);
  const releaseFault = createReleaseCheck(envelope);
  const admitted: AdmittedRecord[] = [];
  const rejected: RejectedRecord[] = [];
  const ownerless: { readonly index: number; readonly record: ParsedRecord; readonly capturedAtMs: number }[] = [];
  envelope.records.forEach((value, index) => {
    const verdict = judges.parseRecord(value);
    if (!verdict.ok) {
      rejected.push(refuseRecord(index, verdict, verdict));
      return;
    }
    const { record } = verdict;
    const capturedAtMs = Date.parse(record.capturedAt);
    const shared = judgeSharing(record, verdict.kind.sharing, sharing, nowMs);
    const fault = shared.ok
      ? (findCaptureTimeFault(record.capturedAt, capturedAtMs, nowMs) ??
        releaseFault(record.capturedAt, capturedAtMs) ??
        realmFault(record))
      : shared.error;
    const covering = shared.ok ? shared.value : NO_GRANTS;
    if (fault !== null) rejected.push(refuseRecord(index, { kind: record.kind, eventId: readEventId(record) }, fault));
    else if (!('installId' in record)) ownerless.push({ index, record, capturedAtMs });
    else admitted.push(createAdmittedRecord(judges.digest, index, record, record.installId, capturedAtMs, covering));
  });
  if (ownerless.length === 0) return { admitted, rejected };

  const installId = admitted[0]?.installId;
  for (const { index, record, capturedAtMs } of ownerless) {
    if (installId === undefined) rejected.push(refuseRecord(index, record, createNoInstallFault(record.kind)));
    else admitted.push(createAdmittedRecord(judges.digest, index, record, installId, capturedAtMs, NO_GRANTS));
  }
  return { admitted: admitted.sort(compareIndexes), rejected: rejected.sort(compareIndexes) };
}

/** Creates the receipt's entry for a rejected record, with the record's kind and eventId if they could be read. */
export function refuseRecord(
  index: number,
  { kind, eventId }: { readonly kind?: string | undefined; readonly eventId?: string | null | undefined },
  { code, pointer, reason }: Fault,
): RejectedRecord {
  return {
    index,
    ...(kind === undefined ? {} : { kind }),
    ...(eventId == null ? {} : { eventId }),
    code,
    pointer,
    reason,
  };
}

function createAdmittedRecord(
  digest: Digest,
  index: number,
  record: ParsedRecord,
  installId: string,
  capturedAtMs: number,
  grants: readonly number[],
): AdmittedRecord {
  const body = formatStoredBody(record);
  // Do not use spread here. Objects built by spreading are twice as slow to read, and every later step reads this one.
  return {
    index,
    kind: record.kind,
    installId,
    eventId: readEventId(record) ?? null,
    capturedAtMs,
    grants,
    body,
    digest: digest.sha256(body),
    elements: countRecordElements(record),
  };
}

const NO_GRANTS: readonly number[] = [];

function readEventId(record: ParsedRecord): string | undefined {
  return 'eventId' in record ? record.eventId : undefined;
}

function createNoInstallFault(kind: string): Fault {
  return {
    code: 'no-install',
    pointer: '',
    reason: `A record of kind ${kind} belongs to the install of an accepted record with an installId in the same upload; there is none.`,
  };
}

function compareIndexes(a: { readonly index: number }, b: { readonly index: number }): number {
  return a.index - b.index;
}

/**
 * Returns the JSON that is stored for a record, and published if its kind is public: fields in schema order, `kind` and
 * `capturedAt` first, without the fields that identify the sender (`installId`, `eventId`) and without `claimToken`
 * (contract, section 2, Text). Equal records yield equal strings, so the string's digest identifies the record.
 */
export function formatStoredBody(record: ParsedRecord): string {
  const { kind, capturedAt, installId, eventId, claimToken, ...fields }: Readonly<Record<string, unknown>> = record;
  return JSON.stringify({ kind, capturedAt, ...fields });
}

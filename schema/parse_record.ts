import * as v from 'valibot';
import { findInstallFault } from './own_install.ts';
import { EVENT_ID_LENGTH, eventId, type RecordKind } from './record_kind.ts';
import { RECORD_KINDS, type RecordKindName, type RecordOfKind } from './record_kinds.ts';
import { type Fault, quoteValue, toFault } from './refusal.ts';

/**
 * The result of checking one element of an upload's `records` (contract, section 2). A valid record is normalized:
 * names are trimmed and NFC-normalised, date-times are in UTC, defaults are applied and field aliases resolved. Its
 * fields are in schema order: kind, installId, eventId, capturedAt, then the kind's own. For an invalid record, the
 * result has its first fault, along with its kind and eventId if they could be read.
 */
export type RecordVerdict =
  | { readonly ok: true; readonly kind: RecordKind<RecordKindName>; readonly record: RecordOfKind }
  | ({ readonly ok: false; readonly kind?: RecordKindName; readonly eventId?: string } & Fault);

const FIRST_FAULT_OPTIONS = { abortEarly: true } as const;

const eventIdField = eventId();

function readEventId(value: object): { eventId?: string } {
  const sent = (value as { eventId?: unknown }).eventId;
  const isReadable = typeof sent === 'string' && sent.length <= EVENT_ID_LENGTH.max && v.is(eventIdField, sent);
  return isReadable ? { eventId: sent } : {};
}

function findKindFault(value: object): Fault {
  if (!Object.hasOwn(value, 'kind')) {
    const reason = 'kind is required: the name of a record kind.';
    return { code: 'kind-missing', pointer: '/kind', reason };
  }
  const came = quoteValue((value as { kind: unknown }).kind);
  return {
    code: 'kind-unknown',
    pointer: '/kind',
    reason: `kind must be one of the ${RECORD_KINDS.size} record kinds that /schema/index.json lists; got ${came}.`,
  };
}

/** Checks the rules that span several fields, once each field on its own is valid. */
function findRuleFault({ rules }: RecordKind<RecordKindName>, record: object): Fault | null {
  for (const { field, holds, needs } of rules) {
    if (holds(record as Parameters<typeof holds>[0])) continue;
    const came = quoteValue((record as Readonly<Record<string, unknown>>)[field]);
    return { code: 'contradictory', pointer: `/${field}`, reason: `${field} must be ${needs}; got ${came}.` };
  }
  return findInstallFault(record);
}

/** Renames aliased fields to their stored names, so that the stored record is the same whichever name was sent. */
function keepOtherNames({ otherNames }: RecordKind<RecordKindName>, record: RecordOfKind): RecordOfKind {
  const others = Object.entries(otherNames).filter(([, other]) => Object.hasOwn(record, other));
  if (others.length === 0) return record;
  const keptBy = new Map(others.map(([kept, other]) => [other, kept]));
  return Object.fromEntries(
    Object.entries(record)
      .filter(([name]) => !Object.hasOwn(record, keptBy.get(name) ?? ''))
      .map(([name, value]) => [keptBy.get(name) ?? name, value]),
  ) as unknown as RecordOfKind;
}

/**
 * Checks one record against its kind's schema. Rules that need the clock, the upload or the storage are checked
 * elsewhere.
 */
export function parseRecord(value: unknown): RecordVerdict {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return {
      ok: false,
      code: 'wrong-type',
      pointer: '',
      reason: `A record must be an object; got ${quoteValue(value)}.`,
    };
  }
  const name = (value as { kind?: unknown }).kind;
  const kind = typeof name === 'string' ? RECORD_KINDS.get(name) : undefined;
  if (kind === undefined) return { ok: false, ...readEventId(value), ...findKindFault(value) };
  const parsed = v.safeParse(kind.schema, value, FIRST_FAULT_OPTIONS);
  const fault = parsed.success ? findRuleFault(kind, parsed.output as object) : toFault(parsed.issues[0], kind.kind);
  if (fault === null) return { ok: true, kind, record: keepOtherNames(kind, parsed.output as RecordOfKind) };
  return { ok: false, kind: kind.kind, ...readEventId(value), ...fault };
}

import * as v from 'valibot';
import { always, integer, oneOf, optional, strictObject, token } from './fields.ts';
import { LIMITS } from './limits.ts';
import { capturedAtField, type RecordKind } from './record_kind.ts';
import { DROPPED_FIELDS, PUBLIC_KINDS, RECORD_KINDS, UNLISTED_FIELDS } from './record_kinds.ts';

/** Builds a union of schemas, discriminated by `kind`. */
export function unionByKind(schemas: readonly v.GenericSchema[]) {
  return v.variant(
    'kind',
    schemas as unknown as [v.StrictObjectSchema<{ kind: v.LiteralSchema<string, undefined> }, undefined>],
  );
}

function digestField(description: string) {
  return token(description, 24, 24, '^[0-9a-f]{24}$', 'lower-case hex digits');
}

/** Fields that the feed shows as digests of the values sent. */
const DIGESTED_FIELDS: Readonly<Record<string, v.GenericSchema>> = {
  scanId: digestField('A digest of the scan id that was sent: the same in all records of one scan of one install.'),
};

function createFeedRecord({ kind, description, sharing, fields }: RecordKind) {
  return strictObject(`${description} As shown in the public feed.`, {
    kind: always('The kind of the record.', kind),
    eventId: optional(digestField('A digest of the event id that was sent; absent if none was sent.')),
    capturedAt: capturedAtField(),
    ...Object.fromEntries(
      Object.entries(fields)
        .filter(([name]) => !DROPPED_FIELDS.includes(name) && !UNLISTED_FIELDS.includes(name))
        .map(([name, field]) => [name, DIGESTED_FIELDS[name] ?? field]),
    ),
    ...('realm' in fields && {
      region: optional(integer('The region that the upload named.', 1, LIMITS.regionMax.value)),
    }),
    ...(sharing !== null && {
      grant: optional(oneOf('Present if the record is covered by a grant that its install issued itself.', ['self'])),
    }),
  });
}

/**
 * Schemas of the public records as they appear in the feed: without installId, dropped and unshown fields, and with digests
 * instead of event and scan ids (contract, section 4, Corpus page; contract, section 3, Corpus).
 */
export const FEED_RECORDS: Readonly<Record<string, v.GenericSchema>> = Object.fromEntries(
  PUBLIC_KINDS.map((name) => [name, createFeedRecord(RECORD_KINDS.get(name)!) as unknown as v.GenericSchema]),
);

import * as v from 'valibot';
import { always, oneOf, optional, strictObject, token } from './fields.ts';
import { capturedAt, type RecordKind } from './record_kind.ts';
import { DROPPED_FIELDS, PUBLIC_KINDS, RECORD_KINDS } from './record_kinds.ts';

/** Schemas told apart by their `kind`. */
export const oneOfKinds = (schemas: readonly v.GenericSchema[]) =>
  v.variant(
    'kind',
    schemas as unknown as [v.StrictObjectSchema<{ kind: v.LiteralSchema<string, undefined> }, undefined>],
  );

const feedRecord = ({ kind, description, sharing, fields }: RecordKind) =>
  strictObject(`${description} As it stands in the public feed.`, {
    kind: always('The kind of the record.', kind),
    eventId: optional(
      token(
        'A digest of the event id that was sent; absent where none was.',
        24,
        24,
        '^[0-9a-f]{24}$',
        'lower-case hex digits',
      ),
    ),
    capturedAt: capturedAt(),
    ...Object.fromEntries(Object.entries(fields).filter(([name]) => !DROPPED_FIELDS.includes(name))),
    ...(sharing !== null && {
      grant: optional(oneOf('Present where the record stands under a grant that its install gave itself.', ['self'])),
    }),
  });

/**
 * The records of the public kinds as the feed shows them: without installId, eventId digested, dropped fields gone
 * (spec, GET /api/corpus/public; contract, section 3, Corpus).
 */
export const FEED_RECORDS: Readonly<Record<string, v.GenericSchema>> = Object.fromEntries(
  PUBLIC_KINDS.map((name) => [name, feedRecord(RECORD_KINDS.get(name)!) as unknown as v.GenericSchema]),
);

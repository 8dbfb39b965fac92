import { FEED_RECORDS, unionByKind } from '../feed_records.ts';
import { list, nullable, oneOf, openObject, optional } from '../fields.ts';
import { PUBLIC_KINDS } from '../record_kinds.ts';
import { count, listSnapshot, pageFields, rowsField, servedField } from '../response_fields.ts';
import { instant } from '../time_fields.ts';
import { attribution } from './attribution.ts';

/** A page of the raw feed of anonymous public records. */
export const corpusPublicResponse = openObject(
  'A page of the raw feed: the anonymous public records, in the order they became public. The feed contains single reports; a consumer that publishes numbers should ask for three installs, as this service does.',
  {
    ok: servedField(),
    uploads: count(
      'Uploads that were the first to contain at least one record that is in the feed or counted in legacyRecords.',
    ),
    records: rowsField('The records, without install ids.', unionByKind(Object.values(FEED_RECORDS))),
    dataAsOf: optional(nullable(instant('Receipt time of the newest upload in the answer, or null if unknown.'))),
    kinds: optional(
      list('The kinds the request asked for.', oneOf('A public kind.', PUBLIC_KINDS), 1, PUBLIC_KINDS.length),
    ),
    legacyRecords: optional(
      count('Loot records without evidence of their source, which are kept but not in the feed.'),
    ),
    attribution,
    ...pageFields(),
    snapshot: listSnapshot(),
  },
);

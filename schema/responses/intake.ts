import { ENVELOPE_HEAD, ENVELOPE_TAIL } from '../envelope.ts';
import { FAULT_CODES } from '../fault_codes.ts';
import { unionByKind } from '../feed_records.ts';
import { always, flag, integer, list, oneOf, openObject, optional, strictObject, token } from '../fields.ts';
import { LIMITS } from '../limits.ts';
import { EVENT_ID_LENGTH, ID_PATTERN } from '../record_kind.ts';
import { RECORD_KINDS } from '../record_kinds.ts';
import { text } from '../response_fields.ts';

const RECORDS_MAX = LIMITS.recordsPerUploadMax.value;

function recordIndexField() {
  return integer('The record’s place in the upload, from 0.', 0, RECORDS_MAX - 1);
}

function kindField() {
  return oneOf(
    'Its kind.',
    Array.from(RECORD_KINDS.values(), ({ kind: name }) => name),
  );
}

function eventIdField() {
  const { min, max } = EVENT_ID_LENGTH;
  return optional(token('Its event id as sent, if it has a valid one.', min, max, ID_PATTERN, 'an id'));
}

function acceptedRecords() {
  return list(
    'The accepted records, in the order of the upload.',
    openObject('An accepted record.', {
      index: recordIndexField(),
      kind: kindField(),
      eventId: eventIdField(),
      duplicate: flag('Whether the record was already known. It counts only once.'),
    }),
    0,
    RECORDS_MAX,
  );
}

function rejectedRecords() {
  return list(
    'The refused records, in the order of the upload.',
    openObject('A refused record.', {
      index: recordIndexField(),
      kind: optional(kindField()),
      eventId: eventIdField(),
      code: token(
        `Why, for programs; a later minor release may add codes. ${Object.entries(FAULT_CODES)
          .map(([code, why]) => `${code}: ${why}`)
          .join(' ')}`,
        1,
        40,
        '^[a-z]+(?:-[a-z]+)*$',
        'lower-case words joined by "-"',
      ),
      pointer: text('A JSON Pointer into the record.', 500),
      reason: text(
        'The reason, for people: a sentence that names the field, its requirement and the value sent.',
        2_000,
      ),
    }),
    0,
    RECORDS_MAX,
  );
}

function uploadIdField() {
  return token('The id of the upload, a ULID.', 26, 26, '^[0-7][0-9A-HJKMNP-TV-Z]{25}$', 'a ULID');
}

/** The response to an upload that was stored. */
export const intakeReceipt = openObject('An upload that was stored durably, with what became of each record.', {
  ok: always('The upload was taken in.', true),
  persisted: always('The accepted records are stored.', true),
  uploadId: uploadIdField(),
  accepted: acceptedRecords(),
  rejected: rejectedRecords(),
});

/** The response to an upload from which nothing was stored. */
export const intakeRefused = openObject('An upload of which nothing was stored.', {
  ok: always('The upload was refused.', false),
  error: optional(text('A sentence that describes the error.', 4_000)),
  persisted: optional(always('Nothing is confirmed to be stored; sent again it counts once.', false)),
  uploadId: optional(uploadIdField()),
  accepted: optional(acceptedRecords()),
  rejected: optional(rejectedRecords()),
});

/** The body of an upload request. */
export const intakeRequest = strictObject(
  'An upload. Each record is judged by itself: one that its kind’s schema refuses is rejected in the receipt and sinks no other.',
  {
    ...ENVELOPE_HEAD,
    records: list(
      'The records.',
      unionByKind([...RECORD_KINDS.values()].map((kind) => kind.schema)),
      1,
      LIMITS.recordsPerUploadMax.value,
    ),
    ...ENVELOPE_TAIL,
  },
);

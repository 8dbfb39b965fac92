import { FAULT_CODES } from './fault_codes.ts';
import { flag, integer, list, oneOf, openObject, optional, token } from './fields.ts';
import { LIMITS } from './limits.ts';
import { EVENT_ID_LENGTH, ID_PATTERN } from './record_kind.ts';
import { RECORD_KINDS } from './record_kinds.ts';
import { plain } from './response_fields.ts';

const RECORDS_MAX = LIMITS.recordsPerUploadMax.value;

function judged() {
  return {
    index: integer('The record’s place in the upload, from 0.', 0, RECORDS_MAX - 1),
  };
}

function kind() {
  return oneOf(
    'Its kind.',
    [...RECORD_KINDS.values()].map((known) => known.kind),
  );
}

function eventId() {
  return optional(
    token(
      'Its event id as sent, if it has a valid one.',
      EVENT_ID_LENGTH.min,
      EVENT_ID_LENGTH.max,
      ID_PATTERN,
      'an id',
    ),
  );
}

/** The list of accepted records (contract, section 2). */
export function acceptedRecords() {
  return list(
    'The accepted records, in the order of the upload.',
    openObject('An accepted record.', {
      ...judged(),
      kind: kind(),
      eventId: eventId(),
      duplicate: flag('Whether the record was already known. It counts only once.'),
    }),
    0,
    RECORDS_MAX,
  );
}

/** The list of refused records with reasons (contract, section 2). */
export function rejectedRecords() {
  return list(
    'The refused records, in the order of the upload.',
    openObject('A refused record.', {
      ...judged(),
      kind: optional(kind()),
      eventId: eventId(),
      code: token(
        `Why, for programs; a later minor release may add codes. ${Object.entries(FAULT_CODES)
          .map(([code, why]) => `${code}: ${why}`)
          .join(' ')}`,
        1,
        40,
        '^[a-z]+(?:-[a-z]+)*$',
        'lower-case words joined by "-"',
      ),
      pointer: plain('A JSON Pointer into the record.', 500),
      reason: plain(
        'The reason, for people: a sentence that names the field, its requirement and the value sent.',
        2_000,
      ),
    }),
    0,
    RECORDS_MAX,
  );
}

export function uploadId() {
  return token('The id of the upload, a ULID.', 26, 26, '^[0-7][0-9A-HJKMNP-TV-Z]{25}$', 'a ULID');
}

import type * as v from 'valibot';
import { ENVELOPE_HEAD, ENVELOPE_TAIL } from '../envelope.ts';
import { oneOfKinds } from '../feed_records.ts';
import { list, strictObject } from '../fields.ts';
import { LIMITS } from '../limits.ts';
import { RECORD_KINDS } from '../record_kinds.ts';

/** An upload. */
export const intakeRequest = strictObject(
  'An upload. Each record is judged by itself: one that its kind’s schema refuses is rejected in the receipt and sinks no other.',
  {
    ...ENVELOPE_HEAD,
    records: list(
      'The records.',
      oneOfKinds([...RECORD_KINDS.values()].map((kind) => kind.schema)),
      1,
      LIMITS.recordsPerUploadMax.value,
    ),
    ...ENVELOPE_TAIL,
  },
);

export type IntakeRequest = v.InferOutput<typeof intakeRequest>;

import type * as v from 'valibot';
import { always, openObject, optional } from '../fields.ts';
import { acceptedRecords, rejectedRecords, uploadId } from '../receipt_fields.ts';
import { plain } from '../response_fields.ts';

/** An upload of which nothing was stored. */
export const intakeRefused = openObject('An upload of which nothing was stored.', {
  ok: always('The upload was refused.', false),
  error: optional(plain('A sentence that describes the error.', 4_000)),
  persisted: optional(always('Nothing is confirmed to be stored; sent again it counts once.', false)),
  uploadId: optional(uploadId()),
  accepted: optional(acceptedRecords()),
  rejected: optional(rejectedRecords()),
});

export type IntakeRefused = v.InferOutput<typeof intakeRefused>;

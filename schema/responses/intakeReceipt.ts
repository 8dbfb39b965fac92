import type * as v from 'valibot';
import { always, openObject } from '../fields.ts';
import { acceptedRecords, rejectedRecords, uploadId } from '../receipt_fields.ts';

/** An upload that was stored. */
export const intakeReceipt = openObject('An upload that was stored durably, with what became of each record.', {
  ok: always('The upload was taken in.', true),
  persisted: always('The accepted records are stored.', true),
  uploadId: uploadId(),
  accepted: acceptedRecords(),
  rejected: rejectedRecords(),
});

export type IntakeReceipt = v.InferOutput<typeof intakeReceipt>;

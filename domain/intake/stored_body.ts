import type { ParsedRecord } from './parsers.ts';

/**
 * Returns the JSON that is stored for a record, and published if its kind is public: fields in schema order, `kind` and
 * `capturedAt` first, without the fields that identify the sender (`installId`, `eventId`) and without `claimToken`
 * (contract, section 2, Text). Equal records have equal texts, so the text's digest is the record's identity.
 */
export function storedBody(record: ParsedRecord): string {
  const { kind, capturedAt, installId, eventId, claimToken, ...fields }: Readonly<Record<string, unknown>> = record;
  return JSON.stringify({ kind, capturedAt, ...fields });
}

import type { ParsedRecord } from './parsers.ts';

/**
 * The text that is kept of a record, and published where its kind is public: JSON in schema order, `kind` and
 * `capturedAt` first, without what says who sent it (`installId`, `eventId`) and without `claimToken`, which is
 * dropped (contract, section 2, Text). Equal records have equal texts, so its digest is a record's identity.
 */
export function storedBody(record: ParsedRecord): string {
  const { kind, capturedAt, installId, eventId, claimToken, ...fields }: Readonly<Record<string, unknown>> = record;
  return JSON.stringify({ kind, capturedAt, ...fields });
}

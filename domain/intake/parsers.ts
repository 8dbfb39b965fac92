import type { Envelope, EnvelopeVerdict } from '../../schema/parse_envelope.ts';
import type { RecordVerdict } from '../../schema/parse_record.ts';
import type { RecordOfKind } from '../../schema/record_kinds.ts';
import type { Fault } from '../../schema/refusal.ts';
import type { SharingCategory } from '../../schema/vocabulary.ts';

/** The schemas' parsers. They are passed in because the domain may not import schemas (ARCHITECTURE.md, Layers). */
export interface Parsers {
  readonly parseEnvelope: (value: unknown) => EnvelopeVerdict;
  readonly parseRecord: (value: unknown) => RecordVerdict;
}

export type { Envelope, Fault, SharingCategory };

/** A normalised record that matches the schema of its kind, with its fields in schema order. */
export type ParsedRecord = RecordOfKind;

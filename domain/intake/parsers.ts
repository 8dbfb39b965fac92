import type { Envelope, EnvelopeVerdict } from '../../schema/parse_envelope.ts';
import type { RecordVerdict } from '../../schema/parse_record.ts';
import type { RecordOf } from '../../schema/record_kinds.ts';
import type { Fault } from '../../schema/refusal.ts';
import type { SharingCategory } from '../../schema/vocabulary.ts';

/**
 * What intake asks of the schemas. The domain imports none of them (ARCHITECTURE.md, Layers), so they are handed in.
 */
export interface Parsers {
  readonly parseEnvelope: (value: unknown) => EnvelopeVerdict;
  readonly parseRecord: (value: unknown) => RecordVerdict;
}

export type { Envelope, Fault, SharingCategory };

/** A record that passed its kind's schema, after normalisation, its fields in schema order. */
export type ParsedRecord = RecordOf;

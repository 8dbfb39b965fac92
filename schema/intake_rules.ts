import { parseEnvelope } from './parse_envelope.ts';
import { parseRecord } from './parse_record.ts';
import { RECORD_KINDS } from './record_kinds.ts';

/** What the contract asks of an upload, for whoever judges one before it is sent. */
export const INTAKE_RULES = { parseEnvelope, parseRecord, kinds: RECORD_KINDS };

import { parseEnvelope } from './parse_envelope.ts';
import { parseRecord } from './parse_record.ts';
import { RECORD_KINDS } from './record_kinds.ts';

/** The contract's rules for uploads, exported for programs that validate a file before sending it. */
export const INTAKE_RULES = { parseEnvelope, parseRecord, kinds: RECORD_KINDS };

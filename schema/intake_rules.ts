import { parseEnvelope } from './parse_envelope.ts';
import { parseRecord } from './parse_record.ts';
import { RECORD_KINDS } from './record_kinds.ts';

/** The contract's rules for uploads, for programs that check a file before they send it. */
export const INTAKE_RULES = { parseEnvelope, parseRecord, kinds: RECORD_KINDS };

import * as v from 'valibot';
import { ENVELOPE_HEAD, ENVELOPE_TAIL } from './envelope.ts';
import { list, strictObject } from './fields.ts';
import { LIMITS } from './limits.ts';
import { type Fault, toFault } from './refusal.ts';
import type { SharingCategory } from './vocabulary.ts';

/** A valid envelope whose records have not been checked yet. */
export interface Envelope {
  readonly addonVersion: string;
  readonly clientBuild?: string;
  /** The client's number of the realm's season, 0 to 99. Absent if unknown. */
  readonly season?: number;
  /** The client's number of the realm's region, 1 to 99. Absent if unknown. */
  readonly region?: number;
  /** The client's language, such as `deDE`. Absent if unknown. */
  readonly locale?: string;
  readonly protocol?: string;
  /** Shared by all uploads of one file. Absent if the upload is not part of one. */
  readonly session?: string;
  /** 1 to 2,000 values, each of which must be checked with `parseRecord`. */
  readonly records: readonly unknown[];
  /** The sender's sharing choices. Empty if the upload has no sharing field. */
  readonly sharing: Readonly<Partial<Record<SharingCategory, boolean>>>;
  /** Well-formed grant tokens. Empty if none were sent. */
  readonly grantTokens: readonly string[];
}

/**
 * The result of checking an envelope. `part` names the faulty part, because malformed grants are reported separately
 * (contract, section 2, Receipt).
 */
export type EnvelopeVerdict =
  | { readonly ok: true; readonly envelope: Envelope }
  | ({ readonly ok: false; readonly part: 'grants' | 'envelope' } & Fault);

const envelopeSchema = strictObject('An upload.', {
  ...ENVELOPE_HEAD,
  records: list('The records.', v.unknown(), 1, LIMITS.recordsPerUploadMax.value),
  ...ENVELOPE_TAIL,
});

/**
 * Checks the envelope of an upload, given as parsed JSON. Refuses unknown fields, because ignoring a misspelt `sharing`
 * would silently lose a player's choice.
 */
export function parseEnvelope(value: unknown): EnvelopeVerdict {
  const parsed = v.safeParse(envelopeSchema, value, { abortEarly: true });
  if (parsed.success) {
    const { sharing = {}, grantTokens = [], ...rest } = parsed.output;
    return { ok: true, envelope: { ...rest, sharing, grantTokens } };
  }
  const issue = parsed.issues[0];
  const isOfGrants = issue.path?.[0].key === 'grantTokens' && issue.path[0].origin !== 'key';
  return { ok: false, part: isOfGrants ? 'grants' : 'envelope', ...toFault(issue, 'the upload') };
}

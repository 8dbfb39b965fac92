import * as v from 'valibot';
import { ENVELOPE_HEAD, ENVELOPE_TAIL } from './envelope.ts';
import { list, strictObject } from './fields.ts';
import { LIMITS } from './limits.ts';
import { type Fault, faultOf } from './refusal.ts';
import type { SharingCategory } from './vocabulary.ts';

/** An upload without a judgement on its records. */
export interface Envelope {
  readonly addonVersion: string;
  readonly clientBuild?: string;
  /** The language of the client, such as `deDE`; absent: unknown. */
  readonly locale?: string;
  readonly protocol?: string;
  /** 1 to 2,000 values of any kind; each is judged by itself with `parseRecord`. */
  readonly records: readonly unknown[];
  /** Empty where the upload said nothing of sharing. */
  readonly sharing: Readonly<Partial<Record<SharingCategory, boolean>>>;
  /** Well-formed grant tokens; empty where none were sent. */
  readonly grantTokens: readonly string[];
}

/** `part`: what is at fault. Malformed grants are told apart from all else (contract, section 2, Receipt). */
export type EnvelopeVerdict =
  | { readonly ok: true; readonly envelope: Envelope }
  | ({ readonly ok: false; readonly part: 'grants' | 'envelope' } & Fault);

const envelopeSchema = strictObject('An upload.', {
  ...ENVELOPE_HEAD,
  records: list('The records.', v.unknown(), 1, LIMITS.recordsPerUploadMax.value),
  ...ENVELOPE_TAIL,
});

/** Judges the envelope of an upload, a value as JSON.parse made it. */
export function parseEnvelope(value: unknown): EnvelopeVerdict {
  const parsed = v.safeParse(envelopeSchema, value, { abortEarly: true });
  if (parsed.success) {
    const { sharing = {}, grantTokens = [], ...rest } = parsed.output;
    return { ok: true, envelope: { ...rest, sharing, grantTokens } };
  }
  const issue = parsed.issues[0];
  const isOfGrants = issue.path?.[0].key === 'grantTokens' && issue.path[0].origin !== 'key';
  return { ok: false, part: isOfGrants ? 'grants' : 'envelope', ...faultOf(issue, 'the upload') };
}

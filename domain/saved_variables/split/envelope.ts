import { SHARING_CATEGORIES, type SharingCategory } from '../../../schema/vocabulary.ts';
import type { Envelope, Parsers } from '../../intake/parsers.ts';
import { err, ok, type Result } from '../../values/result.ts';
import type { Source } from '../read_file.ts';
import { jsonValueOf } from './json_value.ts';

/** The form of the file that this release reads. */
const FORMAT = 1;

/** What stands around the records of each upload of a source. */
export interface Head {
  /** Given to records that do not say whose they are; null: the file does not say. */
  readonly installId: string | null;
  readonly envelope: Omit<Envelope, 'records'>;
}

/** The categories that a source itself says to share. */
export function sharedInFile({ head }: Source): readonly SharingCategory[] {
  const { sharing } = head;
  if (typeof sharing !== 'object' || sharing === null) return [];
  return SHARING_CATEGORIES.filter((category) => (sharing as Readonly<Record<string, unknown>>)[category] === true);
}

/**
 * The head of a source, judged by the intake's own rules; else a sentence that says what is wrong with all of it. Grant
 * tokens are sent only with categories that the player chose.
 */
export function headOf(
  { head }: Source,
  share: readonly SharingCategory[],
  { parseEnvelope }: Pick<Parsers, 'parseEnvelope'>,
): Result<Head, string> {
  const { format = FORMAT, installId, sharing: _, grantTokens, ...said } = head;
  if (format !== FORMAT) {
    return err(
      `format must be ${FORMAT}, which this release reads; got ${typeof format === 'number' ? format : 'another value'}.`,
    );
  }
  const broken: string[] = [];
  const fields: Record<string, unknown> = {};
  for (const name of Object.keys(said).sort()) {
    fields[name] = jsonValueOf(said[name as keyof typeof said], () => broken.push(name), [name]);
  }
  if (broken.length > 0) return err(`${broken[0]} must be text in UTF-8; got bytes that are not.`);
  const verdict = parseEnvelope({
    ...fields,
    records: [null],
    ...(share.length > 0 && { sharing: Object.fromEntries(share.map((category) => [category, true])) }),
    ...(share.length > 0 && grantTokens !== undefined && { grantTokens: jsonValueOf(grantTokens, () => {}, ['']) }),
  });
  if (!verdict.ok) return err(verdict.reason);
  const { records: _records, ...envelope } = verdict.envelope;
  return ok({ installId: typeof installId === 'string' ? installId : null, envelope });
}

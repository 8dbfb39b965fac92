import { SHARING_CATEGORIES, type SharingCategory } from '../../../schema/vocabulary.ts';
import type { Envelope, Parsers } from '../../intake/parsers.ts';
import { err, ok, type Result } from '../../values/result.ts';
import type { FileSource } from '../read_file.ts';
import { toJsonValue } from './json_value.ts';

/** Formats of saved files. In format 2, a global holds sets of records. */
const FILE_FORMATS: readonly unknown[] = [1, 2];

/** The fields sent along with the records in every upload of a source. */
export interface SourceHead {
  /** The install id for records that contain none, or null if the file does not name one. */
  readonly installId: string | null;
  readonly envelope: Omit<Envelope, 'records'>;
}

/** Returns the categories that the player has enabled in the game. */
export function listSharedCategories({ head }: FileSource): readonly SharingCategory[] {
  const { sharing } = head;
  if (typeof sharing !== 'object' || sharing === null) return [];
  return SHARING_CATEGORIES.filter((category) => (sharing as Readonly<Record<string, unknown>>)[category] === true);
}

/** Reads a source's head according to the intake's own rules. The error says why the whole source is invalid. */
export function readHead(
  { head, damage }: FileSource,
  share: readonly SharingCategory[],
  { parseEnvelope }: Pick<Parsers, 'parseEnvelope'>,
): Result<SourceHead, string> {
  if (damage !== null) return err(damage);
  const { format = 1, installId, sharing: _, grantTokens, ...said } = head;
  if (!FILE_FORMATS.includes(format)) {
    return err(
      `format must be ${FILE_FORMATS.join(' or ')}, the formats that this release reads; got ${typeof format === 'number' ? format : 'another value'}.`,
    );
  }
  const broken: string[] = [];
  const fields: Record<string, unknown> = {};
  for (const name of Object.keys(said).sort()) {
    fields[name] = toJsonValue(said[name as keyof typeof said]!, () => broken.push(name), [name]);
  }
  if (broken.length > 0) return err(`${broken[0]} must be text in UTF-8; got invalid bytes.`);
  const verdict = parseEnvelope({
    ...fields,
    records: [null],
    ...(share.length > 0 && { sharing: Object.fromEntries(share.map((category) => [category, true])) }),
    ...(share.length > 0 && grantTokens !== undefined && { grantTokens: toJsonValue(grantTokens, () => {}, ['']) }),
  });
  if (!verdict.ok) return err(verdict.reason);
  const { records: _records, ...envelope } = verdict.envelope;
  return ok({ installId: typeof installId === 'string' ? installId : null, envelope });
}

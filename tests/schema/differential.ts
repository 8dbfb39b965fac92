import fc from 'fast-check';
import { parseRecord } from '../../schema/parse_record.ts';
import { createAjv, type Schema } from './documents.ts';
import { near } from './generate.ts';

/** A schema whose pattern refuses U+200B is of a name; see the description of each kind. */
const isName = (schema: Schema): boolean =>
  schema.pattern?.startsWith('^') === true &&
  !new RegExp(schema.pattern, 'u').test('ab\u200b') &&
  new RegExp(schema.pattern, 'u').test('é é');

/** The value as it is kept: names trimmed and composed. */
const normalised = (value: unknown, schema: Schema): unknown => {
  if (typeof value === 'string') return isName(schema) ? value.trim().normalize('NFC') : value;
  if (Array.isArray(value)) return schema.items ? value.map((entry) => normalised(entry, schema.items!)) : value;
  if (typeof value !== 'object' || value === null) return value;
  const record = { ...value } as Record<string, unknown>;
  for (const [name, field] of Object.entries(schema.properties ?? {})) {
    if (Object.hasOwn(record, name)) record[name] = normalised(record[name], field);
  }
  return record;
};

export interface Comparison {
  /** A value on which parser and schema disagree; null where none was found. */
  readonly disagreement: unknown;
  readonly good: number;
  readonly bad: number;
}

/**
 * Generates values near `generateFrom` and holds the parser's verdict on each against that of `published`: good when
 * the schema accepts it as sent and as it is kept.
 */
export const compare = (published: Schema, generateFrom: Schema, runs: number, seed?: number): Comparison => {
  const accepts = createAjv().compile(published);
  const seen = { good: 0, bad: 0 };
  const property = fc.property(near(generateFrom), (value) => {
    const expected = accepts(value) && accepts(normalised(value, published));
    seen[expected ? 'good' : 'bad']++;
    return parseRecord(value).ok === expected;
  });
  const result = fc.check(property, { numRuns: runs, ...(seed !== undefined && { seed }) });
  return { disagreement: result.failed ? result.counterexample : null, ...seen };
};

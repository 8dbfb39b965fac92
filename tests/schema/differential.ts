import fc from 'fast-check';
import { parseRecord } from '../../schema/parse_record.ts';
import { createAjv, type Schema } from './documents.ts';
import { near } from './generate.ts';

/** Fields whose text is stored as it is sent. */
const AS_SENT = ['installId', 'claimToken'];

/**
 * Whether a schema is of a name: its pattern refuses U+200B and accepts white space. The description of each kind says
 * how names are stored.
 */
function isName(schema: Schema): boolean {
  return (
    schema.pattern?.startsWith('^') === true &&
    !new RegExp(schema.pattern, 'u').test('ab\u200b') &&
    new RegExp(schema.pattern, 'u').test('é é')
  );
}

/** Returns the value as it is stored, with names trimmed and in NFC. */
function normalised(value: unknown, schema: Schema): unknown {
  if (typeof value === 'string') return isName(schema) ? value.trim().normalize('NFC') : value;
  if (Array.isArray(value)) return schema.items ? value.map((entry) => normalised(entry, schema.items!)) : value;
  if (typeof value !== 'object' || value === null) return value;
  const record = { ...value } as Record<string, unknown>;
  for (const [name, field] of Object.entries(schema.properties ?? {})) {
    if (Object.hasOwn(record, name) && !AS_SENT.includes(name)) record[name] = normalised(record[name], field);
  }
  return record;
}

/** Rules that descriptions state and patterns cannot: invisible characters above U+FFFF, and GUIDs in other forms. */
const HIDDEN_ABOVE = /[\u{10000}-\u{10ffff}]/u;
const UNSEEN = /[\p{Cf}\p{Co}\p{Noncharacter_Code_Point}\p{Default_Ignorable_Code_Point}]/u;
const GUID = /player-\d+-[\da-f]{8}/i;

function isSaidInWords(text: string): boolean {
  return (
    [...text].some((char) => HIDDEN_ABOVE.test(char) && UNSEEN.test(char)) ||
    (!GUID.test(text) && GUID.test(text.normalize('NFKC')))
  );
}

function breaksWords(value: unknown): boolean {
  if (typeof value === 'string') return isSaidInWords(value);
  return typeof value === 'object' && value !== null && Object.values(value).some(breaksWords);
}

/** Rules from descriptions about fields that depend on each other, keyed by record kind. */
const FITTING: Readonly<Record<string, (record: Readonly<Record<string, number>>) => boolean>> = {
  map_bounds: ({ left, right, top, bottom, mapId, parentMapId }) =>
    [left, top].every((edge, n) => Math.round(edge! * 10) !== Math.round([right, bottom][n]! * 10)) &&
    (parentMapId !== mapId || mapId === 0),
  recipe_observed: ({ makesMin = 1, makesMax = 1000, itemId, makesItemId }) =>
    makesMin <= makesMax && (itemId === undefined || makesItemId === undefined || itemId === makesItemId),
  recipe_seen: ({ itemId, taughtByItemId }) =>
    itemId === undefined || taughtByItemId === undefined || itemId === taughtByItemId,
  achievement_catalog: ({ criteriaCount, criteria }) =>
    criteriaCount! >= (criteria as unknown as readonly unknown[]).length,
};

function isFitting(value: unknown): boolean {
  const record = value as Readonly<Record<string, number>> & { readonly kind: string };
  return FITTING[record.kind]?.(record) ?? true;
}

/** Reduces a text to what a loose comparison sees: without case, combining marks, dashes and white space. */
function loosely(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}

function textsOf(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : [];
}

/**
 * Whether a record's texts may contain its own install id. A schema cannot express this rule;
 * tests/schema/own_install.test.ts tests it.
 */
function mayHoldItsId(value: unknown): boolean {
  const { installId, ...rest } = (value ?? {}) as Readonly<Record<string, unknown>>;
  return typeof installId === 'string' && textsOf(rest).some((text) => loosely(text).includes(loosely(installId)));
}

/** Makes two names of a value equal in every second record, because they are hardly ever equal by chance. */
function oftenAlike(value: unknown): unknown {
  const { itemId, makesItemId, taughtByItemId } = (value ?? {}) as Readonly<Record<string, unknown>>;
  if (typeof itemId !== 'number' || itemId % 2 !== 0) return value;
  return {
    ...(value as object),
    ...(makesItemId !== undefined && { makesItemId: itemId }),
    ...(taughtByItemId !== undefined && { taughtByItemId: itemId }),
  };
}

export interface Comparison {
  /** A value on which parser and schema disagree, or null if none was found. */
  readonly disagreement: unknown;
  readonly good: number;
  readonly bad: number;
}

/**
 * Generates values near `generateFrom` and compares the parser's verdict with that of `published`. A value is good if
 * the schema accepts it both as sent and as stored, and if it follows the rules in the schema's descriptions.
 */
export function compare(published: Schema, generateFrom: Schema, runs: number, seed?: number): Comparison {
  const accepts = createAjv().compile(published);
  const seen = { good: 0, bad: 0 };
  const property = fc.property(near(generateFrom).map(oftenAlike), (value) => {
    if (mayHoldItsId(value)) return true;
    const expected = accepts(value) && accepts(normalised(value, published)) && !breaksWords(value) && isFitting(value);
    seen[expected ? 'good' : 'bad']++;
    return parseRecord(value).ok === expected;
  });
  const result = fc.check(property, { numRuns: runs, ...(seed !== undefined && { seed }) });
  return { disagreement: result.failed ? result.counterexample : null, ...seen };
}

import fc from 'fast-check';
import type { Schema } from './documents.ts';

/** Texts that parsers often accept by mistake. */
const HOSTILE_TEXT = [
  '',
  ' ',
  '\u3000\u00a0',
  'a\u0000b',
  'a\u0085b',
  'tab\t',
  '\ud83d',
  '\udc00\ud800',
  '😀',
  '😀😀',
  'e\u0301',
  '\u0958',
  '\ufb1d\ufb1d',
  '\u212b',
  'a\u202eb',
  'a\u200db',
  '\ufeffname',
  'a\ufe0fb',
  '\u3164\u3164',
  'a\u2028b',
  'ab\u{e0041}',
  'ab\u{1fffe}',
  'player-1234-0abcdef0',
  'Ｐlayer-1234-0ABCDEF0',
  'Player-1234-0ABCDEF0',
  'xPlayer-1-00000000y',
  'Player-1-0000000',
  "O'Neil-Smith",
  ' padded ',
  '2026-02-31T00:00:00Z',
  '2024-02-29T23:59:59.999999999+23:59',
  '2023-02-29T00:00:00Z',
  '1900-02-29T00:00:00Z',
  '2026-01-31t18:30:00z',
  '2026-01-31 18:30:00Z',
  '2026-01-31T18:30:00',
  '2026-12-31T23:59:60Z',
  '2026-01-31',
  '2026-04-31',
  '__proto__',
];

const HOSTILE: readonly unknown[] = [
  ...HOSTILE_TEXT,
  null,
  true,
  0,
  -0,
  -1,
  1.5,
  1e20,
  2 ** 53,
  2 ** 53 - 1,
  Number.POSITIVE_INFINITY,
  [],
  {},
  [[[[[]]]]],
  { a: 1 },
  JSON.parse('{"__proto__":{"a":1}}'),
];

const LETTERS = fc.constantFrom('a', 'Z', '0', '-', "'", ' ', 'é', 'ß', 'Ж', '界', '😀', 'e\u0301', '\u0958');

/** Draws texts whose length in code points is near a bound, in NFC or not. */
function nearBounds(min: number, max: number): fc.Arbitrary<string> {
  return fc
    .tuple(fc.constantFrom(min - 1, min, max, max + 1), fc.constantFrom('a', '😀', '界', 'e\u0301', '\u0958', ' '))
    .map(([length, unit]) => unit.repeat(Math.max(0, Math.ceil(length / [...unit].length))));
}

/** Texts in the forms that the contract requires. Matching against the pattern finds the right one. */
const FORMED = [
  'WARRIOR',
  'Tauren',
  '0a1b2c3d',
  'scan:1_a-b',
  '2026-01-31T18:30:00Z',
  '2026-01-31T18:30:00.25-11:30',
  '2026-01-31',
];

function goodText(schema: Schema): fc.Arbitrary<unknown> {
  const min = (schema['minLength'] as number | undefined) ?? 0;
  const max = schema['maxLength'] as number;
  const formed = FORMED.filter(
    (text) => text.length >= min && text.length <= max && new RegExp(schema.pattern ?? '', 'u').test(text),
  );
  if (schema['format'] !== undefined || !new RegExp(schema.pattern ?? '', 'u').test('é é'))
    return fc.constantFrom(...formed);
  return fc
    .array(LETTERS, { minLength: 1, maxLength: Math.min(6, max) })
    .map((letters) => [...`ab${letters.join('')}`.padEnd(min, 'x')].slice(0, max).join(''));
}

function goodNumber(schema: Schema): fc.Arbitrary<number> {
  const [min, max] = [schema['minimum'] as number, schema['maximum'] as number];
  if (schema.type === 'integer') return fc.integer({ min: Math.max(min, -1000), max: Math.min(max, 1_000_000) });
  // Most random doubles are close to 0, where fields that must differ slightly rarely would.
  const spread = fc.integer({ min: Math.ceil(min), max: Math.floor(max) }).map((n) => n / 2);
  return fc.oneof({ weight: 4, arbitrary: spread }, { weight: 1, arbitrary: fc.double({ min, max, noNaN: true }) });
}

/** Draws a value at a bound, beyond it, or of a different type. */
function badLeaf(schema: Schema): fc.Arbitrary<unknown> {
  const hostile = fc.constantFrom(...HOSTILE);
  if (schema.type === 'string') {
    return fc.oneof(
      hostile,
      nearBounds((schema['minLength'] as number | undefined) ?? 0, schema['maxLength'] as number),
    );
  }
  const [min, max] = [schema['minimum'], schema['maximum']];
  if (typeof min !== 'number' || typeof max !== 'number') return hostile;
  return fc.oneof(hostile, fc.constantFrom(min - 1, min, min + 0.5, max, max + 1));
}

/** How many times likelier a part is good than bad, so that most records are good or have one fault. */
const GOOD_WEIGHT = 24;

function mostly(good: fc.Arbitrary<unknown>, bad: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: GOOD_WEIGHT, arbitrary: good }, { weight: 1, arbitrary: bad });
}

function listOf(schema: Schema): fc.Arbitrary<unknown> {
  const [min, max] = [(schema['minItems'] as number | undefined) ?? 0, schema['maxItems'] as number];
  const entry = near(schema.items!);
  const edges = fc
    .tuple(fc.constantFrom(Math.max(0, min - 1), min, max, max + 1), entry)
    .map(([length, one]) => Array.from({ length }, () => one));
  return mostly(
    fc.array(entry, { minLength: min, maxLength: Math.min(max, min + 2) }),
    fc.oneof(edges, badLeaf(schema)),
  );
}

function dropped(record: Record<string, unknown>, name: string): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).filter(([key]) => key !== name));
}

function objectOf(schema: Schema): fc.Arbitrary<unknown> {
  const properties = schema.properties ?? {};
  const fields = Object.fromEntries(Object.entries(properties).map(([name, field]) => [name, near(field)]));
  const good = fc.record(fields, { requiredKeys: [...(schema.required ?? [])], noNullPrototype: true });
  const without = fc
    .tuple(good, fc.constantFrom(...Object.keys(properties)))
    .map(([record, name]) => dropped(record as Record<string, unknown>, name));
  const extra = fc
    .tuple(good, fc.constantFrom('more', '__proto__', 'constructor', 'toString', ''), fc.constantFrom(...HOSTILE))
    .map(([record, name, value]) =>
      Object.defineProperty({ ...(record as object) }, name, {
        value,
        enumerable: true,
        configurable: true,
        writable: true,
      }),
    );
  return mostly(good, fc.oneof(without, extra, badLeaf(schema)));
}

/** Draws values that a schema accepts, most with one part at a bound, beyond it, or hostile. */
export function near(schema: Schema): fc.Arbitrary<unknown> {
  if ('const' in schema) return fc.constant(schema.const);
  if (schema.enum !== undefined) return mostly(fc.constantFrom(...schema.enum), badLeaf(schema));
  if (schema.type === 'object') return objectOf(schema);
  if (schema.type === 'array') return listOf(schema);
  if (schema.type === 'string') return mostly(goodText(schema), badLeaf(schema));
  if (schema.type === 'boolean') return mostly(fc.boolean(), badLeaf(schema));
  return mostly(goodNumber(schema), badLeaf(schema));
}

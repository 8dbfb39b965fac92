import fc from 'fast-check';

const SURROGATES_FROM = 0xd800;
const SURROGATES = 0x800;

/** A code point that is not a surrogate. */
const codePoint = fc.integer({ min: 0, max: 0x10ffff - SURROGATES }).map(
  (n) => String.fromCodePoint(n < SURROGATES_FROM ? n : n + SURROGATES),
  (text) => {
    const point = typeof text === 'string' ? text.codePointAt(0) : undefined;
    if (point === undefined || String.fromCodePoint(point) !== text) throw new Error('It is no single code point.');
    return point < SURROGATES_FROM ? point : point - SURROGATES;
  },
);

/**
 * Generates text of any code points, as `fc.string` does with the unit `binary`. That one first fills a table of all of
 * Unicode, which takes a second of processor time in each process.
 */
export function anyText(constraints: Omit<fc.StringConstraints, 'unit'> = {}): fc.Arbitrary<string> {
  return fc.string({ ...constraints, unit: codePoint });
}

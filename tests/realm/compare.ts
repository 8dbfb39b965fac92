import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import type { Lines } from './count/drops.ts';

const SHOWN = 6;
const CHARACTERS_SHOWN = 500;

/** Formats a value as JSON with sorted properties, so that equal values have equal texts. */
function text(value: unknown): string {
  return (
    JSON.stringify(value, (_name, member: unknown) =>
      typeof member === 'object' && member !== null && !Array.isArray(member)
        ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)))
        : member,
    ) ?? 'nothing'
  );
}

/** Returns the part of a long text around the first difference from another text. */
function near(is: string, other: string): string {
  let from = 0;
  while (from < is.length && is[from] === other[from]) from++;
  const start = is.length <= CHARACTERS_SHOWN ? 0 : Math.max(0, from - CHARACTERS_SHOWN / 2);
  return `${start > 0 ? '…' : ''}${is.slice(start, start + CHARACTERS_SHOWN)}`;
}

/** Fails if two maps of rows keyed by subject differ, and shows the first differing subjects. */
export function assertSame(what: string, served: Lines, counted: Lines): void {
  const differing: string[] = [];
  let more = 0;
  for (const subject of new Set([...served.keys(), ...counted.keys()])) {
    // Most rows are equal, and writing their texts takes far longer.
    if (isDeepStrictEqual(served.get(subject), counted.get(subject))) continue;
    const [is, should] = [text(served.get(subject)), text(counted.get(subject))];
    if (is === should) continue;
    if (differing.length < SHOWN)
      differing.push(`  ${subject}\n    served:  ${near(is, should)}\n    counted: ${near(should, is)}`);
    else more++;
  }
  assert.ok(
    differing.length === 0,
    `${what}: ${differing.length + more} of ${counted.size} rows differ\n${differing.join('\n')}\n  … ${more} more`,
  );
}

/** Rounds all figures to 12 digits, so that floating-point errors do not count as differences. */
export function rounded(lines: Lines): Lines {
  return new Map(
    [...lines].map(([subject, row]) => [
      subject,
      Object.fromEntries(
        Object.entries(row as Record<string, number>).map(([name, n]) => [name, Number(n.toPrecision(12))]),
      ),
    ]),
  );
}

import assert from 'node:assert/strict';

/** Compares answers with the independent count, and counts the compared figures. */
export interface Tally {
  /** Asserts that both values are deeply equal. */
  hold(what: string, answered: unknown, counted: unknown): void;
  /** Asserts that a rounded figure differs from the exact one by at most `half`, half a unit of its last digit. */
  near(what: string, answered: number, exact: number, half: number): void;
  readonly figures: () => number;
}

export function newTally(): Tally {
  let figures = 0;
  return {
    hold: (what, answered, counted) => {
      const fault = firstDifference(answered, counted, what);
      assert.ok(fault === null, fault ?? '');
      figures += leavesOf(counted);
    },
    near: (what, answered, exact, half) => {
      assert.ok(Math.abs(answered - exact) <= half + 1e-6, `${what}: answered ${answered}, counted ${exact}`);
      figures++;
    },
    figures: () => figures,
  };
}

function isBranch(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

/** Counts the values in an answer. An empty list or object counts as one value. */
function leavesOf(value: unknown): number {
  if (!isBranch(value)) return 1;
  return Object.values(value).reduce<number>((sum, member) => sum + leavesOf(member), 0) || 1;
}

/** Returns a sentence that describes the first difference between two values, or null if they are equal. */
function firstDifference(answered: unknown, counted: unknown, path: string): string | null {
  const tell = () => `${path}: answered ${textOf(answered)}, counted ${textOf(counted)}`;
  if (!isBranch(answered) || !isBranch(counted)) return Object.is(answered, counted) ? null : tell();
  if (Array.isArray(answered) !== Array.isArray(counted)) return tell();
  if (Array.isArray(answered) && answered.length !== (counted as unknown as unknown[]).length) return tell();
  for (const name of new Set([...Object.keys(counted), ...Object.keys(answered)])) {
    const fault = firstDifference(answered[name], counted[name], `${path}.${name}`);
    if (fault !== null) return fault;
  }
  return null;
}

function textOf(value: unknown): string {
  return (JSON.stringify(value) ?? 'nothing').slice(0, 300);
}

import { type Agreed, agreedValue } from './agreed.ts';

/** What is there, as a sentence; null and empty parts are left out. */
export function sentence(...parts: readonly (string | null)[]): string {
  return `${parts.filter((part) => part !== null && part !== '').join(', ')}.`;
}

/** What is said of an agreed value; null where there is none. */
export function some<T>(agreed: Agreed<T> | undefined, tell: (value: T) => string): string | null {
  const value = agreedValue(agreed);
  return value === null ? null : tell(value);
}

/** The span of some levels; null where there are none. */
export function levelsText(levels: readonly number[]): string | null {
  if (levels.length === 0) return null;
  const [low, high] = [Math.min(...levels), Math.max(...levels)];
  return low === high ? `level ${low}` : `level ${low} to ${high}`;
}

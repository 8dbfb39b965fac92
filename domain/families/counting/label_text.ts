import { type AgreedValue, unwrapAgreedValue } from './agreed.ts';

/** Joins the parts into a sentence, omitting null and empty parts. */
export function joinSentence(...parts: readonly (string | null)[]): string {
  return `${parts.filter((part) => part !== null && part !== '').join(', ')}.`;
}

export function formatAgreedValue<T>(agreed: AgreedValue<T> | undefined, tell: (value: T) => string): string | null {
  const value = unwrapAgreedValue(agreed);
  return value === null ? null : tell(value);
}

export function formatLevels(levels: readonly number[]): string | null {
  if (levels.length === 0) return null;
  const [low, high] = [Math.min(...levels), Math.max(...levels)];
  return low === high ? `level ${low}` : `level ${low} to ${high}`;
}

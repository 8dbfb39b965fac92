/** Replaces bytes that are not valid UTF-8. Undamaged kinds and eventIds never contain it. */
const DAMAGED = '\uFFFD';

export function isDamagedText(text: string): boolean {
  return text.includes(DAMAGED);
}

/** Stands for bytes that are not valid UTF-8. Undamaged kinds and eventIds never contain this character. */
const DAMAGED = '\uFFFD';

export function isDamagedText(text: string): boolean {
  return text.includes(DAMAGED);
}

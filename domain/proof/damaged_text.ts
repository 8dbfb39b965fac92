/** Stands in a text where its bytes are none. None of our own words, such as kinds and eventIds, holds it otherwise. */
const DAMAGED = '\uFFFD';

export function isDamagedText(text: string): boolean {
  return text.includes(DAMAGED);
}

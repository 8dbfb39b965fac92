/** Returns a text with one typing error: a letter is added, omitted, replaced, or swapped with the next one. */
export function mistype(text: string, random: () => number): string {
  const chars = [...text];
  const at = Math.floor(random() * chars.length);
  const letter = String.fromCharCode(97 + Math.floor(random() * 26));
  const kind = Math.floor(random() * 4);
  if (kind === 0) chars.splice(at, 0, letter);
  else if (kind === 1) chars.splice(at, 1);
  else if (kind === 2 || at + 1 === chars.length) chars[at] = letter;
  else [chars[at], chars[at + 1]] = [chars[at + 1]!, chars[at]!];
  return chars.join('');
}

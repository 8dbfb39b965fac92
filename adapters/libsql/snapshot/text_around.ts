/** Ends that no text holds but for them. */
const [FROM, TO] = [4_111_222_333, 4_333_222_111];

/**
 * What stands before, between and behind the two ids of an edge in its text, so that the database can put the texts of a
 * great many together; `textOf` remains the one place that says how it looks.
 */
export function textAround(
  textOf: (fromId: number, toId: number) => string,
): readonly [head: string, middle: string, tail: string] {
  const text = textOf(FROM, TO);
  const from = text.indexOf(`${FROM}`);
  const to = text.indexOf(`${TO}`, from);
  if (from === -1 || to === -1) throw new Error('the text of an edge does not hold its ends in their order');
  return [text.slice(0, from), text.slice(from + `${FROM}`.length, to), text.slice(to + `${TO}`.length)];
}

/** Two placeholder ids that occur nowhere else in the text of an edge. */
const [FROM, TO] = [4_111_222_333, 4_333_222_111];

/**
 * Returns the text before, between and after the two ids in the text of an edge. This lets the database concatenate the
 * texts of many edges, while `textOf` remains the only definition of their format.
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

/** How numbers of things and lists of names read in sentences. */

/** `1 place`, `2 places`. */
export const counted = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`;

/** `a`, `a or b`, `a, b or c`. */
export const eitherOf = (texts: readonly string[]): string => listed(texts, 'or');

/** `a`, `a and b`, `a, b and c`. */
export const allOf = (texts: readonly string[]): string => listed(texts, 'and');

const listed = (texts: readonly string[], last: 'or' | 'and'): string =>
  texts.length < 2 ? texts.join('') : `${texts.slice(0, -1).join(', ')} ${last} ${texts.at(-1)}`;

/** `one of a, b`, or just `a`; `none` says what holds where there is nothing to choose from. */
export const oneOf = (names: readonly string[], none: string): string => {
  if (names.length === 0) return none;
  return names.length === 1 ? names[0]! : `one of ${names.join(', ')}`;
};

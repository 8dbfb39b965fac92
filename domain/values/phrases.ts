/** Formats a count: `1 place`, `2,000 places`. */
export function formatQuantity(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en-GB')} ${count === 1 ? one : many}`;
}

/** Formats a waiting time in seconds up to two minutes, in minutes up to two hours, and in hours beyond that. */
export function formatWait(seconds: number): string {
  if (seconds <= 120) return formatQuantity(seconds, 'second');
  const minutes = Math.ceil(seconds / 60);
  return minutes <= 120 ? formatQuantity(minutes, 'minute') : formatQuantity(Math.ceil(minutes / 60), 'hour');
}

/** Joins strings as `a`, `a or b`, or `a, b or c`. */
export function joinWithOr(texts: readonly string[]): string {
  return joinWithWord(texts, 'or');
}

/** Joins strings as `a`, `a and b`, or `a, b and c`. */
export function joinWithAnd(texts: readonly string[]): string {
  return joinWithWord(texts, 'and');
}

function joinWithWord(texts: readonly string[], last: 'or' | 'and'): string {
  return texts.length < 2 ? texts.join('') : `${texts.slice(0, -1).join(', ')} ${last} ${texts.at(-1)}`;
}

/** Joins the first `max` strings and counts the others: `a, b and 3 more`. */
export function joinFirstTexts(texts: readonly string[], max: number): string {
  const more = texts.length - max;
  return `${texts.slice(0, max).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/** Formats a choice: `one of a, b`, or just `a`. Returns `none` if there is nothing to choose from. */
export function formatChoices(names: readonly string[], none: string): string {
  if (names.length === 0) return none;
  return names.length === 1 ? names[0]! : `one of ${names.join(', ')}`;
}

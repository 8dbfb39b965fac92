/**
 * Yields the value with one fault at a time: an extra field (`+`), a missing field (`-name`), or another type
 * (`/name`). The first entry of a list represents all of them.
 */
export function* spoilt(answer: unknown, at = ''): Generator<readonly [at: string, answer: unknown]> {
  if (Array.isArray(answer)) {
    yield [at, 'text'];
    for (const [at2, one] of spoilt(answer[0], `${at}/0`))
      if (answer.length > 0) yield [at2, [one, ...answer.slice(1)]];
    return;
  }
  if (typeof answer !== 'object' || answer === null) {
    yield [at, { no: 'such value' }];
    return;
  }
  yield [`${at}+`, { ...answer, noSuchField: 1 }];
  for (const [name, value] of Object.entries(answer)) {
    const { [name]: _, ...rest } = answer as Record<string, unknown>;
    yield [`${at}-${name}`, rest];
    for (const [deeper, one] of spoilt(value, `${at}/${name}`)) yield [deeper, { ...answer, [name]: one }];
  }
}

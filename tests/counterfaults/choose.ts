/**
 * Returns at most `some` elements of the list, different ones for each turn until all were chosen. They are spread over
 * the list, because slow ones are often next to each other.
 */
export function inRotation<T>(all: readonly T[], some: number, turn: number): readonly T[] {
  const turns = Math.max(1, Math.ceil(all.length / some));
  return all.filter((_, i) => i % turns === turn % turns);
}

export interface Asked {
  readonly names: readonly string[];
  readonly some: number | null;
  readonly turn: number;
}

/**
 * Parses `NAME …` or `--some COUNT [--turn NUMBER]`, and returns a sentence if the words are neither. The turn defaults
 * to the number of the day.
 */
export function readAsked(words: readonly string[], known: readonly string[], day: number): Asked | string {
  const names: string[] = [];
  const numbers = new Map<string, number>();
  for (let i = 0; i < words.length; i++) {
    const word = words[i]!;
    if (word === '--some' || word === '--turn') {
      const number = words[++i] ?? '';
      if (!/^[0-9]{1,9}$/.test(number) || (word === '--some' && Number(number) === 0)) {
        return `${word} must be followed by a whole number${word === '--some' ? ' of 1 or more' : ''}.`;
      }
      numbers.set(word, Number(number));
    } else if (known.includes(word)) names.push(word);
    else return `There is no fault of that name. The faults are: ${known.join(', ')}.`;
  }
  const some = numbers.get('--some') ?? null;
  if (some === null && numbers.size > 0) return '--turn goes with --some.';
  if (some !== null && names.length > 0) return 'Name faults, or ask for --some; not both.';
  return { names, some, turn: numbers.get('--turn') ?? day };
}

/** Formats rows as aligned columns below headings. Texts were checked for control characters before. */
export function table(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [headings, ...rows];
  const widths = headings.map((_, column) => Math.max(...lines.map((line) => countCharacters(line[column]))));
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell + ' '.repeat(widths[column]! - countCharacters(cell)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

function countCharacters(cell = ''): number {
  return [...cell].length;
}

/** Formats a time as its UTC day, or as a dash if it is null. */
export function day(ms: number | null): string {
  return ms === null ? '–' : new Date(ms).toISOString().slice(0, 10);
}

/**
 * Rows as columns of text under their headings. Text from outside never reaches it unchecked: what stands in a database
 * holds no control characters.
 */
export function table(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [headings, ...rows];
  const widths = headings.map((_, column) => Math.max(...lines.map((line) => charactersOf(line[column]))));
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell + ' '.repeat(widths[column]! - charactersOf(cell)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

function charactersOf(cell = ''): number {
  return [...cell].length;
}

/** The UTC day of an instant; a dash where there is none. */
export function day(ms: number | null): string {
  return ms === null ? '–' : new Date(ms).toISOString().slice(0, 10);
}

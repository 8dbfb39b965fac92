/**
 * The room of a plot, in units of its viewBox: 360 wide, so that on a phone a unit is about a pixel and labels can be
 * read; the style sheet makes them smaller where the plot is wider.
 */
export const WIDTH = 360;

/** Room that a letter of a label takes up at most, and how high one stands. */
const LETTER = 6.4;
export const LETTER_HEIGHT = 11;

/** Where marks stand: inside these, everything else is for labels. */
export interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** The room left by labels at the left and a line of labels below. */
export function boxBeside(labels: readonly string[], height: number): Box {
  const longest = Math.max(0, ...labels.map((label) => [...label].length));
  return { left: Math.min(WIDTH / 3, 8 + longest * LETTER), right: WIDTH - 10, top: 10, bottom: height - 22 };
}

/** A coordinate to a tenth: finer than a screen, and short. */
export function coordinate(at: number): number {
  return Math.round(at * 10) / 10;
}

/** Beyond these an axis would run out of digits; no count or price comes near. */
const GREATEST = 1e18;
const SMALLEST = 1e-9;

/** Values that can be plotted; whatever else a source says of a figure is as good as unknown. */
export function plottable(value: number | null): value is number {
  if (value === null || !Number.isFinite(value)) return false;
  const size = Math.abs(value);
  return size === 0 || (size >= SMALLEST && size <= GREATEST);
}

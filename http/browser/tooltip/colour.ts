/** Red, green and blue, from 0 to 255. */
export type Colour = readonly [red: number, green: number, blue: number];

const BLACK: Colour = [0, 0, 0];
const WHITE: Colour = [255, 255, 255];

/** What text needs to be read by most (WCAG 2, 1.4.3). */
const CONTRAST = 4.5;
const STEPS = 20;

/** `#rrggbb`, or what a computed style says: `rgb(r, g, b)` or `rgba(r, g, b, a)`; null: anything else, and what one sees through. */
export function colourOf(text: unknown): Colour | null {
  const [, hex, decimal] = /^(?:#([\da-f]{6})|rgba?\(([\d., ]+)\))$/i.exec(text as string) ?? [];
  const [red, green, blue, alpha = 1] =
    hex === undefined
      ? (decimal ?? '').split(',').map(Number)
      : [0, 2, 4].map((at) => Number(`0x${hex.slice(at, at + 2)}`));
  return blue === undefined || alpha < 0.5 ? null : [red!, green!, blue];
}

/**
 * A colour such that text in it can be read on a background: the same where it can, else as near to it as can be. White
 * says that there is nothing to say, and becomes black where it cannot be read.
 */
export function readable(colour: Colour, background: Colour): string {
  const end = isDark(background) ? WHITE : BLACK;
  const towards = (step: number): Colour =>
    colour.map((part, i) => Math.round(part + ((end[i]! - part) * step) / STEPS)) as unknown as Colour;
  let step = 0;
  while (step < STEPS && contrast(towards(step), background) < CONTRAST)
    step += colour.every((part) => part === 255) ? STEPS : 1;
  return `rgb(${towards(step)})`;
}

/** Whether white text reads better on it than black. */
export function isDark(background: Colour): boolean {
  return contrast(WHITE, background) > contrast(BLACK, background);
}

/** How much two colours differ in lightness, from 1 to 21. */
export function contrast(one: Colour, other: Colour): number {
  const [light, dark] = [luminance(one), luminance(other)];
  return Math.max(light / dark, dark / light);
}

/** The light of a colour, and a little that falls on every screen. */
function luminance(colour: Colour): number {
  const [red, green, blue] = colour.map((part) =>
    part <= 10 ? part / 3294.6 : ((part / 255 + 0.055) / 1.055) ** 2.4,
  ) as unknown as Colour;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05;
}

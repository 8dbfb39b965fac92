/** Red, green and blue, from 0 to 255. */
export type RgbColour = readonly [red: number, green: number, blue: number];

/** Minimum contrast for text (WCAG 2, 1.4.3). */
const CONTRAST_MIN = 4.5;
const SHADE_STEPS = 20;

const BLACK: RgbColour = [0, 0, 0];
const WHITE: RgbColour = [255, 255, 255];

/**
 * Parses `#rrggbb`, `rgb(r, g, b)` or `rgba(r, g, b, a)`. Returns null for anything else and for transparent colours.
 */
export function parseColour(text: unknown): RgbColour | null {
  const [, hex, decimal] = /^(?:#([\da-f]{6})|rgba?\(([\d., ]+)\))$/i.exec(text as string) ?? [];
  const [red, green, blue, alpha = 1] =
    hex === undefined
      ? (decimal ?? '').split(',').map(Number)
      : [0, 2, 4].map((at) => Number(`0x${hex.slice(at, at + 2)}`));
  return blue === undefined || alpha < 0.5 ? null : [red!, green!, blue];
}

/**
 * Returns the colour nearest to `colour` that is readable on `background`. White, the colour of ordinary names, becomes
 * black if it is not readable.
 */
export function makeReadable(colour: RgbColour, background: RgbColour): string {
  const end = isDark(background) ? WHITE : BLACK;
  const towards = (step: number): RgbColour =>
    colour.map((part, i) => Math.round(part + ((end[i]! - part) * step) / SHADE_STEPS)) as unknown as RgbColour;
  let step = 0;
  while (step < SHADE_STEPS && computeContrast(towards(step), background) < CONTRAST_MIN)
    step += colour.every((part) => part === 255) ? SHADE_STEPS : 1;
  return `rgb(${towards(step)})`;
}

/** Whether white text is more readable than black text on this background. */
export function isDark(background: RgbColour): boolean {
  return computeContrast(WHITE, background) > computeContrast(BLACK, background);
}

/** Returns the contrast ratio of two colours, from 1 to 21. */
export function computeContrast(one: RgbColour, other: RgbColour): number {
  const ratio = computeLuminance(one) / computeLuminance(other);
  return Math.max(ratio, 1 / ratio);
}

/** Returns a colour's relative luminance plus 0.05 for ambient light, as required by the contrast formula. */
function computeLuminance(colour: RgbColour): number {
  const [red, green, blue] = colour.map((part) =>
    part <= 10 ? part / 3294.6 : ((part / 255 + 0.055) / 1.055) ** 2.4,
  ) as unknown as RgbColour;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05;
}

/** Returns the background colour of an element or, if it has none, of the nearest ancestor that has one. */
export function findBackground(element: Element | null): RgbColour {
  return element === null
    ? findCanvasColour()
    : (parseColour(getComputedStyle(element).backgroundColor) ?? findBackground(element.parentElement));
}

/** Returns the browser's background for a page that sets none. It is dark only if the page's color-scheme allows it. */
function findCanvasColour(): RgbColour {
  const { colorScheme } = getComputedStyle(document.documentElement);
  const prefers = matchMedia('(prefers-color-scheme:dark)').matches ? 'dark' : 'light';
  const scheme = colorScheme.includes(prefers) ? prefers : colorScheme;
  return scheme === 'dark' ? [18, 18, 18] : WHITE;
}

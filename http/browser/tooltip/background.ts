import { type Colour, colourOf } from './colour.ts';

/** Returns the background colour of an element or, if it has none, of the nearest ancestor that has one. */
export function backgroundOf(element: Element | null): Colour {
  return element === null
    ? canvasColour()
    : (colourOf(getComputedStyle(element).backgroundColor) ?? backgroundOf(element.parentElement));
}

/** Returns the browser's background colour for a page that sets none. */
function canvasColour(): Colour {
  const { colorScheme } = getComputedStyle(document.documentElement);
  const prefers = matchMedia('(prefers-color-scheme:dark)').matches ? 'dark' : 'light';
  const scheme = colorScheme.includes(prefers) ? prefers : colorScheme;
  return scheme === 'dark' ? [18, 18, 18] : [255, 255, 255];
}

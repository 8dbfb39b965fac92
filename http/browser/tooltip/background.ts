import { type Colour, colourOf } from './colour.ts';

/** The colour that an element's text stands on: that of the nearest element around it which has one. */
export function backgroundOf(element: Element | null): Colour {
  return element === null
    ? canvasColour()
    : (colourOf(getComputedStyle(element).backgroundColor) ?? backgroundOf(element.parentElement));
}

/** What a page that paints no background stands on. */
function canvasColour(): Colour {
  const { colorScheme } = getComputedStyle(document.documentElement);
  const prefers = matchMedia('(prefers-color-scheme:dark)').matches ? 'dark' : 'light';
  const scheme = colorScheme.includes(prefers) ? prefers : colorScheme;
  return scheme === 'dark' ? [18, 18, 18] : [255, 255, 255];
}

import type { Font } from './font.ts';
import { type Canvas, fill } from './raster.ts';

/** A font in one weight, combined from subsets for different scripts, with the most common script first. */
export interface Face {
  /** Whether every character of the text can be drawn. */
  has(text: string): boolean;
  /** Returns the width of the text in pixels at a font size. */
  widthOf(text: string, size: number): number;
  draw(canvas: Canvas, text: string, at: Placed): void;
}

/** Position at which to draw a text: the left end of its baseline. */
export interface Placed {
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly colour: number;
}

export function createFace(fonts: readonly Font[]): Face {
  const lookUp = (char: string): { readonly font: Font; readonly glyph: number } | null => {
    const codePoint = char.codePointAt(0) ?? 0;
    for (const font of fonts) {
      const glyph = font.glyphOf(codePoint);
      if (glyph !== 0) return { font, glyph };
    }
    return null;
  };
  const glyphsOf = (text: string) => [...text].map(lookUp).filter((found) => found !== null);
  return {
    has: (text) => [...text].every((char) => lookUp(char) !== null),
    widthOf: (text, size) => size * glyphsOf(text).reduce((sum, { font, glyph }) => sum + font.advanceOf(glyph), 0),
    draw: (canvas, text, { x, y, size, colour }) => {
      let left = x;
      for (const { font, glyph } of glyphsOf(text)) {
        fill(canvas, colour, font.outlineOf(glyph), { x: left, y, across: size, down: -size });
        left += size * font.advanceOf(glyph);
      }
    },
  };
}

/** Truncates a text to a width and marks the cut with an ellipsis. */
export function cutTo(face: Face, text: string, size: number, width: number): string {
  if (face.widthOf(text, size) <= width) return text;
  const chars = [...text];
  let [fits, tooMany] = [0, chars.length];
  while (tooMany - fits > 1) {
    const middle = (fits + tooMany) >> 1;
    if (face.widthOf(`${chars.slice(0, middle).join('')}…`, size) <= width) fits = middle;
    else tooMany = middle;
  }
  return `${chars.slice(0, fits).join('').trimEnd()}…`;
}

/** Breaks a text into at most `max` lines, between words if possible, and truncates the last line. */
export function inLines(face: Face, text: string, size: number, width: number, max: number): readonly string[] {
  const lines: string[] = [];
  let rest = text;
  while (rest !== '' && lines.length < max - 1) {
    const words = rest.split(' ');
    let taken = words.length;
    while (taken > 1 && face.widthOf(words.slice(0, taken).join(' '), size) > width) taken--;
    const line = words.slice(0, taken).join(' ');
    if (face.widthOf(line, size) > width) break;
    lines.push(line);
    rest = words.slice(taken).join(' ');
  }
  return rest === '' ? lines : [...lines, cutTo(face, rest, size, width)];
}

import type { Bytes } from '../../domain/ports/codec.ts';
import { PICTURE_SIZE, type PicturePainter, type SharedPicture } from '../../domain/ports/pictures.ts';
import type { Quality } from '../../schema/vocabulary.ts';
import { type Font, readFont } from './font.ts';
import { box, type Canvas, createCanvas, disc, fill, pngOf, type Rgb, wipe } from './raster.ts';

const { width: WIDTH, height: HEIGHT } = PICTURE_SIZE;
const MARGIN = 90;
const ROOM = WIDTH - 2 * MARGIN;

const GROUND: Rgb = [0x14, 0x18, 0x1f];
const BRIGHT: Rgb = [0xf2, 0xf4, 0xf7];
const QUIET: Rgb = [0x9a, 0xa6, 0xb5];
const SIGN: Rgb = [0x5a, 0xa9, 0xe0];

/** The item quality colours of the dark pages (http/pages/style/qualities.css). */
const QUALITY: Readonly<Record<Quality, Rgb>> = {
  poor: [0xa3, 0xa3, 0xa3],
  common: BRIGHT,
  uncommon: [0x4f, 0xe0, 0x2d],
  rare: [0x5a, 0xa6, 0xff],
  epic: [0xc9, 0x8a, 0xff],
  legendary: [0xff, 0xa0, 0x40],
  artifact: [0xe6, 0xcc, 0x80],
  heirloom: [0x4f, 0xd8, 0xf0],
};

/** Palette indexes of the colours. */
const [BRIGHT_AT, QUIET_AT, SIGN_AT, TITLE_AT] = [0, 1, 2, 3];

const TEXT_CHARS_MAX = 200;
const LINES_MAX = 3;

interface Faces {
  readonly bold: Face;
  readonly plain: Face;
}

/** Creates a painter. The font is loaded when the first picture is drawn. */
export function createPicturePainter(): PicturePainter {
  let faces: Faces | null = null;
  // One canvas can serve all pictures, since each is drawn and encoded synchronously.
  let canvas: Canvas | null = null;
  return {
    paint: async (picture) => {
      faces ??= await readFaces();
      canvas ??= createCanvas(WIDTH, HEIGHT);
      wipe(canvas);
      return paint(canvas, picture, faces);
    },
    sign: (pixels) => {
      const canvas = createCanvas(pixels, pixels);
      drawSign(canvas, 0, 0, pixels);
      return pngOf(canvas, GROUND, [BRIGHT, QUIET, SIGN]);
    },
  };
}

/** Latin and Cyrillic, which cover the game's names except the Korean and Chinese ones. */
const SUBSETS = ['latin', 'latin-ext', 'cyrillic'];

async function readFaces(): Promise<Faces> {
  const face = async (weight: number): Promise<Face> => {
    const files = SUBSETS.map((subset) => `@fontsource/pt-sans/files/pt-sans-${subset}-${weight}-normal.woff`);
    return createFace(await Promise.all(files.map(readFont)));
  };
  return { bold: await face(700), plain: await face(400) };
}

/** Normalises a string to a single NFC line of limited length. */
function drawable(text: string): string {
  return [...text.normalize('NFC').replace(/\s+/gu, ' ').trim()].slice(0, TEXT_CHARS_MAX).join('');
}

function paint(canvas: Canvas, picture: SharedPicture, { bold, plain }: Faces): Bytes {
  const title = [picture.title, picture.otherwise].map(drawable).find((text) => text !== '' && bold.has(text)) ?? '';
  const service = [picture.serviceName, 'Third Witness'].map(drawable).find((text) => plain.has(text)) ?? '';
  fill(canvas, TITLE_AT, box(0, 0, 24, HEIGHT));
  plain.draw(canvas, cutTo(plain, drawable(picture.kind), 38, ROOM), { x: MARGIN, y: 110, size: 38, colour: QUIET_AT });
  const titleLines = inLines(bold, title, 84, ROOM, 2);
  let y = 205;
  for (const line of titleLines) {
    bold.draw(canvas, line, { x: MARGIN, y, size: 84, colour: TITLE_AT });
    y += 92;
  }
  const facts = picture.lines.map(drawable).filter((line) => line !== '' && plain.has(line));
  for (const line of facts.slice(0, LINES_MAX + 1 - titleLines.length)) {
    plain.draw(canvas, cutTo(plain, line, 42, ROOM), { x: MARGIN, y: y - 8, size: 42, colour: BRIGHT_AT });
    y += 62;
  }
  drawSign(canvas, MARGIN - 8, HEIGHT - 122, 76);
  plain.draw(canvas, cutTo(plain, service, 38, ROOM - 90), {
    x: MARGIN + 86,
    y: HEIGHT - 72,
    size: 38,
    colour: QUIET_AT,
  });
  const colour = picture.quality === null ? SIGN : QUALITY[picture.quality];
  return pngOf(canvas, GROUND, [BRIGHT, QUIET, SIGN, colour]);
}

/** Draws the logo: two discs with a third above them. Keep it identical to SIGN in http/pages/picture.ts. */
function drawSign(canvas: Canvas, x: number, y: number, size: number): void {
  const place = (across: number, down: number, radius: number) =>
    disc(x + (across * size) / 32, y + (down * size) / 32, (radius * size) / 32);
  fill(canvas, QUIET_AT, place(9, 22, 5));
  fill(canvas, QUIET_AT, place(23, 22, 5));
  fill(canvas, SIGN_AT, place(16, 9.5, 6));
}

/** A font in one weight, combined from subsets for different scripts, with the most common script first. */
interface Face {
  /** Whether the font can draw every character of the text. */
  has(text: string): boolean;
  /** Returns the width of the text in pixels at a font size. */
  widthOf(text: string, size: number): number;
  draw(canvas: Canvas, text: string, at: TextPosition): void;
}

/** Position at which to draw a string: the left end of its baseline. */
interface TextPosition {
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly colour: number;
}

function createFace(fonts: readonly Font[]): Face {
  const lookUp = (char: string): { readonly font: Font; readonly glyph: number } | null => {
    for (const font of fonts) {
      const glyph = font.glyphOf(char);
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

/** Truncates a string to a width and ends it with an ellipsis if it was too long. */
function cutTo(face: Face, text: string, size: number, width: number): string {
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

/** Breaks a string into at most `max` lines, between words if possible, and truncates the last line. */
function inLines(face: Face, text: string, size: number, width: number, max: number): readonly string[] {
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

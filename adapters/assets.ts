import { Buffer } from 'node:buffer';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Asset } from '../domain/ports/assets.ts';
import type { Bytes } from '../domain/ports/codec.ts';

const CSS = 'text/css; charset=utf-8';
export const JAVASCRIPT = 'text/javascript; charset=utf-8';
const DIGEST_CHARS = 10;

/** Creates an asset whose name contains the digest of its content: `<name>.<digest>.<ending>`. */
export function createAsset(bytes: Bytes, name: string, ending: string, mediaType: string): Asset {
  const digest = createHash('sha256').update(bytes).digest('hex').slice(0, DIGEST_CHARS);
  return { name: `${name}.${digest}.${ending}`, mediaType, bytes };
}

function filePath(file: string): string {
  return createRequire(import.meta.url).resolve(file);
}

/** Style files of the pages, in cascade order: colours and the frame first, then the components. */
const STYLES = [
  ...['colours', 'frame', 'facts', 'tables', 'coverage', 'sorting', 'money', 'qualities', 'plots', 'maps', 'ways'],
  ...['changes', 'home', 'entities', 'rates', 'skill_colours', 'lists', 'search', 'forms', 'upload', 'skill_scales'],
  ...['talents', 'reference'],
];

/** Reads the pages' style sheet: Pico CSS, followed by our own files. */
export function readStyleSheet(): Asset {
  const ownFiles = STYLES.map((name) => `../http/pages/style/${name}.css`);
  const files = ['@picocss/pico/css/pico.classless.min.css', ...ownFiles].map((file) => readFileSync(filePath(file)));
  return createAsset(new Uint8Array(Buffer.concat(files)), 'site', 'css', CSS);
}

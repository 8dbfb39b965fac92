import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Asset } from '../domain/ports/assets.ts';

const STYLE_SHEET = '@picocss/pico/css/pico.classless.min.css';
const DIGEST_CHARS = 10;

/** Reads the style sheet of the pages from its package. */
export const readStyleSheet = (): Asset => {
  const bytes = new Uint8Array(readFileSync(createRequire(import.meta.url).resolve(STYLE_SHEET)));
  const digest = createHash('sha256').update(bytes).digest('hex').slice(0, DIGEST_CHARS);
  return { name: `pico.${digest}.css`, mediaType: 'text/css; charset=utf-8', bytes };
};

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Asset, DocsAssets } from '../domain/ports/assets.ts';

const CSS = 'text/css; charset=utf-8';
const JAVASCRIPT = 'text/javascript; charset=utf-8';
const DIGEST_CHARS = 10;

/** Reads a file of a package, and names it after its content: `<name>.<digest>.<ending>`. */
const readAsset = (file: string, name: string, ending: string, mediaType: string): Asset => {
  const bytes = new Uint8Array(readFileSync(createRequire(import.meta.url).resolve(file)));
  const digest = createHash('sha256').update(bytes).digest('hex').slice(0, DIGEST_CHARS);
  return { name: `${name}.${digest}.${ending}`, mediaType, bytes };
};

/** Reads the style sheet of the pages from its package. */
export const readStyleSheet = (): Asset => readAsset('@picocss/pico/css/pico.classless.min.css', 'pico', 'css', CSS);

/** Reads what the interactive reference runs on from its package. */
export const readDocsAssets = (): DocsAssets => ({
  script: readAsset('swagger-ui-dist/swagger-ui-bundle.js', 'reference', 'js', JAVASCRIPT),
  styleSheet: readAsset('swagger-ui-dist/swagger-ui.css', 'reference', 'css', CSS),
});

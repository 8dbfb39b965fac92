import { Buffer } from 'node:buffer';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Asset, DocsAssets } from '../domain/ports/assets.ts';

const CSS = 'text/css; charset=utf-8';
const JAVASCRIPT = 'text/javascript; charset=utf-8';
const DIGEST_CHARS = 10;

const filePath = (file: string): string => createRequire(import.meta.url).resolve(file);

/** Reads files one behind the other, and names them after their content: `<name>.<digest>.<ending>`. */
const readAsset = (files: string | readonly string[], name: string, ending: string, mediaType: string): Asset => {
  const bytes = new Uint8Array(Buffer.concat([files].flat().map((file) => readFileSync(filePath(file)))));
  const digest = createHash('sha256').update(bytes).digest('hex').slice(0, DIGEST_CHARS);
  return { name: `${name}.${digest}.${ending}`, mediaType, bytes };
};

/** Reads the style sheet of the pages: a package's, then what the pages add to it. */
export const readStyleSheet = (): Asset =>
  readAsset(['@picocss/pico/css/pico.classless.min.css', '../http/pages/site.css'], 'site', 'css', CSS);

/** Reads what the interactive reference runs on from its package. */
export const readDocsAssets = (): DocsAssets => ({
  script: readAsset('swagger-ui-dist/swagger-ui-bundle.js', 'reference', 'js', JAVASCRIPT),
  styleSheet: readAsset('swagger-ui-dist/swagger-ui.css', 'reference', 'css', CSS),
});

import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { dirname, join } from 'node:path';
import { goldenFiles } from './files.ts';

/** Writes every golden file anew, so that a change of what is published can be read as a diff. */
const folder = fileURLToPath(new URL('.', import.meta.url));
rmSync(join(folder, 'schema'), { recursive: true, force: true });
for (const [path, text] of goldenFiles()) {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}

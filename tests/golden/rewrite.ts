import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { dirname, join } from 'node:path';
import { goldenFiles } from './files.ts';
import { sentencesText } from './sentences.ts';

/** Rewrites every golden file, so that a change of what is published shows in the diff. */
const folder = fileURLToPath(new URL('.', import.meta.url));
rmSync(join(folder, 'schema'), { recursive: true, force: true });
for (const [path, text] of goldenFiles()) {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}
// The document includes the examples when it is loaded, so they are written first.
execFileSync(process.execPath, ['--import', 'tsx', join(folder, 'rewrite_tool_answers.ts')], { stdio: 'inherit' });
const { openapiText } = await import('./openapi.ts');
writeFileSync(join(folder, 'openapi.json'), await openapiText());
writeFileSync(join(folder, 'sentences.txt'), sentencesText());
await (await import('../clients/generate.ts')).writeClients();

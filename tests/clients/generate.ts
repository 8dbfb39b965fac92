import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { transformSync } from 'esbuild';
import { openapiText } from '../golden/openapi.ts';
import { readModel } from './model.ts';
import { formatPython } from './python.ts';
import { formatTypeScript } from './typescript.ts';

const TOP = new URL('../../', import.meta.url);
const FOLDER = new URL('docs/clients/', TOP);

/** Returns the client files, keyed by name. Each is its hand-written first part, and types made from the document. */
export async function generateClients(): Promise<ReadonlyMap<string, string>> {
  const model = readModel(JSON.parse(await openapiText()));
  const typescript = formatCode('third_witness.ts', replaceGenerated('third_witness.ts', formatTypeScript(model)));
  const python = replaceGenerated('third_witness.py', formatPython(model));
  const { code } = transformSync(typescript, { loader: 'ts', target: 'es2022', charset: 'utf8' });
  return new Map([
    ['third_witness.ts', typescript],
    ['third_witness.js', formatCode('third_witness.js', code)],
    ['third_witness.py', python],
  ]);
}

/** Formats a file as the project's formatter does. */
function formatCode(name: string, text: string): string {
  const biome = fileURLToPath(new URL('node_modules/.bin/biome', TOP));
  return execFileSync(biome, ['format', `--stdin-file-path=docs/clients/${name}`], {
    cwd: fileURLToPath(TOP),
    input: text,
    encoding: 'utf8',
    maxBuffer: 16_000_000,
  });
}

/** Writes the client files. */
export async function writeClients(): Promise<void> {
  for (const [name, text] of await generateClients()) writeFileSync(new URL(name, FOLDER), text);
}

const MARK = /^(?:\/\/|#) The rest of this file is generated from the OpenAPI document\.\n/m;

function replaceGenerated(name: string, generated: string): string {
  const text = readFileSync(new URL(name, FOLDER), 'utf8');
  const mark = MARK.exec(text);
  if (mark === null) throw new Error(`${name} does not say where its generated part begins`);
  return `${text.slice(0, mark.index)}${mark[0]}${generated}`;
}

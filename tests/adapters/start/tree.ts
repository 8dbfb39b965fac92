import { type SpawnOptions, spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { TextDecoder } from 'node:util';

const TOP = fileURLToPath(new URL('../../../', import.meta.url));
const START = 'adapters/start';

const { PROGRAMS } = (await import(new URL(`${START}/programs.mjs`, `file://${TOP}`).href)) as {
  readonly PROGRAMS: readonly string[];
};

export interface Run {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** A small project that starts its programs as this one does. */
export interface Tree {
  readonly root: string;
  readonly packages: string;
  write(path: string, text: string): void;
  /** Starts `jobs/main.ts`. */
  run(args?: readonly string[], options?: SpawnOptions): Promise<Run>;
  /** The folders of its bundles. */
  bundles(): readonly string[];
  /** The cache folder of this working tree. */
  cache(): string;
  remove(): void;
}

/** Says from where it runs, what its module says, and its arguments. */
const MAIN = `import process from 'node:process';
import { sayWord } from '../domain/word.ts';

const from = import.meta.url.endsWith('/adapters/program_files.ts') ? 'bundle' : 'source';
process.stdout.write([from, sayWord(), ...process.argv.slice(2)].join(' '));
`;

/** Returns a module that says a word of three letters. */
export function wordModule(word: string): string {
  return `export function sayWord(): string {\n  return '${word}';\n}\n`;
}

/** Creates the project in a temporary folder. `packages` is the node_modules folder of another one, which it shares. */
export function createTree(packages?: string): Tree {
  // A folder may have any name.
  const root = mkdtempSync(join(tmpdir(), 'third-witness [tree] #é% '));
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  cpSync(join(TOP, START), join(root, START), { recursive: true });
  for (const program of PROGRAMS) write(program, '');
  write('package.json', '{ "type": "module" }');
  write('tsconfig.json', '{}');
  write('jobs/main.ts', MAIN);
  write('domain/word.ts', wordModule('one'));
  const own = join(root, 'node_modules');
  if (packages === undefined) {
    mkdirSync(own);
    for (const name of ['esbuild', 'tsx']) symlinkSync(join(TOP, 'node_modules', name), join(own, name), 'junction');
  } else symlinkSync(packages, own, 'junction');
  const caches = join(own, '.cache/third-witness');
  const cache = (): string =>
    join(
      caches,
      readdirSync(caches).find((name) => {
        const tree = join(caches, name, 'tree');
        return name.length === 16 && fileURLToPath(readFileSync(tree, 'utf8')).startsWith(root);
      })!,
    );
  return {
    root,
    packages: own,
    write,
    run: (args = [], options = {}) => runProgram([`${START}/program.mjs`, 'jobs/main.ts', ...args], root, options),
    bundles: () => readdirSync(cache()).filter((name) => name.startsWith('bundle-')),
    cache,
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
}

function runProgram(args: readonly string[], cwd: string, options: SpawnOptions): Promise<Run> {
  const env = { ...process.env, TW_LOG: 'json', ...options.env };
  const child = spawn(process.execPath, args, { ...options, cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let [out, err] = ['', ''];
  child.stdout!.on('data', (data: Uint8Array) => {
    out += new TextDecoder().decode(data);
  });
  child.stderr!.on('data', (data: Uint8Array) => {
    err += new TextDecoder().decode(data);
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, out, err }));
  });
}

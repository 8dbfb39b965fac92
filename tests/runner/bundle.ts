import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build, type Plugin } from 'esbuild';
import type { Group } from './groups.ts';

const TOP = fileURLToPath(new URL('../../', import.meta.url));

/** In node_modules, so that the bundles find the packages. */
const CACHE = join(TOP, 'node_modules', '.cache', 'third-witness-tests');

/** The bundles of a run: a module per group, in a folder that is removed after the run. */
export interface Bundles {
  readonly folder: string;
  moduleOf(group: Group): string;
  remove(): void;
}

/**
 * Bundles the files of each group into one module, beside modules that groups share: writing the code of all groups
 * separately takes four times as long. Loading the files from their source takes a fifth of the processor time of all
 * tests, because every process loads up to a thousand TypeScript files.
 */
export async function bundleGroups(groups: readonly Group[]): Promise<Bundles> {
  mkdirSync(CACHE, { recursive: true });
  const folder = mkdtempSync(join(CACHE, 'run-'));
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  try {
    await writeBundles(groups, folder);
  } catch (error) {
    remove();
    throw error;
  }
  return { folder, moduleOf: (group) => join(folder, `${groups.indexOf(group)}.mjs`), remove };
}

/** The beginning of the entry point of a group, which ends with the group's place in the list. */
const GROUP = 'group:';

async function writeBundles(groups: readonly Group[], folder: string): Promise<void> {
  await build({
    ...OPTIONS,
    entryPoints: groups.map((_, i) => ({ in: `${GROUP}${i}`, out: String(i) })),
    outdir: folder,
    splitting: true,
    plugins: [enterGroups(groups), keepUrls],
  });
}

/**
 * Bundles a program that tests start several times, such as `tests/adapters/changes/snapshot_on_and_on.ts`, because
 * loading it from its source takes two seconds of processor time. Returns the bundle, which the caller removes.
 */
export async function bundleProgram(file: string): Promise<string> {
  mkdirSync(CACHE, { recursive: true });
  const outfile = join(CACHE, `program-${randomUUID()}.mjs`);
  await build({ ...OPTIONS, entryPoints: [resolve(TOP, file)], outfile, sourcemap: false, plugins: [keepUrls] });
  return outfile;
}

/** The entry point of a group imports its files one after another. */
function enterGroups(groups: readonly Group[]): Plugin {
  return {
    name: 'enter-groups',
    setup: ({ onResolve, onLoad }) => {
      onResolve({ filter: new RegExp(`^${GROUP}`) }, ({ path }) => ({ path, namespace: GROUP }));
      onLoad({ filter: /./, namespace: GROUP }, ({ path }) => ({
        contents: ['tests/runner/properties.ts', ...groups[Number(path.slice(GROUP.length))]!.files]
          .map((file) => `import ${JSON.stringify(resolve(TOP, file))};\n`)
          .join(''),
        resolveDir: TOP,
      }));
    },
  };
}

/** The name of the constant that replaces `import.meta.url`, which would be the URL of the bundle. */
const URL_NAME = 'importMetaUrl';

const OPTIONS = {
  absWorkingDir: TOP,
  outExtension: { '.js': '.mjs' },
  bundle: true,
  packages: 'external',
  format: 'esm',
  platform: 'node',
  target: 'node20',
  define: { 'import.meta.url': URL_NAME },
  sourcemap: 'linked',
  sourcesContent: false,
  logLevel: 'error',
} as const;

const keepUrls: Plugin = {
  name: 'keep-urls',
  setup: ({ onLoad }) => {
    onLoad({ filter: /\.(?:ts|mjs)$/ }, ({ path }) => {
      if (path.includes('node_modules')) return undefined;
      const source = readFileSync(path, 'utf8');
      if (!source.includes('import.meta.url')) return undefined;
      // The constant is on the first line, so that all lines keep their numbers.
      const url = JSON.stringify(pathToFileURL(path).href);
      return { contents: `const ${URL_NAME} = ${url}; ${source}`, loader: path.endsWith('.ts') ? 'ts' : 'js' };
    });
  },
};

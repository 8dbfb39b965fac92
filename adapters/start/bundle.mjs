import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { createMarks, isBundleInUse } from './bundle_use.mjs';
import { ROOT, readEntry, TOP, writeCurrent } from './cache.mjs';
import { PROGRAMS } from './programs.mjs';

/**
 * Bundles all programs of this working tree into a new folder below `cache` and returns that folder. Modules that are
 * loaded on demand stay separate. Throws an error if the folder cannot be written or the
 * program has a syntax error.
 *
 * Processes that start at the same moment each make a bundle of their own; the last one becomes the current one.
 */
export async function createBundle(cache) {
  mkdirSync(cache, { recursive: true });
  // Unlike a temporary folder, it can be read by other users, who may run the instance.
  const folder = join(cache, BUNDLE + randomUUID());
  mkdirSync(folder);
  try {
    const sources = OTHER_SOURCES.map((path) => readEntry(TOP, path).entry);
    const { modules } = await build(folder, sources);
    createMarks(folder);
    writeFileSync(join(cache, TREE), ROOT.href);
    writeCurrent(cache, { name: basename(folder), sources, modules });
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
  removeOldBundles(cache, folder);
  removeLostTrees(dirname(cache));
  return folder;
}

/** Files that determine the bundle besides the source files: options, and the version of the bundler. */
const OTHER_SOURCES = [
  'adapters/start/bundle.mjs',
  'adapters/start/programs.mjs',
  'node_modules/esbuild/package.json',
  'package.json',
  'tsconfig.json',
];

const PACKAGE = /(?:^|[\\/])node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/]+)/;

/**
 * Packages that stay outside: `libsql` has native code, and `esbuild`, with a program of its own, bundles what is served
 * to browsers from a working tree. All others are bundled, which needs less memory than loading them.
 */
const EXTERNAL = ['esbuild', 'libsql'];

/** Modules of packages in the CommonJS format call `require` for modules of Node. */
const REQUIRE =
  "import{createRequire as createModuleRequire}from'node:module';const require=createModuleRequire(import.meta.url);";

/**
 * Writes the bundle and adds its source files to `sources`. Returns the list of its modules and the names of the
 * packages in it.
 */
export async function build(folder, sources, edit = (source) => source) {
  const { build: run, stop } = await import('esbuild');
  const readSources = {
    name: 'read-sources',
    setup: ({ onLoad }) => {
      // Files are read here so that their digests match what is bundled, even if a file changes meanwhile.
      onLoad({ filter: /\.(?:ts|json)$/ }, ({ path }) => {
        const { content, entry } = readEntry(TOP, relative(TOP, path));
        sources.push(entry);
        return { contents: edit(content), loader: path.endsWith('.ts') ? 'ts' : 'json' };
      });
    },
  };
  try {
    const { metafile } = await run({
      absWorkingDir: TOP,
      entryPoints: PROGRAMS,
      outdir: folder,
      outbase: '.',
      outExtension: { '.js': '.mjs' },
      bundle: true,
      splitting: true,
      format: 'esm',
      platform: 'node',
      target: 'node20',
      external: EXTERNAL,
      banner: { js: REQUIRE },
      // No source file but adapters/program_files.ts uses it, and no package. find_program.mjs sets the variable.
      define: { 'import.meta.url': 'globalThis.thirdWitnessUrl' },
      minifyWhitespace: true,
      sourcemap: 'linked',
      sourcesContent: false,
      metafile: true,
      logLevel: 'silent',
      plugins: [readSources],
    });
    const packages = new Set(Object.keys(metafile.inputs).flatMap((path) => PACKAGE.exec(path)?.[1] ?? []));
    for (const name of packages) sources.push(readEntry(TOP, `node_modules/${name}/package.json`).entry);
    const modules = Object.keys(metafile.outputs)
      .filter((path) => path.endsWith('.mjs'))
      .map((path) => readEntry(folder, relative(folder, join(TOP, path))).entry);
    return { modules, packages: [...packages].sort() };
  } finally {
    await stop();
  }
}

/** Beginning of the names of bundle folders. */
const BUNDLE = 'bundle-';

/** The file that names the working tree of a cache folder. */
const TREE = 'tree';

/** Also protects the bundles of programs of release 0.5.0, which do not say that they use them. */
const KEPT_BUNDLES = 3;

/** A younger bundle may belong to a program that is starting or still bundling. */
const YOUNG_MS = 10 * 60_000;

/** Removes the bundles of a working tree that no program uses, except the newest ones. */
function removeOldBundles(cache, newest) {
  const old = readdirSync(cache)
    .filter((name) => name.startsWith(BUNDLE))
    .map((name) => join(cache, name))
    .filter((folder) => folder !== newest)
    .map((folder) => ({ folder, madeAt: statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? 0 }))
    .sort((a, b) => b.madeAt - a.madeAt)
    .slice(KEPT_BUNDLES - 1);
  for (const { folder, madeAt } of old) {
    if (madeAt < Date.now() - YOUNG_MS && !isBundleInUse(folder)) rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Removes the bundles of working trees that no longer exist. A container that shares the packages may have such a tree
 * in another place, so bundles that a program uses stay.
 */
function removeLostTrees(caches) {
  for (const name of readdirSync(caches)) {
    const tree = join(caches, name, TREE);
    if (!existsSync(tree)) continue;
    if (existsSync(new URL(readFileSync(tree, 'utf8')))) continue;
    const bundles = readdirSync(join(caches, name)).filter((entry) => entry.startsWith(BUNDLE));
    if (bundles.some((bundle) => isBundleInUse(join(caches, name, bundle)))) continue;
    rmSync(join(caches, name), { recursive: true, force: true });
  }
}

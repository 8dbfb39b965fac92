import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BuildOptions } from 'esbuild';
import type { BundleAsset, BundleName, BundleReader } from '../domain/ports/assets.ts';
import type { Bytes } from '../domain/ports/codec.ts';
import { locateFile, locatePackageFile } from './program_files.ts';
import { readIfExistsSync } from './read_if_exists.ts';
import { describeRelease, readRelease } from './release.ts';

const PROJECT_FOLDER = fileURLToPath(locateFile('./'));

/** A program, and the options for bundling it into one file. */
export interface BundleEntry {
  readonly file: string;
  readonly ending: 'js' | 'mjs' | 'cjs';
  readonly options: BuildOptions;
}

export const BUNDLE_ENTRIES: Readonly<Record<BundleName, BundleEntry>> = {
  site: createBrowserEntry('http/browser/site/main.ts'),
  data: createBrowserEntry('http/browser/data/main.ts'),
  suggest: createBrowserEntry('http/browser/suggest/main.ts'),
  talents: createBrowserEntry('http/browser/talents/main.ts'),
  maps: createBrowserEntry('http/browser/maps/main.ts'),
  upload: createBrowserEntry('http/browser/upload/main.ts'),
  contribution: createBrowserEntry('http/browser/contribution/main.ts'),
  tooltip: createBrowserEntry('http/browser/tooltip/main.ts'),
  uploader: createTerminalEntry('jobs/uploader.ts'),
  verifier: createTerminalEntry('jobs/verifier.ts'),
};

/** Returns the bundle options for a program. It is not minified, so that people can read it before they run it. */
function createTerminalEntry(file: string): BundleEntry {
  // jobs/single_program.ts reads this.
  const define = { 'globalThis.thirdWitnessRelease': JSON.stringify(describeRelease(readRelease())) };
  return { file, ending: 'mjs', options: { format: 'esm', platform: 'node', target: 'node20', define } };
}

function createBrowserEntry(file: string): BundleEntry {
  return { file, ending: 'js', options: { format: 'iife', platform: 'browser', target: 'es2022', minify: true } };
}

/** Bundles each program when it is first requested, and caches it for the lifetime of the process. */
export function createBundleReader(entries: Readonly<Record<BundleName, BundleEntry>> = BUNDLE_ENTRIES): BundleReader {
  const cache = new Map<BundleName, Promise<BundleAsset>>();
  return {
    read: (name) => {
      const cached = cache.get(name);
      if (cached !== undefined) return cached;
      const asset = bundleProgram(name, entries[name]);
      cache.set(name, asset);
      // If the build failed, let the next read try again.
      asset.catch(() => cache.delete(name));
      return asset;
    },
  };
}

/** The folder of the programs that the build wrote. A working tree has none. */
export const BUILT_PROGRAMS_FOLDER = 'programs/';

/** Returns a program as one file: the one that the build wrote, or in a working tree one that is bundled now. */
export async function bundleProgram(name: string, entry: BundleEntry): Promise<BundleAsset> {
  const built = readIfExistsSync(locateFile(`${BUILT_PROGRAMS_FOLDER}${name}.${entry.ending}`));
  const text = built ?? (await runBundler(entry));
  return createAsset(new TextEncoder().encode(text), name, entry.ending, JAVASCRIPT_TYPE);
}

let pendingBundleCount = 0;

/** Bundles a program. The bundler is a separate process, which is stopped after the last concurrent build. */
async function runBundler({ file, options }: BundleEntry): Promise<string> {
  const { build: run, stop } = await import('esbuild');
  pendingBundleCount++;
  try {
    const { outputFiles, metafile } = await run({
      ...options,
      absWorkingDir: PROJECT_FOLDER,
      entryPoints: [file],
      bundle: true,
      write: false,
      metafile: true,
      charset: 'utf8',
      legalComments: 'none',
      logLevel: 'silent',
    });
    return addLicences(outputFiles[0]!.text, Object.keys(metafile.inputs));
  } finally {
    pendingBundleCount--;
    if (pendingBundleCount === 0) await stop();
  }
}

/** Adds our licence to a program, along with the licence notices of the packages that it contains. */
function addLicences(program: string, inputs: readonly string[]): string {
  const packages = new Set(
    inputs.flatMap((input) => /^(?:.*\/)?node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(input)?.[1] ?? []),
  );
  const notices = [...packages].sort().map((name) => `/*\n${name}:\n${readNotice(name).replaceAll('*/', '* /')}\n*/\n`);
  return `/* Third Witness, AGPL-3.0-only */\n${program}${notices.join('')}`;
}

function readNotice(name: string): string {
  const folder = join(PROJECT_FOLDER, 'node_modules', name);
  const file = readdirSync(folder).find((name) => /^licen[cs]e(?:\.\w+)?$/i.test(name));
  if (file === undefined) throw new Error(`the package ${name} has no licence file to include in the program`);
  return readFileSync(join(folder, file), 'utf8').trim();
}

const CSS_TYPE = 'text/css; charset=utf-8';
const JAVASCRIPT_TYPE = 'text/javascript; charset=utf-8';
const HASH_CHARS = 10;

/** Creates an asset whose name contains the digest of its content: `<name>.<digest>.<ending>`. */
function createAsset(bytes: Bytes, name: string, ending: string, mediaType: string): BundleAsset {
  const digest = createHash('sha256').update(bytes).digest('hex').slice(0, HASH_CHARS);
  return { name: `${name}.${digest}.${ending}`, mediaType, bytes };
}

/** Reads the pages' style sheet: Pico CSS, followed by our own files in the order of http/pages/styles.css. */
export function readStyleSheet(): BundleAsset {
  const pico = readFileSync(locatePackageFile('@picocss/pico/css/pico.classless.min.css'), 'utf8');
  const imports = readStyle('styles.css').matchAll(/"(style\/\w+\.css)"/g);
  const own = Array.from(imports, ([, file]) => minifyStyles(readStyle(file!)));
  const all = [pico, ...own, buildNumberedStyles(own.join('')).join('')];
  return createAsset(new TextEncoder().encode(all.join('\n')), 'site', 'css', CSS_TYPE);
}

/** Largest talent tree of a client, in rows and columns (parts/talent_trees.ts). */
const TALENT_ROWS = 15;
const TALENT_COLUMNS = 9;

/** Returns the rules that differ only in a number or a name: places in a talent tree, colours of classes and qualities. */
function buildNumberedStyles(own: string): readonly string[] {
  const places = (name: string, line: string, length: number): readonly string[] =>
    Array.from({ length }, (_, at) => `.places .${name}${at}{grid-${line}:${at + 1}}`);
  const namesOf = (colour: RegExp): readonly string[] => [
    ...new Set(Array.from(own.matchAll(colour), ([, name]) => name!)),
  ];
  const classes = namesOf(/--class-(\w+):/g).map((name) => `.class-${name}{--class:var(--class-${name})}`);
  const qualities = namesOf(/--q-(\w+):/g).map((name) => `.q-${name}{color:var(--q-${name})}`);
  return [...places('r', 'row', TALENT_ROWS), ...places('c', 'column', TALENT_COLUMNS), ...classes, ...qualities];
}

function readStyle(file: string): string {
  return readFileSync(locateFile(`http/pages/${file}`), 'utf8');
}

/** Removes comments and indentation, a quarter of the bytes. Our style sheets have no such text inside strings. */
export function minifyStyles(text: string): string {
  return text
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/\s*\n\s*/g, '')
    .replace(/([:,]) /g, '$1')
    .replaceAll(' {', '{')
    .replaceAll(';}', '}');
}

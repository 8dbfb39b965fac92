import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BuildOptions } from 'esbuild';
import type { Asset } from '../domain/ports/assets.ts';
import type { BundleName, BundleReader } from '../domain/ports/bundles.ts';
import { assetOf, JAVASCRIPT } from './assets.ts';

const TOP = fileURLToPath(new URL('../', import.meta.url));

/** A program and how it is made one file. */
export interface BundleEntry {
  readonly file: string;
  readonly ending: 'js' | 'mjs';
  readonly options: BuildOptions;
}

const ENTRIES: Readonly<Record<BundleName, BundleEntry>> = {
  site: forBrowsers('http/browser/site/main.ts'),
  upload: forBrowsers('http/browser/upload/main.ts'),
  tooltip: forBrowsers('http/browser/tooltip/main.ts'),
  // Not minified: whoever runs a program from a site may want to read it first.
  uploader: {
    file: 'jobs/uploader.ts',
    ending: 'mjs',
    options: { format: 'esm', platform: 'node', target: 'node20' },
  },
};

/** How a script of pages is made. */
function forBrowsers(file: string): BundleEntry {
  return { file, ending: 'js', options: { format: 'iife', platform: 'browser', target: 'es2022', minify: true } };
}

/** Makes the programs when they are first asked for, and keeps them for as long as the process runs. */
export function createBundleReader(entries: Readonly<Record<BundleName, BundleEntry>> = ENTRIES): BundleReader {
  const made = new Map<BundleName, Promise<Asset>>();
  return {
    read: (name) => {
      const known = made.get(name);
      if (known !== undefined) return known;
      const asset = build(name, entries[name]);
      made.set(name, asset);
      // What failed is tried again.
      asset.catch(() => made.delete(name));
      return asset;
    },
  };
}

let building = 0;

/** The bundler is a process beside this one: it ends with the last build in hand. */
async function build(name: BundleName, { file, ending, options }: BundleEntry): Promise<Asset> {
  const { build: run, stop } = await import('esbuild');
  building++;
  try {
    const { outputFiles, metafile } = await run({
      ...options,
      absWorkingDir: TOP,
      entryPoints: [file],
      bundle: true,
      write: false,
      metafile: true,
      charset: 'utf8',
      legalComments: 'none',
      logLevel: 'silent',
    });
    const text = withLicences(outputFiles[0]!.text, Object.keys(metafile.inputs));
    return assetOf(new TextEncoder().encode(text), name, ending, JAVASCRIPT);
  } finally {
    building--;
    if (building === 0) await stop();
  }
}

/** Says whose work the program is: this project's, and that of the packages in it, with the notices they ask to keep. */
function withLicences(program: string, inputs: readonly string[]): string {
  const packages = new Set(
    inputs.flatMap((input) => /^(?:.*\/)?node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(input)?.[1] ?? []),
  );
  const notices = [...packages].sort().map((name) => `/*\n${name}:\n${noticeOf(name).replaceAll('*/', '* /')}\n*/\n`);
  return `/* Third Witness, AGPL-3.0-only */\n${program}${notices.join('')}`;
}

function noticeOf(name: string): string {
  const folder = join(TOP, 'node_modules', name);
  const file = readdirSync(folder).find((one) => /^licen[cs]e(?:\.\w+)?$/i.test(one));
  if (file === undefined) throw new Error(`the package ${name} has no licence file to keep with the program`);
  return readFileSync(join(folder, file), 'utf8').trim();
}

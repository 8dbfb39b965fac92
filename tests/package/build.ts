import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { BUILT_PROGRAMS_FOLDER, BUNDLE_ENTRIES, bundleProgram } from '../../adapters/bundles.ts';
import { COMPANION_BUNDLE, COMPANION_NAME } from '../../adapters/companion/build.ts';
import { locatePackageFile } from '../../adapters/program_files.ts';
import { readRelease } from '../../adapters/release.ts';
import { completionScripts } from './completion.ts';

const TOP = fileURLToPath(new URL('../../', import.meta.url));

const { build } = (await import(new URL('../../adapters/start/bundle.mjs', import.meta.url).href)) as {
  readonly build: (
    folder: string,
    sources: unknown[],
    edit: (source: Uint8Array) => string,
  ) => Promise<{ readonly packages: readonly string[] }>;
};

/** Files that the programs read, and those that start them. */
const FILES = [
  'adapters/libsql/migrations',
  'adapters/libsql/schemas',
  'adapters/start',
  'docs/clients',
  'http/addon',
  'http/pages/style',
  'http/pages/styles.css',
  'http/pictures',
  'jobs/demo/realm.json.gz',
  'jobs/demo/recording.json.gz',
];

/** Files of packages that the programs read (`locatePackageFile`). */
const PACKAGE_FILES = ['@picocss/pico/css/pico.classless.min.css'];

/**
 * Writes the package that runs without this project's sources and without the packages for developing into a folder,
 * which is replaced. The folder is laid out as the project is. In place of the programs in TypeScript it has their
 * bundle, the one with which a working tree starts.
 */
export async function buildPackage(dist: string): Promise<void> {
  const write = (path: string, content: string | Uint8Array): void => {
    mkdirSync(dirname(join(dist, path)), { recursive: true });
    writeFileSync(join(dist, path), content);
  };
  rmSync(dist, { recursive: true, force: true });
  mkdirSync(dist);
  const { packages } = await build(dist, [], nameCommands);
  for (const path of FILES) cpSync(join(TOP, path), join(dist, path), { recursive: true });
  for (const path of PACKAGE_FILES) write(`packages/${path}`, readFileSync(locatePackageFile(path)));
  for (const [name, entry] of [...Object.entries(BUNDLE_ENTRIES), [COMPANION_NAME, COMPANION_BUNDLE] as const])
    write(`${BUILT_PROGRAMS_FOLDER}${name}.${entry.ending}`, (await bundleProgram(name, entry)).bytes);
  for (const [shell, script] of Object.entries(completionScripts())) write(`completions/${shell}`, script);
  write('NOTICES.txt', readNotices([...new Set([...packages, '@picocss/pico'])].sort()));
  const { name, version, type, license } = JSON.parse(readFileSync(join(TOP, 'package.json'), 'utf8')) as Readonly<
    Record<string, unknown>
  >;
  write('package.json', `${JSON.stringify({ name, version, type, license, commit: readRelease().commit }, null, 2)}\n`);
}

/** Makes sentences name the commands as whoever installed the package types them. */
function nameCommands(source: Uint8Array): string {
  return new TextDecoder()
    .decode(source)
    .replace(/npm run (?:--silent )?job -- /g, 'third-witness ')
    .replace(/npm run (demo|companion)\b/g, 'third-witness $1')
    .replace(/(third-witness companion \[?)-- /g, '$1')
    .replace(/npm start\b/g, 'third-witness start');
}

/** Returns the licence of each package whose code or files the package contains. */
function readNotices(packages: readonly string[]): string {
  const notices = packages.map((name) => {
    const folder = join(TOP, 'node_modules', name);
    const { version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
      readonly version: string;
      readonly license: string;
    };
    const files = readdirSync(folder).filter((file) => /^(?:licen[cs]e|copying|notice)/i.test(file));
    const texts = files.map((file) => readFileSync(join(folder, file), 'utf8').trim());
    return [`${name} ${version} (${license})`, ...texts].join('\n\n');
  });
  return `${notices.join(`\n\n${'-'.repeat(80)}\n\n`)}\n`;
}

import { readFileSync } from 'node:fs';

/**
 * Decides which files `npm test` runs. It must finish within 90 seconds on two cores, so it skips the files listed here
 * and tries the expensive properties less often; `npm run test:all` runs everything in full.
 */

/** Paths of the folders and files that only the full run has. */
export const SLOW: readonly string[] = [
  // They start programs, or kill processes and cut the power again and again.
  'tests/backups/',
  'tests/faults/',
  'tests/jobs/',
  'tests/service/',
  'tests/exports/killed.test.ts',
  'tests/intake/worker.test.ts',
  'tests/snapshot/crashes.test.ts',
  // It watches times.
  'tests/snapshot/open_files.test.ts',
  // They fill large made-up worlds.
  'tests/liars/',
  'tests/questions/',
  'tests/seed/',
  'tests/simulation/',
  'tests/knowledge/import.test.ts',
  // Their properties need all their tries.
  'tests/families/hidden.test.ts',
  'tests/snapshot/taken_out.test.ts',
];

/** Paths of tests of kills, power cuts and durability. Their temporary folders stay on the disk, not in memory. */
export const ON_DISK: readonly string[] = [
  'tests/backups/',
  'tests/durable/',
  'tests/faults/',
  'tests/jobs/',
  'tests/service/',
  'tests/simulation/',
  'tests/exports/killed.test.ts',
  'tests/intake/uploads_faults.test.ts',
  'tests/snapshot/crashes.test.ts',
];

/** The factor by which the fast run multiplies the tries of expensive properties. */
export const FAST_PROPERTY_RUNS = '0.2';

/** `rest` is what `all` adds to `fast`: the slow files, and the files with properties that `fast` tried less often. */
export type TestSet = 'fast' | 'all' | 'rest';

/** Returns the set that the options of the command name, or null if they name none. */
export function setNamed(options: readonly string[]): TestSet | null {
  const sets: Readonly<Record<string, TestSet>> = { '': 'fast', '--all': 'all', '--all --rest': 'rest' };
  return sets[options.join(' ')] ?? null;
}

export function inSet(set: TestSet, file: string): boolean {
  if (set === 'all') return true;
  const isSlow = isListed(SLOW, file);
  return set === 'fast' ? !isSlow : isSlow || hasShortenedProperties(file);
}

function hasShortenedProperties(file: string): boolean {
  const source = readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');
  return source.includes("from '../runner/properties.ts'");
}

export function staysOnDisk(file: string): boolean {
  return isListed(ON_DISK, file);
}

function isListed(paths: readonly string[], file: string): boolean {
  return paths.some((path) => file.startsWith(path));
}

import { readFileSync } from 'node:fs';

/**
 * Decides which files `npm test` runs. It must finish within 90 seconds on two cores, so it skips the files listed here
 * and tries the expensive properties less often; `npm run test:all` runs everything in full.
 */

/** Paths of the folders and files that only the full run has. */
export const SLOW: readonly string[] = [
  // These files start programs and threads.
  'tests/backups/',
  'tests/jobs/',
  'tests/service/',
  'tests/answers/pool.test.ts',
  'tests/answers/pooled.test.ts',
  'tests/house/log.test.ts',
  'tests/house/typescript.test.ts',
  'tests/intake/worker.test.ts',
  'tests/metrics/',
  // These kill processes, cut the power, plant faults or count writes to the disk.
  'tests/faults/',
  'tests/durable/commit_syncs.test.ts',
  'tests/durable/replaced_folder.test.ts',
  'tests/durable/synced_files.test.ts',
  'tests/exports/killed.test.ts',
  'tests/intake/link_keeper.test.ts',
  'tests/intake/uploads_faults.test.ts',
  'tests/snapshot/crashes.test.ts',
  // These test times, locks and sockets.
  'tests/http/export_limits.test.ts',
  'tests/http/hostile_shapes.test.ts',
  'tests/http/network_limits.test.ts',
  'tests/server/',
  'tests/snapshot/instance_socket.test.ts',
  'tests/snapshot/lock.test.ts',
  'tests/snapshot/open_files.test.ts',
  'tests/snapshot/publish.test.ts',
  'tests/tools/profession_path.test.ts',
  // These build large invented worlds or request every page.
  'tests/honesty/',
  'tests/liars/',
  'tests/questions/',
  'tests/seed/',
  'tests/simulation/',
  'tests/evidence/loot_pieces.test.ts',
  'tests/exports/build.test.ts',
  'tests/game_files/import_folder.test.ts',
  'tests/game_files/table_faults.test.ts',
  'tests/game_files/tables_broken.test.ts',
  'tests/http/base_path.test.ts',
  'tests/http/docs.test.ts',
  'tests/http/every_fault.test.ts',
  'tests/http/market.test.ts',
  'tests/http/packed_pages.test.ts',
  'tests/knowledge/import.test.ts',
  'tests/openapi/openapi.test.ts',
  'tests/openapi/openapi_answers.test.ts',
  'tests/pages/all_pages.test.ts',
  'tests/saved_variables/send.test.ts',
  'tests/snapshot/bounded.test.ts',
  'tests/snapshot/coverage.test.ts',
  'tests/snapshot/liars.test.ts',
  'tests/tools/bounded_reads.test.ts',
  // These have properties that need many tries, or test every character.
  'tests/evidence/evidence_takeout.test.ts',
  'tests/families/hidden.test.ts',
  'tests/http/gzip_member.test.ts',
  'tests/schema/fuzz.test.ts',
  'tests/schema/share_parts.test.ts',
  'tests/schema/text.test.ts',
  'tests/snapshot/taken_out.test.ts',
  'tests/tools/cheapest_choice.test.ts',
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
  'tests/intake/link_keeper.test.ts',
  'tests/intake/uploads_faults.test.ts',
  'tests/snapshot/crashes.test.ts',
];

/** The factor by which the fast run multiplies the tries of expensive properties. */
export const FAST_PROPERTY_RUNS = '0.1';

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

/** Returns whether the fast run tries the file's properties less often than the full run. */
export function hasShortenedProperties(file: string): boolean {
  const source = readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');
  return /^import \{ propertyRuns \} from '(?:\.\.\/)+runner\/properties\.ts';$/m.test(source);
}

export function staysOnDisk(file: string): boolean {
  return isListed(ON_DISK, file);
}

function isListed(paths: readonly string[], file: string): boolean {
  return paths.some((path) => file.startsWith(path));
}

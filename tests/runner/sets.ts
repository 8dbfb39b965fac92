/**
 * Decides which files `npm test` runs. It must finish within 90 seconds on two cores, so it skips the files listed here
 * and tries the expensive properties less often; `npm run test:all` runs everything in full.
 */

/** Paths of the folders and files that only the full run has. */
export const SLOW: readonly string[] = [
  // These files start programs and threads.
  'tests/adapters/backups/',
  'tests/jobs/',
  'tests/service/',
  'tests/adapters/answer_pool/pool.test.ts',
  'tests/http/answers/pooled.test.ts',
  'tests/house/log.test.ts',
  'tests/house/runtimes.test.ts',
  'tests/adapters/start/',
  'tests/package/',
  'tests/adapters/intake_worker/worker.test.ts',
  'tests/adapters/metrics/',
  // These kill processes, cut the power, plant faults or count writes to the disk.
  'tests/faults/',
  'tests/adapters/durability/commit_syncs.test.ts',
  'tests/adapters/durability/replaced_folder.test.ts',
  'tests/adapters/durability/synced_files.test.ts',
  'tests/adapters/changes/killed.test.ts',
  'tests/adapters/exports/killed.test.ts',
  'tests/adapters/libsql/uploads/link_keeper.test.ts',
  'tests/adapters/libsql/uploads/uploads_faults.test.ts',
  'tests/domain/snapshot/crashes.test.ts',
  // These test times, locks and sockets.
  'tests/http/endpoints/export_limits.test.ts',
  'tests/http/pipeline/hostile_shapes.test.ts',
  'tests/http/middleware/network_limits.test.ts',
  'tests/adapters/bundles.test.ts',
  'tests/adapters/companion/build.test.ts',
  'tests/domain/saved_variables/companion/data_files.test.ts',
  'tests/http/endpoints/compare.test.ts',
  'tests/adapters/port_holder.test.ts',
  'tests/adapters/server/',
  'tests/http/host_watch.test.ts',
  'tests/http/intake/gate.test.ts',
  'tests/adapters/instance_socket.test.ts',
  'tests/adapters/data_folder/lock.test.ts',
  'tests/adapters/libsql/open_files.test.ts',
  'tests/adapters/libsql/publish/publish.test.ts',
  'tests/adapters/libsql/publish/replica_copy.test.ts',
  'tests/adapters/replica/',
  'tests/domain/tools/profession_path.test.ts',
  // These build large invented worlds or request every page.
  'tests/honesty/',
  'tests/liars/',
  'tests/questions/',
  'tests/seed/',
  'tests/simulation/',
  'tests/adapters/libsql/evidence/loot.test.ts',
  'tests/adapters/libsql/outlier_evidence.test.ts',
  'tests/domain/exports/build.test.ts',
  'tests/domain/exports/evidence.test.ts',
  'tests/adapters/imports/import_folder.test.ts',
  'tests/adapters/game_files/table_faults.test.ts',
  'tests/adapters/game_files/tables_broken.test.ts',
  'tests/http/base_path.test.ts',
  'tests/http/endpoints/reference/docs.test.ts',
  'tests/http/every_fault.test.ts',
  'tests/http/mcp/mcp.test.ts',
  'tests/http/middleware/coding.test.ts',
  'tests/house/early_use.test.ts',
  'tests/schema/published.test.ts',
  'tests/http/endpoints/market.test.ts',
  'tests/http/pipeline/packed_pages.test.ts',
  'tests/adapters/imports/knowledge_import.test.ts',
  'tests/http/openapi/openapi.test.ts',
  'tests/http/openapi/openapi_answers.test.ts',
  'tests/http/endpoints/all_pages.test.ts',
  'tests/domain/saved_variables/send.test.ts',
  'tests/domain/snapshot/bounded.test.ts',
  'tests/domain/snapshot/coverage.test.ts',
  'tests/domain/snapshot/liars.test.ts',
  'tests/domain/tools/bounded_reads.test.ts',
  // These have properties that need many tries, test every character, or write many files.
  'tests/adapters/changes/chain.test.ts',
  'tests/adapters/exports/damaged_files.test.ts',
  'tests/adapters/exports/folder.test.ts',
  'tests/adapters/libsql/uploads/chain.test.ts',
  'tests/adapters/libsql/uploads/erasure.test.ts',
  'tests/domain/exports/addon_files.test.ts',
  'tests/domain/exports/lists.test.ts',
  'tests/domain/families/laws.test.ts',
  'tests/domain/saved_variables/read_rate_table.test.ts',
  'tests/http/endpoints/exports.test.ts',
  'tests/domain/snapshot/rate_weights.test.ts',
  'tests/adapters/libsql/evidence/evidence_takeout.test.ts',
  'tests/domain/families/hidden.test.ts',
  'tests/http/pipeline/gzip_member.test.ts',
  'tests/schema/fuzz.test.ts',
  'tests/schema/share_parts.test.ts',
  'tests/schema/text.test.ts',
  'tests/domain/snapshot/taken_out.test.ts',
  'tests/domain/tools/cheapest_choice.test.ts',
  'tests/adapters/libsql/uploads/key_reader.test.ts',
  'tests/adapters/libsql/uploads/upload_groups.test.ts',
  'tests/domain/families/agreed_values.test.ts',
  'tests/domain/snapshot/rates_of_the_day.test.ts',
  'tests/domain/saved_variables/split.test.ts',
];

/**
 * Paths of tests of power cuts, failing disks and durability. Their temporary folders stay on the disk, not in memory. A
 * process that is killed loses nothing that it wrote on either, so tests of kills are not among them.
 */
export const ON_DISK: readonly string[] = [
  'tests/adapters/durability/',
  'tests/faults/',
  'tests/service/',
  'tests/adapters/libsql/uploads/link_keeper.test.ts',
];

/**
 * The factors by which shorter runs multiply the tries of expensive properties and the cases of exhaustive tests. Which
 * ones they try is random, so that many runs together try all.
 */
export const SHORTENED: Readonly<Record<TestSet, string>> = { fast: '0.1', rest: '0.34', all: '1' };

/** `rest` is the files that `fast` skips. `all` is every file, with everything tried. */
export type TestSet = 'fast' | 'all' | 'rest';

/** Returns the set that the options of the command name, or null if they name none. */
export function setNamed(options: readonly string[]): TestSet | null {
  const sets: Readonly<Record<string, TestSet>> = { '': 'fast', '--all': 'all', '--all --rest': 'rest' };
  return sets[options.join(' ')] ?? null;
}

export function inSet(set: TestSet, file: string): boolean {
  if (set === 'all') return true;
  return isListed(SLOW, file) === (set === 'rest');
}

export function staysOnDisk(file: string): boolean {
  return isListed(ON_DISK, file);
}

function isListed(paths: readonly string[], file: string): boolean {
  return paths.some((path) => file.startsWith(path));
}

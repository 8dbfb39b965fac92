/** The Node releases that the tests run on besides the current one. CI uses these names. */
export const VERSIONS = {
  /** The oldest that package.json allows (engines). */
  oldest: '20.12.0',
  /** The newest with long-term support. */
  lts: '24.21.0',
} as const;

/** The release of Deno that the tests run under. */
export const DENO = '2.9.6';

/**
 * What runs on those Nodes unless files are named: all code that uses the runtime. The rules of the domain and of the
 * contract are left out, because they are the same on every release.
 */
export const FOLDERS: readonly string[] = [
  'house',
  'jobs',
  'http',
  'service',
  'adapters/exports',
  'adapters/server',
  'domain/exports',
];

/**
 * Files that do not run there: tests with kills, damage, tampering and folders of earlier releases. They take longest
 * and use nothing of the runtime that other tests do not, or run npm's own Node or the demo, which needs Node. All of them run on the usual Node.
 */
export const LEFT_OUT: Readonly<Record<'node' | 'deno', readonly string[]>> = {
  node: [
    'tests/jobs/builder.test.ts',
    'tests/jobs/daily_check.test.ts',
    'tests/jobs/erasure_killed.test.ts',
    'tests/jobs/every_fault.test.ts',
    'tests/jobs/import_steps.test.ts',
    'tests/service/crash.test.ts',
    'tests/service/damaged_rows.test.ts',
    'tests/service/damaged_snapshot.test.ts',
    'tests/service/damaged_text.test.ts',
    'tests/service/demo.test.ts',
    'tests/service/deleted.test.ts',
    'tests/service/folder.test.ts',
    'tests/service/languages.test.ts',
    'tests/service/lost_log.test.ts',
    'tests/service/npm_start.test.ts',
    'tests/service/proof.test.ts',
    'tests/service/realm_small.test.ts',
    'tests/service/releases.test.ts',
    'tests/service/verify_build.test.ts',
    'tests/service/witnesses.test.ts',
  ],
  deno: [
    'tests/jobs/erasure_killed.test.ts',
    'tests/jobs/import_steps.test.ts',
    'tests/jobs/shrunk_exports.test.ts',
    'tests/questions/players.test.ts',
    'tests/service/crash.test.ts',
    'tests/service/damaged_text.test.ts',
    'tests/service/demo.test.ts',
    'tests/service/npm_start.test.ts',
    'tests/service/proof.test.ts',
    'tests/service/releases.test.ts',
    'tests/domain/snapshot/crashes.test.ts',
    'tests/domain/snapshot/taken_out.test.ts',
  ],
};

/** The Node releases that the tests run on beside the one at hand; CI names them so. */
export const VERSIONS = {
  /** The oldest that package.json lets in (engines). */
  oldest: '20.12.0',
  /** The newest with long-term support. */
  lts: '24.21.0',
} as const;

/** The release of Deno that the tests run under. */
export const DENO = '2.9.6';

/**
 * What runs on those Nodes unless files are named: everything that asks the runtime for something. Left out are the rules
 * of the domain and of the contract: the same code on each.
 */
export const FOLDERS: readonly string[] = ['house', 'jobs', 'exports', 'http', 'openapi', 'server', 'service'];

/**
 * Files that do not run there: kills, damage, tampering and folders of earlier releases at many places. They take longest
 * and ask the runtime for nothing that others do not, or run npm's own Node; all of them run on the usual Node.
 */
export const LEFT_OUT: Readonly<Record<'node' | 'deno', readonly string[]>> = {
  node: [
    'tests/jobs/builder.test.ts',
    'tests/jobs/daily_check.test.ts',
    'tests/jobs/erasure_killed.test.ts',
    'tests/jobs/import_steps.test.ts',
    'tests/service/crash.test.ts',
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
    'tests/service/crash.test.ts',
    'tests/service/damaged_text.test.ts',
    'tests/service/demo.test.ts',
    'tests/service/npm_start.test.ts',
    'tests/service/proof.test.ts',
    'tests/service/releases.test.ts',
    'tests/snapshot/crashes.test.ts',
    'tests/snapshot/taken_out.test.ts',
  ],
};

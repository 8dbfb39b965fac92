/** The Node releases that the tests run on beside the one at hand; CI names them so. */
export const VERSIONS = {
  /** The oldest that package.json lets in (engines). */
  oldest: '20.12.0',
  /** The newest with long-term support. */
  lts: '24.21.0',
} as const;

/**
 * What runs there unless files are named: everything that asks the runtime for something. Left out are the rules of the
 * domain and of the contract, folders of earlier releases, and kills, damage and tampering at many places: they take long,
 * are the same code on each, and run on the usual Node and, but for nine files that `npm run test:deno` names, on Deno.
 */
export const FOLDERS: readonly string[] = ['house', 'jobs', 'exports', 'http', 'openapi', 'server', 'service'];

/** Within them. */
export const LEFT_OUT: readonly string[] = [
  'tests/jobs/builder.test.ts',
  'tests/jobs/daily_check.test.ts',
  'tests/jobs/erasure_killed.test.ts',
  'tests/jobs/import_steps.test.ts',
  'tests/service/crash.test.ts',
  'tests/service/damaged_text.test.ts',
  'tests/service/deleted.test.ts',
  'tests/service/folder.test.ts',
  'tests/service/languages.test.ts',
  'tests/service/lost_log.test.ts',
  'tests/service/proof.test.ts',
  'tests/service/realm_small.test.ts',
  'tests/service/releases.test.ts',
  'tests/service/verify_build.test.ts',
  'tests/service/witnesses.test.ts',
];

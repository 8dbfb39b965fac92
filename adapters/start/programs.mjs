/** The programs and threads that are bundled. Other files are loaded from their source. */
export const PROGRAMS = [
  'http/main.ts',
  'http/intake_thread.ts',
  'http/answer_thread.ts',
  'jobs/main.ts',
  'jobs/publisher.ts',
  'jobs/replicator.ts',
  'jobs/demo/main.ts',
  'jobs/demo/commands.ts',
];

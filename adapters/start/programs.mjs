/** The programs and threads that are bundled. Other files are loaded from their source. */
export const PROGRAMS = [
  'http/main.ts',
  'http/intake_thread.ts',
  'http/answer_thread.ts',
  'jobs/main.ts',
  'jobs/build_companion.ts',
  'jobs/publisher.ts',
  'jobs/replicator.ts',
  'jobs/demo/main.ts',
  'jobs/demo/commands.ts',
];

/** The programs that `third-witness NAME` starts, with engine flags. Any other name is a command of jobs/mod.ts. */
export const NAMED_PROGRAMS = [
  {
    name: 'start',
    summary: 'run an instance',
    file: 'http/main.ts',
    hasWords: false,
    flags: ['--max-semi-space-size=2'],
  },
  {
    name: 'demo',
    summary: 'show an instance with two weeks of data',
    file: 'jobs/demo/main.ts',
    hasWords: false,
    flags: [],
  },
  {
    name: 'companion',
    summary: "build the players' program",
    file: 'jobs/build_companion.ts',
    hasWords: true,
    flags: [],
  },
];

/**
 * The program of all commands. Its flags make garbage collection start early, which saves two fifths of the memory for a
 * sixth more time.
 */
export const COMMANDS = { file: 'jobs/main.ts', flags: ['--max-semi-space-size=16', '--heap-growing-percent=60'] };

import type { Job } from './job.ts';
import { JOBS } from './mod.ts';

/** What a command line asks for. */
export type Command =
  | { readonly kind: 'run'; readonly job: Job; readonly quiet: boolean }
  | { readonly kind: 'help'; readonly text: string }
  | { readonly kind: 'wrong'; readonly error: string };

/** Reads the words behind `npm run job --`. */
export const parseCommand = (args: readonly string[]): Command => {
  const [name, ...rest] = args;
  if (name === undefined || HELP.has(name)) return { kind: 'help', text: listOfJobs() };
  const job = JOBS.find((one) => one.name === name);
  if (job === undefined) {
    return wrong(`The command must be one of ${JOBS.map((one) => one.name).join(', ')}; ${quoted(name)} came.`);
  }
  if (rest.some((word) => HELP.has(word))) return { kind: 'help', text: helpOf(job) };
  const unknown = rest.find((word) => word !== QUIET);
  if (unknown !== undefined) return wrong(`${name} takes ${QUIET} and --help; ${quoted(unknown)} came.`);
  return { kind: 'run', job, quiet: rest.includes(QUIET) };
};

const HELP = new Set(['--help', '-h']);
const QUIET = '--quiet';
const WORD_CHARS_MAX = 80;

const wrong = (error: string): Command => ({ kind: 'wrong', error });

const quoted = (word: string): string => JSON.stringify(word.slice(0, WORD_CHARS_MAX));

const listOfJobs = (): string => {
  const width = Math.max(...JOBS.map((job) => job.name.length));
  const lines = JOBS.map((job) => `  ${job.name.padEnd(width)}  ${job.summary}`);
  return `Usage: npm run job -- <command> [options]\n\nCommands:\n${lines.join('\n')}\n\nnpm run job -- <command> --help says more of one.`;
};

const helpOf = (job: Job): string =>
  `Usage: npm run job -- ${job.name} [${QUIET}]\n\n${job.help}\n\n  ${QUIET}  shows no progress`;

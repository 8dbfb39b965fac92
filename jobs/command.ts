import { helpOf, listOfJobs } from './commands/help.ts';
import type { AnyJob, JobArgs } from './job.ts';
import { JOBS } from './mod.ts';
import { HELP, quotedWord, readArgs } from './read_args.ts';

/** A parsed command line. */
export type Command =
  | { readonly kind: 'run'; readonly job: AnyJob; readonly args: JobArgs; readonly quiet: boolean }
  | { readonly kind: 'help'; readonly text: string }
  | { readonly kind: 'wrong'; readonly error: string };

/** Parses the arguments after `npm run job --`. */
export function parseCommand(line: readonly string[], jobs: readonly AnyJob[] = JOBS): Command {
  const [first] = line;
  if (first === undefined || HELP.has(first)) return { kind: 'help', text: listOfJobs(jobs) };
  const job = jobs.find(({ name }) => name.split(' ').every((word, i) => line[i] === word));
  if (job === undefined) {
    return line.some((word) => HELP.has(word))
      ? { kind: 'help', text: listOfJobs(jobs) }
      : wrong(unknownJob(jobs, line));
  }
  const rest = line.slice(job.name.split(' ').length);
  if (rest.some((word) => HELP.has(word))) return { kind: 'help', text: helpOf(job) };
  const read = readArgs(job, rest);
  return 'error' in read ? wrong(read.error) : { kind: 'run', job, ...read };
}

function wrong(error: string): Command {
  return { kind: 'wrong', error };
}

function unknownJob(jobs: readonly AnyJob[], [first = '', second]: readonly string[]): string {
  const seconds = jobs.flatMap(({ name }) => (name.startsWith(`${first} `) ? [name.slice(first.length + 1)] : []));
  if (seconds.length === 0) {
    return `The command must be one of ${jobs.map(({ name }) => name).join(', ')}; got ${quotedWord(first)}.`;
  }
  const got = second === undefined ? 'nothing' : quotedWord(second);
  return `${first} must be followed by one of ${seconds.join(', ')}; got ${got}.`;
}

import type { Result } from '../domain/values/result.ts';
import type { AnyJob, JobArgs } from './job.ts';
import { formatHelp, HELP_OPTIONS, readArgs } from './read_args.ts';

/** A command that an instance serves as a program of one file. */
export interface SingleProgram {
  readonly job: AnyJob;
  /** The words that start it, such as `node uploader.mjs`. */
  readonly usage: string;
  /** Exit code for arguments that are wrong. */
  readonly exitCode: number;
  run(args: JobArgs, quiet: boolean): Promise<Result<string | null, string>>;
}

/** The parts of a process's command line that are needed here. */
interface ProgramLine {
  readonly args: readonly string[];
  print(line: string): void;
  complain(line: string): void;
  exitWith(code: number): void;
}

/** The bundler writes the release of the instance here (adapters/bundles.ts). */
const bundledRelease = (globalThis as { readonly thirdWitnessRelease?: string }).thirdWitnessRelease;

/** Runs the program with the arguments of the command line. */
export async function runSingleProgram(line: ProgramLine, { job, usage, exitCode, run }: SingleProgram): Promise<void> {
  const { args } = line;
  if (args[0] === '--version') return line.print(bundledRelease ?? 'Third Witness, started from its source.');
  if (args.length === 0 || args.some((word) => HELP_OPTIONS.has(word))) {
    line.print(formatHelp(job, usage));
    return;
  }
  const read = readArgs(job, args);
  const result = 'error' in read ? { ok: false as const, error: read.error } : await run(read.args, read.quiet);
  if (result.ok && result.value !== null) line.print(result.value);
  if (!result.ok) {
    line.complain(result.error);
    line.exitWith(exitCode);
  }
}

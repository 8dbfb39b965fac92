import type { Result } from '../domain/result.ts';
import type { Workshop } from '../domain/snapshot/workshop.ts';

/** A command of `npm run job -- <name>`: one file here and one line in mod.ts. */
export interface Job {
  readonly name: string;
  /** One line for the list of commands. */
  readonly summary: string;
  /** What `--help` says, below the usage line. */
  readonly help: string;
  /** Does the work. Failure is one sentence for the operator; success may have a line to print. */
  run(workshop: Workshop): Promise<Result<string | null, string>>;
}

import type { Exporter } from '../domain/exports/write_export.ts';
import type { BuilderContext } from '../domain/operator/builder_context.ts';
import type { Owner } from '../domain/operator/commands.ts';
import type { Result } from '../domain/values/result.ts';

/** A command of `npm run job -- <name> …`: one file here and one line in mod.ts. */
export interface Job {
  /** One word, or two such as `key create`. */
  readonly name: string;
  /** One line for the list of commands. */
  readonly summary: string;
  /** What `--help` says, below the usage line. */
  readonly help: string;
  /** By name, without dashes. Every job takes --quiet and --help besides. */
  readonly options: Readonly<Record<string, JobOption>>;
  /** The names of the words that follow, such as `ID`; all are needed but those in brackets, such as `[ID]`. */
  readonly words: readonly string[];
  /** Does the work. Failure is one sentence for the operator; success may have lines to print on standard output. */
  run(tools: JobTools, args: JobArgs): Promise<Result<string | null, string>>;
}

export interface JobOption {
  /** What its value is called in the help, such as `LABEL`; null for a flag. */
  readonly value: string | null;
  readonly required: boolean;
  readonly text: string;
}

/** What the command line gave, checked against the job's options and words. */
export interface JobArgs {
  option(name: string): string | null;
  flag(name: string): boolean;
  readonly words: readonly string[];
}

export interface JobTools {
  readonly builder: BuilderContext;
  /** The owner of uploads.db: a running instance, or this process where none runs. */
  readonly owner: Owner;
  readonly exporter: Exporter;
}

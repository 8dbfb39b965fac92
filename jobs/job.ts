import type { Exporter } from '../domain/exports/write_export.ts';
import type { BuilderContext } from '../domain/operator/builder_context.ts';
import type { Owner } from '../domain/operator/commands.ts';
import type { BackupMaker, BackupRestorer } from '../domain/ports/backups.ts';
import type { Clock, Stopwatch } from '../domain/ports/clock.ts';
import type { Digest } from '../domain/ports/digest.ts';
import type { IntakeClient, Pause, UploadFolder } from '../domain/ports/uploader.ts';
import type { Result } from '../domain/values/result.ts';

/** What is said of a command of `npm run job -- <name> …`: one file here and one line in mod.ts. */
interface Described {
  /** One word, or two such as `key create`. */
  readonly name: string;
  /** One line for the list of commands. */
  readonly summary: string;
  /** What `--help` says, below the usage line. */
  readonly help: string;
  /** By name, without dashes. Every job takes --quiet and --help besides. */
  readonly options: Readonly<Record<string, JobOption>>;
  /** The names of the words that follow, such as `ID`; all are needed but those in brackets, such as `[ID]`. Of one such as `FILE…` there may be many. */
  readonly words: readonly string[];
}

/** A command of an instance's operator: it works on the data folder, beside a running instance or alone. */
export interface Job extends Described {
  /** Does the work. Failure is one sentence for the operator; success may have lines to print on standard output. */
  run(tools: JobTools, args: JobArgs): Promise<Result<string | null, string>>;
}

/** A command for players: it needs no data folder, and runs anywhere. */
export interface PlayerJob extends Described {
  readonly forPlayers: true;
  run(tools: PlayerTools, args: JobArgs): Promise<Result<string | null, string>>;
}

/** A command that makes the data folder: there is none yet that it could work on. */
export interface RestoreJob extends Described {
  readonly forRestore: true;
  run(tools: RestoreTools, args: JobArgs): Promise<Result<string | null, string>>;
}

export interface RestoreTools {
  readonly backups: BackupRestorer;
}

export type AnyJob = Job | PlayerJob | RestoreJob;

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

export interface PlayerTools {
  readonly folder: UploadFolder;
  readonly intakeAt: (url: string) => IntakeClient;
  readonly digest: Digest;
  readonly clock: Clock;
  readonly stopwatch: Stopwatch;
  readonly pause: Pause;
  readonly stop: AbortSignal;
  /** The instance that is meant where none is named; a sentence where nobody can say. */
  readonly instanceUrl: Result<string, string>;
  /** A line on standard output. */
  say(line: string): void;
  /** A line on standard error. */
  complain(line: string): void;
  /** A line that the next one replaces. */
  progress(line: string): void;
  /** Null where no terminal is there to answer. */
  confirm(question: string): Promise<boolean | null>;
}

export interface JobTools {
  readonly builder: BuilderContext;
  /** The owner of uploads.db: a running instance, or this process where none runs. */
  readonly owner: Owner;
  readonly exporter: Exporter;
  readonly backups: BackupMaker;
}

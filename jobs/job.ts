import type { ExportTarget } from '../domain/exports/write_export.ts';
import type { BuilderContext } from '../domain/operator/builder_context.ts';
import type { CommandOwner } from '../domain/operator/commands.ts';
import type { BackupMaker, BackupRestorer } from '../domain/ports/backups.ts';
import type { Clock, Stopwatch } from '../domain/ports/clock.ts';
import type { DataAddonFolder } from '../domain/ports/data_addon.ts';
import type { Digest } from '../domain/ports/digest.ts';
import type { DoctorFinding } from '../domain/ports/doctor.ts';
import type { PublicReader } from '../domain/ports/public_reader.ts';
import type { Random } from '../domain/ports/random.ts';
import type { Snapshot } from '../domain/ports/snapshots.ts';
import type { AbortablePause, IntakeClient, UploadFolder } from '../domain/ports/uploader.ts';
import type { Result } from '../domain/values/result.ts';

/**
 * Describes a command of `npm run job -- <name> …`. Each command is an object in `commands/` and one line in mod.ts.
 */
interface JobDescription {
  /** One or two words, such as `key create`. */
  readonly name: string;
  /** One line for the list of commands. */
  readonly summary: string;
  /** The part of the `--help` text that follows the usage line. */
  readonly help: string;
  /** Options keyed by name, without dashes. Every job also accepts --quiet and --help. */
  readonly options?: Readonly<Record<string, JobOption>>;
  /**
   * Names of the positional arguments: `ID` is required, `[ID]` optional, and `FILE…` and `[FILE]…` may be
   * repeated.
   */
  readonly words?: readonly string[];
}

/**
 * A command for the operator that builds or checks public data, by the settings of the data folder. It works whether
 * or not an instance is running.
 */
export interface RunnableJob extends JobDescription {
  /** Runs the command. Returns text for standard output, null for no text, or an error as one sentence. */
  run(tools: JobTools, args: JobArgs): Promise<Result<string | null, string>>;
}

/** A command for the operator that neither publishes anything nor depends on public data. */
export interface OwnerJob extends JobDescription {
  readonly forOwner: true;
  run(tools: OwnerTools, args: JobArgs): Promise<Result<string | null, string>>;
}

/** A command for players. It needs no data folder and runs anywhere. */
export interface PlayerJob extends JobDescription {
  readonly forPlayers: true;
  run(tools: PlayerTools, args: JobArgs): Promise<Result<string | null, string>>;
}

/** A command that reads what an instance shows to everyone. It needs no data folder and runs anywhere. */
export interface VisitorJob extends JobDescription {
  readonly forVisitors: true;
  run(tools: VisitorTools, args: JobArgs): Promise<Result<string | null, string>>;
}

/** A command that examines an instance, even if its settings or its data folder are faulty. It changes nothing. */
export interface CheckJob extends JobDescription {
  readonly forChecking: true;
  run(tools: CheckTools, args: JobArgs): Promise<Result<string | null, string>>;
}

export interface CheckTools extends Pick<VisitorTools, 'say' | 'exitWith'> {
  /** Examines an instance. Takes the folder of its backups, or null for the folder beside the data folder. */
  examine(backups: string | null): Promise<readonly DoctorFinding[]>;
}

/** A command that creates the data folder. */
export interface RestoreJob extends JobDescription {
  readonly forRestore: true;
  run(tools: RestoreTools, args: JobArgs): Promise<Result<string | null, string>>;
}

/** A command that reads the public data. It may run beside an instance and its builder. */
export interface ReadJob extends JobDescription {
  readonly forReading: true;
  run(tools: ReadTools, args: JobArgs): Promise<Result<string | null, string>>;
}

export interface ReadTools {
  /** Reads a file. A failure is a short code, such as ENOENT. */
  readonly readFile: UploadFolder['read'];
  /** Calls `read` with the newest snapshot. Returns null before the first one. */
  withSnapshot<T>(read: (snapshot: Snapshot) => Promise<T>): Promise<T | null>;
}

export interface RestoreTools {
  readonly backups: BackupRestorer;
}

export type AnyJob = CheckJob | RunnableJob | OwnerJob | PlayerJob | ReadJob | RestoreJob | VisitorJob;

export interface JobOption {
  /** Placeholder of the value in the help, such as `LABEL`, or null for a flag. */
  readonly value: string | null;
  readonly required?: boolean;
  /** Whether the option may be given several times. Its values are then joined by spaces. */
  readonly repeatable?: boolean;
  readonly text: string;
  /** The setting of the data folder that the option changes, such as TW_FEED_TIME. */
  readonly sets?: string;
}

/** Arguments of the command line, checked against the job's options and words. */
export interface JobArgs {
  option(name: string): string | null;
  flag(name: string): boolean;
  readonly words: readonly string[];
}

export interface PlayerTools {
  readonly folder: UploadFolder;
  readonly dataAddon: DataAddonFolder;
  readonly intakeAt: (url: string) => IntakeClient;
  readonly digest: Digest;
  readonly clock: Clock;
  readonly random: Random;
  readonly stopwatch: Stopwatch;
  readonly pause: AbortablePause;
  readonly stop: AbortSignal;
  /** The default instance, or a sentence that explains why there is none. */
  readonly instanceUrl: Result<string, string>;
  /** Prints a line on standard output. */
  say(line: string): void;
  /** Prints a line on standard error. */
  complain(line: string): void;
  progress(line: string): void;
  /** Asks a yes-no question. Returns null if there is no terminal to answer it. */
  confirm(question: string): Promise<boolean | null>;
}

export interface VisitorTools {
  /** Reads an instance. Takes its address without a trailing slash. */
  readonly publicAt: (url: string) => PublicReader;
  readonly random: Random;
  /** Prints a line on standard output. */
  say(line: string): void;
  /** Prints a line on standard error. */
  complain(line: string): void;
  progress(line: string): void;
  exitWith(code: number): void;
}

export interface OwnerTools {
  /** The owner of uploads.db: the running instance, or this process if none is running. */
  readonly owner: CommandOwner;
  readonly backups: BackupMaker;
}

export interface JobTools extends OwnerTools {
  readonly builder: BuilderContext;
  readonly exporter: ExportTarget;
}

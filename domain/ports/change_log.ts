/** `write` adds change log lines. `silent` adds none; a rebuild uses it because it copies the old log. */
export type ChangeLogMode = 'write' | 'silent';

/** A change in one field of a public subject, without values (contract, section 3, Change log). */
export interface Change {
  readonly change: 'became-public' | 'withdrawn' | 'changed' | 'build-imported';
  readonly family: string;
  readonly subject: string;
  readonly field: string;
}

/** A line of the change log. Lines are kept for 90 days. */
export interface ChangeLine extends Change {
  readonly atMs: number;
}

export interface ChangeQuery {
  readonly sinceMs: number;
  /** Only lines of these families, or of all families if null. */
  readonly families: readonly string[] | null;
  /** Only subjects that begin with this prefix, such as `npc:`. The empty string selects all. */
  readonly subjectPrefix: string;
  readonly limit: number;
}

export interface ChangeReader {
  /** Returns lines of the change log, newest first. */
  changes(query: ChangeQuery): Promise<readonly ChangeLine[]>;
}

/** Copies the change log of one epoch to the next. Only the builder has a writer. */
export interface ChangeLogWriter {
  /** Returns the change log, oldest line first. */
  changeLines(): Promise<readonly ChangeLine[]>;
  /** Appends the lines of an earlier epoch, oldest first, for subjects that are still public (see SnapshotChange). */
  carryChanges(lines: readonly ChangeLine[], forgetsWithdrawn: boolean): Promise<void>;
}

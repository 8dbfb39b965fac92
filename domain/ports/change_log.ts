/** `write` adds change log lines. `silent` adds none and is used by a rebuild, which copies the old log instead. */
export type ChangeLogMode = 'write' | 'silent';

/** A change to one field of a public subject, without values (contract, section 3, Change log). */
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
  /** The families to return lines of, or null for all families. */
  readonly families: readonly string[] | null;
  /** Prefix of the subjects to return, such as `npc:`. The empty string selects all subjects. */
  readonly subjectPrefix: string;
  /** Selects one subject and its parts, such as `12` and `12:5` but not `125`. Needs `families`. Absent: all subjects. */
  readonly subject?: string;
  readonly limit: number;
}

export interface ChangeReader {
  /** Returns lines of the change log, newest first. */
  changes(query: ChangeQuery): Promise<readonly ChangeLine[]>;
  /** Returns the subjects (`item:<id>`) of the lines that say that a drop became public, newest first. */
  newDrops(limit: number): Promise<readonly string[]>;
  /** Returns the lines of these subjects that say that a field became public or was withdrawn, oldest first. */
  publications(
    subjects: readonly Pick<Change, 'family' | 'subject'>[],
    sinceMs: number,
    limit: number,
  ): Promise<readonly ChangeLine[]>;
}

/** Copies the change log of one epoch to the next. Only the builder has a writer. */
export interface ChangeLogWriter {
  changeLines(): Promise<readonly ChangeLine[]>;
  /** Appends the lines of an earlier epoch, oldest first, for subjects that are still public (see SnapshotChange). */
  carryChanges(lines: readonly ChangeLine[], forgetsWithdrawn: boolean): Promise<void>;
}

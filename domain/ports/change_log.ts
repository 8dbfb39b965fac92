/**
 * Controls the change log. `write` adds lines for fields that became public, were withdrawn or changed. `silent` adds
 * no lines; a rebuild uses it because it copies the old log.
 */
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
  /** Time when the snapshot was written. */
  readonly atMs: number;
}

/** Selects lines of the change log. */
export interface ChangeQuery {
  /** Only lines written at or after this time. */
  readonly sinceMs: number;
  /** Only lines of these families, or of all families if null. */
  readonly families: readonly string[] | null;
  /** Only subjects that begin with this prefix, such as `npc:`. The empty string selects all. */
  readonly subjectPrefix: string;
  readonly limit: number;
}

/** Reads the change log. */
export interface ChangeReader {
  /** Returns lines of the change log, newest first. */
  changes(query: ChangeQuery): Promise<readonly ChangeLine[]>;
}

/** Copies the change log of one epoch to the next. Only the builder has a writer. */
export interface ChangeLogWriter {
  /** Returns the change log, oldest line first. */
  changeLines(): Promise<readonly ChangeLine[]>;
  /**
   * Appends the lines of an earlier epoch, oldest first. Skips subjects that were public in the earlier epoch but no
   * longer are; the rebuild withdrew them, perhaps after an erasure. `forgetsWithdrawn` means the same as in
   * SnapshotChange.
   */
  carryChanges(lines: readonly ChangeLine[], forgetsWithdrawn: boolean): Promise<void>;
}

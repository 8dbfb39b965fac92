import type { SnapshotView } from './snapshot_view.ts';

/**
 * How the change log is kept. `write`: lines for what became public, was withdrawn or changed. `silent`: no lines, for a
 * rebuild, which carries the old log over.
 */
export type ChangeLogMode = 'write' | 'silent';

/** What happened to one field of a public subject (contract, section 3, Change log). Values are not told. */
export interface Change {
  readonly change: 'became-public' | 'withdrawn' | 'changed' | 'build-imported';
  readonly family: string;
  readonly subject: string;
  readonly field: string;
}

/** A line of the change log; it is kept 90 days. */
export interface ChangeLine extends Change {
  /** When the snapshot was written. */
  readonly atMs: number;
}

/** Which lines of the change log to read. */
export interface ChangeQuery {
  /** Lines of this instant and later. */
  readonly sinceMs: number;
  /** Lines of these families alone; null: of all. */
  readonly families: readonly string[] | null;
  /** Subjects begin with this, such as `npc:`; '' for all. */
  readonly subjectPrefix: string;
  readonly limit: number;
}

/** Reads the change log. */
export interface ChangeReader {
  /** Lines of the change log, newest first. */
  changes(view: SnapshotView, query: ChangeQuery): Promise<readonly ChangeLine[]>;
}

/** The change log of an epoch, to carry it over into the next; the builder alone holds one. */
export interface ChangeLogWriter {
  /** The change log, oldest line first. */
  changeLines(): Promise<readonly ChangeLine[]>;
  /**
   * Puts the lines of an earlier epoch into the log, oldest first. Subjects that stood there and stand here no more are
   * passed over: they fell by being built anew, after an erasure perhaps. `forgetsFallen`: as in SnapshotChange.
   */
  carryChanges(lines: readonly ChangeLine[], forgetsFallen: boolean): Promise<void>;
}

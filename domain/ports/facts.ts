/**
 * What is public of a subject: a JSON object. A member that changes from one snapshot to the next is a line of the
 * change log, so every member is one field of the subject; counts of installs stand inside the members.
 */
export type FactBody = Readonly<Record<string, unknown>>;

/** How many installs hold a value to be true. */
export interface Tally {
  readonly field: string;
  readonly value: string;
  /** Distinct installs whose newest report says so. */
  readonly installs: number;
  /** UTC days since 1970 of the first and last report behind it; 0 where the roll-up is not dated. */
  readonly firstDay: number;
  readonly lastDay: number;
}

/** What one install says of a field. */
export interface Witness {
  readonly installN: number;
  readonly field: string;
  readonly value: string;
  readonly atMs: number;
}

export interface CoveringGrant {
  readonly n: number;
  /** Issued by the holder of the install id, not by the operator. */
  readonly self: boolean;
}

/** A fact before and after a snapshot, as JSON. Null if it is not public. */
export interface ChangedFact {
  readonly family: string;
  readonly subject: string;
  readonly before: string | null;
  readonly after: string | null;
}

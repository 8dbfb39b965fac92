/** A fact that changed, as JSON; null: there was none, or it is withdrawn. */
export interface ChangedFact {
  readonly family: string;
  readonly subject: string;
  readonly before: string | null;
  readonly after: string | null;
}

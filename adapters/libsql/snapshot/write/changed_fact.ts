/**
 * A fact that changed, with its old and new body as JSON. `before` is null if it is new; `after` is null if it is
 * withdrawn.
 */
export interface ChangedFact {
  readonly family: string;
  readonly subject: string;
  readonly before: string | null;
  readonly after: string | null;
}

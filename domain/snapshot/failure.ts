/**
 * Evidence and snapshot come from different histories, for example after only one of them was restored. Rebuild both.
 */
export interface Mismatch {
  readonly kind: 'mismatch';
}

export type SnapshotFailure = Mismatch;

/** Evidence and snapshot come from different histories, as after one of them was restored alone: rebuild both. */
export interface Mismatch {
  readonly kind: 'mismatch';
}

export type SnapshotFailure = Mismatch;

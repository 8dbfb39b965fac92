/** Limits on the size of one snapshot and therefore on the builder's memory. */
export interface SnapshotBounds {
  /** Maximum number of records per snapshot. A larger backlog becomes several consecutive snapshots. */
  readonly recordsMax: number;
  /** Maximum number of characters in record bodies per snapshot. The last chunk may exceed this or `recordsMax`. */
  readonly bodyCharsMax: number;
  readonly chunkRecordsMax: number;
  /** Target size of a chunk in characters. If bodies are long, the next chunk contains fewer records. */
  readonly chunkCharsAim: number;
  /** Maximum number of claims, windows and listed rows buffered before a write. The last record may exceed it. */
  readonly batchRowsMax: number;
  /**
   * Minimum time between snapshots that write facts while a backlog is being processed. Writing a subject's facts costs
   * the same for ten times as many records, so the other snapshots write only corpus rows. If 0, every snapshot writes
   * facts.
   */
  readonly factsEveryMs: number;
}

export const SNAPSHOT_BOUNDS: SnapshotBounds = {
  recordsMax: 10_000,
  bodyCharsMax: 8_000_000,
  chunkRecordsMax: 2_000,
  chunkCharsAim: 2_000_000,
  batchRowsMax: 60_000,
  factsEveryMs: 60_000,
};

/** Returns how many records to read next to get about `chunkCharsAim` characters if bodies stay as long as so far. */
export function chooseChunkRecords(bounds: SnapshotBounds, recordsSoFar: number, charsSoFar: number): number {
  if (recordsSoFar === 0) return Math.max(1, Math.ceil(bounds.chunkRecordsMax / 5));
  const charsEach = Math.max(1, charsSoFar / recordsSoFar);
  return Math.max(1, Math.min(bounds.chunkRecordsMax, Math.floor(bounds.chunkCharsAim / charsEach)));
}

/** How much one snapshot takes in, and so what the builder holds in memory. */
export interface SnapshotBounds {
  /** Records taken into one snapshot; a backlog becomes several in a row. */
  readonly recordsMax: number;
  /** Characters of record bodies taken into one snapshot. Either bound may be passed by the last chunk's share. */
  readonly bodyCharsMax: number;
  /** Records read at a time. */
  readonly chunkRecordsMax: number;
  /** Characters a chunk aims at; the next chunk asks for fewer records where bodies are long. */
  readonly chunkCharsAim: number;
  /** Claims, windows and listed rows held before they are written to the evidence; passed by the last record's share. */
  readonly batchRowsMax: number;
  /**
   * While a backlog is worked off, snapshots between two that state facts only bring rows of the feed: stating what many
   * records say of the same things costs as much for ten times as many. 0: every snapshot states facts.
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

/** Records to ask for next, so that the chunk comes to about `chunkCharsAim` if bodies stay as long as they were. */
export function nextChunkRecords(bounds: SnapshotBounds, recordsSoFar: number, charsSoFar: number): number {
  if (recordsSoFar === 0) return Math.max(1, Math.ceil(bounds.chunkRecordsMax / 5));
  const charsEach = Math.max(1, charsSoFar / recordsSoFar);
  return Math.max(1, Math.min(bounds.chunkRecordsMax, Math.floor(bounds.chunkCharsAim / charsEach)));
}

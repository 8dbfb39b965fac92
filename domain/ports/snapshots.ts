import type { ChangeLogMode, ChangeLogWriter, ChangeReader } from './change_log.ts';
import type { CorpusAddition, CorpusReader, CorpusWithdrawal } from './corpus.ts';
import type { CoverageReader } from './coverage.ts';
import type { DropFacts, DropReader } from './drops.ts';
import type { EdgeReader, StatedEdge } from './edges.ts';
import type { ListCounts, ListRows } from './exports.ts';
import type { FactReader, StatedFact } from './facts.ts';
import type { GameReader, ImportWriter } from './game_files.ts';
import type { KnowledgeReader, KnowledgeWriter } from './knowledge.ts';
import type { MarketFacts, MarketReader } from './market.ts';
import type { PublicIdReader } from './public_ids.ts';
import type { SnapshotRow, ViewReader } from './snapshot_view.ts';

/** Some of what a snapshot states. Each drop source's item, edge, fact and market day is stated once in a snapshot. */
export interface SnapshotPart {
  /** Withdrawn before anything is appended; places that no row has are passed over. */
  readonly corpusWithdrawals: readonly CorpusWithdrawal[];
  /** In the order of source type, id and item over all parts; a source with very many items may come several times. */
  readonly drops: readonly DropFacts[];
  readonly edges: readonly StatedEdge[];
  readonly facts: readonly StatedFact[];
  /** Families of which nothing stands but what this part states. */
  readonly wholeFamilies: readonly string[];
  readonly market: readonly MarketFacts[];
}

/**
 * What one snapshot changes. The writer gives out the places, completes the row's place counts, and goes on with the
 * import that the newest row serves.
 */
export interface SnapshotChange extends SnapshotPart {
  readonly row: Omit<SnapshotRow, 'corpusPlaces' | 'ratePlaces' | 'zeroPlaces' | 'edgePlaces' | 'importN'>;
  readonly corpus: readonly CorpusAddition[];
  /**
   * Further parts, read while the snapshot is written, so that never all of them are in memory. One that cannot be had
   * ends the snapshot as if it had never begun, and is the answer.
   */
  readonly parts?: AsyncIterable<SnapshotPart>;
  /** SHA-256 (hex) of every live key; null: unknown, what stands is left alone. */
  readonly liveKeys: readonly string[] | null;
  readonly changeLog: ChangeLogMode;
  /** An erasure is carried out: subjects that fall lose their lines of the change log, and get none for falling. */
  readonly erased: boolean;
  /** So do subjects that fell before: an install is erased that was out, and nothing says what had fallen with it. */
  readonly forgetsFallen: boolean;
}

/**
 * Writes the public database; the builder alone holds one. `write` is one transaction: either the snapshot is there
 * with its row, or nothing of it is. Stating facts that already stand changes nothing.
 */
export interface SnapshotWriter extends ChangeLogWriter, ImportWriter, KnowledgeWriter {
  newest(): Promise<SnapshotRow | null>;
  /** Rows of each kind of the corpus so far: the next row of a kind gets this place. */
  corpusCounts(): Promise<Readonly<Record<string, number>>>;
  write(change: SnapshotChange): Promise<SnapshotRow>;
  /** What became of the rows of each list up to the newest snapshot. */
  listCounts(): Promise<ListCounts>;
  /** Notes how many rows of each list were withdrawn before this epoch. */
  carryWithdrawn(rows: ListRows): Promise<void>;
  close(): Promise<void>;
}

/** All of the public database, from memory where it can; who reads takes the parts it needs. */
export interface SnapshotReader
  extends ViewReader,
    CorpusReader,
    EdgeReader,
    DropReader,
    FactReader,
    MarketReader,
    GameReader,
    ChangeReader,
    KnowledgeReader,
    CoverageReader,
    PublicIdReader {
  close(): Promise<void>;
}

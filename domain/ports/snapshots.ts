import type { RateWeights } from '../values/estimates/model.ts';
import type { ChangeLogMode, ChangeLogWriter, ChangeReader } from './change_log.ts';
import type { CorpusAddition, CorpusReader, CorpusWithdrawal } from './corpus.ts';
import type { CoverageReader } from './coverage.ts';
import type { DropFacts, GatheringReader, PublicRateReader, RateReader } from './drops.ts';
import type { EdgeReader, EdgeUpdate } from './edges.ts';
import type { ExportListCounts, ListRows } from './exports.ts';
import type { FactReader, FactUpdate } from './facts.ts';
import type { GameReader, ImportWriter } from './game_files.ts';
import type { KnowledgeReader, KnowledgeWriter } from './knowledge.ts';
import type { MarketFacts, MarketReader } from './market.ts';
import type { PublicIdReader } from './public_ids.ts';
import type { EpochDamage, SnapshotLog, SnapshotRow, SnapshotView } from './snapshot_view.ts';

/** Part of a snapshot's facts. Each edge, fact, market day and item of a drop source appears in only one part. */
export interface SnapshotPart {
  /** Rows to withdraw before any are appended. Places without a row are ignored. */
  readonly corpusWithdrawals: readonly CorpusWithdrawal[];
  /** Ordered by source type, id and item across all parts. A source with very many items may appear several times. */
  readonly drops: readonly DropFacts[];
  readonly edges: readonly EdgeUpdate[];
  readonly facts: readonly FactUpdate[];
  /** Families that will contain only the facts in this part. All other facts of these families are withdrawn. */
  readonly wholeFamilies: readonly string[];
  readonly market: readonly MarketFacts[];
}

/** Changes made by one snapshot. The writer assigns places, fills in the place count of the corpus, and keeps the served import. */
export interface SnapshotChange extends SnapshotPart {
  readonly row: Omit<SnapshotRow, 'corpusPlaces' | 'importN'>;
  readonly corpus: readonly CorpusAddition[];
  /** The weights with which rates were estimated. Absent if the snapshot writes no facts. */
  readonly rateWeights?: RateWeights;
  /**
   * Yields more parts while the snapshot is being written. If a part cannot be read, the snapshot is rolled back.
   * `ratesOf` returns the rates as they are stored at that time.
   */
  readonly parts?: (ratesOf: PublicRateReader) => AsyncIterable<SnapshotPart>;
  /** SHA-256 digests (hex) of all live keys, or null if unknown, in which case the stored digests are kept. */
  readonly liveKeys: readonly string[] | null;
  readonly changeLog: ChangeLogMode;
  /** True if an erasure is carried out. Withdrawn subjects then lose their change log lines and get no new ones. */
  readonly erased: boolean;
  /**
   * True if an excluded install is erased. Subjects withdrawn earlier then lose their change log lines as well, because
   * nothing shows which of them were withdrawn together with the install.
   */
  readonly forgetsWithdrawn: boolean;
}

/**
 * Writes the public database. Only the builder has a writer. `write` is one transaction: either the whole snapshot
 * exists, including its row, or none of it does. Writing facts that already exist changes nothing.
 */
export interface SnapshotWriter extends ChangeLogWriter, ImportWriter, KnowledgeWriter {
  newest(): Promise<SnapshotRow | null>;
  /** Returns the number of corpus rows of each kind, which is also the place of the next row. */
  corpusCounts(): Promise<Readonly<Record<string, number>>>;
  write(change: SnapshotChange): Promise<SnapshotRow>;
  /** Returns the number of current and withdrawn rows in each list, as of the newest snapshot. */
  listCounts(): Promise<ExportListCounts>;
  /** Stores how many rows of each list were withdrawn before this epoch, because this explains shorter exports. */
  storeWithdrawnCounts(rows: ListRows): Promise<void>;
  close(): Promise<void>;
}

/** One snapshot of the public database. All reads use the same view, so their results are consistent. */
export interface Snapshot extends FactReader {
  readonly view: SnapshotView;
  readonly log: SnapshotLog & ChangeReader;
  readonly corpus: CorpusReader;
  readonly rates: RateReader;
  readonly gathering: GatheringReader;
  readonly edges: EdgeReader;
  readonly market: MarketReader;
  readonly game: GameReader;
  readonly knowledge: KnowledgeReader;
  readonly coverage: CoverageReader;
  readonly publicIds: PublicIdReader;
}

/** Finds the newest snapshot, in memory if possible. */
export interface SnapshotStore {
  /**
   * Returns the newest snapshot, or null if none was ever written. Calls are cheap. A snapshot written by another
   * process becomes visible immediately after `refresh`, otherwise within a second.
   */
  newest(): Promise<Snapshot | null>;
  /** Returns the snapshot that `newest` would return, or null if that requires checking the storage first. */
  current(): Snapshot | null;
  /** Returns damage found in the current database until another database replaces it, or null if none was found. */
  damage(): EpochDamage | null;
  /** Records damage that another reader of the same database found, as if this reader had found it. */
  noteDamage(damage: EpochDamage): void;
  refresh(): Promise<void>;
  close(): Promise<void>;
}

import type { BulkIndex } from '../../schema/responses/bulkIndex.ts';
import type { EXPORT_STATES, Game } from '../../schema/vocabulary.ts';
import type { RateWeights } from '../values/estimates/model.ts';
import type { AddonFile } from './addon.ts';
import type { GameBuild } from './builds.ts';
import type { EmptySource, GatheredType, Source, StoredRate } from './drops.ts';
import type { ChangedEvidence, DirtyMarket, DirtyPage } from './evidence.ts';
import type { FactFamily, FactReader, PinnedEntity, SubjectFact } from './facts.ts';
import type { House, MarketDay, MarketReader, MarketSubject } from './market.ts';
import type { SnapshotRow } from './snapshot_view.ts';

/** Rows of an export as finished JSON, in batches. Each batch is a string or its UTF-8 bytes. */
export type ExportRows = readonly (string | Uint8Array)[];

export type ExportList = 'corpus' | 'edges' | 'rates' | 'zeros';

export type ListRows = Readonly<Record<ExportList, number>>;

export interface ExportListCounts {
  /** Number of rows withdrawn so far, including in earlier epochs. */
  readonly withdrawn: ListRows;
  readonly remaining: ListRows;
}

/**
 * Rows of one snapshot in the order of the API's lists, read in small batches, without withdrawn rows. No read
 * transaction stays open between batches, so the next snapshot may be written while the rows are read, but its rows are
 * not visible. Iterating throws a StorageFault if the storage fails, which the code that writes the rows must handle.
 */
export interface ExportSource {
  readonly epoch: string;
  readonly row: SnapshotRow;
  readonly feedTime: FeedTime;
  /** The game whose records count, or null if it is not settled. */
  readonly collects: Game | null;
  /** Number of the oldest snapshot from which change files lead to this one, or 0 if there are no change files. */
  readonly followableFrom: number;
  /** Whether installs of different address families were not added up (contract, section 3, Networks of witnesses). */
  readonly familiesApart: boolean;
  /** Row counts of each list at the time the snapshot was written. */
  readonly lists: ExportListCounts;
  /** The build served by the snapshot, or null if no build was imported, in which case the build's lists are empty. */
  readonly game: GameBuild | null;
  /** The weights with which the rates were estimated, or null before the first rates. */
  readonly rateWeights: RateWeights | null;
  corpus(): AsyncIterable<ExportRows>;
  edges(): AsyncIterable<ExportRows>;
  rates(): AsyncIterable<readonly StoredRate[]>;
  zeros(): AsyncIterable<readonly EmptySource[]>;
  gathering(): AsyncIterable<readonly StoredRate<GatheredType>[]>;
  items(): AsyncIterable<ExportRows>;
  clientEdges(): AsyncIterable<ExportRows>;
  /** Rates that at least three installs saw, by ascending item, source type and source, or by source and then item. */
  sortedRates(order: 'by-item' | 'by-source'): AsyncIterable<readonly ExportedRate[]>;
  /**
   * Rates that at least three installs saw, the source with the most loot windows first. All rates of a source follow
   * each other, at most ENTITY_ROWS_MAX, most drops first.
   */
  mostLooted(): AsyncIterable<readonly DatedRate[]>;
  /** Public relations between items and their vendors, by ascending item and vendor. */
  offers(): AsyncIterable<readonly VendorOffer[]>;
  readonly factsAmong: FactReader['factsAmong'];
  /** The subjects of all facts of a family. Ids in them ascend. */
  subjects(family: Pick<FactFamily<object>, 'name'>): AsyncIterable<readonly string[]>;
  /** All facts of a family, in the same order. */
  facts<F extends object>(family: FactFamily<F>): AsyncIterable<readonly SubjectFact<F>[]>;
  /** Public locations of these NPCs or objects, keyed by id, by map and then most installs first. */
  pinsOf(kind: PinnedEntity['kind'], ids: readonly number[]): Promise<ReadonlyMap<number, readonly MapPin[]>>;
  /** All public sources of drops, by type and id. */
  lootSources(): AsyncIterable<readonly Source[]>;
  /** All public market days, by realm, house, item and day. */
  marketDays(): AsyncIterable<readonly RealmDay[]>;
  readonly market: Pick<MarketReader, 'realms' | 'items'>;
  /** The table of contents and the functions of the addon of data, which the export completes. */
  readonly addonFiles: () => readonly AddonFile[];
  close(): Promise<void>;
}

/**
 * The evidence behind an exported snapshot. It is private. Only anonymous entries about public subjects may leave it
 * (contract, section 4, Evidence).
 */
export interface ExportEvidence extends Pick<ChangedEvidence, 'lootOf' | 'tallies' | 'marketScans'> {
  /** Incremented with every change. A snapshot stores the step from which it was written. */
  readonly step: number;
  /**
   * Returns the first and last day on which each install reported these relations, in the order of `subjects`. Days are
   * UTC days since 1970. Relations that come from loot windows have no entries.
   */
  edgeDays(subjects: readonly string[]): Promise<readonly (readonly (readonly [first: number, last: number])[])[]>;
  /** Returns the scans of these days of items from index `after` on, or of fewer days if they have many listings. */
  marketDays(days: readonly MarketSubject[], after: number): Promise<DirtyPage<DirtyMarket>>;
  close(): Promise<void>;
}

/** The part of a rate that files for other addons need. */
export type ExportedRate = Pick<
  StoredRate,
  'itemId' | 'sourceType' | 'sourceId' | 'reporters' | 'drops' | 'estimate' | 'estimateLow' | 'estimateHigh'
>;

/** A rate with the source's loot windows, and the last UTC day on which three installs saw the drop, or null. */
export interface DatedRate extends ExportedRate {
  readonly kills: number;
  readonly lastSeen: string | null;
}

/** A location on a map, in percent of its width and height. */
export interface MapPin {
  readonly mapId: number;
  readonly x: number;
  readonly y: number;
  readonly installs: number;
}

/** A market day of an item on a realm, in one house or, if it is empty, in all houses together. */
export interface RealmDay extends MarketDay {
  readonly realmKey: string;
  /** The most frequently reported spelling. */
  readonly realm: string;
  readonly house: House | '';
  readonly itemId: number;
}

/** An item that a vendor sells. */
export interface VendorOffer {
  readonly itemId: number;
  readonly npcId: number;
  /** The leading price in copper, or null if none is agreed. */
  readonly price: number | null;
  /** The agreed stock, at least 1 if it is limited. Null if it is unlimited or nothing is agreed. */
  readonly stock: number | null;
}

/** Size and digest of an exported file before compression. */
export interface WrittenFile {
  readonly rows: number;
  readonly bytes: number;
  /** 64 lowercase hexadecimal digits. */
  readonly sha256: string;
}

/** Identifies an import of the game's files in any epoch. */
export type ImportMark = Pick<GameBuild, 'build' | 'importedAtMs'>;

/** Notes about an export, stored next to its index. The next export is compared with them. */
export interface ExportNotes {
  readonly epoch: string;
  readonly n: number;
  /** Sequence number of the last record in the snapshot. Absent in notes of release 0.4.0 and earlier. */
  readonly seq?: number;
  /** Time when the export was written, unlike the time in the export's index, which is the snapshot's. */
  readonly writtenAtMs: number;
  readonly dataAsOfMs: number | null;
  /** The import behind the game-file rows. Null if there are no such rows, and absent in notes of release 0.2.0. */
  readonly imported?: ImportMark | null;
  /** Absent in notes of release 0.4.0 and earlier, which means `exact`. */
  readonly feedTime?: FeedTime;
  /** The game of the data. Null if it was not settled, and absent in notes of release 0.6.0 and earlier. */
  readonly collects?: Game | null;
  /** One entry per file and layer. A file with two layers has two entries. */
  readonly files: readonly FileNotes[];
  /** The lists and the evidence. Absent in notes of release 0.5.0 and earlier. */
  readonly derived?: readonly Pick<FileNotes, 'name' | 'rows'>[];
  /** The lists of this day and of earlier days. Absent in notes of release 0.5.0 and earlier. */
  readonly lists?: readonly DatedFile[];
}

export interface FileNotes {
  readonly name: string;
  /** Absent in notes of release 0.2.0, which exported only observed rows. */
  readonly layer?: 'observed' | 'game-files';
  readonly rows: number;
  /** Number of the list's rows withdrawn so far. Notes of release 0.4.0 and earlier count only the current epoch. */
  readonly withdrawn: number;
  readonly columns: RowColumns;
}

export type FileEntry = NonNullable<BulkIndex['more']>[number];

/** A list in the export, with the sequence number of the last record in its snapshot. */
export interface DatedFile {
  readonly seq: number;
  readonly entry: FileEntry;
}

/** State of exports in the health response (contract, section 4, Health). */
export interface ExportHealth {
  /** Null if nothing has been exported yet, or if the state cannot be read. */
  readonly state: (typeof EXPORT_STATES)[number] | null;
  readonly reason: string | null;
  /** Null if nothing has been exported yet, or if the time cannot be read. */
  readonly writtenAtMs: number | null;
}

export const UNKNOWN_EXPORT_HEALTH: ExportHealth = { state: null, reason: null, writtenAtMs: null };

/** An open exported file. It can be read to its end even if another export is published in the meantime. */
export interface OpenExport {
  readonly byteLength: number;
  /** SHA-256 of the uncompressed file, which is the same for the gzip copy. */
  readonly sha256: string;
  readonly data: BulkIndex['files'][number]['data'];
  /** `ndjson`, or the format of a file that the index lists under `more`. */
  readonly format: string;
  /** Streams the bytes `from <= i < to`. Call it at most once. Reading to the end or cancelling closes the file. */
  stream(from: number, to: number): ReadableStream<Uint8Array>;
  /** Closes the file if `stream` was never called. */
  close(): Promise<void>;
  /** Resolves once the file is closed for any reason. */
  readonly closed: Promise<void>;
}

/** An open file, which is sent as it is stored. */
export interface OpenFile extends Pick<OpenExport, 'byteLength' | 'stream' | 'close' | 'closed'> {
  /** Differs between versions of a file. */
  readonly tag: string;
}

/** Opens the files that edges fetch (TW_REPLICA). */
export interface FileReader {
  open(name: string): Promise<OpenFile | null>;
}

export interface ExportReader {
  /** Returns the bytes of index.json, or null if nothing has been exported yet. */
  index(): Promise<Uint8Array<ArrayBuffer> | null>;
  /** Opens a file listed in the index. Returns null if the index does not list it. */
  open(name: string, coding: 'identity' | 'gzip'): Promise<OpenExport | null>;
  health(): Promise<ExportHealth>;
}

/** Fields in the first and last rows of a file, used to detect lost columns (contract, section 4, Bulk). */
export interface RowColumns {
  /** Fields that all of the inspected rows have. */
  readonly every: readonly string[];
  /** Fields that at least one of the inspected rows has. */
  readonly any: readonly string[];
}

/** `exact` keeps capturedAt; `day` truncates it to the UTC day (contract, section 3, Corpus; TW_FEED_TIME). */
export type FeedTime = 'exact' | 'day';

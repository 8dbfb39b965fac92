import type { StorageResult } from '../values/result.ts';
import type { ClientGroup } from './build.ts';
import type { GameFamily, GameView, ImportHead, ImportRows, ItemIndex, LayerCoding } from './builds.ts';
import type { DropFacts, Source, SourceType } from './drop_facts.ts';
import type { EdgeGroup, EdgeName, ObservedEdge } from './edge_facts.ts';
import type { ListCounts, ListRows } from './exports.ts';
import type { FactBody } from './facts.ts';
import type { KnowledgeReader, KnowledgeWriter } from './knowledge.ts';
import type { House, MarketFacts, MarketValue } from './market_facts.ts';
import type { Gap, ListLedger, ListSlice, PlaceRange } from './places.ts';

/** One line of the snapshot log: what was public when snapshot `n` was written, and from what. */
export interface SnapshotRow {
  readonly n: number;
  readonly writtenAtMs: number;
  readonly dataAsOfMs: number | null;
  /** The evidence it was written from (EvidenceCursor). */
  readonly step: number;
  readonly seq: number;
  readonly uploads: number;
  readonly legacyRecords: number;
  readonly lootUploads: number;
  readonly lootRecords: number;
  readonly lootWindows: number;
  /** Rates and measured zeros of sources that wait for their third install. */
  readonly queued: number;
  /** Places given out so far in each list, withdrawn ones included. */
  readonly corpusPlaces: number;
  readonly ratePlaces: number;
  readonly zeroPlaces: number;
  readonly edgePlaces: number;
  /** The import of the game's files that it serves; null: none. */
  readonly importN: number | null;
}

/** Rows that one snapshot appends to the corpus: finished JSON texts of one kind, in their final order. */
export interface CorpusAddition {
  readonly kind: string;
  readonly rows: readonly string[];
}

/** A row of the corpus that is withdrawn: it leaves a gap, and its bytes are emptied. */
export interface CorpusWithdrawal {
  readonly kind: string;
  readonly place: number;
}

/** What is public of one subject of a roll-up from now on; null: nothing. */
export interface StatedFact {
  readonly family: string;
  readonly subject: string;
  readonly body: FactBody | null;
}

/** What is public of one relation from now on; null: nothing. */
export interface StatedEdge {
  readonly name: EdgeName;
  readonly edge: ObservedEdge | null;
}

/**
 * How the change log is kept. `write`: lines for what became public, was withdrawn or changed. `silent`: no lines, for a
 * rebuild, which carries the old log over.
 */
export type ChangeLogMode = 'write' | 'silent';

/** What happened to one field of a public subject (contract, section 3, Change log). Values are not told. */
export interface Change {
  readonly change: 'became-public' | 'withdrawn' | 'changed' | 'build-imported';
  readonly family: string;
  readonly subject: string;
  readonly field: string;
}

/** A line of the change log; it is kept 90 days. */
export interface ChangeLine extends Change {
  /** When the snapshot was written. */
  readonly atMs: number;
}

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
  readonly parts?: AsyncIterable<StorageResult<SnapshotPart>>;
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
export interface SnapshotWriter extends KnowledgeWriter {
  newest(): Promise<StorageResult<SnapshotRow | null>>;
  /** Rows of each kind of the corpus so far: the next row of a kind gets this place. */
  corpusCounts(): Promise<StorageResult<Readonly<Record<string, number>>>>;
  write(change: SnapshotChange): Promise<StorageResult<SnapshotRow>>;
  /** The change log, oldest line first. */
  changeLines(): Promise<StorageResult<readonly ChangeLine[]>>;
  /**
   * Puts the lines of an earlier epoch into the log, oldest first. Subjects that stood there and stand here no more are
   * passed over: they fell by being built anew, after an erasure perhaps. `forgetsFallen`: as in SnapshotChange.
   */
  carryChanges(lines: readonly ChangeLine[], forgetsFallen: boolean): Promise<StorageResult<void>>;
  /** What became of the rows of each list up to the newest snapshot. */
  listCounts(): Promise<StorageResult<ListCounts>>;
  /** Notes how many rows of each list were withdrawn before this epoch. */
  carryWithdrawn(rows: ListRows): Promise<StorageResult<void>>;
  /** Begins an import that nobody sees until it is finished, and answers its number. One at a time. */
  beginImport(head: ImportHead): Promise<StorageResult<number>>;
  /** Adds rows to an import that was begun, behind those that it has, in one transaction. */
  addToImport(n: number, rows: ImportRows): Promise<StorageResult<void>>;
  /**
   * Makes the import the one that is served: a snapshot row with the newest row's figures, and a line of the change log,
   * in one transaction.
   */
  finishImport(n: number, writtenAtMs: number, changeLog: ChangeLogMode): Promise<StorageResult<SnapshotRow>>;
  /**
   * Removes rows of imports that are not served, unfinished ones among them, in one short transaction. False: nothing of
   * them is left. Not to be called while an import is under way.
   */
  removeImports(): Promise<StorageResult<boolean>>;
  close(): Promise<void>;
}

/** A public rate as stored: the source's windows and reporters stand beside the item's drops. */
export interface StoredRate {
  readonly sourceType: SourceType;
  readonly sourceId: number;
  readonly itemId: number;
  readonly drops: number;
  readonly kills: number;
  readonly reporters: number;
}

export interface StoredZero {
  readonly sourceType: SourceType;
  readonly sourceId: number;
  readonly kills: number;
  readonly reporters: number;
}

/** Rows of one entity that are read at once at most. */
export const ENTITY_ROWS_MAX = 2_000;

/** What is public of one source that players looted. */
export interface SourceRates {
  readonly kills: number;
  readonly reporters: number;
  /** Every window was empty: there is no rate, and that is known. */
  readonly measuredZero: boolean;
  /** At most ENTITY_ROWS_MAX, most drops first, then by item. */
  readonly rates: readonly StoredRate[];
  /** How many rates there are, those beyond the limit included. */
  readonly total: number;
}

/** The public rates of one item. */
export interface ItemRates {
  /** At most ENTITY_ROWS_MAX, most kills first, then most drops, then by source type and id. */
  readonly rates: readonly StoredRate[];
  /** How many sources it has, those beyond the limit included. */
  readonly total: number;
}

/** What public facts about something else may name. */
export type MentionedType = 'item' | 'npc' | 'quest';

/** Where an entity is named by public facts that are about something else (domain/rollups/mentioned.ts). */
export interface Mentions {
  readonly family: string;
  /** The part of the facts that names it. */
  readonly member: string;
  /** What the facts are about: the first MENTIONED_MAX of them, ids by their size. */
  readonly subjects: readonly string[];
  /** How many there are, those beyond the limit included. */
  readonly total: number;
}

/** Facts that are listed of those that name an entity in one way. */
export const MENTIONED_MAX = 200;

/** The newest snapshot as a reader holds it in memory. It is replaced whole when a newer one is written. */
export interface SnapshotView {
  /** Names one generation of places; a rebuild or restore starts another. */
  readonly epoch: string;
  readonly row: SnapshotRow;
  readonly corpus: ListLedger;
  /** Groups are those of EDGE_GROUPS, by name. */
  readonly edges: ListLedger;
  /** Withdrawn rows, ascending by place. */
  readonly rateGaps: readonly Gap[];
  readonly zeroGaps: readonly Gap[];
  /** The build that is served; null where none was imported. */
  readonly game: GameView | null;
  /** Since when this process knows of the snapshot; null: of a store without a stopwatch. */
  readonly seen: FirstSeen | null;
}

/** When a snapshot was first seen, on the process' stopwatch, and how old it was then. */
export interface FirstSeen {
  readonly elapsedMs: number;
  readonly ageMs: number;
}

/**
 * Rows as finished JSON joined by commas, in pieces to be put end to end. Where a bound in bytes is given, reading ends
 * before the row that would pass it, unless that is the first.
 */
export interface RowsRead {
  readonly pieces: readonly Uint8Array[];
  /** The first place that was not looked at, and which slice it is in; null: all of them were read. */
  readonly cut: RowsCut | null;
}

export interface RowsCut {
  readonly slice: number;
  readonly place: number;
}

export interface EdgeEnds {
  readonly fromId: number | null;
  readonly toId: number | null;
}

/** Where the first of an entity's standing edges are, and how many there are. */
export interface EdgesAt {
  readonly places: readonly ClientEdgePlace[];
  readonly total: number;
}

export interface EdgePlace {
  readonly group: string;
  readonly place: number;
  /** The snapshot that withdrew it; null while it stands. */
  readonly withdrawn: number | null;
}

/** Edges of a build are never withdrawn alone. */
export type ClientEdgePlace = Omit<EdgePlace, 'withdrawn'>;

/** What is public of one subject of a roll-up. */
export interface SubjectFact {
  readonly subject: string;
  readonly body: FactBody;
}

/** The first facts of a list, by subject, and how many it has. */
export interface FactList {
  readonly facts: readonly SubjectFact[];
  readonly total: number;
}

/** A place on a map in percent of its width and height, and how far from it to look. */
export interface Around {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
}

/** Who stands near a place. */
export interface NearPins {
  /** NPCs with a place within the radius, those of the nearest places first, each once. */
  readonly npcIds: readonly number[];
  /** Places within the radius. */
  readonly total: number;
  /** Places on the whole map. */
  readonly onMap: number;
}

export interface MarketRealm {
  readonly realmKey: string;
  /** In its most reported spelling. */
  readonly name: string;
  readonly houses: readonly House[];
}

/** An item's newest public day, exact. */
export interface MarketItem extends MarketValue {
  readonly itemId: number;
  /** Mean of `market` over the public days of the 60 days that end with `day`. */
  readonly historical: number;
  /** UTC days since 1970. */
  readonly day: number;
}

/** A public day of an item on a realm, exact. */
export interface MarketDay extends MarketValue {
  /** UTC days since 1970. */
  readonly day: number;
}

/** Days of one item that are read at once at most: more than a year. */
export const MARKET_DAYS_MAX = 400;

/** Which lines of the change log to read. */
export interface ChangeQuery {
  /** Lines of this instant and later. */
  readonly sinceMs: number;
  /** Lines of these families alone; null: of all. */
  readonly families: readonly string[] | null;
  /** Subjects begin with this, such as `npc:`; '' for all. */
  readonly subjectPrefix: string;
  readonly limit: number;
}

/** What facts of a profession there are. */
export type ProfessionFamily = 'recipes' | 'trainer_services';

/** Facts of one profession that are read at once at most. */
export const PROFESSION_FACTS_MAX = 2_000;

/** Reads the public database, from memory where it can. */
export interface SnapshotReader extends KnowledgeReader {
  /**
   * The newest view. Null: no snapshot was ever written. Cheap; a snapshot written by another process is seen
   * at once after `refresh`, else within a second.
   */
  view(): Promise<StorageResult<SnapshotView | null>>;
  /** What `view` would answer without looking anew; null where it would look, has found none, or cannot read. */
  current(): SnapshotView | null;
  /** The log's row `n` of the view's epoch, null where there is none. */
  row(view: SnapshotView, n: number): Promise<StorageResult<SnapshotRow | null>>;
  /** The rows of these slices in order, as JSON joined by commas, in pieces to be put end to end. */
  corpusRows(view: SnapshotView, slices: readonly ListSlice[], bytesMax?: number): Promise<StorageResult<RowsRead>>;
  /** The same for edges; slices name groups, observed ones or those of the build that the view serves. */
  edgeRows(view: SnapshotView, slices: readonly ListSlice[], bytesMax?: number): Promise<StorageResult<RowsRead>>;
  /** Where the edges of these groups with this end (or both ends) stand or stood, in the order of group and place. */
  edgePlaces(
    view: SnapshotView,
    groups: readonly EdgeGroup[],
    ends: EdgeEnds,
  ): Promise<StorageResult<readonly EdgePlace[]>>;
  /** The standing edges of these groups with one end: the first of them in the order of group and place. */
  edgesAt(
    view: SnapshotView,
    groups: readonly EdgeGroup[],
    end: 'from' | 'to',
    id: number,
    limit: number,
  ): Promise<StorageResult<EdgesAt>>;
  /**
   * Where the observed edges of one group that start from any of these lead to, by what they start from; those that became
   * public first come first, at most `each` of one start.
   */
  edgesFrom(
    view: SnapshotView,
    group: EdgeGroup,
    fromIds: readonly number[],
    each: number,
  ): Promise<StorageResult<ReadonlyMap<number, readonly number[]>>>;
  /** Where the edges of the build with this end (or both ends) stand, in the order of group and place. */
  clientEdgePlaces(
    view: SnapshotView,
    groups: readonly ClientGroup[],
    ends: EdgeEnds,
  ): Promise<StorageResult<readonly ClientEdgePlace[]>>;
  /** What the items of the build are filtered by; null where none was imported. */
  itemIndex(view: SnapshotView): Promise<StorageResult<ItemIndex | null>>;
  /** The items of the build in these ranges of places, as JSON joined by commas, in pieces to be put end to end. */
  itemRows(view: SnapshotView, ranges: readonly PlaceRange[], bytesMax?: number): Promise<StorageResult<RowsRead>>;
  /** What the build says of one subject, parsed; null: nothing, or no build. */
  gameFact(view: SnapshotView, family: GameFamily, subject: string): Promise<StorageResult<unknown>>;
  /** The same of many subjects, by subject; those of which it says nothing are left out. */
  gameFactsAmong(
    view: SnapshotView,
    family: GameFamily,
    subjects: readonly string[],
  ): Promise<StorageResult<ReadonlyMap<string, unknown>>>;
  /** The client layer's finished body, packed; null where no build was imported. */
  clientLayer(view: SnapshotView, coding: LayerCoding): Promise<StorageResult<readonly Uint8Array[] | null>>;
  /** What is public of one subject of a roll-up; null: nothing. */
  fact(view: SnapshotView, family: string, subject: string): Promise<StorageResult<FactBody | null>>;
  /** The same of many subjects, by subject; those of which nothing is public are left out. */
  factsAmong(
    view: SnapshotView,
    family: string,
    subjects: readonly string[],
  ): Promise<StorageResult<ReadonlyMap<string, FactBody>>>;
  /** The same of the subjects that begin with `owner` and a colon, by name; owner '': of all of the family. */
  factsOf(view: SnapshotView, family: string, owner: string, limit: number): Promise<StorageResult<FactList>>;
  /** NPCs with pins around a place of a map: those of the `limit` nearest places. */
  pinsNear(view: SnapshotView, mapId: number, around: Around, limit: number): Promise<StorageResult<NearPins>>;
  /** Realms that have market values, each with the houses that have values of their own. */
  marketRealms(view: SnapshotView): Promise<StorageResult<readonly MarketRealm[]>>;
  /** The newest public values of a realm and house ('': all together), most units first, then item id. */
  marketItems(
    view: SnapshotView,
    realmKey: string,
    house: House | '',
    limit: number,
  ): Promise<StorageResult<readonly MarketItem[]>>;
  /** An item's newest public day on a realm and house ('': all together); null: none is public. */
  marketItem(
    view: SnapshotView,
    realmKey: string,
    house: House | '',
    itemId: number,
  ): Promise<StorageResult<MarketItem | null>>;
  /** The same of many items, by item; those without a public day are left out. */
  marketItemsAmong(
    view: SnapshotView,
    realmKey: string,
    house: House | '',
    itemIds: readonly number[],
  ): Promise<StorageResult<ReadonlyMap<number, MarketItem>>>;
  /** Its public days, the newest MARKET_DAYS_MAX of them, newest first. */
  marketDays(
    view: SnapshotView,
    realmKey: string,
    house: House | '',
    itemId: number,
  ): Promise<StorageResult<readonly MarketDay[]>>;
  /** Facts whose agreed profession is this one in any case (domain/intake/realm_cap.ts, realmKey), by subject. */
  factsOfProfession(
    view: SnapshotView,
    family: ProfessionFamily,
    profession: string,
  ): Promise<StorageResult<readonly SubjectFact[]>>;
  /** Lines of the change log, newest first. */
  changes(view: SnapshotView, query: ChangeQuery): Promise<StorageResult<readonly ChangeLine[]>>;
  /** Standing rates and zeros in these ranges of places, by place, both from one snapshot; withdrawn rows are left out. */
  drops(
    view: SnapshotView,
    rates: PlaceRange,
    zeros: PlaceRange,
  ): Promise<StorageResult<{ readonly rates: readonly StoredRate[]; readonly zeros: readonly StoredZero[] }>>;
  /** The public rates of one source, or that it is a measured zero; null: it is not public. */
  ratesOf(view: SnapshotView, source: Source): Promise<StorageResult<SourceRates | null>>;
  /** The public sources of one item; none: nothing is known of what holds it. */
  ratesOfItem(view: SnapshotView, itemId: number): Promise<StorageResult<ItemRates>>;
  /** Where an entity is named, by family and member; an item's market values name it, too. */
  mentionsOf(view: SnapshotView, type: MentionedType, id: number): Promise<StorageResult<readonly Mentions[]>>;
  /** Looks for a newer snapshot now. */
  refresh(): Promise<StorageResult<void>>;
  close(): Promise<void>;
}

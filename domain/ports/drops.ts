import type { EstimatedRate } from '../../schema/response_fields.ts';
import type { RateWeights } from '../values/estimates/model.ts';
import type { RowRange } from './places.ts';
import type { TextPiece } from './rows.ts';

/** The kinds of entity that can be looted. */
export type SourceType = 'npc' | 'object';

/**
 * Ways to gather from a kind of entity, in alphabetical order. The evidence stores their indexes, so a change needs a new
 * version of the family `gathering`.
 */
export const GATHERED_TYPES = [
  ...(['container:item', 'disenchanting:item', 'fishing:zone', 'herbalism:npc', 'herbalism:object'] as const),
  ...(['milling:item', 'mining:npc', 'mining:object', 'pickpocketing:npc', 'prospecting:item'] as const),
  'skinning:npc',
] as const;

export type GatheredType = (typeof GATHERED_TYPES)[number];

export type AnySourceType = SourceType | GatheredType;

export interface Source<T extends AnySourceType = SourceType> {
  readonly type: T;
  readonly id: number;
}

/** A source of drops or of gathering. */
export type AnySource = Source | Source<GatheredType>;

/** An install's loot windows on one source that contained an item. Days are UTC days since 1970. */
export interface ItemLoot {
  readonly itemId: number;
  readonly drops: number;
  /** Number of these windows in each context, in the order of the contexts of the `InstallLoot`. */
  readonly dropsIn: readonly number[];
  /** Quests for which the client marked the item in these windows while the player had them, in ascending order. */
  readonly marked: readonly number[];
  readonly firstDay: number;
  readonly lastDay: number;
}

/**
 * Loot windows that one install opened on one source, divided by their context: whether the player was in a group, and which
 * quests the player had. Contexts and items are in ascending order.
 */
export interface InstallLoot<C extends LootContext = number> {
  readonly installN: number;
  readonly windows: number;
  readonly contexts: readonly C[];
  readonly windowsIn: readonly number[];
  readonly items: readonly ItemLoot[];
  /** UTC day on which the newest of these windows was received. */
  readonly receivedDay: number;
  /** Returns the windows in order of capture. Windows captured in the same millisecond are ordered by their digests. */
  windowsInTime(): readonly LootWindowCounts[];
}

/** One loot window of an `InstallLoot`. Days are UTC days since 1970. */
export interface LootWindowCounts {
  /** Day of capture, or the day of receipt if the window is dated after it. */
  readonly capturedDay: number;
  readonly receivedDay: number;
  /** Index of the window's context among the contexts of the `InstallLoot`. */
  readonly context: number;
  /** Items in ascending order. */
  readonly itemIds: readonly number[];
  /** Items that the client marked for quests which the player had, with these quests, both in ascending order. */
  readonly marked: readonly (readonly [itemId: number, questIds: readonly number[]])[];
}

/** An item of a loot window, and a quest of the player's log for which the client marked it. */
export type QuestMark = readonly [itemId: number, questId: number];

/** A loot window on one source. */
export interface TimedLootWindow<C extends LootContext = number> {
  readonly capturedAtMs: number;
  readonly receivedDay: number;
  /** First two bytes of the record's digest. Of windows captured in the same millisecond, the smaller one comes first. */
  readonly tie: number;
  readonly context: C;
  /** Items in ascending order. */
  readonly itemIds: readonly number[];
  /** Marks in ascending order of item and quest, each once. */
  readonly marks: readonly QuestMark[];
}

/** A loot window as it enters the evidence. The context is a key. */
export interface LootWindow extends TimedLootWindow<string> {
  readonly installN: number;
  readonly source: AnySource;
}

/** A key (domain/families/drops.ts, toContextKey), or the number under which the evidence stores it for an install. */
export type LootContext = string | number;

/** Loot windows of several installs on one source. `contexts` are the contexts of each install, in the same order. */
export interface SourceLoot {
  readonly source: AnySource;
  readonly installs: readonly (InstallLoot & { readonly known: readonly WindowContext[] })[];
}

/** The context of loot windows. `questIds` contains only the quests that the caller asked for. */
export interface WindowContext {
  readonly isSolo: boolean;
  readonly questIds: readonly number[];
}

/** Loot windows opened on one source. */
export interface WindowTotals {
  /** Number of windows. */
  readonly kills: number;
  /** Number of distinct installs that opened these windows. */
  readonly reporters: number;
  /** Number of windows opened by the install with the most windows. */
  readonly topWindows: number;
}

export interface ItemRate extends EstimatedRate {
  readonly itemId: number;
  readonly drops: number;
  readonly installs: number;
}

/** Returns the public rates of each of these sources, in the same order. */
export type PublicRateReader = (sources: readonly AnySource[]) => Promise<readonly (readonly ItemRate[])[]>;

/** Public facts of one source. `items` lists all of its rates. Rates of other items are withdrawn. */
export interface DropFacts extends WindowTotals {
  readonly source: AnySource;
  readonly public: boolean;
  readonly measuredZero: boolean;
  readonly items: readonly ItemRate[];
  /** Present if the source has too many items for one part. `items` then lists all rates of the items in this range. */
  readonly itemRange?: readonly [first: number, last: number];
}

/** A public source whose loot windows were all empty. */
export interface EmptySource<T extends AnySourceType = SourceType> extends WindowTotals {
  readonly sourceType: T;
  readonly sourceId: number;
}

/** A public rate as stored: an item's drops, together with the source's windows. */
export interface StoredRate<T extends AnySourceType = SourceType> extends EmptySource<T>, ItemRate {}

export const ENTITY_ROWS_MAX = 2_000;

export interface RateList<T extends AnySourceType = SourceType> {
  readonly rates: readonly StoredRate<T>[];
  /** Total number of rates, including those beyond the limit. */
  readonly total: number;
}

/**
 * Rates of one source or item, split by the number of installs that saw the drop. Each list has at most ENTITY_ROWS_MAX
 * rates, or the requested number, ordered by the lower end of the estimate. Sources of an item that fewer than
 * INSTALLS_TO_LEAD installs looted come last.
 */
export interface RatesBySupport<T extends AnySourceType = SourceType> {
  /** Drops seen by at least three installs. These are facts. */
  readonly corroborated: RateList<T>;
  /** Drops seen by only one or two installs. Show them separately, never as facts. */
  readonly seenByFew: RateList<T>;
}

export interface SourceRates<T extends AnySourceType = SourceType> extends RatesBySupport<T>, WindowTotals {
  /** True if every loot window was empty, which shows that the source drops nothing. */
  readonly measuredZero: boolean;
}

/** Rows of both drop lists as comma-separated finished JSON, in pieces to be concatenated. */
export interface DropRows {
  readonly rates: readonly TextPiece[];
  readonly zeros: readonly TextPiece[];
}

/** Selects rates. A null field matches everything; at least one is not null. */
export interface RateFilter<T extends AnySourceType = SourceType> {
  readonly source: Source<T> | null;
  readonly itemId: number | null;
}

/** Reads drop rates, or with another `T` rates of gathering. */
export interface RateReader<T extends AnySourceType = SourceType> {
  /** Returns the weights with which the rates were estimated, or null before the first rates. */
  weights(): Promise<RateWeights | null>;
  /** Returns the current rates and zeros in these ranges, ordered by position. Withdrawn rows are omitted. */
  inPlaces(rates: RowRange, zeros: RowRange): Promise<DropRows>;
  /** Returns the places of the current rates of a source, of an item, or of both, ascending. */
  placesOf(filter: RateFilter<T>): Promise<readonly number[]>;
  /** Returns the current rates at these places, ordered by place. Withdrawn rates are omitted. */
  atPlaces(places: readonly number[]): Promise<readonly StoredRate<T>[]>;
  /** Returns a source's measured zero with its place, or null if the source has none. */
  zeroOf(source: Source<T>): Promise<(EmptySource<T> & { readonly place: number }) | null>;
  /** Returns the public rates of one source, possibly a measured zero, or null if the source is not public. */
  ofSource(source: Source<T>, most?: number): Promise<SourceRates<T> | null>;
  /** Returns the current public rates among these pairs of source and item, in any order. */
  among(pairs: readonly { readonly source: Source<T>; readonly itemId: number }[]): Promise<readonly StoredRate<T>[]>;
  publicSources(type: T, ids: readonly number[]): Promise<ReadonlySet<number>>;
  /** Returns the public sources of one item. Empty lists mean that the item's sources are unknown. */
  ofItem(itemId: number, most?: number): Promise<RatesBySupport<T>>;
  /**
   * Returns the first rate, in the order of `ofItem`, of each of these items, keyed by item. Items that at least
   * three installs saw drop from no public source are omitted.
   */
  surestOfItems(itemIds: readonly number[]): Promise<ReadonlyMap<number, StoredRate<T>>>;
  /** Like `surestOfItems`, but returns the surest drop of each of these sources of one type, keyed by source. */
  surestOfSources(type: T, ids: readonly number[]): Promise<ReadonlyMap<number, StoredRate<T>>>;
}

/** Reads rates of gathering, which have no measured zeros. */
export type GatheringReader = Pick<
  RateReader<GatheredType>,
  'inPlaces' | 'placesOf' | 'atPlaces' | 'ofSource' | 'ofItem' | 'surestOfSources'
>;

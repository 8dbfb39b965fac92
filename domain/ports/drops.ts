import type { PlaceRange } from './places.ts';
import type { TextPiece } from './rows.ts';

export type SourceType = 'npc' | 'object';

/** An NPC or object that players looted. */
export interface Source {
  readonly type: SourceType;
  readonly id: number;
}

/**
 * Number of an install's windows on a source that contained an item, and the UTC days since 1970 of the first and
 * last one.
 */
export interface ItemLoot {
  readonly itemId: number;
  readonly drops: number;
  readonly firstDay: number;
  readonly lastDay: number;
}

/** Windows that one install opened on a source. Items are ascending. */
export interface InstallLoot {
  readonly installN: number;
  readonly windows: number;
  readonly items: readonly ItemLoot[];
}

/** An item of a source over all installs. The days follow domain/families/counting/days.ts. */
export interface ItemTotal {
  readonly itemId: number;
  readonly drops: number;
  readonly installs: number;
  readonly firstDays: readonly number[];
  readonly lastDays: readonly number[];
}

/** Windows that one install opened on one source within a batch. */
export interface LootEvidence extends InstallLoot {
  readonly source: Source;
}

/** An item of a source over all installs. Zero drops mean that no window contains it any more. */
export interface SourceItem extends ItemTotal {
  readonly source: Source;
  /** Number of installs that saw it there when the marks were last cleared. */
  readonly installsBefore: number;
}

export interface SourceTally {
  readonly source: Source;
  /** Windows opened on the source. */
  readonly kills: number;
  /** Distinct installs that opened them. */
  readonly reporters: number;
  /** Windows of the install that opened the most. */
  readonly topWindows: number;
  /** Distinct items seen in the windows. */
  readonly items: number;
}

/** Public facts of one source. `items` lists the rates to write: all of them, or only those whose drops changed. */
export interface DropFacts {
  readonly source: Source;
  readonly public: boolean;
  readonly kills: number;
  readonly reporters: number;
  readonly topWindows: number;
  readonly measuredZero: boolean;
  readonly items: readonly { readonly itemId: number; readonly drops: number; readonly installs: number }[];
  /** Items of a source that stays public whose rates are withdrawn, because no window contains them any more. */
  readonly itemsGone: readonly number[];
}

/** A public rate as stored: the item's drops together with the source's windows and reporters. */
export interface StoredRate {
  readonly sourceType: SourceType;
  readonly sourceId: number;
  readonly itemId: number;
  readonly drops: number;
  /** Distinct installs that saw this drop. */
  readonly installs: number;
  readonly kills: number;
  readonly reporters: number;
  /** Windows of the install that opened the most on the source. */
  readonly topWindows: number;
}

export interface StoredZero {
  readonly sourceType: SourceType;
  readonly sourceId: number;
  readonly kills: number;
  readonly reporters: number;
  readonly topWindows: number;
}

/** Maximum rows of one entity per read. */
export const ENTITY_ROWS_MAX = 2_000;

/** A list of rates, cut to a limit. */
export interface RateList {
  readonly rates: readonly StoredRate[];
  /** Total number, including those beyond the limit. */
  readonly total: number;
}

/**
 * Rates of one source or item, split by the number of installs that saw the drop. Each list holds at most
 * ENTITY_ROWS_MAX rates or as many as requested, in the order of their lower bounds (domain/values/rates.ts).
 */
export interface SplitRates {
  /** Drops that at least three installs saw. These are facts. */
  readonly corroborated: RateList;
  /** Drops that one or two installs saw. Show them separately, never as facts. */
  readonly seenByFew: RateList;
}

/** Public rates of one looted source. */
export interface SourceRates extends SplitRates {
  readonly kills: number;
  readonly reporters: number;
  readonly topWindows: number;
  /** True if every window was empty: the source is known to have no rates. */
  readonly measuredZero: boolean;
}

/** Rows of both lists of drop facts, as comma-separated final JSON, in pieces to be concatenated. */
export interface DropRows {
  readonly rates: readonly TextPiece[];
  readonly zeros: readonly TextPiece[];
}

/** Reads drop rates. */
export interface RateReader {
  /** Returns current rates and zeros in these ranges of places, by place. Withdrawn rows are omitted. */
  inPlaces(rates: PlaceRange, zeros: PlaceRange): Promise<DropRows>;
  /** Returns the public rates of one source, which may be a measured zero, or null if it is not public. */
  ofSource(source: Source, most?: number): Promise<SourceRates | null>;
  /** Returns the sources among these that are public. */
  publicSources(type: SourceType, ids: readonly number[]): Promise<ReadonlySet<number>>;
  /** Returns the public sources of one item. Empty lists mean that its sources are unknown. */
  ofItem(itemId: number, most?: number): Promise<SplitRates>;
}

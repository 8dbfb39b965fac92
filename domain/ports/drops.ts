import type { PlaceRange } from './places.ts';
import type { TextPiece } from './rows.ts';
import type { SnapshotView } from './snapshot_view.ts';

export type SourceType = 'npc' | 'object';

/** An NPC or object that players looted. */
export interface Source {
  readonly type: SourceType;
  readonly id: number;
}

/** In how many of an install's windows on a source an item lay, and the UTC days since 1970 of the first and the last. */
export interface ItemLoot {
  readonly itemId: number;
  readonly drops: number;
  readonly firstDay: number;
  readonly lastDay: number;
}

/** The windows that one install opened on a source; items ascending. */
export interface InstallLoot {
  readonly installN: number;
  readonly windows: number;
  readonly items: readonly ItemLoot[];
}

/** An item of a source over all installs; the days are those of domain/families/counting/days.ts. */
export interface ItemTotal {
  readonly itemId: number;
  readonly drops: number;
  readonly installs: number;
  readonly firstDays: readonly number[];
  readonly lastDays: readonly number[];
}

/** The windows one install opened on one source within a batch. */
export interface LootEvidence extends InstallLoot {
  readonly source: Source;
}

/** An item of a source over all installs; without drops: no window holds it any more. */
export interface SourceItem extends ItemTotal {
  readonly source: Source;
  /** Installs that saw it there when the marks were last cleared. */
  readonly installsBefore: number;
}

export interface SourceTally {
  readonly source: Source;
  /** Windows opened on it. */
  readonly kills: number;
  /** Distinct installs that opened them. */
  readonly reporters: number;
  /** Windows of the install that opened most of them. */
  readonly topWindows: number;
  /** Distinct items seen in them. */
  readonly items: number;
}

/** What is public of one source. `items` lists the rates to state: all of them, or those whose drops changed. */
export interface DropFacts {
  readonly source: Source;
  readonly public: boolean;
  readonly kills: number;
  readonly reporters: number;
  readonly topWindows: number;
  readonly measuredZero: boolean;
  readonly items: readonly { readonly itemId: number; readonly drops: number; readonly installs: number }[];
  /** Items of a source that stays public whose rates are withdrawn: no window is left that held them. */
  readonly itemsGone: readonly number[];
}

/** A public rate as stored: the source's windows and reporters stand beside the item's drops. */
export interface StoredRate {
  readonly sourceType: SourceType;
  readonly sourceId: number;
  readonly itemId: number;
  readonly drops: number;
  /** Distinct installs that saw that very drop. */
  readonly installs: number;
  readonly kills: number;
  readonly reporters: number;
  /** Windows of the install that opened most of the source's. */
  readonly topWindows: number;
}

export interface StoredZero {
  readonly sourceType: SourceType;
  readonly sourceId: number;
  readonly kills: number;
  readonly reporters: number;
  readonly topWindows: number;
}

/** Rows of one entity that are read at once at most. */
export const ENTITY_ROWS_MAX = 2_000;

/** Rates of one list, cut. */
export interface RateList {
  readonly rates: readonly StoredRate[];
  /** How many there are, those beyond the limit included. */
  readonly total: number;
}

/**
 * Rates of one source or item, told apart by how many installs saw the very drop. Each list holds at most ENTITY_ROWS_MAX
 * or as many as are asked for, in the order of their lower bounds (domain/values/rates.ts).
 */
export interface RatesApart {
  /** Three installs saw them: facts. */
  readonly corroborated: RateList;
  /** One or two did: shown apart, never as facts. */
  readonly seenByFew: RateList;
}

/** What is public of one source that players looted. */
export interface SourceRates extends RatesApart {
  readonly kills: number;
  readonly reporters: number;
  readonly topWindows: number;
  /** Every window was empty: there is no rate, and that is known. */
  readonly measuredZero: boolean;
}

/** Rows of both lists of drop facts, as finished JSON joined by commas, in pieces to be put end to end. */
export interface DropRows {
  readonly rates: readonly TextPiece[];
  readonly zeros: readonly TextPiece[];
}

/** Reads drop rates. */
export interface DropReader {
  /** Standing rates and zeros in these ranges of places, by place; withdrawn rows are left out. */
  drops(view: SnapshotView, rates: PlaceRange, zeros: PlaceRange): Promise<DropRows>;
  /** The public rates of one source, or that it is a measured zero; null: it is not public. */
  ratesOf(view: SnapshotView, source: Source, most?: number): Promise<SourceRates | null>;
  /** Which of these sources are public. */
  publicSources(view: SnapshotView, type: SourceType, ids: readonly number[]): Promise<ReadonlySet<number>>;
  /** The public sources of one item; none: nothing is known of what holds it. */
  ratesOfItem(view: SnapshotView, itemId: number, most?: number): Promise<RatesApart>;
}

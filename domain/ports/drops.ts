import type { StorageResult } from '../values/result.ts';
import type { PlaceRange } from './places.ts';
import type { SnapshotView } from './snapshot_view.ts';

export type SourceType = 'npc' | 'object';

/** An NPC or object that players looted. */
export interface Source {
  readonly type: SourceType;
  readonly id: number;
}

/** The windows one install opened on one source within a batch, and in how many of them each item lay. */
export interface LootEvidence {
  readonly source: Source;
  readonly installN: number;
  readonly windows: number;
  readonly drops: ReadonlyMap<number, number>;
}

/** In how many windows of a source an item lay, over all installs; 0: in none any more. */
export interface SourceItem {
  readonly source: Source;
  readonly itemId: number;
  readonly drops: number;
}

export interface SourceTally {
  readonly source: Source;
  /** Windows opened on it. */
  readonly kills: number;
  /** Distinct installs that opened them. */
  readonly reporters: number;
  /** Distinct items seen in them. */
  readonly items: number;
}

/** What is public of one source. `items` lists the rates to state: all of them, or those whose drops changed. */
export interface DropFacts {
  readonly source: Source;
  readonly public: boolean;
  readonly kills: number;
  readonly reporters: number;
  readonly measuredZero: boolean;
  readonly items: readonly { readonly itemId: number; readonly drops: number }[];
  /** Items of a source that stays public whose rates are withdrawn: no window is left that held them. */
  readonly itemsGone: readonly number[];
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

/** Reads drop rates. */
export interface DropReader {
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
}

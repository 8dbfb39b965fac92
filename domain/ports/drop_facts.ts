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

/** Shapes of tables that can be compared (contract, section 4, Comparing). */
export const TABLE_SHAPES = ['questie', 'pfquest', 'atlasloot', 'csv'] as const;
export type TableShape = (typeof TABLE_SHAPES)[number];

/** One rate of a table. A `pair` names an item and an NPC, in an order that the text does not always show. */
export interface TableRow {
  readonly list: 'pair' | 'npc' | 'object';
  /** For `pair` rows the outer key, otherwise the item. */
  readonly first: number;
  readonly second: number;
  /** From 0 to 100. */
  readonly percent: number;
}

/** A table of drop rates that another addon or a person made. */
export interface RateTable {
  /** The shape that the text shows. Questie's and AtlasLoot's tables look alike. */
  readonly shape: TableShape | 'questie-or-atlasloot';
  readonly rows: readonly TableRow[];
  /** Number of entries that are no ids with a percentage from 0 to 100. */
  readonly skipped: number;
}

import type { EdgesResponse } from '../../schema/responses/edgesResponse.ts';
import type { OBSERVED_RELATIONS } from '../../schema/vocabulary.ts';
import type { ClientGroup } from './build.ts';
import type { ListSlice } from './places.ts';
import type { RowPieces } from './rows.ts';

/** A relation between two kinds of entity that players observe (contract, section 3, Observed edges). */
export interface EdgeGroup {
  readonly name: string;
  readonly rel: (typeof OBSERVED_RELATIONS)[number];
  readonly fromKind: 'item' | 'npc' | 'object';
  readonly toKind: 'npc' | 'object' | 'quest' | 'zone';
}

export interface EdgeKey {
  readonly group: string;
  readonly fromId: number;
  readonly toId: number;
}

/** A public relation observed by players. Days are the YYYY-MM-DD of capturedAt. */
export interface ObservedEdge {
  readonly installs: number;
  readonly firstSeen: string;
  readonly lastSeen: string;
}

/** The new public state of one relation. A null `edge` withdraws the relation. */
export interface EdgeUpdate {
  readonly name: EdgeKey;
  readonly edge: ObservedEdge | null;
}

export interface EdgeIds {
  readonly fromId: number | null;
  readonly toId: number | null;
}

export interface EdgePage {
  readonly rows: readonly EdgesResponse['edges'][number][];
  readonly total: number;
}

export interface EdgePosition {
  readonly group: string;
  readonly place: number;
  /** Number of the snapshot that withdrew the edge, or null if the edge is still public. */
  readonly withdrawn: number | null;
}

/** Position of a build edge in its group. Build edges are never withdrawn individually. */
export type ClientEdgePosition = Omit<EdgePosition, 'withdrawn'>;

export interface LinkedIds {
  readonly ids: readonly number[];
  readonly total: number;
}

export interface LinkCount {
  readonly id: number;
  readonly total: number;
}

export interface EdgeReader {
  /** Like `corpus.rows`. Each slice names a group of observed edges, or of edges of the build served by the view. */
  rows(slices: readonly ListSlice[], bytesMax?: number): Promise<RowPieces>;
  /** Returns the positions of current and withdrawn edges with the given end or ends, by group and position. */
  places(groups: readonly EdgeGroup[], ends: EdgeIds): Promise<readonly EdgePosition[]>;
  /** Returns the first current edges with the given entity at one end, ordered by group and position. */
  at(groups: readonly EdgeGroup[], end: 'from' | 'to', id: number, limit: number): Promise<EdgePage>;
  /**
   * Like `at`, for one group and many entities, keyed by entity: at most `each` edges. Entities without any are
   * omitted.
   */
  atEach(
    group: EdgeGroup,
    end: 'from' | 'to',
    ids: readonly number[],
    each: number,
  ): Promise<ReadonlyMap<number, EdgePage>>;
  /** Returns the entities at one end of a group's current edges, ordered by id, each with its number of edges. */
  ends(group: EdgeGroup, end: 'from' | 'to', limit: number): Promise<readonly LinkCount[]>;
  /** Returns the other ends of a group's observed edges, at most `each`, earliest public first, keyed by start. */
  from(group: EdgeGroup, fromIds: readonly number[], each: number): Promise<ReadonlyMap<number, readonly number[]>>;
  /** Returns the positions of the build edges with the given end or ends, ordered by group and position. */
  clientPlaces(groups: readonly ClientGroup[], ends: EdgeIds): Promise<readonly ClientEdgePosition[]>;
  /** Returns the other ends of a group's build edges, at most `each`, in list order, keyed by the given entity. */
  clientAt(
    group: ClientGroup,
    end: 'from' | 'to',
    ids: readonly number[],
    each: number,
  ): Promise<ReadonlyMap<number, LinkedIds>>;
}

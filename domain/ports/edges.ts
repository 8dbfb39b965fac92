import type { EdgesResponse } from '../../schema/responses/edgesResponse.ts';
import type { OBSERVED_RELATIONS } from '../../schema/vocabulary.ts';
import type { ClientGroup } from './build.ts';
import type { ListSlice } from './places.ts';
import type { RowsRead } from './rows.ts';

/** A relation that players observe between two kinds of entity (contract, section 3, Observed edges). */
export interface EdgeGroup {
  readonly name: string;
  readonly rel: (typeof OBSERVED_RELATIONS)[number];
  readonly fromKind: 'item' | 'npc';
  readonly toKind: 'npc' | 'object' | 'quest' | 'zone';
}

export interface EdgeName {
  readonly group: string;
  readonly fromId: number;
  readonly toId: number;
}

/** A public observed relation. Days are YYYY-MM-DD of capturedAt. */
export interface ObservedEdge {
  readonly installs: number;
  readonly firstSeen: string;
  readonly lastSeen: string;
}

/** The new public state of one relation, or null to withdraw it. */
export interface EdgeUpdate {
  readonly name: EdgeName;
  readonly edge: ObservedEdge | null;
}

export interface EdgeEnds {
  readonly fromId: number | null;
  readonly toId: number | null;
}

/** The first current edges of an entity, and their total number. */
export interface EdgesAt {
  readonly rows: readonly EdgesResponse['edges'][number][];
  readonly total: number;
}

export interface EdgePlace {
  readonly group: string;
  readonly place: number;
  /** The snapshot that withdrew it, or null if it is still public. */
  readonly withdrawn: number | null;
}

/** Place of an edge of the build. Such edges are never withdrawn individually. */
export type ClientEdgePlace = Omit<EdgePlace, 'withdrawn'>;

/** The first entities at the other ends of edges, and their total number. */
export interface OtherEnds {
  readonly ids: readonly number[];
  readonly total: number;
}

/** An entity at one end of current edges of a group, with the number of these edges. */
export interface EndCount {
  readonly id: number;
  readonly total: number;
}

/** Reads relations, both observed ones and those of the build. */
export interface EdgeReader {
  /** Like `corpus.rows`, for edges. Slices name groups of observed edges, or of the build that the view serves. */
  rows(slices: readonly ListSlice[], bytesMax?: number): Promise<RowsRead>;
  /** Returns current and withdrawn places of these groups' edges with this end (or both ends), by group and place. */
  places(groups: readonly EdgeGroup[], ends: EdgeEnds): Promise<readonly EdgePlace[]>;
  /** Returns the first current edges of these groups with one end, by group and place. */
  at(groups: readonly EdgeGroup[], end: 'from' | 'to', id: number, limit: number): Promise<EdgesAt>;
  /**
   * Returns the same for one group and many entities, by entity, at most `each` per entity. Entities without edges
   * are omitted.
   */
  atEach(
    group: EdgeGroup,
    end: 'from' | 'to',
    ids: readonly number[],
    each: number,
  ): Promise<ReadonlyMap<number, EdgesAt>>;
  /** Returns the entities at one end of current edges of a group, by id, with the number of edges of each. */
  ends(group: EdgeGroup, end: 'from' | 'to', limit: number): Promise<readonly EndCount[]>;
  /**
   * Returns the ends of observed edges of one group that start from any of these, by starting entity, at most `each`
   * per start. Edges that became public earlier come first.
   */
  from(group: EdgeGroup, fromIds: readonly number[], each: number): Promise<ReadonlyMap<number, readonly number[]>>;
  /** Returns the places of the build's edges with this end (or both ends), by group and place. */
  clientPlaces(groups: readonly ClientGroup[], ends: EdgeEnds): Promise<readonly ClientEdgePlace[]>;
  /**
   * Returns the other ends of one group's build edges at any of these entities, by entity, in the order of places, at
   * most `each` per entity. Entities without edges are omitted.
   */
  clientAt(
    group: ClientGroup,
    end: 'from' | 'to',
    ids: readonly number[],
    each: number,
  ): Promise<ReadonlyMap<number, OtherEnds>>;
}

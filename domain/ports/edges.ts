import type { EdgesResponse } from '../../schema/responses/edgesResponse.ts';
import type { OBSERVED_RELATIONS } from '../../schema/vocabulary.ts';
import type { ClientGroup } from './build.ts';
import type { ListSlice } from './places.ts';
import type { RowsRead } from './rows.ts';
import type { SnapshotView } from './snapshot_view.ts';

/** The relations that players observe, each between two kinds of entity (contract, section 3, Observed edges). */
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

/** An observed relation as it is public. Days are YYYY-MM-DD of capturedAt. */
export interface ObservedEdge {
  readonly installs: number;
  readonly firstSeen: string;
  readonly lastSeen: string;
}

/** What is public of one relation from now on; null: nothing. */
export interface StatedEdge {
  readonly name: EdgeName;
  readonly edge: ObservedEdge | null;
}

export interface EdgeEnds {
  readonly fromId: number | null;
  readonly toId: number | null;
}

/** The first of an entity's standing edges, and how many there are. */
export interface EdgesAt {
  readonly rows: readonly EdgesResponse['edges'][number][];
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

/** The first of the entities at the other ends of edges, and how many there are. */
export interface OtherEnds {
  readonly ids: readonly number[];
  readonly total: number;
}

/** An entity at one end of standing edges of a group, and how many of them it has. */
export interface EndCount {
  readonly id: number;
  readonly total: number;
}

/** Reads relations, observed ones and those of the build. */
export interface EdgeReader {
  /** The same for edges; slices name groups, observed ones or those of the build that the view serves. */
  edgeRows(view: SnapshotView, slices: readonly ListSlice[], bytesMax?: number): Promise<RowsRead>;
  /** Where the edges of these groups with this end (or both ends) stand or stood, in the order of group and place. */
  edgePlaces(view: SnapshotView, groups: readonly EdgeGroup[], ends: EdgeEnds): Promise<readonly EdgePlace[]>;
  /** The standing edges of these groups with one end: the first of them in the order of group and place. */
  edgesAt(
    view: SnapshotView,
    groups: readonly EdgeGroup[],
    end: 'from' | 'to',
    id: number,
    limit: number,
  ): Promise<EdgesAt>;
  /** The same of one group at each of many entities, by entity, at most `each` of one; those without edges are left out. */
  edgesAtEach(
    view: SnapshotView,
    group: EdgeGroup,
    end: 'from' | 'to',
    ids: readonly number[],
    each: number,
  ): Promise<ReadonlyMap<number, EdgesAt>>;
  /** The entities at one end of standing edges of a group, by id, with how many each has. */
  edgeEnds(view: SnapshotView, group: EdgeGroup, end: 'from' | 'to', limit: number): Promise<readonly EndCount[]>;
  /**
   * Where the observed edges of one group that start from any of these lead to, by what they start from; those that became
   * public first come first, at most `each` of one start.
   */
  edgesFrom(
    view: SnapshotView,
    group: EdgeGroup,
    fromIds: readonly number[],
    each: number,
  ): Promise<ReadonlyMap<number, readonly number[]>>;
  /** Where the edges of the build with this end (or both ends) stand, in the order of group and place. */
  clientEdgePlaces(
    view: SnapshotView,
    groups: readonly ClientGroup[],
    ends: EdgeEnds,
  ): Promise<readonly ClientEdgePlace[]>;
  /**
   * The edges of one group of the build at any of these, by the one that was asked about: what is at their other ends, in
   * the order of places, at most `each` of one. Those without edges are left out.
   */
  clientEdgesAt(
    view: SnapshotView,
    group: ClientGroup,
    end: 'from' | 'to',
    ids: readonly number[],
    each: number,
  ): Promise<ReadonlyMap<number, OtherEnds>>;
}

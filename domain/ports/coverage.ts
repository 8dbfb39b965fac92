import type { SnapshotView } from './snapshot_view.ts';

/**
 * What may wait for installs: an entity, or one side of an NPC that players tell of by a record of its own. `npc` is its
 * looks and places, `npc_loot` what lies on it, `vendor` its goods, `trainer` its lessons; of an object its loot is all
 * that there is.
 */
export const COVERAGE_KINDS = [
  'npc',
  'npc_loot',
  'vendor',
  'trainer',
  'object',
  'item',
  'quest',
  'recipe',
  'zone',
] as const;

export type CoverageKind = (typeof COVERAGE_KINDS)[number];

/** How many installs are missing until there are as many as publish (domain/values/corroboration.ts). */
export type InstallsMissing = 1 | 2;

/** A subject that one or two installs told of. */
export interface WaitingSubject {
  readonly id: number;
  readonly missing: InstallsMissing;
}

/** How many subjects of a kind wait. */
export interface CoverageCount {
  readonly kind: CoverageKind;
  /** Those that wait for one more install. */
  readonly one: number;
  readonly two: number;
}

/** How many subjects wait in a zone. */
export interface ZoneCount {
  readonly zone: number;
  readonly one: number;
  readonly two: number;
}

/** Zones listed at once. */
export const COVERAGE_ZONES_MAX = 100;

/** Reads what waits for one or two more installs. A zone of null means wherever they are. */
export interface CoverageReader {
  /** In the order of COVERAGE_KINDS; kinds of which nothing waits are left out. */
  coverageCounts(view: SnapshotView, zone: number | null): Promise<readonly CoverageCount[]>;
  /** Those that wait for one install first, then by id; behind `after`, at most `limit`. */
  coverage(
    view: SnapshotView,
    of: { readonly kind: CoverageKind; readonly zone: number | null },
    after: WaitingSubject | null,
    limit: number,
  ): Promise<readonly WaitingSubject[]>;
  /** The zones where most wait (of a kind, or of any), at most COVERAGE_ZONES_MAX. */
  coverageZones(view: SnapshotView, kind: CoverageKind | null): Promise<readonly ZoneCount[]>;
}

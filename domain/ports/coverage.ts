import { LIST_MAX } from '../../schema/limits.ts';
import { COVERAGE_KINDS } from '../../schema/vocabulary.ts';

export type CoverageKind = (typeof COVERAGE_KINDS)[number];

/** Kinds whose subjects have zones, from the easiest to report to the hardest. */
export const PLACED_KINDS: readonly CoverageKind[] = ['npc', 'vendor', 'trainer', 'npc_loot', 'object', 'zone'];

/** Kinds whose subjects are the same in every zone. */
export const UNPLACED_KINDS: readonly CoverageKind[] = COVERAGE_KINDS.filter((kind) => !PLACED_KINDS.includes(kind));

/** Number of installs still needed before a fact becomes public (domain/values/corroboration.ts). */
export type InstallsMissing = 1 | 2;

export interface PendingSubject {
  readonly id: number;
  readonly missing: InstallsMissing;
}

export interface CoverageCount {
  readonly kind: CoverageKind;
  /** Number of subjects that need one more install. `two` is the number that need two more. */
  readonly one: number;
  readonly two: number;
}

export interface ZoneCount {
  readonly zone: number;
  readonly one: number;
  readonly two: number;
}

/** The numbers of pending subjects of each kind in one zone. */
export interface ZoneCoverage {
  readonly zone: number;
  readonly counts: readonly CoverageCount[];
}

/** A pending subject with its kind and one of its zones, or null if the query was for all zones. */
export interface PlacedSubject extends PendingSubject {
  readonly zone: number | null;
  readonly kind: CoverageKind;
}

/** Selects the subjects that need this many more installs. Null selects both. */
export type ReportsNeeded = InstallsMissing | null;

export const COVERAGE_ZONES_MAX = LIST_MAX.coverage.zones;

/** Reads subjects that need one or two more installs. A null zone means all zones. */
export interface CoverageReader {
  /** Returns counts in the order of COVERAGE_KINDS. Kinds without pending subjects are omitted. */
  counts(zone: number | null): Promise<readonly CoverageCount[]>;
  /** Like `counts`, for many zones. Zones without pending subjects are omitted. */
  countsIn(zones: readonly number[]): Promise<readonly ZoneCoverage[]>;
  /**
   * Returns the first `each` subjects of every kind in every one of these zones, ordered by zone, kind, missing installs
   * and id. A null among the zones means all zones.
   */
  firstIn(
    zones: readonly (number | null)[],
    kinds: readonly CoverageKind[],
    need: ReportsNeeded,
    each: number,
  ): Promise<readonly PlacedSubject[]>;
  /** Returns at most `limit` subjects after `after`: those that need only one more install first, then by id. */
  subjects(
    of: { readonly kind: CoverageKind; readonly zone: number | null; readonly need?: ReportsNeeded },
    after: PendingSubject | null,
    limit: number,
  ): Promise<readonly PendingSubject[]>;
  /** Returns the zones with the most pending subjects, at most COVERAGE_ZONES_MAX. A null kind counts all kinds. */
  zones(kind: CoverageKind | null): Promise<readonly ZoneCount[]>;
}

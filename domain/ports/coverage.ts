/**
 * Kinds of subject that can need more installs: entities, or aspects of an NPC: its loot, goods and lessons, while
 * `npc` stands for its appearance and locations. For objects, only the loot is counted.
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

/** Number of installs still missing before a fact becomes public (domain/values/corroboration.ts). */
export type InstallsMissing = 1 | 2;

export interface PendingSubject {
  readonly id: number;
  readonly missing: InstallsMissing;
}

export interface CoverageCount {
  readonly kind: CoverageKind;
  /** Number of subjects that need one more install. `two`: likewise, for two more installs. */
  readonly one: number;
  readonly two: number;
}

export interface ZoneCount {
  readonly zone: number;
  readonly one: number;
  readonly two: number;
}

export const COVERAGE_ZONES_MAX = 100;

/** Reads subjects that need one or two more installs. A null zone means all zones. */
export interface CoverageReader {
  /** Returns counts in the order of COVERAGE_KINDS. Kinds without pending subjects are omitted. */
  counts(zone: number | null): Promise<readonly CoverageCount[]>;
  /** Returns at most `limit` subjects after `after`: first those that need only one more install, then by id. */
  subjects(
    of: { readonly kind: CoverageKind; readonly zone: number | null },
    after: PendingSubject | null,
    limit: number,
  ): Promise<readonly PendingSubject[]>;
  /** Returns the at most COVERAGE_ZONES_MAX zones with the most pending subjects of a kind, or of all if null. */
  zones(kind: CoverageKind | null): Promise<readonly ZoneCount[]>;
}

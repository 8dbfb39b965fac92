/**
 * Kinds of subject that can need more installs: entities, or aspects of an NPC that have their own record kinds. `npc`:
 * its appearance and locations. `npc_loot`: its loot. `vendor`: its goods. `trainer`: its lessons. For objects, only
 * the loot is counted.
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

/** A subject that one or two installs reported. */
export interface PendingSubject {
  readonly id: number;
  readonly missing: InstallsMissing;
}

/** Number of subjects of a kind that need more installs. */
export interface CoverageCount {
  readonly kind: CoverageKind;
  /** Number of subjects that need one more install. `two`: likewise, for two more installs. */
  readonly one: number;
  readonly two: number;
}

/** Number of subjects in a zone that need more installs. */
export interface ZoneCount {
  readonly zone: number;
  readonly one: number;
  readonly two: number;
}

/** Maximum number of zones per list. */
export const COVERAGE_ZONES_MAX = 100;

/** Reads subjects that need one or two more installs. A null zone means all zones. */
export interface CoverageReader {
  /** Returns counts in the order of COVERAGE_KINDS. Kinds without pending subjects are omitted. */
  counts(zone: number | null): Promise<readonly CoverageCount[]>;
  /**
   * Returns at most `limit` subjects after `after`. Subjects that need only one more install come first. Within each
   * group, subjects are ordered by id.
   */
  subjects(
    of: { readonly kind: CoverageKind; readonly zone: number | null },
    after: PendingSubject | null,
    limit: number,
  ): Promise<readonly PendingSubject[]>;
  /**
   * Returns the zones with the most pending subjects, at most COVERAGE_ZONES_MAX. Counts one kind of subject, or all
   * kinds if `kind` is null.
   */
  zones(kind: CoverageKind | null): Promise<readonly ZoneCount[]>;
}

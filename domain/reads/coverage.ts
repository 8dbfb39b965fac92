import { LIST_MAX } from '../../schema/limits.ts';
import { COVERAGE_KINDS } from '../../schema/vocabulary.ts';
import { findEntityKind } from '../families/coverage.ts';
import type { CoverageCount, CoverageKind, PendingSubject, ReportsNeeded, ZoneCount } from '../ports/coverage.ts';
import type { PendingEvidence } from '../ports/evidence.ts';
import type { Snapshot } from '../ports/snapshots.ts';
import { groupBy } from '../values/group_by.ts';
import type { LocalizedText } from '../values/language.ts';
import { toFileName } from './entities/snapshot_data.ts';
import { NAMED_ENTITIES, readNames } from './names.ts';
import { countPendingEvidence } from './waiting.ts';

/**
 * Maximum number of subjects of one kind: on the kind's own page (`alone`), and on the page of all kinds (`together`).
 */
export const COVERAGE_PAGE_SIZES = { alone: LIST_MAX.coverage.subjects, together: 12 } as const;

export interface CoverageQuery {
  /** The kind to list, or null for all kinds together. */
  readonly kind: CoverageKind | null;
  /** A map id, or null for all zones. */
  readonly zone: number | null;
  readonly need: ReportsNeeded;
  /** When listing a single kind, the last subject of the previous page. */
  readonly after: PendingSubject | null;
}

/** Subjects that need one or two more installs (contract, section 3, Coverage). */
export interface CoveragePage {
  readonly counts: readonly CoverageCount[];
  readonly lists: readonly CoverageList[];
  /** Zones with the most pending subjects. Empty if the query names a zone. */
  readonly zones: readonly NamedZone[];
  /** Name of the zone in the query, or null if it has no public name. */
  readonly zoneName: LocalizedText | null;
  /** Its name in the game's files, or null if it has a public name or none at all. */
  readonly zoneNameInFiles: string | null;
  /** Null if unknown, or if one or two installs wait. */
  readonly waiting: PendingEvidence | null;
}

export interface CoverageList {
  readonly kind: CoverageKind;
  readonly subjects: readonly NamedSubject[];
  /** Start of the next page, or null on the last page. */
  readonly next: PendingSubject | null;
}

/** A pending subject with its public name, or null if it has none. */
export interface NamedSubject extends PendingSubject {
  readonly name: LocalizedText | null;
}

export interface NamedZone extends ZoneCount {
  readonly name: LocalizedText | null;
  /** Name in the game's files, or null if the zone has a public name or none at all. */
  readonly nameInFiles: string | null;
}

export async function readCoverage(
  snapshot: Snapshot,
  { kind, zone, need, after }: CoverageQuery,
): Promise<CoveragePage> {
  const counts = await snapshot.coverage.counts(zone);
  const zones = zone === null ? await snapshot.coverage.zones(kind) : [];
  const limit = COVERAGE_PAGE_SIZES[kind === null ? 'together' : 'alone'];
  const found =
    kind === null
      ? groupBy(await snapshot.coverage.firstIn([zone], COVERAGE_KINDS, need, limit + 1), (subject) => subject.kind)
      : new Map([[kind, await snapshot.coverage.subjects({ kind, zone, need }, after, limit + 1)]]);
  const lists = await Promise.all([...found].map(([one, subjects]) => buildList(snapshot, one, subjects, limit)));
  const asked = zone === null ? zones.map((one) => one.zone) : [zone];
  const names = await readNames(snapshot, 'zone', asked);
  const unnamed = asked.filter((id) => !names.has(id)).map(String);
  const filed = unnamed.length === 0 ? new Map() : await snapshot.game.factsAmong('zone', unnamed);
  const nameOf = (id: number): LocalizedText | null => names.get(id) ?? null;
  const inFiles = (id: number): string | null => toFileName(filed.get(String(id)));
  return {
    counts,
    lists: lists.filter(({ subjects }) => subjects.length > 0),
    zones: zones.map((one) => ({ ...one, name: nameOf(one.zone), nameInFiles: inFiles(one.zone) })),
    zoneName: zone === null ? null : nameOf(zone),
    zoneNameInFiles: zone === null ? null : inFiles(zone),
    waiting: countPendingEvidence(snapshot.view.row),
  };
}

/** Adds names to the first of these subjects, at most `limit`. */
async function buildList(
  snapshot: Snapshot,
  kind: CoverageKind,
  found: readonly PendingSubject[],
  limit: number,
): Promise<CoverageList> {
  const shown = found.slice(0, limit).map(({ id, missing }) => ({ id, missing }));
  const entity = NAMED_ENTITIES.find((one) => one === findEntityKind(kind));
  const ids = shown.map(({ id }) => id);
  const names = entity === undefined ? new Map<number, LocalizedText>() : await readNames(snapshot, entity, ids);
  return {
    kind,
    subjects: shown.map((subject) => ({ ...subject, name: names.get(subject.id) ?? null })),
    next: found.length > limit ? shown.at(-1)! : null,
  };
}

import { coveredEntity } from '../families/coverage.ts';
import {
  COVERAGE_KINDS,
  type CoverageCount,
  type CoverageKind,
  type CoverageReader,
  type WaitingSubject,
  type ZoneCount,
} from '../ports/coverage.ts';
import type { FactReader } from '../ports/facts.ts';
import type { SnapshotView } from '../ports/snapshot_view.ts';
import type { Worded } from '../values/language.ts';
import { NAMED_ENTITIES, readNames } from './names.ts';

/** Subjects of one kind on a page of its own, and where all kinds stand together. */
export const COVERAGE_PAGE = { alone: 200, together: 12 } as const;

export interface CoverageQuery {
  /** Null: all kinds together. */
  readonly kind: CoverageKind | null;
  /** A map id; null: wherever they are. */
  readonly zone: number | null;
  /** Of one kind: the subject behind which to go on. */
  readonly after: WaitingSubject | null;
}

/** What waits for one or two more installs (contract, section 3, Coverage). */
export interface CoveragePage {
  readonly counts: readonly CoverageCount[];
  readonly lists: readonly CoverageList[];
  /** Where most waits of what was asked about; none where a zone was. */
  readonly zones: readonly NamedZone[];
  /** Of the zone that was asked about, where one is public. */
  readonly zoneName: Worded | null;
}

export interface CoverageList {
  readonly kind: CoverageKind;
  readonly subjects: readonly NamedSubject[];
  /** Where the list goes on; null: it ends here. */
  readonly next: WaitingSubject | null;
}

/** `name`: the public one, null where there is none. */
export interface NamedSubject extends WaitingSubject {
  readonly name: Worded | null;
}

export interface NamedZone extends ZoneCount {
  readonly name: Worded | null;
}

interface Ground {
  readonly reader: CoverageReader & Pick<FactReader, 'factsAmong'>;
  readonly view: SnapshotView;
}

export async function readCoverage(ground: Ground, { kind, zone, after }: CoverageQuery): Promise<CoveragePage> {
  const { reader, view } = ground;
  const counts = await reader.coverageCounts(view, zone);
  const zones = zone === null ? await reader.coverageZones(view, kind) : [];
  const lists: CoverageList[] = [];
  for (const one of kind === null ? COVERAGE_KINDS : [kind]) {
    const list = await readList(
      ground,
      { kind: one, zone },
      after,
      COVERAGE_PAGE[kind === null ? 'together' : 'alone'],
    );
    if (list.subjects.length > 0) lists.push(list);
  }
  const asked = zone === null ? zones.map((one) => one.zone) : [zone];
  const names = await readNames(ground, 'zone', asked);
  const nameOf = (id: number): Worded | null => names.get(id) ?? null;
  return {
    counts,
    lists,
    zones: zones.map((one) => ({ ...one, name: nameOf(one.zone) })),
    zoneName: zone === null ? null : nameOf(zone),
  };
}

async function readList(
  ground: Ground,
  of: { readonly kind: CoverageKind; readonly zone: number | null },
  after: WaitingSubject | null,
  limit: number,
): Promise<CoverageList> {
  const found = await ground.reader.coverage(ground.view, of, after, limit + 1);
  const shown = found.slice(0, limit);
  const entity = NAMED_ENTITIES.find((one) => one === coveredEntity(of.kind));
  const ids = shown.map(({ id }) => id);
  const names = entity === undefined ? new Map<number, Worded>() : await readNames(ground, entity, ids);
  return {
    kind: of.kind,
    subjects: shown.map((subject) => ({ ...subject, name: names.get(subject.id) ?? null })),
    next: found.length > limit ? shown.at(-1)! : null,
  };
}

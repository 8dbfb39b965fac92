import {
  COVERAGE_KINDS,
  COVERAGE_ZONES_MAX,
  type CoverageCount,
  type CoverageKind,
  type PendingSubject,
  type ZoneCount,
} from '../../../../domain/ports/coverage.ts';
import { jsonRows, type Runner } from '../../database.ts';

/** The zone id under which every subject is counted. */
const ANYWHERE = 0;

/** Counts the queued subjects by kind. */
export async function readCoverageCounts(client: Runner, zone: number | null): Promise<readonly CoverageCount[]> {
  const rows = await jsonRows<readonly [kind: string, missing: number, rows: number]>(
    client,
    `select json_group_array(json_array(kind, missing, rows)) from coverage_counts
     where zone = ? and kind <> '' and missing > 0`,
    [BigInt(zone ?? ANYWHERE)],
  );
  const of = (kind: CoverageKind, missing: number): number =>
    rows.find((row) => row[0] === kind && row[1] === missing)?.[2] ?? 0;
  return COVERAGE_KINDS.map((kind) => ({ kind, one: of(kind, 1), two: of(kind, 2) })).filter(
    ({ one, two }) => one + two > 0,
  );
}

/** Returns the queued subjects of a kind. Subjects that need one more install come first. */
export function readCoverage(
  client: Runner,
  { kind, zone }: { readonly kind: CoverageKind; readonly zone: number | null },
  after: PendingSubject | null,
  limit: number,
): Promise<readonly PendingSubject[]> {
  return jsonRows<PendingSubject>(
    client,
    `select json_group_array(json_object('id', id, 'missing', missing)) from (
       select id, missing from coverage where zone = ? and kind = ? and (missing, id) > (?, ?)
       order by missing, id limit ?)`,
    [BigInt(zone ?? ANYWHERE), kind, BigInt(after?.missing ?? 0), BigInt(after?.id ?? 0), BigInt(limit)],
  );
}

/** Returns the zones with the most queued subjects. */
export function readCoverageZones(client: Runner, kind: CoverageKind | null): Promise<readonly ZoneCount[]> {
  return jsonRows<ZoneCount>(
    client,
    `select json_group_array(json_object('zone', zone, 'one', one, 'two', rows - one)) from (
       select c.zone, c.rows, coalesce(
         (select o.rows from coverage_counts as o where o.zone = c.zone and o.kind = c.kind and o.missing = 1), 0) as one
       from coverage_counts as c where c.kind = ? and c.missing = 0 and c.zone > 0
       order by c.rows desc, c.zone limit ${COVERAGE_ZONES_MAX})`,
    [kind ?? ''],
  );
}

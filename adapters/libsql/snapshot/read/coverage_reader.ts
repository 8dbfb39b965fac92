import { COVERAGE_KINDS, COVERAGE_ZONES_MAX, type CoverageReader } from '../../../../domain/ports/coverage.ts';
import { ANYWHERE } from '../list_counts.ts';
import { createRowReader, type Query } from './query.ts';

export function createCoverageReader(query: Query): CoverageReader {
  const readRows = createRowReader(query);
  return {
    counts: async (zone) => {
      const rows = await readRows<readonly [kind: string, missing: number, rows: number]>(
        `select json_group_array(json_array(kind, missing, rows)) from coverage_counts
         where zone = ? and kind <> '' and missing > 0`,
        [BigInt(zone ?? ANYWHERE)],
      );
      const count = (kind: string, missing: number): number =>
        rows.find((row) => row[0] === kind && row[1] === missing)?.[2] ?? 0;
      return COVERAGE_KINDS.map((kind) => ({ kind, one: count(kind, 1), two: count(kind, 2) })).filter(
        ({ one, two }) => one + two > 0,
      );
    },
    subjects: ({ kind, zone }, after, limit) =>
      readRows(
        `select json_group_array(json_object('id', id, 'missing', missing)) from (
           select id, missing from coverage where zone = ? and kind = ? and (missing, id) > (?, ?)
           order by missing, id limit ?)`,
        [BigInt(zone ?? ANYWHERE), kind, BigInt(after?.missing ?? 0), BigInt(after?.id ?? 0), BigInt(limit)],
      ),
    zones: (kind) =>
      readRows(
        `select json_group_array(json_object('zone', zone, 'one', one, 'two', rows - one)) from (
           select c.zone, c.rows, coalesce((select o.rows from coverage_counts as o
             where o.zone = c.zone and o.kind = c.kind and o.missing = 1), 0) as one
           from coverage_counts as c where c.kind = ? and c.missing = 0 and c.zone > 0
           order by c.rows desc, c.zone limit ${COVERAGE_ZONES_MAX})`,
        [kind ?? ''],
      ),
  };
}

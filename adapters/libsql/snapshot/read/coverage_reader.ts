import {
  COVERAGE_ZONES_MAX,
  type CoverageCount,
  type CoverageKind,
  type CoverageReader,
  type InstallsMissing,
} from '../../../../domain/ports/coverage.ts';
import { groupBy } from '../../../../domain/values/group_by.ts';
import { COVERAGE_KINDS } from '../../../../schema/vocabulary.ts';
import { COVERAGE_LIST, formatCoverageKey, NO_ZONE_ID } from '../list_counts.ts';
import { createRowReader, type Query } from './query.ts';

export function createCoverageReader(query: Query): CoverageReader {
  const readRows = createRowReader(query);
  const countsIn: CoverageReader['countsIn'] = async (zones) => {
    const rows = await readRows<readonly [zone: number, key: string, rows: number]>(
      `select json_group_array(json_array(c.id, c.key, c.rows))
       from (select distinct value as zone from json_each(?) order by value) as z
       cross join row_counts as c on c.list = '${COVERAGE_LIST}' and c.id = z.zone`,
      [JSON.stringify(zones)],
    );
    const found = groupBy(rows, ([zone]) => zone);
    return [...found].map(([zone, own]) => ({
      zone,
      counts: listCounts(new Map(own.map(([, key, subjects]) => [key, subjects]))),
    }));
  };
  return {
    counts: async (zone) => (await countsIn([zone ?? NO_ZONE_ID]))[0]?.counts ?? [],
    countsIn,
    firstIn: async (zones, kinds, need, each) => {
      const rows = await readRows<readonly [zone: number, kind: CoverageKind, missing: InstallsMissing, ids: number[]]>(
        `select json_group_array(json_array(zone, kind, missing, json((
           select json_group_array(id) from (select id from coverage as c
             where c.zone = asked.zone and c.kind = asked.kind and c.missing = asked.missing order by id limit ?4)))))
         from (select z.value as zone, k.value as kind, m.value as missing
           from json_each(?1) as z, json_each(?2) as k, json_each(?3) as m order by z.key, k.key, m.key) as asked`,
        [
          JSON.stringify(zones.map((zone) => zone ?? NO_ZONE_ID)),
          JSON.stringify(kinds),
          JSON.stringify(need === null ? [1, 2] : [need]),
          BigInt(each),
        ],
      );
      const groups = groupBy(rows, ([zone, kind]) => `${zone} ${kind}`);
      return [...groups.values()].flatMap((group) =>
        group
          .flatMap(([zone, kind, missing, ids]) =>
            ids.map((id) => ({ zone: zone === NO_ZONE_ID ? null : zone, kind, missing, id })),
          )
          .slice(0, each),
      );
    },
    subjects: ({ kind, zone, need = null }, after, limit) =>
      readRows(
        `select json_group_array(json_object('id', id, 'missing', missing)) from (
           select id, missing from coverage
           where zone = ? and kind = ? and (missing, id) > (?, ?)${need === null ? '' : ` and missing = ${need}`}
           order by missing, id limit ?)`,
        [BigInt(zone ?? NO_ZONE_ID), kind, BigInt(after?.missing ?? 0), BigInt(after?.id ?? 0), BigInt(limit)],
      ),
    zones: (kind) =>
      readRows(
        `select json_group_array(json_object('zone', zone, 'one', one, 'two', rows - one)) from (
           select c.id as zone, c.rows, coalesce((select o.rows from row_counts as o
             where o.list = c.list and o.id = c.id and o.key = ?2), 0) as one
           from row_counts as c indexed by row_counts_of_coverage
           where c.list = '${COVERAGE_LIST}' and c.key = ?1 and c.id <> ${NO_ZONE_ID}
           order by c.rows desc, c.id limit ${COVERAGE_ZONES_MAX})`,
        [formatCoverageKey(kind ?? '', 0), formatCoverageKey(kind ?? '', 1)],
      ),
  };
}

function listCounts(subjects: ReadonlyMap<string, number>): readonly CoverageCount[] {
  const count = (kind: string, missing: number): number => subjects.get(formatCoverageKey(kind, missing)) ?? 0;
  return COVERAGE_KINDS.map((kind) => ({ kind, one: count(kind, 1), two: count(kind, 2) })).filter(
    ({ one, two }) => one + two > 0,
  );
}

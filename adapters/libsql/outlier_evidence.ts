import { AGREEING_OTHERS_SHARE, COMPARED_FAMILIES, type OutlierEvidence } from '../../domain/operator/outliers.ts';
import { INSTALLS_TO_PUBLISH, isCorroborated } from '../../domain/values/corroboration.ts';
import { type Runner, readJson } from './database.ts';
import { readLootInstalls } from './evidence/loot/read.ts';
import { listSources, parseSourceNumber, readSourceReach } from './evidence/loot/sources.ts';

const BATCH_SOURCES = 1_000;

/** Reads the evidence in which installs are compared. All reads should share one transaction. */
export function createComparedEvidence(runner: Runner): OutlierEvidence {
  return {
    sources: async function* () {
      for (let numbers = await listSources(runner, 0, BATCH_SOURCES); numbers.length > 0; ) {
        const reach = await readSourceReach(runner, numbers);
        for (const { n, reporters } of reach) if (isCorroborated(reporters)) yield parseSourceNumber(n);
        numbers = await listSources(runner, numbers.at(-1)!, BATCH_SOURCES);
      }
    },
    looters: (source) => readLootInstalls(runner, source),
    votes: async () => {
      const rows = await readJson<readonly [install: number, subjects: number, differing: number, example: string]>(
        runner,
        SELECT_VOTES,
        [JSON.stringify(COMPARED_FAMILIES), BigInt(INSTALLS_TO_PUBLISH), AGREEING_OTHERS_SHARE],
      );
      return new Map(
        rows.map(([install, subjects, differing, example]) => [install, { subjects, differing, example }]),
      );
    },
  };
}

/**
 * SQL that compares each vote with the value that most of the other installs report. SQLite does all of it, so that
 * only one row per install is held in memory.
 */
const SELECT_VOTES = `with
  votes as (select c.subject_n, c.field, c.value, count(*) as installs
    from json_each(?1) as f cross join subjects as s on s.rollup = f.value cross join claims as c on c.subject_n = s.n
    group by 1, 2, 3),
  ranked as (select *, sum(installs) over field as total,
      row_number() over (partition by subject_n, field order by installs desc, value) as place
    from votes window field as (partition by subject_n, field)),
  judged as (select c.subject_n, c.install_n, max(c.value <> r.value) as differs,
      max(iif(c.value <> r.value, r.field, null)) as field
    from ranked as r cross join claims as c on c.subject_n = r.subject_n and c.field = r.field
    where r.place = 1 and r.installs - (c.value = r.value) >= max(?2, ?3 * (r.total - 1)) group by 1, 2)
  select json_group_array(json_array(install_n, subjects, differing, example)) from (
    select install_n, count(*) as subjects, sum(differs) as differing,
      min(iif(differs, s.rollup || ' ' || s.subject || ' ' || j.field, null)) as example
    from judged as j cross join subjects as s on s.n = j.subject_n group by install_n)`;

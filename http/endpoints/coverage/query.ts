import type { InstallsMissing, PendingSubject, ReportsNeeded } from '../../../domain/ports/coverage.ts';
import type { CoverageQuery } from '../../../domain/reads/coverage.ts';
import type { Result } from '../../../domain/values/result.ts';
import { COVERAGE_KINDS } from '../../../schema/vocabulary.ts';
import { type Params, readParams } from '../../pipeline/params.ts';
import type { Refusal } from '../../pipeline/refusal.ts';

export const COVERAGE_PATH = '/coverage';
export const COVERAGE_DATA_PATH = `${COVERAGE_PATH}.json`;

/** The query parameters of the board and of its data. */
export interface CoverageAsked extends CoverageQuery {
  /** The player's level, or null. */
  readonly level: number | null;
}

/** Highest level that a player can ask for, as in records (schema/record_fields.ts). */
const LEVEL_MAX = 100;

export function readCoverageQuery(query: string): Result<CoverageAsked, Refusal> {
  return readParams(query, (params) => {
    const kind = params.choice('kind', COVERAGE_KINDS);
    return {
      kind,
      zone: params.optionalInteger('zone', 1),
      level: readLevel(params),
      need: readNeed(params),
      after: readAfter(params, kind),
    };
  });
}

function readLevel(params: Params): number | null {
  const level = params.optionalInteger('level', 1);
  return level !== null && level > LEVEL_MAX
    ? params.refuse('level', `a whole number from 1 to ${LEVEL_MAX}`, `${level}`)
    : level;
}

function readNeed(params: Params): ReportsNeeded {
  const need = params.choice('need', ['1', '2']);
  return need === null ? null : (Number(need) as InstallsMissing);
}

/** Reads `<number of missing installs>.<id>`, as written by `coverageUrl`. */
function readAfter(params: Params, kind: CoverageQuery['kind']): PendingSubject | null {
  const after = params.text('after');
  if (after === null) return null;
  const [, missing, id] = /^([12])\.([0-9]{1,16})$/.exec(after) ?? [];
  if (missing === undefined || Number(id) > Number.MAX_SAFE_INTEGER) {
    return params.refuse('after', "a place in the list as the page's links give it", after);
  }
  if (kind === null)
    return params.refuse('after', 'absent without kind, because it is a place in the list of one kind', after);
  return { missing: Number(missing) as InstallsMissing, id: Number(id) };
}

export function coverageUrl(asked: Partial<CoverageAsked>, path = COVERAGE_PATH): string {
  const { kind = null, zone = null, level = null, need = null, after = null } = asked;
  const query = new URLSearchParams();
  if (kind !== null) query.set('kind', kind);
  if (zone !== null) query.set('zone', String(zone));
  if (level !== null) query.set('level', String(level));
  if (need !== null) query.set('need', String(need));
  if (after !== null) query.set('after', `${after.missing}.${after.id}`);
  return query.size === 0 ? path : `${path}?${query}`;
}

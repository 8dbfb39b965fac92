import type { InstallsMissing, PendingSubject, ReportsNeeded } from '../../../domain/ports/coverage.ts';
import type { CoverageQuery } from '../../../domain/reads/coverage.ts';
import { badParameter } from '../../../domain/reads/refusal.ts';
import { quoted } from '../../../domain/values/quoted.ts';
import { err, ok, type Result } from '../../../domain/values/result.ts';
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

export function readCoverageQuery(text: string): Result<CoverageAsked, Refusal> {
  const query = readParams(text, queryOf);
  if (!query.ok) return query;
  const { level, after: place, need, ...rest } = query.value;
  if (level !== null && level > LEVEL_MAX) {
    return err(badParameter('level', `level must be a whole number from 1 to ${LEVEL_MAX}; it is "${level}".`));
  }
  const after = readAfter(rest.kind, place);
  return after.ok ? ok({ ...rest, level, need: needOf(need), after: after.value }) : after;
}

/** Removes empty parameters, which browsers send for empty fields of a form. */
export function withoutEmpty(query: string): string {
  return query.replace(/(?<=^|&)[^=&]*=(?:&|$)/g, '');
}

function queryOf(params: Params) {
  return {
    kind: params.choice('kind', COVERAGE_KINDS),
    zone: params.optionalInteger('zone', 1),
    level: params.optionalInteger('level', 1),
    need: params.choice('need', ['1', '2']),
    after: params.text('after'),
  };
}

function needOf(text: '1' | '2' | null): ReportsNeeded {
  return text === null ? null : (Number(text) as InstallsMissing);
}

/** Reads `<number of missing installs>.<id>`, as written by `coverageUrl`. */
function readAfter(kind: CoverageQuery['kind'], after: string | null): Result<PendingSubject | null, Refusal> {
  if (after === null) return ok(null);
  const [, missing, id] = /^([12])\.([0-9]{1,16})$/.exec(after) ?? [];
  if (missing === undefined || Number(id) > Number.MAX_SAFE_INTEGER)
    return err(
      badParameter('after', `after must be a place in the list as the page's links give it; it is ${quoted(after)}.`),
    );
  if (kind === null)
    return err(badParameter('after', 'after must come with kind: it is a place in the list of one kind.'));
  return ok({ missing: Number(missing) as InstallsMissing, id: Number(id) });
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

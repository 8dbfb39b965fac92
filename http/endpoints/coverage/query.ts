import * as v from 'valibot';
import type { InstallsMissing, PendingSubject } from '../../../domain/ports/coverage.ts';
import type { BadParameter } from '../../../domain/reads/refusal.ts';
import { err, ok, type Result } from '../../../domain/values/result.ts';
import { COVERAGE_KINDS } from '../../../schema/vocabulary.ts';
import {
  addQuery,
  choice,
  createParameter,
  type InvalidValue,
  refuseInvalid,
  rejectValue,
  wholeNumber,
} from '../../pipeline/query.ts';

export const COVERAGE_PATH = '/coverage';
export const COVERAGE_DATA_PATH = `${COVERAGE_PATH}.json`;

const NEED_DOCS = {
  description: 'Only subjects that need this many more installs.',
  example: '1',
  schema: { type: 'string', enum: ['1', '2'] },
};

const AFTER_DOCS = {
  description: 'Continues the list of one kind after a subject, given as <missing>.<id>. Needs kind.',
  example: '1.448',
  schema: { type: 'string', pattern: '^[12]\\.[0-9]{1,16}$', maxLength: 18 },
};

/** The query of the board and of its data. */
export const COVERAGE_QUERY = v.object({
  kind: choice(COVERAGE_KINDS, 'Only subjects of this kind.', 'npc'),
  zone: wholeNumber('Only subjects in the zone with this map id.', 14),
  // The highest level of records (schema/record_fields.ts).
  level: wholeNumber('Only zones near this level, and zones of unknown level.', 12, { max: 100 }),
  need: createParameter(NEED_DOCS, (sent): InstallsMissing | InvalidValue =>
    sent === '1' ? 1 : sent === '2' ? 2 : rejectValue('one of 1, 2', sent),
  ),
  // `formatStart` writes it.
  after: createParameter(AFTER_DOCS, (sent): PendingSubject | InvalidValue => {
    const [, missing, id] = /^([12])\.([0-9]{1,16})$/.exec(sent) ?? [];
    return missing === undefined || Number(id) > Number.MAX_SAFE_INTEGER
      ? rejectValue("a place in the list as the page's links give it", sent)
      : { missing: Number(missing) as InstallsMissing, id: Number(id) };
  }),
});

export type CoverageQuery = v.InferOutput<typeof COVERAGE_QUERY>;

/** Refuses a place in the list of one kind if the kind is missing. */
export function checkStart(asked: CoverageQuery): Result<CoverageQuery, BadParameter> {
  const needed = 'absent without kind, because it is a place in the list of one kind';
  return asked.after !== null && asked.kind === null
    ? err(refuseInvalid('after', needed, formatStart(asked.after)))
    : ok(asked);
}

function formatStart({ missing, id }: PendingSubject): string {
  return `${missing}.${id}`;
}

export function toCoverageUrl(asked: Partial<CoverageQuery>, path = COVERAGE_PATH): string {
  const { kind = null, zone = null, level = null, need = null, after = null } = asked;
  return addQuery(path, { kind, zone, level, need, after: after === null ? null : formatStart(after) });
}

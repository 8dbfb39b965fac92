import { DAYS_BACK } from '../../../schema/limits.ts';
import type { ChangedRow } from '../../ports/change_files.ts';
import type { Change } from '../../ports/change_log.ts';
import { DAY_MS } from '../../values/instant.ts';
import { drops } from '../drops.ts';
import { edges } from '../edges.ts';
import { gathering } from '../gathering.ts';
import { FAMILIES } from '../mod.ts';

/** Change log (contract, section 3, Change log): which fields of which subjects changed, without values or counts. */

/** Milliseconds for which a line is kept. */
export const CHANGE_LOG_MS = DAYS_BACK.changeLog * DAY_MS;

const UNLOGGED: ReadonlySet<string> = new Set([
  ...FAMILIES.filter(({ subject }) => subject === null).map(({ name }) => name),
  // Rows of these lists belong to sources.
  ...[drops.name, gathering.name, 'zeros'],
]);

/**
 * Returns the lines about a changed row. An edge is a field of the entity where it starts, and changes to its days are
 * not logged. A source of gathering is a field of the entity that was gathered from.
 */
export function logLines({ list, key, before = null, after }: ChangedRow): readonly Change[] {
  if (UNLOGGED.has(list)) return [];
  if (list === 'builds') return [{ change: 'build-imported', family: list, subject: key, field: 'build' }];
  if (list !== 'edges' && list !== 'sources') return memberChanges(list, key, before, after);
  if (before !== null && after !== null) return [];
  const change = after === null ? 'withdrawn' : 'became-public';
  const parts = key.split(':');
  if (list === 'edges') return [{ change, family: edges.name, subject: `${parts[0]}:${parts[1]}`, field: parts[2]! }];
  const [id, kind, method] = parts.reverse();
  const subject = `${kind}:${id}`;
  return method === undefined
    ? [{ change, family: drops.name, subject, field: 'rates' }]
    : [{ change, family: gathering.name, subject, field: method }];
}

/** Compares a subject's facts before and after, member by member. Both are JSON, or null if there are no facts. */
function memberChanges(
  family: string,
  subject: string,
  before: string | null,
  after: string | null,
): readonly Change[] {
  const old = membersOf(before);
  const now = membersOf(after);
  const change = (kind: Change['change']) => (field: string) => ({ change: kind, family, subject, field });
  const stayed = [...now.keys()].filter((field) => old.has(field));
  return [
    ...[...now.keys()].filter((field) => !old.has(field)).map(change('became-public')),
    ...[...old.keys()].filter((field) => !now.has(field)).map(change('withdrawn')),
    ...stayed.filter((field) => countless(old.get(field)) !== countless(now.get(field))).map(change('changed')),
  ];
}

function membersOf(body: string | null): ReadonlyMap<string, unknown> {
  return new Map(body === null ? [] : Object.entries(JSON.parse(body) as object).filter(([field]) => !isCount(field)));
}

function isCount(field: string): boolean {
  return field === 'installs' || field === 'reporters';
}

/** Serializes a member without the counts it contains. */
function countless(member: unknown): string | undefined {
  return JSON.stringify(member, (field, inner: unknown) => (isCount(field) ? undefined : inner));
}

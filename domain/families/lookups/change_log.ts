import { DAYS_BACK } from '../../../schema/limits.ts';
import type { ChangedRow, NotedListName } from '../../ports/change_files.ts';
import type { Change } from '../../ports/change_log.ts';
import { DAY_MS } from '../../values/instant.ts';
import { drops } from '../drops.ts';
import { edges } from '../edges.ts';
import { gathering } from '../gathering.ts';
import { FAMILIES } from '../mod.ts';

/** Change log (contract, section 3, Change log): which fields of which subjects changed, without values or counts. */

/** Milliseconds for which a line is kept. */
export const CHANGE_LOG_AGE_MS = DAYS_BACK.changeLog * DAY_MS;

const UNLOGGED_FAMILIES: ReadonlySet<string> = new Set(
  FAMILIES.filter(({ subject }) => subject === null).map(({ name }) => name),
);

type ChangeLogRule = (row: ChangedRow) => readonly Change[];

/** The lines of rows that are no facts. Rates and zeros have none, because they belong to their source. */
const CHANGE_LOG_RULES: Readonly<Record<NotedListName | 'builds', ChangeLogRule>> = {
  drops: () => [],
  gathering: () => [],
  zeros: () => [],
  builds: ({ key }) => [{ change: 'build-imported', family: 'builds', subject: key, field: 'build' }],
  edges: (row) => {
    const [kind, id, rel] = row.key.split(':');
    return listPresenceChanges(row, { family: edges.name, subject: `${kind}:${id}`, field: rel! });
  },
  sources: (row) => {
    const [id, kind, method] = row.key.split(':').reverse();
    const [family, field] = method === undefined ? [drops.name, 'rates'] : [gathering.name, method];
    return listPresenceChanges(row, { family, subject: `${kind}:${id}`, field });
  },
};

/**
 * Returns the lines about a changed row. An edge is a field of the entity where it starts, and changes to its days are
 * not logged. A source of gathering is a field of the entity that was gathered from.
 */
export function buildChangeLog(row: ChangedRow): readonly Change[] {
  const { list, key, before = null, after } = row;
  if (Object.hasOwn(CHANGE_LOG_RULES, list)) return CHANGE_LOG_RULES[list as keyof typeof CHANGE_LOG_RULES](row);
  return UNLOGGED_FAMILIES.has(list) ? [] : listMemberChanges(list, key, before, after);
}

function listPresenceChanges({ before = null, after }: ChangedRow, line: Omit<Change, 'change'>): readonly Change[] {
  if (before !== null && after !== null) return [];
  return [{ change: after === null ? 'withdrawn' : 'became-public', ...line }];
}

/** Compares a subject's facts before and after, member by member. Both are JSON, or null if there are no facts. */
function listMemberChanges(
  family: string,
  subject: string,
  before: string | null,
  after: string | null,
): readonly Change[] {
  const old = parseFactMembers(before);
  const now = parseFactMembers(after);
  const change = (kind: Change['change']) => (field: string) => ({ change: kind, family, subject, field });
  const stayed = [...now.keys()].filter((field) => old.has(field));
  return [
    ...[...now.keys()].filter((field) => !old.has(field)).map(change('became-public')),
    ...[...old.keys()].filter((field) => !now.has(field)).map(change('withdrawn')),
    ...stayed.filter((field) => omitCounts(old.get(field)) !== omitCounts(now.get(field))).map(change('changed')),
  ];
}

function parseFactMembers(body: string | null): ReadonlyMap<string, unknown> {
  return new Map(body === null ? [] : Object.entries(JSON.parse(body) as object).filter(([field]) => !isCount(field)));
}

function isCount(field: string): boolean {
  return field === 'installs' || field === 'reporters';
}

/** Serializes a member without the counts it contains. */
function omitCounts(member: unknown): string | undefined {
  return JSON.stringify(member, (field, inner: unknown) => (isCount(field) ? undefined : inner));
}

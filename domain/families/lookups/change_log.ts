import { DAYS_BACK } from '../../../schema/limits.ts';
import type { Change, ChangeLine } from '../../ports/change_log.ts';
import type { AnySource } from '../../ports/drops.ts';
import type { EdgeName } from '../../ports/edges.ts';
import { DAY_MS } from '../../values/instant.ts';
import { isGatheredFrom } from '../counting/loot_source.ts';
import { drops } from '../drops.ts';
import { edgeGroup, edges } from '../edges.ts';
import { gathering } from '../gathering.ts';
import { FAMILIES } from '../mod.ts';

/** Change log (contract, section 3, Change log): which fields of which subjects changed, without values or counts. */

/** Milliseconds for which a line is kept. */
export const CHANGE_LOG_MS = DAYS_BACK.changeLog * DAY_MS;

const UNLOGGED: ReadonlySet<string> = new Set(
  FAMILIES.filter(({ subject }) => subject === null).map(({ name }) => name),
);

/** Compares a subject's facts before and after, member by member. Both are JSON, or null if there are no facts. */
export function memberChanges(
  family: string,
  subject: string,
  before: string | null,
  after: string | null,
): readonly Change[] {
  if (UNLOGGED.has(family)) return [];
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

/** Returns the lines that the log has if a fact becomes public. */
export function publicationOf(family: string, subject: string, fact: object): readonly Change[] {
  return Object.keys(fact)
    .filter((field) => !isCount(field))
    .map((field) => ({ change: 'became-public', family, subject, field }));
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

/** Logs an edge as a field of the entity where it starts. Changes to an edge's days are not logged. */
export function edgeChange(change: 'became-public' | 'withdrawn', name: EdgeName): Change {
  const { fromKind, rel } = edgeGroup(name.group);
  return { change, family: edges.name, subject: `${fromKind}:${name.fromId}`, field: rel };
}

/** Logs a source of drops, or a source of gathering as a field of the entity that was gathered from. */
export function sourceChange(change: 'became-public' | 'withdrawn', source: AnySource): Change {
  const { type, id } = source;
  if (!isGatheredFrom(source)) return { change, family: drops.name, subject: `${type}:${id}`, field: 'rates' };
  const [method, kind] = type.split(':') as [string, string];
  return { change, family: gathering.name, subject: `${kind}:${id}`, field: method };
}

export interface LogChange {
  readonly lines: readonly Change[];
  readonly forgotten: readonly Subject[];
  /** True if every subject loses its lines up to and including its newest withdrawal (`withoutWithdrawn`). */
  readonly forgetsWithdrawn: boolean;
}

export interface Subject {
  readonly family: string;
  readonly subject: string;
}

/**
 * Removes duplicate lines. After an erasure, subjects with a withdrawal lose all their lines, so that the log does not
 * even name them. If the erased install was excluded, all subjects also lose lines up to earlier withdrawals.
 */
export function logChange(
  changes: readonly Change[],
  { erased, forgetsWithdrawn }: { readonly erased: boolean; readonly forgetsWithdrawn: boolean },
): LogChange {
  const lines = new Map<string, Change>();
  const forgotten = new Map<string, Subject>();
  for (const line of changes) {
    if (erased && line.change === 'withdrawn') forgotten.set(nameOf(line), line);
    else lines.set(`${line.change} ${nameOf(line)} ${line.field}`, line);
  }
  return {
    lines: [...lines.values()],
    forgotten: [...forgotten.values()].map(({ family, subject }) => ({ family, subject })),
    forgetsWithdrawn,
  };
}

function nameOf({ family, subject }: Subject): string {
  return `${family} ${subject}`;
}

/**
 * Returns the lines of an earlier epoch that a new epoch may keep. `arePublic` checks whether each change is still
 * public. A subject is omitted if one of its fields is public according to the log but not in the new epoch. Such a
 * field was withdrawn while the epoch was being built.
 */
export async function keptLines(
  lines: readonly ChangeLine[],
  arePublic: (changes: readonly Change[]) => Promise<readonly boolean[]>,
  forgetsWithdrawn: boolean,
): Promise<readonly ChangeLine[]> {
  const newest = new Map<string, ChangeLine>();
  for (const line of lines) newest.set(`${nameOf(line)} ${line.field}`, line);
  const open = [...newest.values()].filter(({ change }) => change === 'became-public' || change === 'changed');
  const stillPublic = await arePublic(open);
  const fallen = new Set(open.filter((_, i) => stillPublic[i] !== true).map(nameOf));
  const carried = lines.filter((line) => !fallen.has(nameOf(line)));
  return forgetsWithdrawn ? withoutWithdrawn(carried) : carried;
}

/** Removes each subject's lines up to and including its newest withdrawal. `lines` are sorted oldest first. */
export function withoutWithdrawn<T extends Change>(lines: readonly T[]): readonly T[] {
  const fell = new Map<string, number>();
  for (const [i, line] of lines.entries()) if (line.change === 'withdrawn') fell.set(nameOf(line), i);
  return lines.filter((line, i) => i > (fell.get(nameOf(line)) ?? -1));
}

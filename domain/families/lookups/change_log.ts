import { DAYS_BACK } from '../../../schema/limits.ts';
import type { Change, ChangeLine } from '../../ports/change_log.ts';
import type { Source } from '../../ports/drops.ts';
import type { EdgeName } from '../../ports/edges.ts';
import { DAY_MS } from '../../values/instant.ts';
import { drops } from '../drops.ts';
import { edgeGroup, edges } from '../edges.ts';
import { FAMILIES } from '../mod.ts';

/**
 * What the change log says of a snapshot (contract, section 3, Change log): which field of which subject became public,
 * was withdrawn or changed; no values. Counts of installs move all the time and are passed over.
 */

/** How long a line is kept. */
export const CHANGE_LOG_MS = DAYS_BACK.changeLog * DAY_MS;

/** Families whose facts come and go without a line. */
const UNTOLD: ReadonlySet<string> = new Set(FAMILIES.filter(({ logged }) => !logged).map(({ name }) => name));

/** How the fact of a subject changed, member by member; texts are its body as JSON, null where there is none. */
export function memberChanges(
  family: string,
  subject: string,
  before: string | null,
  after: string | null,
): readonly Change[] {
  if (UNTOLD.has(family)) return [];
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

/** A member without what is counted in it. */
function countless(member: unknown): string | undefined {
  return JSON.stringify(member, (field, inner: unknown) => (isCount(field) ? undefined : inner));
}

/** An edge is told as a field of what it starts from; how it is seen on more days is not told. */
export function edgeChange(change: 'became-public' | 'withdrawn', name: EdgeName): Change {
  const { fromKind, rel } = edgeGroup(name.group);
  return { change, family: edges.name, subject: `${fromKind}:${name.fromId}`, field: rel };
}

export function sourceChange(change: 'became-public' | 'withdrawn', { type, id }: Source): Change {
  return {
    change,
    family: drops.name,
    subject: `${type}:${id}`,
    field: 'rates',
  };
}

/** What a snapshot does to the log. */
export interface LogChange {
  readonly lines: readonly Change[];
  /** Subjects that lose every line they have. */
  readonly forgotten: readonly Subject[];
  /** Every subject loses its lines up to the newest that says that something of it fell (`withoutFallen`). */
  readonly forgetsFallen: boolean;
}

export interface Subject {
  readonly family: string;
  readonly subject: string;
}

/**
 * Each line once. Where an erasure was carried out, subjects that fell are forgotten: they are not even named. Where it
 * was that of an install that was out, so is what fell before, whoever it fell with.
 */
export function logChange(
  changes: readonly Change[],
  { erased, forgetsFallen }: { readonly erased: boolean; readonly forgetsFallen: boolean },
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
    forgetsFallen,
  };
}

function nameOf({ family, subject }: Subject): string {
  return `${family} ${subject}`;
}

/**
 * The lines of an earlier epoch that may stand in a new one, `stands` telling what is public there. A subject of which a
 * field was public by the log and is not any more is left out whole: it fell when the epoch was built.
 */
export async function carriedLines(
  lines: readonly ChangeLine[],
  stands: (changes: readonly Change[]) => Promise<readonly boolean[]>,
  forgetsFallen: boolean,
): Promise<readonly ChangeLine[]> {
  const newest = new Map<string, ChangeLine>();
  for (const line of lines) newest.set(`${nameOf(line)} ${line.field}`, line);
  const open = [...newest.values()].filter(({ change }) => change === 'became-public' || change === 'changed');
  const standing = await stands(open);
  const fallen = new Set(open.filter((_, i) => standing[i] !== true).map(nameOf));
  const carried = lines.filter((line) => !fallen.has(nameOf(line)));
  return forgetsFallen ? withoutFallen(carried) : carried;
}

/** The lines, oldest first, without those of each subject up to the newest by which something of it fell. */
export function withoutFallen<T extends Change>(lines: readonly T[]): readonly T[] {
  const fell = new Map<string, number>();
  for (const [i, line] of lines.entries()) if (line.change === 'withdrawn') fell.set(nameOf(line), i);
  return lines.filter((line, i) => i > (fell.get(nameOf(line)) ?? -1));
}

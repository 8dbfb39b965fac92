import type { ChangeSubjectKind } from '../../../schema/vocabulary.ts';
import type { ChangeLine } from '../../ports/change_log.ts';
import type { PublishedSnapshot } from '../../reads/entities/snapshot_data.ts';
import { mapInOrder } from '../../values/map_in_order.ts';
import { answerPage, type PageAnswer } from '../shared/page.ts';
import type { ToolRule } from '../tool.ts';
import { namesAhead } from './names_ahead.ts';
import { type AboutLine, type ChangeInParts, changeReader, linesOf } from './recent_changes.ts';

/** The kinds of subject to return, and the number of changes for each kind. */
interface Args {
  readonly kinds: readonly ChangeSubjectKind[];
  readonly each: number;
}

/** Number of lines searched per kind. Reading lines is cheap; looking up the names in them is more expensive. */
const LINES_READ = 100;
const LINES_FIRST = 32;

/**
 * Returns facts that recently became public or changed and are still public, newest first. Lines with an unnamed entity
 * are omitted. Changed facts only fill the list if too few facts became public, because they are far more frequent and
 * the change log shows them anyway.
 */
export const newest_facts: Pick<ToolRule<Args, PageAnswer<readonly ChangeInParts[]>>, 'answer'> = {
  answer: (context, { kinds, each }) =>
    answerPage(context, async (snapshot) => {
      const found = await mapInOrder(kinds, (kind) => newestOf(snapshot, kind, each));
      return { page: found.flat().sort((a, b) => Date.parse(b.at) - Date.parse(a.at)) };
    }),
};

/** Reads more lines only if the first lines do not have `max` facts that became public. */
async function newestOf(
  snapshot: PublishedSnapshot,
  kind: ChangeSubjectKind,
  max: number,
): Promise<readonly ChangeInParts[]> {
  const first = await namedAmong(snapshot, kind, { max, limit: LINES_FIRST });
  const isEnough = first.filter(({ change }) => change === 'became-public').length === max;
  return isEnough ? first : namedAmong(snapshot, kind, { max, limit: LINES_READ });
}

async function namedAmong(
  snapshot: PublishedSnapshot,
  kind: ChangeSubjectKind,
  { max, limit }: { readonly max: number; readonly limit: number },
): Promise<readonly ChangeInParts[]> {
  const lines = await linesOf(snapshot, { sinceMs: 0, kind, limit });
  const ordered = newestFirst(lines);
  await namesAhead(snapshot, ordered.slice(0, AHEAD * max));
  return namedOf(snapshot, ordered, max);
}

/**
 * Number of lines whose names are prefetched, as a multiple of the number of lines shown. Some lines turn out to have
 * no names.
 */
const AHEAD = 1.5;

/** Puts facts that became public before facts that changed, newest first within each group. */
function newestFirst(lines: readonly AboutLine[]): readonly AboutLine[] {
  const current = standing(lines);
  return (['became-public', 'changed'] as const).flatMap((change) =>
    current.filter(({ line }) => line.change === change),
  );
}

/** Returns the first of these lines in which every entity has a name. */
async function namedOf(
  snapshot: PublishedSnapshot,
  lines: readonly AboutLine[],
  max: number,
): Promise<readonly ChangeInParts[]> {
  const read = changeReader(snapshot);
  const told: ChangeInParts[] = [];
  for (const line of lines) {
    if (told.length === max) break;
    const change = await read(line);
    if (isNamed(change)) told.push(change);
  }
  return told;
}

/** Drops withdrawals, and lines about facts that were withdrawn later. */
function standing(lines: readonly AboutLine[]): readonly AboutLine[] {
  const keyOf = ({ family, subject, field }: ChangeLine): string => JSON.stringify([family, subject, field]);
  const withdrawn = new Set<string>();
  return lines.filter(({ line }) => {
    if (line.change === 'withdrawn') withdrawn.add(keyOf(line));
    return !withdrawn.has(keyOf(line));
  });
}

function isNamed({ name, parts }: ChangeInParts): boolean {
  return name !== null && parts.every((part) => typeof part === 'string' || 'text' in part || part.name !== null);
}

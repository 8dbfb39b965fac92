import type { ChangeSubjectKind } from '../../../schema/vocabulary.ts';
import type { ChangeLine } from '../../ports/change_log.ts';
import type { PublishedSnapshot } from '../../reads/entities/snapshot_data.ts';
import { mapInOrder } from '../../values/map_in_order.ts';
import { answerPage, type PageAnswer } from '../shared/page.ts';
import type { ToolRule } from '../tool.ts';
import {
  createChangeReader,
  type DescribedChange,
  prefetchNames,
  readLines,
  type SubjectLine,
} from './change_reader.ts';

/** The kinds of subject to return, and the number of changes for each kind. */
interface Args {
  readonly kinds: readonly ChangeSubjectKind[];
  readonly each: number;
}

/** Number of lines searched per kind. Reading lines is cheap; looking up the names in them is more expensive. */
const LINES_READ = 100;
const LINES_FIRST = 32;

/**
 * Number of lines whose names are prefetched, as a multiple of the number of lines shown. Some lines turn out to have
 * no names.
 */
const PREFETCHED_PER_LINE = 1.5;

/**
 * Returns facts that recently became public or changed and are still public, newest first. Lines with an unnamed entity
 * are omitted. Changed facts only fill the list if too few facts became public, because they are far more frequent and
 * the change log shows them anyway.
 */
export const newest_facts: Pick<ToolRule<Args, PageAnswer<readonly DescribedChange[]>>, 'answer'> = {
  answer: (context, { kinds, each }) =>
    answerPage(context, async (snapshot) => {
      const found = await mapInOrder(kinds, (kind) => newestOf(snapshot, kind, each));
      return { page: found.flat().sort((a, b) => Date.parse(b.at) - Date.parse(a.at)) };
    }),
};

/** Reads more lines only if the first lines contain fewer than `max` facts that became public. */
async function newestOf(
  snapshot: PublishedSnapshot,
  kind: ChangeSubjectKind,
  max: number,
): Promise<readonly DescribedChange[]> {
  const first = await namedAmong(snapshot, { kind, limit: LINES_FIRST }, max);
  const isEnough = first.filter(({ change }) => change === 'became-public').length === max;
  return isEnough ? first : namedAmong(snapshot, { kind, limit: LINES_READ }, max);
}

/** Returns the first changes in which every entity has a name. */
async function namedAmong(
  snapshot: PublishedSnapshot,
  query: { readonly kind: ChangeSubjectKind; readonly limit: number },
  max: number,
): Promise<readonly DescribedChange[]> {
  const lines = publicFactsFirst(await readLines(snapshot, { sinceMs: 0, ...query }));
  await prefetchNames(snapshot, lines.slice(0, PREFETCHED_PER_LINE * max));
  const readChange = createChangeReader(snapshot);
  const named: DescribedChange[] = [];
  for (const line of lines) {
    if (named.length === max) break;
    const change = await readChange(line);
    if (isNamed(change)) named.push(change);
  }
  return named;
}

/** Puts facts that became public before facts that changed, newest first within each group. */
function publicFactsFirst(lines: readonly SubjectLine[]): readonly SubjectLine[] {
  const current = withoutWithdrawn(lines);
  return (['became-public', 'changed'] as const).flatMap((change) =>
    current.filter(({ line }) => line.change === change),
  );
}

/** Drops withdrawals, and lines about facts that were withdrawn later. */
function withoutWithdrawn(lines: readonly SubjectLine[]): readonly SubjectLine[] {
  const factKey = ({ family, subject, field }: ChangeLine): string => JSON.stringify([family, subject, field]);
  const withdrawn = new Set<string>();
  return lines.filter(({ line }) => {
    if (line.change === 'withdrawn') withdrawn.add(factKey(line));
    return !withdrawn.has(factKey(line));
  });
}

function isNamed({ name, description }: DescribedChange): boolean {
  return (
    name !== null &&
    description.subject.every((part) => typeof part === 'string' || 'text' in part || part.name !== null)
  );
}

import type { ChangeSubjectKind } from '../../../schema/vocabulary.ts';
import type { ChangeLine } from '../../ports/change_log.ts';
import { mapInOrder } from '../../values/map_in_order.ts';
import { answerPage, type PageAnswer } from '../shared/page.ts';
import { dataOf } from '../shared/read_once.ts';
import type { SnapshotData } from '../shared/snapshot_data.ts';
import type { ToolRule } from '../tool.ts';
import { namesAhead } from './names_ahead.ts';
import { type AboutLine, changeReader, linesOf, type ToldChange } from './recent_changes.ts';

/** Of which kinds of subjects, and how many of each. */
interface Args {
  readonly kinds: readonly ChangeSubjectKind[];
  readonly each: number;
}

/** Lines of a kind that are looked through. Reading them costs little, naming what they speak of more. */
const LINES_READ = 100;
const LINES_FIRST = 32;

/**
 * What became public or changed lately and still is, newest first, where everything that the line speaks of has a name.
 * Changes of a kind stand for what did not become public: there are many more of them. The change log tells the rest.
 */
export const newest_facts: Pick<ToolRule<Args, PageAnswer<readonly ToldChange[]>>, 'answer'> = {
  answer: (ground, { kinds, each }) =>
    answerPage(ground, async (view) => {
      const data = dataOf(ground, view);
      const found = await mapInOrder(kinds, (kind) => newestOf(data, kind, each));
      return { page: found.flat().sort((a, b) => Date.parse(b.at) - Date.parse(a.at)) };
    }),
};

/** Where enough of the newest lines tell what came, more of them would not be shown. */
async function newestOf(data: SnapshotData, kind: ChangeSubjectKind, max: number): Promise<readonly ToldChange[]> {
  const first = await namedAmong(data, kind, { max, limit: LINES_FIRST });
  const isEnough = first.filter(({ change }) => change === 'became-public').length === max;
  return isEnough ? first : namedAmong(data, kind, { max, limit: LINES_READ });
}

async function namedAmong(
  data: SnapshotData,
  kind: ChangeSubjectKind,
  { max, limit }: { readonly max: number; readonly limit: number },
): Promise<readonly ToldChange[]> {
  const lines = await linesOf(data, { sinceMs: 0, kind, limit });
  const ordered = newestFirst(lines);
  await namesAhead(data, ordered.slice(0, AHEAD * max));
  return namedOf(data, ordered, max);
}

/** Of so many times as many lines as are shown the names are read in one go: some of them have none. */
const AHEAD = 1.5;

/** What came, then what changed, the newest of each first. */
function newestFirst(lines: readonly AboutLine[]): readonly AboutLine[] {
  const there = standing(lines);
  return (['became-public', 'changed'] as const).flatMap((change) =>
    there.filter(({ line }) => line.change === change),
  );
}

/** The first of these lines in which everything has a name. */
async function namedOf(data: SnapshotData, lines: readonly AboutLine[], max: number): Promise<readonly ToldChange[]> {
  const read = changeReader(data);
  const told: ToldChange[] = [];
  for (const line of lines) {
    if (told.length === max) break;
    const change = await read(line);
    if (isNamed(change)) told.push(change);
  }
  return told;
}

/** Lines of what is there: neither that something fell, nor what fell later. */
function standing(lines: readonly AboutLine[]): readonly AboutLine[] {
  const keyOf = ({ family, subject, field }: ChangeLine): string => JSON.stringify([family, subject, field]);
  const fell = new Set<string>();
  return lines.filter(({ line }) => {
    if (line.change === 'withdrawn') fell.add(keyOf(line));
    return !fell.has(keyOf(line));
  });
}

function isNamed({ name, parts }: ToldChange): boolean {
  return name !== null && parts.every((part) => typeof part === 'string' || 'text' in part || part.name !== null);
}

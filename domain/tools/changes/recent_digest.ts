import type { ChangeSubjectKind } from '../../../schema/vocabulary.ts';
import { DAY_MS } from '../../values/instant.ts';
import { answerPage, type PageAnswer } from '../shared/page.ts';
import type { ToolRule } from '../tool.ts';
import { type ChangeGroup, groupChanges } from './change_digest.ts';
import { readSubjectLines } from './change_reader.ts';
import { type ChangeTopic, readTopicLines } from './change_topics.ts';

/** Selects lines of the change log by topic or, if that is null, by kind of subject. */
interface RecentGroupsQuery {
  readonly topic: ChangeTopic | null;
  readonly kind: ChangeSubjectKind | null;
  /** Time of the first change, or null for all that are kept. */
  readonly sinceMs: number | null;
  readonly limit: number;
}

export interface RecentGroups {
  /** Grouped by UTC day, newest first, and topic. */
  readonly groups: readonly ChangeGroup[];
  readonly more: boolean;
}

/** The most recent changes as the page shows them (contract, section 3, Change log). */
export const recent_groups: Pick<ToolRule<RecentGroupsQuery, PageAnswer<RecentGroups>>, 'answer'> = {
  answer: (context, { topic, kind, sinceMs, limit }) =>
    answerPage(context, async (snapshot) => {
      // Reads one line more than is shown, to find out whether there are more.
      const query = { sinceMs: sinceMs ?? 0, limit: limit + 1 };
      const lines =
        topic === null
          ? await readSubjectLines(snapshot, { ...query, kind })
          : await readTopicLines(snapshot, { ...query, topic });
      const groups = await groupChanges(snapshot, lines.slice(0, limit), (atMs) => atMs - (atMs % DAY_MS));
      return { page: { groups, more: lines.length > limit } };
    }),
};

import { DAYS_BACK } from '../../../schema/limits.ts';
import type { recent_changes as contract } from '../../../schema/tools/service.ts';
import type { ArgumentsOf } from '../../../schema/tools/tool.ts';
import { ok } from '../../values/result.ts';
import { answerPage, type PageAnswer, pageText } from '../shared/page.ts';
import type { RuleOf, ToolRule } from '../tool.ts';
import { type DescribedChange, describeLines, readLines } from './change_reader.ts';
import { changeSentence } from './change_sentence.ts';

const LINES_SHOWN = 20;

/** The change log, newest first (contract, section 3, Change log). */
export const recent_changes: RuleOf<typeof contract> = {
  answer: async (context, args) => {
    const found = await recent_change_parts.answer(context, args);
    if (!found.ok) return found;
    const { page, ...head } = found.value;
    if (page === undefined) return ok(head);
    const changes = page.changes.map(({ description, ...change }) => ({
      ...change,
      sentence: changeSentence(description),
    }));
    return ok({ ...head, page: { changes, more: page.more } });
  },
  text: (answer, args) =>
    pageText(answer, ({ changes, more }) => [
      ...(changes.length === 0 ? [noChange(args)] : []),
      ...changes.slice(0, LINES_SHOWN).map(({ at, sentence }) => `${at}: ${sentence}`),
      ...(changes.length > LINES_SHOWN
        ? [`And ${changes.length - LINES_SHOWN} more in the structured answer.`]
        : more
          ? ['There are older ones.']
          : []),
    ]),
};

/** The change log with described changes, for a page that links the entities in each sentence. */
export const recent_change_parts: Pick<ToolRule<Args, PageAnswer<ChangeList>>, 'answer'> = {
  answer: (context, { since, kind = null, limit }) =>
    answerPage(context, async (snapshot) => {
      const sinceMs = since === undefined ? 0 : Date.parse(since);
      // Reads one line more than is shown, to find out whether there are more.
      const lines = await readLines(snapshot, { sinceMs, kind, limit: limit + 1 });
      const changes = await describeLines(snapshot, lines.slice(0, limit));
      return { page: { changes, more: lines.length > limit } };
    }),
};

type Args = ArgumentsOf<typeof contract>;

/** The most recent changes. */
export interface ChangeList {
  readonly changes: readonly DescribedChange[];
  /** True if there are older changes. */
  readonly more: boolean;
}

function noChange({ since, kind }: Args): string {
  const what = kind === undefined ? 'Nothing' : `Nothing of the kind ${kind.replace('_', ' ')}`;
  const when = since === undefined ? `within the ${DAYS_BACK.changeLog} days that are kept` : `since ${since}`;
  return `${what} changed ${when}.`;
}

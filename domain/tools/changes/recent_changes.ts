import { DAYS_BACK } from '../../../schema/limits.ts';
import type { recent_changes as contract } from '../../../schema/tools/service.ts';
import type { ToolArguments } from '../../../schema/tools/tool.ts';
import { answerPage, renderPage } from '../shared/page.ts';
import type { ContractRule } from '../tool.ts';
import { describeLines, readSubjectLines } from './change_reader.ts';
import { formatChange } from './change_sentence.ts';

const SHOWN_LINES_MAX = 20;

/** The change log, newest first (contract, section 3, Change log). */
export const recent_changes: ContractRule<typeof contract> = {
  answer: (context, { since, kind = null, limit }) =>
    answerPage(context, async (snapshot) => {
      const sinceMs = since === undefined ? 0 : Date.parse(since);
      // Reads one line more than is shown, to find out whether there are more.
      const lines = await readSubjectLines(snapshot, { sinceMs, kind, limit: limit + 1 });
      const described = await describeLines(snapshot, lines.slice(0, limit));
      const changes = described.map(({ description, ...change }) => ({
        ...change,
        sentence: formatChange(description),
      }));
      return { page: { changes, more: lines.length > limit } };
    }),
  text: (answer, args) =>
    renderPage(answer, ({ changes, more }) => [
      ...(changes.length === 0 ? [explainNoChange(args)] : []),
      ...changes.slice(0, SHOWN_LINES_MAX).map(({ at, sentence }) => `${at}: ${sentence}`),
      ...(changes.length > SHOWN_LINES_MAX
        ? [`And ${changes.length - SHOWN_LINES_MAX} more in the structured answer.`]
        : more
          ? ['There are older ones.']
          : []),
    ]),
};

function explainNoChange({ since, kind }: ToolArguments<typeof contract>): string {
  const what = kind === undefined ? 'Nothing' : `Nothing of the kind ${kind.replace('_', ' ')}`;
  const when = since === undefined ? `within the ${DAYS_BACK.changeLog} days that are kept` : `since ${since}`;
  return `${what} changed ${when}.`;
}

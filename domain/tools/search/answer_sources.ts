import type { answer_sources as contract } from '../../../schema/tools/answer_sources.ts';
import type { AnswerOf } from '../../../schema/tools/tool.ts';
import { searchKnowledge } from '../../knowledge/search.ts';
import { NO_FILTER } from '../../ports/knowledge.ts';
import { ok } from '../../values/result.ts';
import type { RuleOf } from '../tool.ts';
import { entriesOf, readKnowledge } from './knowledge.ts';

/** What to cite for an answer. */
export const answer_sources: RuleOf<typeof contract> = {
  answer: (ground, { question: query, limit }) =>
    readKnowledge<AnswerOf<typeof contract>>(ground, { sources: [] }, async (data) => {
      const found = await searchKnowledge(data.reader, data.view, { query, limit, ...NO_FILTER });
      if (!found.ok) return found;
      const entries = await entriesOf(data, found.value);
      if (!entries.ok) return entries;
      const sources = entries.value.map(({ id, name: title, url, source, licence, credit, date }) => ({
        ...{ id, title, url, source, licence, credit, date },
      }));
      return ok({ sources });
    }),
  text: ({ sources }) =>
    sources.length === 0
      ? ['There is no source for this.']
      : sources.map(
          ({ title, url, source, licence, credit, date }) =>
            `${JSON.stringify(title)}: ${JSON.stringify(source)}, ${JSON.stringify(licence)}, ${date}; credit ${JSON.stringify(credit)}${url === null ? '' : `, ${url}`}`,
        ),
};

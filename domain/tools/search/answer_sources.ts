import type { answer_sources as contract } from '../../../schema/tools/knowledge.ts';
import { recordAddress } from '../../knowledge/source.ts';
import { NO_FILTER } from '../../ports/knowledge.ts';
import { ok } from '../../values/result.ts';
import type { RuleOf } from '../tool.ts';
import { findEntries } from './find_entries.ts';
import { withReason } from './nothing_found.ts';

/** The sources to cite for an answer, each with an address, a licence, a credit and a date. */
export const answer_sources: RuleOf<typeof contract> = {
  answer: async (context, { question: query, limit }) => {
    const found = await findEntries(context, { query, limit, ...NO_FILTER });
    const sources = found.map(({ id, name: title, url, source, licence, credit, date }) => ({
      id,
      title,
      url: url ?? recordAddress({ id }, context.publisher),
      source,
      licence,
      credit,
      date,
    }));
    return ok(await withReason(context, { sources }, sources.length === 0, 'No source was found.'));
  },
  text: ({ sources, reason }) =>
    reason !== undefined
      ? [reason]
      : sources.map(
          ({ title, url, source, licence, credit, date }) =>
            `${JSON.stringify(title)}: ${JSON.stringify(source)}, ${JSON.stringify(licence)}, ${date}; credit ${JSON.stringify(credit)}${url === null ? '' : `, ${url}`}`,
        ),
};

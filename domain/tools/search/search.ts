import { LIST_MAX } from '../../../schema/limits.ts';
import type { search as contract } from '../../../schema/tools/knowledge.ts';
import { recordAddress } from '../../knowledge/source.ts';
import { NO_FILTER } from '../../ports/knowledge.ts';
import { ok } from '../../values/result.ts';
import type { RuleOf } from '../tool.ts';
import { findEntries } from './find_entries.ts';
import { withReason } from './nothing_found.ts';

/** Search in the form that connectors expect, in which every result has an address. */
export const search: RuleOf<typeof contract> = {
  answer: async (context, { query }) => {
    const found = await findEntries(context, { query, limit: LIST_MAX.searchResults, ...NO_FILTER });
    const results = found.map(({ id, kind, name: title, url, source, licence, credit, date }) => ({
      id,
      title,
      url: url ?? recordAddress({ id }, context.publisher),
      kind,
      source,
      licence,
      credit,
      date,
    }));
    return ok(await withReason(context, { results }, results.length === 0));
  },
  text: ({ results, reason }) =>
    reason !== undefined
      ? [reason]
      : results.map(
          ({ id, title, url, kind, source, licence, date }) =>
            `${JSON.stringify(title)} (${kind}, id ${JSON.stringify(id)}), ${url}; ${JSON.stringify(source)}, ${JSON.stringify(licence)}, ${date}`,
        ),
};

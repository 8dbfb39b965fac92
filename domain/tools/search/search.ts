import { LIST_MAX } from '../../../schema/limits.ts';
import type { search as contract } from '../../../schema/tools/search.ts';
import { searchKnowledge } from '../../knowledge/search.ts';
import { recordAddress } from '../../knowledge/source.ts';
import { NO_FILTER } from '../../ports/knowledge.ts';
import { ok } from '../../values/result.ts';
import type { RuleOf } from '../tool.ts';
import { entriesOf, readKnowledge } from './knowledge.ts';

interface Results {
  readonly results: readonly { readonly id: string; readonly title: string; readonly url: string }[];
}

/** Search as connectors ask for it: every result has an address. */
export const search: RuleOf<typeof contract> = {
  answer: (ground, { query }) =>
    readKnowledge<Results>(ground, { results: [] }, async (data) => {
      const found = await searchKnowledge(data.reader, data.view, {
        query,
        limit: LIST_MAX.searchResults,
        ...NO_FILTER,
      });
      if (!found.ok) return found;
      const entries = await entriesOf(data, found.value);
      if (!entries.ok) return entries;
      const results = entries.value.map((entry) => ({
        id: entry.id,
        title: entry.name,
        url: entry.url ?? recordAddress(entry, data.publisher),
      }));
      return ok({ results });
    }),
  text: ({ results }) =>
    results.length === 0
      ? ['Nothing was found.']
      : results.map(({ id, title, url }) => `${JSON.stringify(title)} (id ${JSON.stringify(id)}), ${url}`),
};

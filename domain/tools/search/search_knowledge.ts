import type { search_knowledge as contract } from '../../../schema/tools/search_knowledge.ts';
import { searchKnowledge } from '../../knowledge/search.ts';
import type { RuleOf } from '../tool.ts';
import { type Hits, hitLines, hitsOf, readKnowledge } from './knowledge.ts';

/** Finds entries of the knowledge base by a name or a question. */
export const search_knowledge: RuleOf<typeof contract> = {
  answer: (ground, { query, kind = null, version = null, limit }) =>
    readKnowledge<Hits>(ground, { hits: [] }, async (data) => {
      const found = await searchKnowledge(data.reader, data.view, { query, kind, version, limit });
      return found.ok ? hitsOf(data, found.value, query) : found;
    }),
  text: ({ hits }) => hitLines(hits),
};

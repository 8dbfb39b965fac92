import type { search_knowledge as contract } from '../../../schema/tools/knowledge.ts';
import { ok } from '../../values/result.ts';
import type { RuleOf } from '../tool.ts';
import { findEntries } from './find_entries.ts';
import { hitLines, hitsFrom } from './knowledge.ts';
import { withReason } from './nothing_found.ts';

/** Finds entries of the knowledge base by a name or a question. */
export const search_knowledge: RuleOf<typeof contract> = {
  answer: async (context, { query, kind = null, version = null, limit }) => {
    const found = await findEntries(context, { query, kind, version, limit });
    return ok(await withReason(context, hitsFrom(found, query), found.length === 0));
  },
  text: ({ hits, reason }) => hitLines(hits, reason),
};

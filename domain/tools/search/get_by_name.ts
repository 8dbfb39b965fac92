import { LIST_MAX } from '../../../schema/limits.ts';
import type { get_by_name as contract } from '../../../schema/tools/knowledge.ts';
import { nameKey } from '../../knowledge/words.ts';
import { ok } from '../../values/result.ts';
import type { RuleOf } from '../tool.ts';
import { type Hits, hitLines, hitsOf, readKnowledge } from './knowledge.ts';
import { withReason } from './nothing_found.ts';

/** Finds knowledge base entries by their whole name. */
export const get_by_name: RuleOf<typeof contract> = {
  answer: async (context, { name, kind = null }) => {
    const named = await readKnowledge<Hits>(context, { hits: [] }, async (snapshot) => {
      const filter = { kind, version: null };
      const found = await snapshot.knowledge.named([nameKey(name)], filter, LIST_MAX.namesakes);
      return hitsOf(snapshot, found, '');
    });
    return ok(await withReason(context, named, named.hits.length === 0));
  },
  text: ({ hits, reason }) => hitLines(hits, reason),
};

import { LIST_MAX } from '../../../schema/limits.ts';
import type { get_by_name as contract } from '../../../schema/tools/get_by_name.ts';
import { nameKey } from '../../knowledge/words.ts';
import type { RuleOf } from '../tool.ts';
import { type Hits, hitLines, hitsOf, readKnowledge } from './knowledge.ts';

/** Entries of the knowledge base by their whole name. */
export const get_by_name: RuleOf<typeof contract> = {
  answer: (ground, { name, kind = null }) =>
    readKnowledge<Hits>(ground, { hits: [] }, async (data) => {
      const filter = { kind, version: null };
      const found = await data.reader.knownNamed(data.view, [nameKey(name)], filter, LIST_MAX.namesakes);
      return found.ok ? hitsOf(data, found.value, '') : found;
    }),
  text: ({ hits }) => hitLines(hits),
};

import type { get_by_name as contract } from '../../schema/tools/get_by_name.ts';
import { nameKey } from '../knowledge/words.ts';
import { type Hits, hitLines, hitsOf, readKnowledge } from '../tool_parts/knowledge.ts';
import type { RuleOf } from './tool.ts';

const HITS_MAX = 50;

/** Entries of the knowledge base by their whole name. */
export const get_by_name: RuleOf<typeof contract> = {
  answer: (ground, { name, kind = null }) =>
    readKnowledge<Hits>(ground, { hits: [] }, async (sight) => {
      const filter = { kind, version: null };
      const found = await sight.reader.knownNamed(sight.view, [nameKey(name)], filter, HITS_MAX);
      return found.ok ? hitsOf(sight, found.value, '') : found;
    }),
  text: ({ hits }) => hitLines(hits),
};

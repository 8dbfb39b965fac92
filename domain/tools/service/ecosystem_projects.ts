import type { ecosystem_projects as contract } from '../../../schema/tools/ecosystem_projects.ts';
import { searchKnowledge } from '../../knowledge/search.ts';
import { ok } from '../../values/result.ts';
import { type Hit, hitLines, hitsOf, readKnowledge } from '../search/knowledge.ts';
import type { RuleOf } from '../tool.ts';

const KIND = 'project';

/** Documents of the kind project. */
export const ecosystem_projects: RuleOf<typeof contract> = {
  answer: (ground, { query, limit }) =>
    readKnowledge<{ projects: readonly Hit[] }>(ground, { projects: [] }, async (data) => {
      const { reader, view } = data;
      const found = await (query === undefined
        ? reader.knownOfKind(view, KIND, limit)
        : searchKnowledge(reader, view, { query, kind: KIND, version: null, limit }));
      if (!found.ok) return found;
      const hits = await hitsOf(data, found.value, query ?? '');
      return hits.ok ? ok({ projects: hits.value.hits }) : hits;
    }),
  text: ({ projects }) => hitLines(projects),
};

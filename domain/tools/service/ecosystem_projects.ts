import type { ecosystem_projects as contract } from '../../../schema/tools/knowledge.ts';
import { searchKnowledge } from '../../knowledge/search.ts';
import type { SearchHit } from '../../ports/knowledge.ts';
import type { Snapshot } from '../../ports/snapshots.ts';
import { ok } from '../../values/result.ts';
import { type KnowledgeHit, readHits, readKnowledge, renderHits } from '../search/knowledge.ts';
import { NO_PROJECTS_HINT } from '../shared/empty_hints.ts';
import type { ContractRule } from '../tool.ts';

const PROJECT_KIND = 'project';

interface ProjectList {
  readonly projects: readonly KnowledgeHit[];
  readonly reason?: string;
}

const NO_PROJECT_LIST: ProjectList = { projects: [], reason: NO_PROJECTS_HINT };

/** Returns the projects that match a query, including those that match only if typing errors are corrected. */
async function findProjects(snapshot: Snapshot, query: string, limit: number): Promise<readonly SearchHit[]> {
  const { hits, guesses } = await searchKnowledge(snapshot, { query, kind: PROJECT_KIND, version: null, limit });
  return [...hits, ...guesses].slice(0, limit);
}

/** Lists documents of the kind `project`. */
export const ecosystem_projects: ContractRule<typeof contract> = {
  answer: async (context, { query, limit }) =>
    ok(
      await readKnowledge<ProjectList>(context, NO_PROJECT_LIST, async (snapshot) => {
        const found = await (query === undefined
          ? snapshot.knowledge.ofKind(PROJECT_KIND, limit)
          : findProjects(snapshot, query, limit));
        if (found.length === 0) {
          const listed = await snapshot.knowledge.ofKind(PROJECT_KIND, 1);
          return listed.length === 0 ? NO_PROJECT_LIST : { projects: [], reason: NO_MATCH_REASON };
        }
        const hits = await readHits(snapshot, found, query ?? '');
        return { projects: hits.hits };
      }),
    ),
  text: ({ projects, reason }) => renderHits(projects, reason),
};

const NO_MATCH_REASON = 'No listed project fits these words; without a query all are listed.';

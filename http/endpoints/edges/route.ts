import { buildGameDataNotice } from '../../../domain/game_files/import/notice.ts';
import { type EdgesPage, type EdgesQuery, readEdges } from '../../../domain/reads/edges.ts';
import { parseRows } from '../../../domain/reads/pieces.ts';
import { ok } from '../../../domain/values/result.ts';
import type { EdgesResponse } from '../../../schema/responses/edgesResponse.ts';
import { EDGE_EVIDENCE, ENTITY_KINDS, RELATIONS } from '../../../schema/vocabulary.ts';
import type { Context } from '../../context.ts';
import { buildListHead, createListRoute } from '../../pipeline/list_route.ts';
import { choice, wholeNumber } from '../../pipeline/query.ts';
import { PRIVATE_REVALIDATED, type Route } from '../../pipeline/route.ts';

const EDGES_QUERY = {
  from_kind: choice(ENTITY_KINDS, 'The kind of entity at the start of the relation.', 'item'),
  from_id: wholeNumber('The game’s id of the entity at the start.', 25),
  to_kind: choice(ENTITY_KINDS, 'The kind of entity at the end of the relation.', 'npc'),
  to_id: wholeNumber('The game’s id of the entity at the end.', 6),
  rel: choice(RELATIONS, 'The type of the relation.', 'dropped_by'),
  evidence: choice(EDGE_EVIDENCE, 'observed: players reported it; client: read from the game’s files.', 'observed'),
};

/** Serves typed relations between game entities (contract, section 4, Edges page). */
export function createEdgesRoute(context: Context): Route {
  return createListRoute<typeof EDGES_QUERY, EdgesQuery, EdgesPage>(context, {
    path: '/api/edges',
    budget: 'edges',
    cacheHeaders: PRIVATE_REVALIDATED,
    query: EDGES_QUERY,
    filters: ({ from_kind: fromKind, from_id: fromId, to_kind: toKind, to_id: toId, rel, evidence }) =>
      ok({ fromKind, fromId, toKind, toId, rel, evidence }),
    read: readEdges,
    parts: (page) => ({
      head: buildListHead(page),
      lists: { edges: page.pieces },
      game: page.game,
    }),
    csv: {
      name: 'edges',
      about: 'A row for each relation.',
      columns: [
        ...['fromKind', 'fromId', 'rel', 'toKind', 'toId', 'evidence', 'build', 'installs', 'firstSeen', 'lastSeen'],
        ...['gameData.label', 'gameData.credit'],
      ],
      // Rows of the game's files are marked as unconfirmed.
      rows: (page) => {
        const gameData = buildGameDataNotice(page.game);
        const rows = parseRows<EdgesResponse['edges'][number]>(page);
        return rows.map((row) => (row.evidence === 'client' ? { ...row, gameData } : row));
      },
    },
    unreachable: { unreachable: true, edges: [], gameData: null } satisfies Partial<EdgesResponse>,
    docs: {
      operationId: 'listRelations',
      tag: 'Observed',
      summary: 'Typed relations between entities of the game',
      description:
        'Sources of items (drops, vendors, quests) and zones of NPCs that at least three installs reported, with the number of installs. Relations from the game’s files follow: recipes, sets, icons, skill lines; they carry the build and are unconfirmed. Without filters the whole table is paged. If the storage cannot be read, the answer is 200 with unreachable: its list is empty and means unknown, not none.',
      page: 'A page of relations, observed relations first.',
      shape: 'edgesResponse',
      example: { name: 'edges', summary: 'A relation of each layer' },
    },
  });
}

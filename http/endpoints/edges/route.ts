import { gameDataNotice } from '../../../domain/game_files/import/notice.ts';
import { type EdgesPage, type EdgesQuery, readEdges } from '../../../domain/reads/edges.ts';
import { rowsIn } from '../../../domain/reads/pieces.ts';
import { instant, instantOrNull } from '../../../domain/values/instant.ts';
import type { Attribution } from '../../../schema/responses/attribution.ts';
import type { EdgesResponse } from '../../../schema/responses/edgesResponse.ts';
import { EDGE_EVIDENCE, ENTITY_KINDS, RELATIONS } from '../../../schema/vocabulary.ts';
import type { Context } from '../../context.ts';
import { type Body, utf8 } from '../../pipeline/body.ts';
import type { PageFields } from '../../pipeline/list_route.ts';
import { listRoute, type UnreachablePage } from '../../pipeline/list_route.ts';
import { PRIVATE_CHECKED, type Route } from '../../pipeline/route.ts';

/** Serves typed relations between game entities (contract, section 4, Edges page). */
export function edgesRoute(context: Context): Route {
  return listRoute<EdgesQuery, EdgesPage>(context, {
    path: '/api/edges',
    budget: 'edges',
    cacheHeaders: PRIVATE_CHECKED,
    filters: (params) => ({
      fromKind: params.choice('from_kind', ENTITY_KINDS),
      fromId: params.optionalInteger('from_id', 1),
      toKind: params.choice('to_kind', ENTITY_KINDS),
      toId: params.optionalInteger('to_id', 1),
      rel: params.choice('rel', RELATIONS),
      evidence: params.choice('evidence', EDGE_EVIDENCE),
    }),
    filtersOf: ({ fromKind, fromId, toKind, toId, rel, evidence }) => ({
      from_kind: fromKind,
      from_id: fromId,
      to_kind: toKind,
      to_id: toId,
      rel,
      evidence,
    }),
    read: readEdges,
    bodyOf,
    csv: { name: 'edges', columns: CSV_COLUMNS, rows: csvRows },
    unreachable: unreachableBody,
  });
}

const CSV_COLUMNS = [
  ...['fromKind', 'fromId', 'rel', 'toKind', 'toId', 'evidence', 'build', 'installs', 'firstSeen', 'lastSeen'],
  ...['gameData.label', 'gameData.credit'],
];

/** Marks the rows of the game's files as unconfirmed. */
function csvRows(page: EdgesPage): readonly object[] {
  const gameData = gameDataNotice(page.game);
  return rowsIn<EdgesResponse['edges'][number]>(page).map((row) =>
    row.evidence === 'client' ? { ...row, gameData } : row,
  );
}

/** Builds the body (contract, section 4, Edges page). The edges are stored as JSON and inserted unchanged. */
function bodyOf(
  { snapshot, pieces, game }: EdgesPage,
  _: EdgesQuery,
  attribution: Attribution,
  fields: PageFields,
): Body {
  const head = {
    generatedAt: instant(snapshot.view.row.writtenAtMs),
    dataAsOf: instantOrNull(snapshot.view.row.dataAsOfMs),
    unreachable: false,
  };
  const rest = { attribution, gameData: game === null ? null : gameDataNotice(game), ...fields };
  return [
    utf8(`${JSON.stringify(head).slice(0, -1)},"edges":[`),
    ...pieces,
    utf8(`],${JSON.stringify(rest).slice(1)}`),
  ];
}

/** Returns the response if the storage cannot be read. */
export function unreachableBody({ generatedAt, attribution, paging }: UnreachablePage): EdgesResponse {
  return {
    generatedAt,
    dataAsOf: null,
    unreachable: true,
    edges: [],
    attribution,
    gameData: null,
    ...paging,
  };
}

import { GATHERING_COLUMNS } from '../../../domain/reads/drops.ts';
import { type GatheringPage, type GatheringQuery, readGathering } from '../../../domain/reads/gathering.ts';
import { rowsIn } from '../../../domain/reads/pieces.ts';
import { instant, instantOrNull } from '../../../domain/values/instant.ts';
import type { Attribution } from '../../../schema/responses/attribution.ts';
import type { GatheringResponse } from '../../../schema/responses/gatheringResponse.ts';
import type { Context } from '../../context.ts';
import { type Body, utf8 } from '../../pipeline/body.ts';
import { listRoute, type PageFields, type UnreachablePage } from '../../pipeline/list_route.ts';
import type { Params } from '../../pipeline/params.ts';
import { PRIVATE_CHECKED, type Route } from '../../pipeline/route.ts';

/** Serves the rates of what players gathered: fished, skinned, mined and the like (contract, section 3, Gathering). */
export function gatheringRoute(context: Context): Route {
  return listRoute<GatheringQuery, GatheringPage>(context, {
    path: '/api/rollups/gathering',
    budget: 'drops',
    cacheHeaders: PRIVATE_CHECKED,
    filters,
    filtersOf: ({ from, itemId }) => ({ ...(from === null ? {} : { [PARAMS[from.kind]]: from.id }), item: itemId }),
    read: readGathering,
    bodyOf,
    csv: {
      name: 'gathering',
      columns: GATHERING_COLUMNS,
      isNumbers: true,
      rows: ({ rates }) => rowsIn<object>({ pieces: rates }),
    },
    unreachable: unreachableBody,
  });
}

/** The parameter for the id of an entity that items are gathered from, by its kind. `item` is the gathered item. */
const PARAMS = { npc: 'npc', object: 'object', item: 'sourceItem', zone: 'map' } as const;

const KINDS = ['npc', 'object', 'item', 'zone'] as const;

function filters(params: Params): Pick<GatheringQuery, 'from' | 'itemId'> {
  let from: GatheringQuery['from'] = null;
  for (const kind of KINDS) {
    const id = params.optionalInteger(PARAMS[kind], 1);
    if (id === null) continue;
    if (from !== null) params.refuse(PARAMS[kind], `absent where ${PARAMS[from.kind]} is given`, `${id}`);
    from = { kind, id };
  }
  return { from, itemId: params.optionalInteger('item', 1) };
}

/** Builds the body. The rows are stored as JSON and inserted unchanged. */
function bodyOf({ snapshot, rates }: GatheringPage, _: unknown, attribution: Attribution, fields: PageFields): Body {
  const { writtenAtMs, dataAsOfMs } = snapshot.view.row;
  const head = { generatedAt: instant(writtenAtMs), dataAsOf: instantOrNull(dataAsOfMs), unreachable: false };
  return [
    utf8(`${JSON.stringify(head).slice(0, -1)},"rates":[`),
    ...rates,
    utf8(`],${JSON.stringify({ attribution, ...fields }).slice(1)}`),
  ];
}

/** Returns the response if the storage cannot be read. */
export function unreachableBody({ generatedAt, attribution, paging }: UnreachablePage): GatheringResponse {
  return { generatedAt, dataAsOf: null, unreachable: true, rates: [], attribution, ...paging };
}

import { type GatheringPage, type GatheringQuery, readGathering } from '../../../domain/reads/gathering.ts';
import { parseRows } from '../../../domain/reads/pieces.ts';
import { err, ok } from '../../../domain/values/result.ts';
import type { GatheringResponse } from '../../../schema/responses/gatheringResponse.ts';
import { listTableFields } from '../../../schema/table_fields.ts';
import type { Context } from '../../context.ts';
import { buildListHead, createListRoute } from '../../pipeline/list_route.ts';
import { refuseInvalid, wholeNumber } from '../../pipeline/query.ts';
import { PRIVATE_REVALIDATED, type Route } from '../../pipeline/route.ts';

const GATHERING_QUERY = {
  npc: wholeNumber('Only rates of this NPC.', 299),
  object: wholeNumber('Only rates of this object.', 1731),
  sourceItem: wholeNumber('Only rates of this item as a source, such as a container.', 2840),
  map: wholeNumber('Only rates of fishing on this map. At most one of npc, object, sourceItem and map.', 1429),
  item: wholeNumber('Only rates of this item.', 2934),
};

/** Serves the rates of what players gathered: fished, skinned, mined and the like (contract, section 3, Gathering). */
export function createGatheringRoute(context: Context): Route {
  return createListRoute<typeof GATHERING_QUERY, GatheringQuery, GatheringPage>(context, {
    path: '/api/rollups/gathering',
    budget: 'drops',
    cacheHeaders: PRIVATE_REVALIDATED,
    query: GATHERING_QUERY,
    filters: ({ item: itemId, ...sources }) => {
      const [first, second] = Object.entries(sources).filter(([, id]) => id !== null);
      if (first === undefined) return ok({ from: null, itemId });
      if (second !== undefined) return err(refuseInvalid(second[0], `absent where ${first[0]} is given`, second[1]));
      return ok({ from: { kind: PARAMETER_KINDS[first[0] as keyof typeof PARAMETER_KINDS], id: first[1]! }, itemId });
    },
    read: readGathering,
    parts: (page) => ({ head: buildListHead(page), lists: { rates: page.rates } }),
    csv: {
      name: 'gathering',
      about: 'A row for each rate.',
      columns: listTableFields('exportLists', 'gathering').map(({ name }) => name),
      isNumbers: true,
      rows: ({ rates }) => parseRows<object>({ pieces: rates }),
    },
    unreachable: { unreachable: true, rates: [] } satisfies Partial<GatheringResponse>,
    docs: {
      operationId: 'listGatheringRates',
      tag: 'Observed',
      summary: 'Corroborated rates of gathering',
      description:
        'How often items were in the windows that players opened by fishing, skinning, mining, gathering herbs, picking pockets, disenchanting, prospecting, milling and opening containers. A row has the fields of a drop rate, with the method and one source: an NPC, an object, an item, or the map of a zone for fishing. A source is public once three installs used it. If the storage cannot be read, the answer is 200 with unreachable: its list is empty and means unknown, not none.',
      page: 'A page of rates.',
      shape: 'gatheringResponse',
      example: { name: 'gathering', summary: 'A skinned creature and a zone' },
    },
  });
}

/** The kind of entity that items are gathered from, by the parameter with its id. `item` is the gathered item. */
const PARAMETER_KINDS = { npc: 'npc', object: 'object', sourceItem: 'item', map: 'zone' } as const;

import type { Chapter } from '../../openapi/operation.ts';
import { PAGED, PAGING, query, shape, unreachableExample, WRONG_PARAMETER, wholeFrom } from '../../openapi/parts.ts';
import { exampleBody } from '../examples.ts';
import { unreachableBody } from './route.ts';

/** Documents the endpoint (contract, section 3, Gathering). */
export const chapter: Chapter = (setup) => [
  {
    path: '/api/rollups/gathering',
    operationId: 'listGatheringRates',
    tag: 'Observed',
    summary: 'Corroborated rates of gathering',
    description: `How often items were in the windows that players opened by fishing, skinning, mining, gathering herbs, picking pockets, disenchanting, prospecting, milling and opening containers. A row has the fields of a drop rate, with the method and one source: an NPC, an object, an item, or the map of a zone for fishing. A source is public once three installs used it. If the storage cannot be read, the answer is 200 with unreachable: its list is empty and means unknown, not none. ${PAGED}`,
    parameters: [
      query('npc', 'Only rates of this NPC.', wholeFrom(1), 299),
      query('object', 'Only rates of this object.', wholeFrom(1), 1731),
      query('sourceItem', 'Only rates of this item as a source, such as a container.', wholeFrom(1), 2840),
      query(
        'map',
        'Only rates of fishing on this map. At most one of npc, object, sourceItem and map.',
        wholeFrom(1),
        1429,
      ),
      query('item', 'Only rates of this item.', wholeFrom(1), 2934),
      ...PAGING,
    ],
    served: [
      {
        description: 'A page of rates.',
        schema: shape('gatheringResponse'),
        examples: {
          page: { summary: 'A skinned creature and a zone', value: exampleBody('gathering', setup) },
          unreachable: { summary: 'The storage cannot be read', value: unreachableBody(unreachableExample(setup)) },
        },
        csv: 'A row for each rate.',
        licence: 'observed',
      },
    ],
    refusals: { 400: WRONG_PARAMETER },
  },
];

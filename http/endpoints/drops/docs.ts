import type { Chapter } from '../../openapi/operation.ts';
import { PAGED, PAGING, query, shape, unreachableExample, WRONG_PARAMETER, wholeFrom } from '../../openapi/parts.ts';
import { exampleBody } from '../examples.ts';
import { unreachableBody } from './route.ts';

/** Documents the endpoint (contract, section 4, Drops page). */
export const chapter: Chapter = (setup) => [
  {
    path: '/api/rollups/drops',
    operationId: 'listDropRates',
    tag: 'Observed',
    summary: 'Corroborated drop rates',
    description: `How often items were in the loot windows of NPCs and objects, with the 95% bounds of each rate, then the sources whose windows were all empty. A source is public once three installs looted it; installs is the number of installs that saw the drop, and topShare the largest share of the source’s windows from one install. If the storage cannot be read, the answer is 200 with unreachable: its lists are empty and mean unknown, not none. ${PAGED}`,
    parameters: [
      query('npc', 'Only drops of this NPC.', wholeFrom(1), 6),
      query('object', 'Only drops of this object; not together with npc.', wholeFrom(1), 2843),
      query('item', 'Only drops of this item.', wholeFrom(1), 25),
      ...PAGING,
    ],
    served: [
      {
        description: 'A page: rates first, then measured zeros.',
        schema: shape('dropsResponse'),
        examples: {
          page: { summary: 'A rate and a measured zero', value: exampleBody('drops', setup) },
          unreachable: { summary: 'The storage cannot be read', value: unreachableBody(unreachableExample(setup)) },
        },
        csv: 'A row for each rate, then one without an item for each measured zero.',
        licence: 'observed',
      },
    ],
    refusals: { 400: WRONG_PARAMETER },
  },
];

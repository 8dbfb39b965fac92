import type { DropsResponse } from '../../../schema/responses/dropsResponse.ts';
import type { Chapter, InstanceSetup } from '../../openapi/operation.ts';
import {
  EXAMPLE_TIMES,
  PAGED,
  PAGING,
  SNAPSHOT_EXAMPLE,
  shape,
  unreachableExample,
  WRONG_PARAMETER,
} from '../../openapi/parts.ts';
import { unreachableBody } from './route.ts';

function page({ attribution }: InstanceSetup): DropsResponse {
  return {
    generatedAt: EXAMPLE_TIMES.written,
    dataAsOf: EXAMPLE_TIMES.data,
    stats: { uploads: 41, lootWindows: 64, records: 70, unreachable: false, dataAsOf: EXAMPLE_TIMES.data },
    unreachable: false,
    rates: [
      {
        sourceNpcId: 6,
        itemId: 25,
        kills: 40,
        drops: 3,
        rate: 0.075,
        low: 0.025836,
        high: 0.198644,
        reporters: 3,
        installs: 3,
        topShare: 0.625,
        public: true,
      },
    ],
    measuredZeros: [{ sourceObjectId: 61, kills: 24, high: 0.137974, reporters: 4, topShare: 0.5, public: true }],
    queued: 12,
    totalRates: 1,
    totalMeasuredZeros: 1,
    attribution,
    offset: 0,
    limit: 2,
    total: 2,
    next: null,
    snapshot: SNAPSHOT_EXAMPLE,
  };
}

/** Documents the endpoint (contract, section 4, Drops page). */
export const chapter: Chapter = (ground) => [
  {
    path: '/api/rollups/drops',
    operationId: 'listDropRates',
    tag: 'Observed',
    summary: 'Corroborated drop rates',
    description: `How often items were in the loot windows of NPCs and objects, with the 95% bounds of each rate, then the sources whose windows were all empty. A source is public once three installs looted it; installs is the number of installs that saw the drop, and topShare the largest share of the source’s windows from one install. If the storage cannot be read, the answer is 200 with unreachable: its lists are empty and mean unknown, not none. ${PAGED}`,
    parameters: PAGING,
    served: [
      {
        status: 200,
        description: 'A page: rates first, then measured zeros.',
        schema: shape('dropsResponse'),
        examples: {
          page: { summary: 'A rate and a measured zero', value: page(ground) },
          unreachable: { summary: 'The storage cannot be read', value: unreachableBody(unreachableExample(ground)) },
        },
        licence: 'observed',
      },
    ],
    refusals: { 400: WRONG_PARAMETER },
  },
];

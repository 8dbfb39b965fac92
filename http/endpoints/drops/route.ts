import { type DropsPage, type DropsQuery, readDrops } from '../../../domain/reads/drops.ts';
import { parseRows } from '../../../domain/reads/pieces.ts';
import { countPendingEvidence } from '../../../domain/reads/waiting.ts';
import { toInstantOrNull } from '../../../domain/values/instant.ts';
import { err, ok } from '../../../domain/values/result.ts';
import type { DropsResponse } from '../../../schema/responses/dropsResponse.ts';
import { listTableFields } from '../../../schema/table_fields.ts';
import type { Context } from '../../context.ts';
import { buildListHead, createListRoute } from '../../pipeline/list_route.ts';
import { refuseInvalid, wholeNumber } from '../../pipeline/query.ts';
import { PRIVATE_REVALIDATED, type Route } from '../../pipeline/route.ts';

const DROPS_QUERY = {
  npc: wholeNumber('Only drops of this NPC.', 6),
  object: wholeNumber('Only drops of this object; not together with npc.', 2843),
  item: wholeNumber('Only drops of this item.', 25),
};

/** Serves corroborated drop rates, followed by measured zeros (contract, section 4, Drops page). */
export function createDropsRoute(context: Context): Route {
  return createListRoute<typeof DROPS_QUERY, DropsQuery, DropsPage>(context, {
    path: '/api/rollups/drops',
    budget: 'drops',
    cacheHeaders: PRIVATE_REVALIDATED,
    query: DROPS_QUERY,
    filters: ({ npc, object, item: itemId }) => {
      if (npc !== null && object !== null) return err(refuseInvalid('object', 'absent where npc is given', object));
      if (object !== null) return ok({ source: { type: 'object', id: object }, itemId });
      return ok({ source: npc === null ? null : { type: 'npc', id: npc }, itemId });
    },
    read: readDrops,
    parts: (page) => ({
      head: buildListHead(page, { stats: toDropStats(page) }),
      lists: { rates: page.rates, measuredZeros: page.zeros },
      rest: {
        queued: page.snapshot.view.row.queued,
        totalRates: page.totalRates,
        totalMeasuredZeros: page.totalMeasuredZeros,
      },
    }),
    csv: {
      name: 'drops',
      about: 'A row for each rate, then one without an item for each measured zero.',
      columns: listTableFields('dropsResponse', 'rates').map(({ name }) => name),
      isNumbers: true,
      rows: ({ rates, zeros }) => [
        ...parseRows<object>({ pieces: rates }),
        ...parseRows<object>({ pieces: zeros }).map((zero) => ({ ...zero, drops: 0, rate: 0 })),
      ],
    },
    unreachable: {
      stats: { uploads: 0, lootWindows: 0, records: 0, waiting: null, unreachable: true, dataAsOf: null },
      unreachable: true,
      rates: [],
      measuredZeros: [],
      queued: null,
      totalRates: 0,
      totalMeasuredZeros: 0,
    } satisfies Partial<DropsResponse>,
    docs: {
      operationId: 'listDropRates',
      tag: 'Observed',
      summary: 'Corroborated drop rates',
      description:
        'How often items were in the loot windows of NPCs and objects, with the range that holds each true rate with a probability of 96% (estimateLow to estimateHigh) and the 95% Wilson bounds (low to high), then the sources whose windows were all empty. A source is public once three installs looted it; installs is the number of installs that saw the drop, and topShare the largest share of the source’s windows from one install. If the storage cannot be read, the answer is 200 with unreachable: its lists are empty and mean unknown, not none.',
      page: 'A page: rates first, then measured zeros.',
      shape: 'dropsResponse',
      example: { name: 'drops', summary: 'A rate and a measured zero' },
    },
  });
}

function toDropStats({ snapshot }: DropsPage): DropsResponse['stats'] {
  const { row } = snapshot.view;
  return {
    uploads: row.lootUploads,
    lootWindows: row.lootWindows,
    records: row.lootRecords,
    waiting: countPendingEvidence(row),
    unreachable: false,
    dataAsOf: toInstantOrNull(row.dataAsOfMs),
  };
}

import type { RateFilter } from '../../../domain/ports/drops.ts';
import { type DropsPage, type DropsQuery, RATE_COLUMNS, readDrops } from '../../../domain/reads/drops.ts';
import { rowsIn } from '../../../domain/reads/pieces.ts';
import { waitingOf } from '../../../domain/reads/waiting.ts';
import { instant, instantOrNull } from '../../../domain/values/instant.ts';
import type { Attribution } from '../../../schema/responses/attribution.ts';
import type { DropsResponse } from '../../../schema/responses/dropsResponse.ts';
import type { Context } from '../../context.ts';
import { type Body, utf8 } from '../../pipeline/body.ts';
import type { PageFields } from '../../pipeline/list_route.ts';
import { listRoute, type UnreachablePage } from '../../pipeline/list_route.ts';
import type { Params } from '../../pipeline/params.ts';
import { PRIVATE_CHECKED, type Route } from '../../pipeline/route.ts';

/** Serves corroborated drop rates, followed by measured zeros (contract, section 4, Drops page). */
export function dropsRoute(context: Context): Route {
  return listRoute<DropsQuery, DropsPage>(context, {
    path: '/api/rollups/drops',
    budget: 'drops',
    cacheHeaders: PRIVATE_CHECKED,
    filters,
    filtersOf: ({ source, itemId }) => ({ ...(source === null ? {} : { [source.type]: source.id }), item: itemId }),
    read: readDrops,
    bodyOf,
    csv: { name: 'drops', columns: ['sourceNpcId', 'sourceObjectId', ...RATE_COLUMNS], isNumbers: true, rows: csvRows },
    unreachable: unreachableBody,
  });
}

/** Builds the body (contract, section 4, Drops page). The rows are stored as JSON and inserted unchanged. */
function bodyOf(page: DropsPage, _: DropsQuery, attribution: Attribution, fields: PageFields): Body {
  const { row } = page.snapshot.view;
  const dataAsOf = instantOrNull(row.dataAsOfMs);
  const head = {
    generatedAt: instant(row.writtenAtMs),
    dataAsOf,
    stats: {
      uploads: row.lootUploads,
      lootWindows: row.lootWindows,
      records: row.lootRecords,
      waiting: waitingOf(row),
      unreachable: false,
      dataAsOf,
    },
    unreachable: false,
  };
  const rest = {
    queued: row.queued,
    totalRates: page.totalRates,
    totalMeasuredZeros: page.totalMeasuredZeros,
    attribution,
    ...fields,
  };
  return [
    utf8(`${JSON.stringify(head).slice(0, -1)},"rates":[`),
    ...page.rates,
    utf8('],"measuredZeros":['),
    ...page.zeros,
    utf8(`],${JSON.stringify(rest).slice(1)}`),
  ];
}

function filters(params: Params): RateFilter {
  const npc = params.optionalInteger('npc', 1);
  const object = params.optionalInteger('object', 1);
  if (npc !== null && object !== null) params.refuse('object', 'absent where npc is given', `${object}`);
  const id = npc ?? object;
  const source = id === null ? null : ({ type: npc === null ? 'object' : 'npc', id } as const);
  return { source, itemId: params.optionalInteger('item', 1) };
}

/** Returns rates, then measured zeros as rows without an item. */
function csvRows({ rates, zeros }: DropsPage): readonly object[] {
  return [
    ...rowsIn<object>({ pieces: rates }),
    ...rowsIn<object>({ pieces: zeros }).map((zero) => ({ ...zero, drops: 0, rate: 0 })),
  ];
}

/** Returns the response if the storage cannot be read. */
export function unreachableBody({ generatedAt, attribution, paging }: UnreachablePage): DropsResponse {
  return {
    generatedAt,
    dataAsOf: null,
    stats: { uploads: 0, lootWindows: 0, records: 0, waiting: null, unreachable: true, dataAsOf: null },
    unreachable: true,
    rates: [],
    measuredZeros: [],
    queued: null,
    totalRates: 0,
    totalMeasuredZeros: 0,
    attribution,
    ...paging,
  };
}

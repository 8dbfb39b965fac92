import { type DropsPage, readDrops } from '../../domain/reads/drops.ts';
import type { ListQuery } from '../../domain/reads/list.ts';
import { ok } from '../../domain/result.ts';
import type { SourceType } from '../../domain/rollups/drops.ts';
import type { Attribution } from '../../schema/responses/attribution.ts';
import type { DropsResponse } from '../../schema/responses/dropsResponse.ts';
import type { Context } from '../context.ts';
import { instant, instantOrNull, JSON_TYPE, json } from '../pipeline/body.ts';
import { attributionOf, licenceFieldsOf } from '../pipeline/headers.ts';
import { listParams, type PageFields, pageFields } from '../pipeline/paging.ts';
import { readParams } from '../pipeline/params.ts';
import { PRIVATE_CHECKED, type Route } from '../pipeline/route.ts';

const PATH = '/api/rollups/drops';

/** Corroborated drop rates, then measured zeros (spec, GET /api/rollups/drops). */
export const dropsRoute = ({ reader, settings, lastWrittenAtMs }: Context): Route => {
  const attribution = attributionOf(settings);
  const licenceFields = licenceFieldsOf(attribution);
  return {
    path: PATH,
    method: 'GET',
    budget: 'drops',
    caching: PRIVATE_CHECKED,
    cors: false,
    keeping: { while: 'snapshot', by: 'query' },
    refusals: 'apiError',
    answer: async (call) => {
      const query = readParams(call.query, (params) => listParams(params, call.pageSize));
      if (!query.ok) return query;
      const page = await readDrops(reader, query.value);
      if (!page.ok && page.error.kind !== 'unreachable') return page;
      if (!page.ok) {
        return ok({
          status: 200,
          mediaType: JSON_TYPE,
          body: json(unreachableBody(query.value, lastWrittenAtMs(), attribution)),
          fields: licenceFields(null),
          fleeting: true,
        });
      }
      const fields = pageFields({
        url: `${settings.publicUrl}${PATH}`,
        filters: [],
        query: query.value,
        page: page.value,
        total: page.value.totalRates + page.value.totalMeasuredZeros,
      });
      return ok({
        status: 200,
        mediaType: JSON_TYPE,
        body: json(bodyOf(page.value, attribution, fields)),
        fields: licenceFields(fields.next),
      });
    },
  };
};

const sourceField = (row: { readonly sourceType: SourceType; readonly sourceId: number }) =>
  row.sourceType === 'npc' ? { sourceNpcId: row.sourceId } : { sourceObjectId: row.sourceId };

/** spec, dropsResponse. */
const bodyOf = (page: DropsPage, attribution: Attribution, fields: PageFields): DropsResponse => {
  const { row } = page.view;
  const dataAsOf = instantOrNull(row.dataAsOfMs);
  return {
    generatedAt: instant(row.writtenAtMs),
    dataAsOf,
    stats: {
      uploads: row.lootUploads,
      lootWindows: row.lootWindows,
      records: row.lootRecords,
      unreachable: false,
      dataAsOf,
    },
    unreachable: false,
    rates: page.rates.map((rate) => ({
      ...sourceField(rate),
      itemId: rate.itemId,
      kills: rate.kills,
      drops: rate.drops,
      rate: rate.rate,
      low: rate.low,
      high: rate.high,
      reporters: rate.reporters,
      public: true,
    })),
    measuredZeros: page.measuredZeros.map((zero) => ({
      ...sourceField(zero),
      kills: zero.kills,
      high: zero.high,
      reporters: zero.reporters,
      public: true,
    })),
    queued: row.queued,
    totalRates: page.totalRates,
    totalMeasuredZeros: page.totalMeasuredZeros,
    attribution,
    ...fields,
  };
};

/** The storage cannot be read: every list is empty and every 0 means unknown (contract, section 4, Unreachable). */
const unreachableBody = (
  { offset, limit }: ListQuery,
  generatedAtMs: number,
  attribution: Attribution,
): DropsResponse => ({
  generatedAt: instant(generatedAtMs),
  dataAsOf: null,
  stats: { uploads: 0, lootWindows: 0, records: 0, unreachable: true, dataAsOf: null },
  unreachable: true,
  rates: [],
  measuredZeros: [],
  queued: null,
  totalRates: 0,
  totalMeasuredZeros: 0,
  attribution,
  offset,
  limit,
  total: 0,
  next: null,
});

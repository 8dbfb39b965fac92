import { type CorpusPage, type CorpusQuery, readCorpus } from '../../domain/reads/corpus.ts';
import { formatPin } from '../../domain/reads/pin.ts';
import { ok } from '../../domain/result.ts';
import { PUBLIC_KINDS } from '../../schema/record_kinds.ts';
import type { Attribution } from '../../schema/responses/attribution.ts';
import type { Context } from '../context.ts';
import { type Body, instantOrNull, JSON_TYPE, utf8 } from '../pipeline/body.ts';
import { attributionOf, licenceFieldsOf } from '../pipeline/headers.ts';
import { listParams, type PageFields, pageFields } from '../pipeline/paging.ts';
import { readParams } from '../pipeline/params.ts';
import { NO_STORE, type Route } from '../pipeline/route.ts';

const PATH = '/api/corpus/public';

/** The raw feed (spec, GET /api/corpus/public). */
export const corpusRoute = ({ reader, settings }: Context): Route => {
  const attribution = attributionOf(settings);
  const licenceFields = licenceFieldsOf(attribution);
  return {
    path: PATH,
    method: 'GET',
    budget: 'corpus',
    caching: NO_STORE,
    cors: false,
    keeping: { while: 'snapshot', by: 'query' },
    refusals: 'apiError',
    answer: async (call) => {
      const read = readParams(call.query, (params) => ({
        ...listParams(params, call.pageSize),
        kinds: params.names('kinds', PUBLIC_KINDS),
        since: params.pin('since'),
      }));
      if (!read.ok) return read;
      const query = read.value;
      const page = await readCorpus(reader, query);
      if (!page.ok) return page;
      const fields = pageFields({
        url: `${settings.publicUrl}${PATH}`,
        filters: filtersOf(query),
        query,
        page: page.value,
        total: page.value.total,
      });
      return ok({
        status: 200,
        mediaType: JSON_TYPE,
        body: bodyOf(page.value, query, attribution, fields),
        fields: licenceFields(fields.next),
      });
    },
  };
};

/** What the next page must ask for again. Names of kinds and pins need no escaping in a URL. */
const filtersOf = ({ kinds, since }: CorpusQuery): readonly string[] => [
  ...(kinds === null ? [] : [`kinds=${kinds.join(',')}`]),
  ...(since === null ? [] : [`since=${formatPin(since)}`]),
];

/** spec, corpusPublicResponse. The records are JSON already and are put in as they are. */
const bodyOf = (page: CorpusPage, query: CorpusQuery, attribution: Attribution, fields: PageFields): Body => {
  const { row } = page.view;
  const rest = {
    dataAsOf: instantOrNull(row.dataAsOfMs),
    ...(query.kinds === null ? {} : { kinds: query.kinds }),
    legacyRecords: row.legacyRecords,
    attribution,
    ...fields,
  };
  return [
    utf8(`{"ok":true,"uploads":${row.uploads},"records":[`),
    ...page.pieces,
    utf8(`],${JSON.stringify(rest).slice(1)}`),
  ];
};

import { type CorpusPage, type CorpusQuery, readCorpus } from '../../../domain/reads/corpus.ts';
import { rowsIn } from '../../../domain/reads/pieces.ts';
import { formatSnapshotPin } from '../../../domain/reads/pinned_snapshot.ts';
import { instantOrNull } from '../../../domain/values/instant.ts';
import { PUBLIC_KINDS } from '../../../schema/record_kinds.ts';
import type { Attribution } from '../../../schema/responses/attribution.ts';
import type { Context } from '../../context.ts';
import { type Body, utf8 } from '../../pipeline/body.ts';
import type { PageFields } from '../../pipeline/list_route.ts';
import { listRoute } from '../../pipeline/list_route.ts';
import { NO_STORE, type Route } from '../../pipeline/route.ts';

/** Serves the raw feed (contract, section 4, Corpus page). */
export function corpusRoute(context: Context): Route {
  return listRoute<CorpusQuery, CorpusPage>(context, {
    path: '/api/corpus/public',
    budget: 'corpus',
    cacheHeaders: NO_STORE,
    filters: (params) => ({ kinds: params.names('kinds', PUBLIC_KINDS), since: params.pin('since') }),
    filtersOf: ({ kinds, since }) => ({
      kinds: kinds?.join() ?? null,
      since: since === null ? null : formatSnapshotPin(since),
    }),
    read: readCorpus,
    bodyOf,
    csv: {
      name: 'records',
      columns: ['eventId', 'kind', 'capturedAt', 'record'],
      // Kinds differ in all but their common fields, so `record` has the whole record as JSON.
      rows: (page) => rowsIn<object>(page).map((record) => ({ ...record, record })),
    },
  });
}

/** Builds the body (contract, section 4, Corpus page). The records are stored as JSON and inserted unchanged. */
function bodyOf(page: CorpusPage, query: CorpusQuery, attribution: Attribution, fields: PageFields): Body {
  const { row } = page.snapshot.view;
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
}

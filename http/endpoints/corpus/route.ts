import { type CorpusPage, type CorpusQuery, readCorpus } from '../../../domain/reads/corpus.ts';
import { parseRows } from '../../../domain/reads/pieces.ts';
import { toInstantOrNull } from '../../../domain/values/instant.ts';
import { PUBLIC_KINDS } from '../../../schema/record_kinds.ts';
import type { Context } from '../../context.ts';
import { createListRoute } from '../../pipeline/list_route.ts';
import { createWordsParameter, snapshotParameter } from '../../pipeline/query.ts';
import { NO_STORE, type Route } from '../../pipeline/route.ts';
import { UNREACHABLE_SENTENCE } from '../../pipeline/route_docs.ts';

const CORPUS_QUERY = {
  kinds: createWordsParameter(
    PUBLIC_KINDS,
    `Only records of these kinds, separated by commas: ${PUBLIC_KINDS.join(', ')}.`,
    'loot,item_seen',
  ),
  since: snapshotParameter(
    'Only rows that became public after this snapshot, which an earlier answer gave as snapshot.',
  ),
};

/** Serves the raw feed (contract, section 4, Corpus page). */
export function createCorpusRoute(context: Context): Route {
  return createListRoute<typeof CORPUS_QUERY, CorpusQuery, CorpusPage>(context, {
    path: '/api/corpus/public',
    budget: 'corpus',
    cacheHeaders: NO_STORE,
    query: CORPUS_QUERY,
    read: readCorpus,
    parts: ({ snapshot: { view }, pieces }, { kinds }) => ({
      head: { ok: true, uploads: view.row.uploads },
      lists: { records: pieces },
      rest: {
        dataAsOf: toInstantOrNull(view.row.dataAsOfMs),
        ...(kinds !== null && { kinds }),
        legacyRecords: view.row.legacyRecords,
      },
    }),
    csv: {
      name: 'records',
      about: 'A row for each record; record is the whole record as JSON.',
      columns: ['eventId', 'kind', 'capturedAt', 'record'],
      // Kinds differ in all but their common fields, so `record` has the whole record as JSON.
      rows: (page) => parseRows<object>(page).map((record) => ({ ...record, record })),
    },
    docs: {
      operationId: 'listPublicRecords',
      tag: 'Observed',
      summary: 'The raw feed of public records',
      description:
        'Anonymous records as players’ addons sent them, without install ids, so that anyone can check the counts behind a published fact. It includes single reports: if you publish numbers computed from it, require three installs, as this service does. Named records appear only under a grant.',
      page: 'A page of records.',
      shape: 'corpusPublicResponse',
      example: { name: 'corpus', summary: 'Two records of two kinds' },
      unavailable: UNREACHABLE_SENTENCE,
    },
  });
}

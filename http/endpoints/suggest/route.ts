import * as v from 'valibot';
import { buildGameDataNotice } from '../../../domain/game_files/import/notice.ts';
import type { Suggestions } from '../../../domain/tools/search/suggest.ts';
import { createAttribution } from '../../../domain/values/attribution.ts';
import { toInstantOrNull } from '../../../domain/values/instant.ts';
import { ok } from '../../../domain/values/result.ts';
import { LENGTHS } from '../../../schema/limits.ts';
import type { Attribution } from '../../../schema/responses/attribution.ts';
import type { SuggestResponse } from '../../../schema/responses/suggestResponse.ts';
import { countCodePoints } from '../../../schema/text.ts';
import type { Context } from '../../context.ts';
import { createReader, type SnapshotValue } from '../../pages/ask.ts';
import { toSearchPath } from '../../pages/parts/search_form.ts';
import { encodeJson, JSON_TYPE } from '../../pipeline/body.ts';
import { createLicenceFields } from '../../pipeline/headers.ts';
import { loadOnce } from '../../pipeline/loaded_once.ts';
import { createParameter, InvalidValue } from '../../pipeline/query.ts';
import { createRoute, PUBLIC_MINUTE, type Route } from '../../pipeline/route.ts';
import { type DescribeRoute, UNREACHABLE_SENTENCE, WRONG_PARAMETER } from '../../pipeline/route_docs.ts';

const loadRule = loadOnce(() => import('../../../domain/tools/search/suggest.ts'));

/** The suggestions as browsers ask for them (OpenSearch Suggestions 1.1). */
export const OPENSEARCH_SUGGESTIONS = '/opensearch/suggest';

/** Serves names that fit a text as it is typed (contract, section 4, Suggestions). */
export function createSuggestRoutes(context: Context): readonly Route[] {
  const { publicUrl } = context.settings;
  return [
    createSuggestRoute(context, '/api/suggest', JSON_TYPE, (response) => response, { docs: describeSuggest }),
    createSuggestRoute(context, OPENSEARCH_SUGGESTIONS, 'application/x-suggestions+json', ({ q, rows }) => [
      q,
      rows.map(({ name }) => name),
      rows.map(({ line }) => line),
      rows.map(({ name, url }) => url ?? `${publicUrl}${toSearchPath(name)}`),
    ]),
  ];
}

function createSuggestRoute(
  context: Context,
  path: string,
  mediaType: string,
  shape: (response: SuggestResponse) => unknown,
  more: Pick<Route, 'docs'> = {},
): Route {
  const attribution = createAttribution(context.settings);
  const fields = createLicenceFields(attribution)(null);
  const see = createReader(context);
  return createRoute({
    path,
    budget: 'suggest',
    cacheHeaders: PUBLIC_MINUTE,
    cachePolicy: { while: 'snapshot', by: 'query' },
    query: SUGGEST_QUERY,
    ...more,
    handle: async ({ q }) => {
      const { readSuggestions: suggestRows } = await loadRule();
      const found = await see((snapshot) => suggestRows(snapshot, q));
      const body = encodeJson(shape(toSuggestBody(q, found, attribution)));
      return ok({ status: 200, mediaType, body, fields, uncacheable: found === null });
    },
  });
}

const { min, max } = LENGTHS.suggest;
const QUERY_RULE = `text of ${min} to ${max} characters`;

const QUERY_DOCS = {
  description: 'The text as typed.',
  example: 'short',
  schema: { type: 'string', minLength: min, maxLength: max },
};

const SUGGEST_QUERY = v.object({
  q: v.nonNullable(
    createParameter(QUERY_DOCS, (q) => {
      const length = countCodePoints(q);
      return length < min || length > max ? new InvalidValue(`${QUERY_RULE}; it has ${length}`) : q;
    }),
    `${QUERY_RULE}; it is missing`,
  ),
});

function toSuggestBody(q: string, found: SnapshotValue<Suggestions>, attribution: Attribution): SuggestResponse {
  const { view = null, value } = found ?? {};
  const game = value?.fromFiles === true ? (view?.game ?? null) : null;
  return {
    ok: true,
    q,
    rows: [...(value?.rows ?? [])],
    dataAsOf: toInstantOrNull(view?.row.dataAsOfMs ?? null),
    attribution,
    gameData: game === null ? null : buildGameDataNotice(game),
  };
}

const describeSuggest: DescribeRoute = ({ example }) => ({
  operationId: 'suggest',
  tag: 'Observed',
  summary: 'Names as you type',
  description:
    'Items, NPCs, quests, objects, zones, recipes, documents, professions, classes, realms and roles of NPCs whose names contain every word of a text, of which the last may be incomplete, for search boxes. Each has one line, such as where an item drops most surely. Spelling is not corrected: /search and the tools do that.',
  served: [
    {
      description: 'The suggestions, best first. None fit, or no snapshot was written yet, if the list is empty.',
      schema: 'suggestResponse',
      examples: { rows: { summary: 'An item and an NPC', value: example('suggestions') } },
      licence: 'observed',
    },
  ],
  refusals: { 400: WRONG_PARAMETER, 503: UNREACHABLE_SENTENCE },
});

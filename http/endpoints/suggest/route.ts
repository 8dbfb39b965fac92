import { gameDataNotice } from '../../../domain/game_files/import/notice.ts';
import { badParameter } from '../../../domain/reads/refusal.ts';
import type { Suggestions } from '../../../domain/tools/search/suggest.ts';
import { attributionOf } from '../../../domain/values/attribution.ts';
import { instantOrNull } from '../../../domain/values/instant.ts';
import { err, ok, type Result } from '../../../domain/values/result.ts';
import { LENGTHS } from '../../../schema/limits.ts';
import type { Attribution } from '../../../schema/responses/attribution.ts';
import type { SuggestResponse } from '../../../schema/responses/suggestResponse.ts';
import { codePoints } from '../../../schema/text.ts';
import type { Context } from '../../context.ts';
import { createSee, type SnapshotValue } from '../../pages/ask.ts';
import { searchPath } from '../../pages/parts/search_form.ts';
import { JSON_TYPE, json } from '../../pipeline/body.ts';
import { licenceFieldsOf } from '../../pipeline/headers.ts';
import { loadedOnce } from '../../pipeline/loaded_once.ts';
import { readParams } from '../../pipeline/params.ts';
import type { Refusal } from '../../pipeline/refusal.ts';
import { PUBLIC_MINUTE, type Route } from '../../pipeline/route.ts';

const loadRule = loadedOnce(() => import('../../../domain/tools/search/suggest.ts'));

/** The suggestions as browsers ask for them (OpenSearch Suggestions 1.1). */
export const OPENSEARCH_SUGGESTIONS = '/opensearch/suggest';

/** Serves names that fit a text as it is typed (contract, section 4, Suggestions). */
export function suggestRoutes(context: Context): readonly Route[] {
  const { publicUrl } = context.settings;
  return [
    suggestRoute(context, '/api/suggest', JSON_TYPE, (response) => response),
    suggestRoute(context, OPENSEARCH_SUGGESTIONS, 'application/x-suggestions+json', ({ q, rows }) => [
      q,
      rows.map(({ name }) => name),
      rows.map(({ line }) => line),
      rows.map(({ name, url }) => url ?? `${publicUrl}${searchPath(name)}`),
    ]),
  ];
}

function suggestRoute(
  context: Context,
  path: string,
  mediaType: string,
  shape: (response: SuggestResponse) => unknown,
): Route {
  const attribution = attributionOf(context.settings);
  const fields = licenceFieldsOf(attribution)(null);
  const see = createSee(context);
  return {
    path,
    method: 'GET',
    budget: 'suggest',
    cacheHeaders: PUBLIC_MINUTE,
    cachePolicy: { while: 'snapshot', by: 'query' },
    refusals: 'apiError',
    answer: async ({ query }) => {
      const q = readText(query);
      if (!q.ok) return q;
      const { suggestRows } = await loadRule();
      const found = await see((snapshot) => suggestRows(snapshot, q.value));
      const body = json(shape(bodyOf(q.value, found, attribution)));
      return ok({ status: 200, mediaType, body, fields, uncacheable: found === null });
    },
  };
}

const { min: TEXT_CHARS_MIN, max: TEXT_CHARS_MAX } = LENGTHS.suggest;

const NEEDED = `text of ${TEXT_CHARS_MIN} to ${TEXT_CHARS_MAX} characters`;

function readText(query: string): Result<string, Refusal> {
  const read = readParams(query, (params) => params.text('q'));
  if (!read.ok) return read;
  const q = read.value;
  if (q === null) return err(badParameter('q', `q must be ${NEEDED}; it is missing.`));
  const length = codePoints(q);
  if (length < TEXT_CHARS_MIN || length > TEXT_CHARS_MAX) {
    return err(badParameter('q', `q must be ${NEEDED}; it has ${length}.`));
  }
  return ok(q);
}

function bodyOf(q: string, found: SnapshotValue<Suggestions>, attribution: Attribution): SuggestResponse {
  const { view = null, value } = found ?? {};
  const game = value?.fromFiles === true ? (view?.game ?? null) : null;
  return {
    ok: true,
    q,
    rows: [...(value?.rows ?? [])],
    dataAsOf: instantOrNull(view?.row.dataAsOfMs ?? null),
    attribution,
    gameData: game === null ? null : gameDataNotice(game),
  };
}

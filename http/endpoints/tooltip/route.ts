import * as v from 'valibot';
import { formatCardLine, hasMissingValue } from '../../../domain/cards/card.ts';
import type { CardOfView, CardReader } from '../../../domain/cards/read_card.ts';
import { buildGameDataNotice } from '../../../domain/game_files/import/notice.ts';
import { badParameter } from '../../../domain/reads/refusal.ts';
import { createAttribution } from '../../../domain/values/attribution.ts';
import { type CardType, toPageUrl } from '../../../domain/values/entity_page.ts';
import { mapInOrder } from '../../../domain/values/map_in_order.ts';
import { quote } from '../../../domain/values/quoted.ts';
import { err, ok, type Result } from '../../../domain/values/result.ts';
import type { Attribution } from '../../../schema/responses/attribution.ts';
import type { TooltipResponse } from '../../../schema/responses/tooltipResponse.ts';
import type { TooltipsResponse } from '../../../schema/responses/tooltipsResponse.ts';
import { TOOLTIP_TYPES } from '../../../schema/vocabulary.ts';
import type { AppSettings, Context } from '../../context.ts';
import { encodeJson, JSON_TYPE } from '../../pipeline/body.ts';
import { createLicenceFields } from '../../pipeline/headers.ts';
import { ids, QUERY_IDS_MAX, readEntityId, wholeSchema } from '../../pipeline/query.ts';
import type { Refusal } from '../../pipeline/refusal.ts';
import { createRoute, type Route, SHARED_HOUR } from '../../pipeline/route.ts';
import {
  type DescribeRoute,
  enumSchema,
  pathParam,
  UNREACHABLE_SENTENCE,
  WRONG_PARAMETER,
} from '../../pipeline/route_docs.ts';

const TOOLTIP_FOLDER = '/api/tooltip/';

/** Serves hover cards, alone or several at once, to pages of any origin (contract, section 4, Tooltip). */
export function createTooltipRoutes({ settings, cards }: Context): readonly Route[] {
  const attribution = createAttribution(settings);
  const fields = createLicenceFields(attribution)(null);
  const shared = { budget: 'tooltip', cacheHeaders: SHARED_HOUR, cors: true } as const;
  const one: Route = {
    ...shared,
    path: `${TOOLTIP_FOLDER}:type/:id`,
    method: 'GET',
    refusals: 'apiError',
    cachePolicy: { while: 'snapshot', by: 'path' },
    docs: describeCard,
    answer: async (call) => {
      const [type = '', id = ''] = call.path.slice(TOOLTIP_FOLDER.length).split('/');
      const found = await findCard(cards, type, id);
      if (!found.ok) return found;
      const body = toCardBody(found.value, settings, attribution);
      return ok({ status: 200, mediaType: JSON_TYPE, body: encodeJson(body), fields });
    },
  };
  const many = createRoute({
    ...shared,
    path: `${TOOLTIP_FOLDER}:type`,
    cachePolicy: { while: 'snapshot', by: 'query' },
    query: v.object({ ids: v.nonNullable(ids('entities', '25,36'), `1 to ${QUERY_IDS_MAX} ids; it is missing`) }),
    docs: describeCards,
    handle: async (asked, { path }) => {
      const type = parseCardType(path.slice(TOOLTIP_FOLDER.length));
      if (!type.ok) return type;
      const found = await mapInOrder(asked.ids, async (id) => ({ id, card: await cards(type.value, id) }));
      const body: TooltipsResponse = {
        ok: true,
        cards: found.flatMap(({ card }) => (card === null ? [] : [toCardBody(card, settings, attribution)])),
        missing: found.flatMap(({ id, card }) => (card === null ? [id] : [])),
      };
      return ok({ status: 200, mediaType: JSON_TYPE, body: encodeJson(body), fields });
    },
  });
  return [one, many];
}

function parseCardType(type: string): Result<CardType, Refusal> {
  const known = TOOLTIP_TYPES.find((one) => one === type);
  return known === undefined
    ? err(badParameter('type', `type must be one of ${TOOLTIP_TYPES.join(', ')}; it is ${quote(type)}.`))
    : ok(known);
}

/** Finds the card for a type and id taken from a path, or returns why there is none. */
export async function findCard(cards: CardReader, type: string, id: string): Promise<Result<CardOfView, Refusal>> {
  const known = parseCardType(type);
  if (!known.ok) return known;
  const read = readEntityId(id);
  if (!read.ok) return read;
  const number = read.value;
  const found = await cards(known.value, number);
  return found === null ? err({ kind: 'not-found', error: `No public data for ${type} ${number} yet.` }) : ok(found);
}

function toCardBody({ card, view }: CardOfView, { publicUrl }: AppSettings, attribution: Attribution): TooltipResponse {
  const { type, id, title, locale, color, icon, lines, fromFiles } = card;
  return {
    ok: true,
    type,
    id,
    title,
    ...(locale === undefined ? {} : { locale }),
    color,
    icon,
    lines: lines.map(formatCardLine),
    partial: hasMissingValue(lines),
    url: toPageUrl({ publicUrl }, type, id),
    attribution,
    gameData: view.game !== null && fromFiles ? buildGameDataNotice(view.game) : null,
  };
}

const describeCard: DescribeRoute = ({ example }) => ({
  operationId: 'getTooltip',
  tag: 'Observed',
  summary: 'A hover card',
  description:
    'The card of an entity that has at least one public observed fact, for pages of any origin. [?] in a line marks a value that is missing in the game’s files; properties that are missing completely are named on the last line. Cards with data from the game’s files have gameData.',
  parameters: [
    pathParam('type', 'The type of the entity.', enumSchema(TOOLTIP_TYPES), 'item'),
    pathParam('id', 'Its id in the game.', wholeSchema(1), 25),
  ],
  served: [
    {
      description: 'The card.',
      schema: 'tooltipResponse',
      examples: { item: { summary: 'An item, without game files', value: example('card') } },
      licence: 'observed',
    },
  ],
  refusals: { 400: WRONG_PARAMETER, 404: 'There is no public data for it yet.', 503: UNREACHABLE_SENTENCE },
});

const describeCards: DescribeRoute = ({ example }) => ({
  operationId: 'getTooltips',
  tag: 'Observed',
  summary: 'Several hover cards',
  description: 'The cards of several entities of one type, for pages of any origin. Each id counts as one request.',
  parameters: [pathParam('type', 'The type of the entities.', enumSchema(TOOLTIP_TYPES), 'item')],
  served: [
    {
      description: 'The cards, and the ids that have no public data yet.',
      schema: 'tooltipsResponse',
      examples: {
        item: {
          summary: 'One of two items has data',
          value: { ok: true, cards: [example('card')], missing: [36] },
        },
      },
      licence: 'observed',
    },
  ],
  refusals: { 400: WRONG_PARAMETER, 503: UNREACHABLE_SENTENCE },
});

import { isPartial, lineText } from '../../../domain/cards/card.ts';
import type { CardReader, FoundCard } from '../../../domain/cards/read_card.ts';
import { gameDataNotice } from '../../../domain/game_files/import/notice.ts';
import { badParameter } from '../../../domain/reads/refusal.ts';
import { attributionOf } from '../../../domain/values/attribution.ts';
import { type CardType, pageUrl } from '../../../domain/values/entity_page.ts';
import { mapInOrder } from '../../../domain/values/map_in_order.ts';
import { quoted } from '../../../domain/values/quoted.ts';
import { err, ok, type Result } from '../../../domain/values/result.ts';
import type { Attribution } from '../../../schema/responses/attribution.ts';
import type { TooltipResponse } from '../../../schema/responses/tooltipResponse.ts';
import type { TooltipsResponse } from '../../../schema/responses/tooltipsResponse.ts';
import { TOOLTIP_TYPES } from '../../../schema/vocabulary.ts';
import type { AppSettings, Context } from '../../context.ts';
import { JSON_TYPE, json } from '../../pipeline/body.ts';
import { licenceFieldsOf } from '../../pipeline/headers.ts';
import { IDS_MAX, readEntityId, readParams, unitsOfIds } from '../../pipeline/params.ts';
import type { Refusal } from '../../pipeline/refusal.ts';
import { type Route, SHARED_HOUR } from '../../pipeline/route.ts';

const FOLDER = '/api/tooltip/';

/** Serves hover cards, alone or several at once, to pages of any origin (contract, section 4, Tooltip). */
export function tooltipRoutes({ settings, cards }: Context): readonly Route[] {
  const attribution = attributionOf(settings);
  const fields = licenceFieldsOf(attribution)(null);
  const shared = {
    method: 'GET',
    budget: 'tooltip',
    cacheHeaders: SHARED_HOUR,
    cors: true,
    refusals: 'apiError',
  } as const;
  const one: Route = {
    ...shared,
    path: `${FOLDER}:type/:id`,
    cachePolicy: { while: 'snapshot', by: 'path' },
    answer: async (call) => {
      const [type = '', id = ''] = call.path.slice(FOLDER.length).split('/');
      const found = await findCard(cards, type, id);
      if (!found.ok) return found;
      const body = bodyOf(found.value, settings, attribution);
      return ok({ status: 200, mediaType: JSON_TYPE, body: json(body), fields });
    },
  };
  const many: Route = {
    ...shared,
    path: `${FOLDER}:type`,
    units: unitsOfIds,
    cachePolicy: { while: 'snapshot', by: 'query' },
    answer: async ({ path, query }) => {
      const type = readType(path.slice(FOLDER.length));
      if (!type.ok) return type;
      const asked = readParams(query, (params) => params.ids());
      if (!asked.ok) return asked;
      if (asked.value === null) return err(badParameter('ids', `ids must be 1 to ${IDS_MAX} ids; it is missing.`));
      const found = await mapInOrder(asked.value, async (id) => ({ id, card: await cards(type.value, id) }));
      const body: TooltipsResponse = {
        ok: true,
        cards: found.flatMap(({ card }) => (card === null ? [] : [bodyOf(card, settings, attribution)])),
        missing: found.flatMap(({ id, card }) => (card === null ? [id] : [])),
      };
      return ok({ status: 200, mediaType: JSON_TYPE, body: json(body), fields });
    },
  };
  return [one, many];
}

function readType(type: string): Result<CardType, Refusal> {
  const known = TOOLTIP_TYPES.find((one) => one === type);
  return known === undefined
    ? err(badParameter('type', `type must be one of ${TOOLTIP_TYPES.join(', ')}; it is ${quoted(type)}.`))
    : ok(known);
}

/** Finds the card for a type and id taken from a path, or returns why there is none. */
export async function findCard(cards: CardReader, type: string, id: string): Promise<Result<FoundCard, Refusal>> {
  const known = readType(type);
  if (!known.ok) return known;
  const read = readEntityId(id);
  if (!read.ok) return read;
  const number = read.value;
  const found = await cards(known.value, number);
  return found === null ? err({ kind: 'not-found', error: `No public data for ${type} ${number} yet.` }) : ok(found);
}

function bodyOf({ card, view }: FoundCard, { publicUrl }: AppSettings, attribution: Attribution): TooltipResponse {
  const { type, id, title, locale, color, icon, lines, fromFiles } = card;
  return {
    ok: true,
    type,
    id,
    title,
    ...(locale === undefined ? {} : { locale }),
    color,
    icon,
    lines: lines.map(lineText),
    partial: isPartial(lines),
    url: pageUrl({ publicUrl }, type, id),
    attribution,
    gameData: view.game !== null && fromFiles ? gameDataNotice(view.game) : null,
  };
}

import { isPartial, lineText } from '../../../domain/cards/card.ts';
import type { CardReader, FoundCard } from '../../../domain/cards/read_card.ts';
import { gameDataNotice } from '../../../domain/game_files/import/notice.ts';
import { badParameter } from '../../../domain/reads/refusal.ts';
import { attributionOf } from '../../../domain/values/attribution.ts';
import { pageUrl } from '../../../domain/values/entity_page.ts';
import { quoted } from '../../../domain/values/quoted.ts';
import { err, ok, type Result } from '../../../domain/values/result.ts';
import type { Attribution } from '../../../schema/responses/attribution.ts';
import type { TooltipResponse } from '../../../schema/responses/tooltipResponse.ts';
import { TOOLTIP_TYPES } from '../../../schema/vocabulary.ts';
import type { AppSettings, Context } from '../../context.ts';
import { JSON_TYPE, json } from '../../pipeline/body.ts';
import { licenceFieldsOf } from '../../pipeline/headers.ts';
import { readEntityId } from '../../pipeline/params.ts';
import type { Refusal } from '../../pipeline/refusal.ts';
import { type Route, SHARED_HOUR } from '../../pipeline/route.ts';

const FOLDER = '/api/tooltip/';

/** Serves an entity's hover card to pages of any origin (contract, section 4, Tooltip). */
export function tooltipRoute({ settings, cards }: Context): Route {
  const attribution = attributionOf(settings);
  const fields = licenceFieldsOf(attribution)(null);
  return {
    path: `${FOLDER}:type/:id`,
    method: 'GET',
    budget: 'tooltip',
    cacheHeaders: SHARED_HOUR,
    cors: true,
    cachePolicy: { while: 'snapshot', by: 'path' },
    refusals: 'apiError',
    answer: async (call) => {
      const [type = '', id = ''] = call.path.slice(FOLDER.length).split('/');
      const found = await findCard(cards, type, id);
      if (!found.ok) return found;
      const body = bodyOf(found.value, settings, attribution);
      return ok({ status: 200, mediaType: JSON_TYPE, body: json(body), fields });
    },
  };
}

/** Finds the card for a type and id taken from a path, or returns why there is none. */
export async function findCard(cards: CardReader, type: string, id: string): Promise<Result<FoundCard, Refusal>> {
  const known = TOOLTIP_TYPES.find((one) => one === type);
  if (known === undefined) {
    return err(badParameter('type', `type must be one of ${TOOLTIP_TYPES.join(', ')}; it is ${quoted(type)}.`));
  }
  const read = readEntityId(id);
  if (!read.ok) return read;
  const number = read.value;
  const found = await cards(known, number);
  return found === null ? err({ kind: 'not-found', error: `No public data for ${known} ${number} yet.` }) : ok(found);
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

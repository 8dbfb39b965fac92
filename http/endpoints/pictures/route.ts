import { type Card, lineText, NOT_GIVEN, placeholder } from '../../../domain/cards/card.ts';
import { attributionOf } from '../../../domain/values/attribution.ts';
import { ok } from '../../../domain/values/result.ts';
import { QUALITIES, TOOLTIP_TYPES } from '../../../schema/vocabulary.ts';
import type { Context } from '../../context.ts';
import { filedText } from '../../pages/parts/facts.ts';
import { kindWord } from '../../pages/parts/kinds.ts';
import { PICTURE_PATH } from '../../pages/picture.ts';
import { PNG_TYPE } from '../../pipeline/body.ts';
import { licenceFieldsOf } from '../../pipeline/headers.ts';
import { PUBLIC_HOUR, type Route } from '../../pipeline/route.ts';
import { findCard } from '../tooltip/route.ts';

const FILE = '/picture.png';

/** Serves pictures for link previews: one for the instance, and one for each entity that has a card. */
export function pictureRoutes({ cards, painter, settings }: Context): readonly Route[] {
  const { serviceName } = settings;
  const fields = licenceFieldsOf(attributionOf(settings))(null);
  const route = { method: 'GET', cacheHeaders: PUBLIC_HOUR, refusals: 'page' } as const;
  const instance: Route = {
    ...route,
    path: PICTURE_PATH,
    budget: null,
    cachePolicy: { while: 'process', by: 'path' },
    answer: async () => {
      const body = await painter.paint({ ...ABOUT, title: serviceName, quality: null, serviceName });
      return ok({ status: 200, mediaType: PNG_TYPE, body });
    },
  };
  const entities = TOOLTIP_TYPES.map(
    (type): Route => ({
      ...route,
      path: `/${type}/:id${FILE}`,
      budget: 'tooltip',
      cachePolicy: { while: 'snapshot', by: 'path' },
      answer: async (call) => {
        const found = await findCard(cards, type, call.path.slice(`/${type}/`.length, -FILE.length));
        if (!found.ok) return found;
        const { card, view } = found.value;
        const build = view.game?.build ?? null;
        const body = await painter.paint({
          kind: kindOf(card, build),
          title: card.title,
          otherwise: placeholder(type, card.id),
          serviceName,
          quality: QUALITIES.find((one) => one === card.quality) ?? null,
          lines: pictureLines(card, build),
        });
        return ok({ status: 200, mediaType: PNG_TYPE, body, fields });
      },
    }),
  );
  return [instance, ...entities];
}

const ABOUT = {
  kind: 'Confirmed by players',
  otherwise: 'Third Witness',
  lines: ['Drops, prices, locations and recipes', 'confirmed by three players.'],
} as const;

/** Returns text such as `Item, rare`. */
function kindOf({ type, quality, qualityFromFiles }: Card, build: string | null): string {
  if (quality === null) return kindWord(type);
  return `${kindWord(type)}, ${qualityFromFiles === true ? filedText(quality, build) : quality}`;
}

/** Returns the card's lines, observed lines first. Omits missing values and marks lines from the game's files. */
function pictureLines({ lines }: Card, build: string | null): readonly string[] {
  const said = lines.filter((line) => !lineText(line).includes(NOT_GIVEN));
  const observed = said.filter(({ fromFiles }) => !fromFiles).map(lineText);
  return [...observed, ...said.filter(({ fromFiles }) => fromFiles).map((line) => filedText(lineText(line), build))];
}

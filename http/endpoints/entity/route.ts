import { attributionOf } from '../../../domain/values/attribution.ts';
import { ok } from '../../../domain/values/result.ts';
import { TOOLTIP_TYPES } from '../../../schema/vocabulary.ts';
import type { Context } from '../../context.ts';
import { HTML_TYPE, utf8 } from '../../pipeline/body.ts';
import { licenceFieldsOf } from '../../pipeline/headers.ts';
import { PUBLIC_CHECKED, type Route } from '../../pipeline/route.ts';
import { findCard } from '../tooltip/route.ts';
import { entityPage } from './page.ts';

/** The pages that cards link to: one entity each, with the facts of its card (contract, section 4, Tooltip). */
export const entityRoutes = ({ settings, styleSheet, icons, cards }: Context): readonly Route[] => {
  const attribution = attributionOf(settings);
  const fields = licenceFieldsOf(attribution)(null);
  return TOOLTIP_TYPES.map((type) => ({
    path: `/${type}/:id`,
    method: 'GET',
    // A page costs what a card costs.
    budget: 'tooltip',
    caching: PUBLIC_CHECKED,
    cors: false,
    keeping: { while: 'snapshot', by: 'path' },
    refusals: 'page',
    answer: async (call) => {
      const found = await findCard(cards, type, call.path.slice(`/${type}/`.length));
      if (!found.ok) return found;
      const { icon } = found.value.card;
      const picture = icon === null || icons === null ? null : await icons.find(icon);
      const text = entityPage(found.value, { settings, attribution, styleSheet: styleSheet.name, picture });
      return ok({ status: 200, mediaType: HTML_TYPE, body: utf8(text), fields });
    },
  }));
};

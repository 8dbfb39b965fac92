import type * as v from 'valibot';
import { id, list, openObject } from '../fields.ts';
import { servedField } from '../response_fields.ts';
import { tooltipResponse } from './tooltipResponse.ts';

/** Several hover cards of one type. */
export const tooltipsResponse = openObject('Hover cards for several entities of one type.', {
  ok: servedField(),
  cards: list('The cards, in the order in which they were asked for.', tooltipResponse, 0, 100),
  missing: list('Entities that have no public data yet.', id('Its id in the game.'), 0, 100),
});

export type TooltipsResponse = v.InferOutput<typeof tooltipsResponse>;

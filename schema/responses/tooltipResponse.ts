import type * as v from 'valibot';
import { flag, id, list, nullable, oneOf, openObject, optional, token } from '../fields.ts';
import { servedField, text, uri } from '../response_fields.ts';
import { LOCALES, TOOLTIP_TYPES } from '../vocabulary.ts';
import { attribution } from './attribution.ts';
import { gameDataNotice } from './gameDataNotice.ts';

/** A hover card. */
export const tooltipResponse = openObject('A hover card for one entity.', {
  ok: servedField(),
  type: oneOf('The entity of the card.', TOOLTIP_TYPES),
  id: id('Its id in the game.'),
  title: text('The agreed name; a placeholder such as "Item 5" when no name has three installs behind it.', 300),
  locale: optional(
    oneOf(
      'The language of the title, where installs agree on none in the language of this instance; else absent.',
      LOCALES,
    ),
  ),
  color: nullable(
    token('The title’s colour, from the item’s quality.', 7, 7, '^#[0-9a-f]{6}$', '# and six hex digits'),
  ),
  icon: nullable(text('The icon’s file name, in lower case and without ending.', 200)),
  lines: list('The lines, in order; [?] is a value that the game’s files do not give.', text('A line.', 1_000), 0, 200),
  partial: flag('True when a line holds a [?].'),
  url: uri('The page the card is for.'),
  attribution,
  gameData: nullable(gameDataNotice),
});

export type TooltipResponse = v.InferOutput<typeof tooltipResponse>;

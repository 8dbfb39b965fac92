import type * as v from 'valibot';
import { list, nullable, oneOf, openObject, optional } from '../fields.ts';
import { LENGTHS, LIST_MAX } from '../limits.ts';
import { servedField, text, uri } from '../response_fields.ts';
import { instant } from '../time_fields.ts';
import { LOCALES, QUALITIES } from '../vocabulary.ts';
import { attribution } from './attribution.ts';
import { gameDataNotice } from './gameDataNotice.ts';

const suggestionRow = openObject('A suggestion.', {
  kind: text('What it is, such as item, npc, quest, zone, recipe or question.', 40),
  id: text('Names the entry. The tools fetch and get_entity accept it.', 160),
  name: text('Its name.', LENGTHS.knownName.max),
  locale: optional(oneOf('The language of the name, if this instance has another.', LOCALES)),
  quality: nullable(oneOf('The quality of an item, or null if it is unknown or this is no item.', QUALITIES)),
  icon: nullable(text('The icon’s file name, in lower case and without ending, or null if it is unknown.', 200)),
  line: text('What players most likely want to know about it, in a few words. May be empty.', 500),
  url: nullable(uri('The address of its page, or null if it has none.')),
});

/** Names that begin like a text. */
export const suggestResponse = openObject('Suggestions for a name that is being typed.', {
  ok: servedField(),
  q: text('The text that was sent.', LENGTHS.suggest.max),
  rows: list(
    'The suggestions, best first. Empty if nothing fits, or before the first snapshot.',
    suggestionRow,
    0,
    LIST_MAX.suggestions,
  ),
  dataAsOf: nullable(instant('The newest upload in the data, or null if there is none.')),
  attribution,
  gameData: nullable(gameDataNotice),
});

export type SuggestResponse = v.InferOutput<typeof suggestResponse>;

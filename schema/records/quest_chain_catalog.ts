import { flag, list, name, optional } from '../fields.ts';
import { gameId } from '../record_fields.ts';
import { recordKind } from '../record_kind.ts';

/** A quest chain, as the client lists it. */
export const quest_chain_catalog = recordKind({
  kind: 'quest_chain_catalog',
  visibility: 'private',
  sharing: null,
  description:
    'A chain of quests as the client lists it. A chain of more than 80 quests keeps the first 80 and says truncated; such a chain is never called finished.',
  fields: {
    questLineId: gameId('The chain, by the client’s id.'),
    name: name('The chain’s name.', 1, 120),
    questIds: list('Its quests, in order.', gameId('A quest id of the game.'), 1, 80),
    truncated: optional(flag('True when the chain has more quests than are listed.')),
  },
});

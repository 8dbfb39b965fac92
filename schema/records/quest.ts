import * as v from 'valibot';
import { id, name, optional } from '../fields.ts';
import { itemIds, level, npcId } from '../record_fields.ts';
import { recordKind } from '../record_kind.ts';

/** A quest that a player was offered, took or turned in. */
export const quest = recordKind({
  kind: 'quest',
  visibility: 'public',
  sharing: null,
  description: 'A quest that a player encountered, with its giver, turn-in NPC and rewards as far as known.',
  fields: {
    questId: id('The quest. A quest id of the game.'),
    title: name('The quest’s title.', 1, 200),
    level: level('The quest’s level.'),
    giverNpcId: optional(npcId('Who gives it.')),
    turnInNpcId: optional(npcId('Who takes it.')),
    rewardItemIds: v.exactOptional(itemIds('The items it gives or lets choose from; empty if absent.', 20), []),
  },
});

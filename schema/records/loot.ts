import { id, list, oneOf, optional } from '../fields.ts';
import { npcId, stack } from '../record_fields.ts';
import { recordKind } from '../record_kind.ts';

/** One loot window that a player opened. */
export const loot = recordKind({
  kind: 'loot',
  visibility: 'public',
  sharing: null,
  description:
    'One loot window that a player opened, with all it held; an empty window is a report too. It counts for drop rates when it has sourceEvidence and exactly one of sourceNpcId and sourceObjectId; a record with neither or both is kept and counts for none. Records without sourceEvidence are guesses of older addons: they are kept, withheld from the feed, and count for nothing.',
  fields: {
    sourceNpcId: optional(npcId('The NPC that was looted.')),
    sourceObjectId: optional(id('The object that was looted. An object id of the game.')),
    sourceEvidence: optional(oneOf('How the source is known: the client’s loot interface named it.', ['loot-api'])),
    items: list('What lay in the window.', stack(), 0, 50),
  },
});

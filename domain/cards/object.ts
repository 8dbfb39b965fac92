import { type Card, type EntityName, placeholder } from './card.ts';
import { type CardDrop, dropLines, type Shortlist, seenByFewLines } from './drop_lines.ts';
import { emptyLines } from './npc.ts';

/** The public facts about an object, such as a chest. No record kind carries names of objects. */
export interface ObjectFacts {
  readonly objectId: number;
  readonly drops: Shortlist<CardDrop>;
  readonly dropsSeenByFew: Shortlist<EntityName>;
  /** Number of loot windows, all of them empty, or null if it is not a measured zero. */
  readonly emptyWindows: number | null;
}

export function objectCard({ objectId, drops, dropsSeenByFew, emptyWindows }: ObjectFacts): Card {
  return {
    type: 'object',
    id: objectId,
    title: placeholder('object', objectId),
    quality: null,
    color: null,
    icon: null,
    lines: [...dropLines(drops, 'Holds'), ...seenByFewLines(dropsSeenByFew, 'holds'), ...emptyLines(emptyWindows)],
    fromFiles: false,
  };
}

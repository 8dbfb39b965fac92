import { type Card, placeholder } from './card.ts';
import { type CardDrop, dropLines, type Few } from './drop_lines.ts';
import { emptyLines } from './npc.ts';

/** What is known of an object, such as a chest. No record names objects. */
export interface ObjectFacts {
  readonly objectId: number;
  readonly drops: Few<CardDrop>;
  /** The windows in which it held nothing at all, where it is a measured zero. */
  readonly emptyWindows: number | null;
}

export const objectCard = ({ objectId, drops, emptyWindows }: ObjectFacts): Card => ({
  type: 'object',
  id: objectId,
  title: placeholder('object', objectId),
  quality: null,
  color: null,
  icon: null,
  lines: [...dropLines(drops, 'Holds'), ...emptyLines(emptyWindows)],
  fromFiles: false,
});

import type { Card, CardType } from '../cards/card.ts';
import type { GameFiles } from '../cards/game_files.ts';
import type { SnapshotReader, SnapshotView } from '../ports/snapshots.ts';
import { ok, type Reached } from '../result.ts';
import { readItemCard } from './card_item.ts';
import { readNpcCard, readObjectCard } from './card_npc.ts';
import { readQuestCard } from './card_quest.ts';
import type { CardSources } from './card_sources.ts';
import { onServedBuild } from './game.ts';
import { gameFilesOf } from './game_files.ts';
import { newestView } from './list.ts';

export interface FoundCard {
  readonly card: Card;
  readonly view: SnapshotView;
  /** Null where no build was imported. */
  readonly files: GameFiles | null;
}

/** Makes hover cards. Null: no public fact is known of the entity (contract, section 4, Tooltip). */
export type CardReader = (type: CardType, id: number) => Promise<Reached<FoundCard | null>>;

export const createCardReader = (reader: SnapshotReader, filesOf = gameFilesOf): CardReader => {
  const readOnce: CardReader = async (type, id) => {
    const view = await newestView(reader);
    if (!view.ok) return view;
    const files = filesOf(reader, view.value);
    const card = await READERS[type]({ reader, view: view.value, files }, id);
    if (!card.ok) return card;
    return ok(card.value === null ? null : { card: card.value, view: view.value, files });
  };
  return (type, id) => onServedBuild(reader, () => readOnce(type, id));
};

const READERS: Readonly<Record<CardType, (sources: CardSources, id: number) => Promise<Reached<Card | null>>>> = {
  item: readItemCard,
  npc: readNpcCard,
  quest: readQuestCard,
  object: readObjectCard,
};

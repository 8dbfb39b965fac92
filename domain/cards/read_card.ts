import type { SnapshotView } from '../ports/snapshot_view.ts';
import type { SnapshotReader } from '../ports/snapshots.ts';
import { newestView } from '../reads/list.ts';
import { readNamed } from '../reads/names.ts';
import { onServedBuild } from '../reads/served_build.ts';
import type { CardType } from '../values/entity_page.ts';
import { localeOf } from '../values/language.ts';
import type { Card } from './card.ts';
import type { GameFiles } from './game_files.ts';
import { gameFilesOf } from './read_game_files.ts';
import { readItemCard } from './read_item.ts';
import { readNpcCard, readObjectCard } from './read_npc.ts';
import { readQuestCard } from './read_quest.ts';
import type { CardSources } from './read_sources.ts';

export interface FoundCard {
  readonly card: Card;
  readonly view: SnapshotView;
  /** Null where no build was imported. */
  readonly files: GameFiles | null;
}

/** Makes hover cards. Null: no public fact is known of the entity (contract, section 4, Tooltip). */
export type CardReader = (type: CardType, id: number) => Promise<FoundCard | null>;

export function createCardReader(reader: SnapshotReader, filesOf = gameFilesOf): CardReader {
  const readOnce: CardReader = async (type, id) => {
    const view = await newestView(reader);
    const files = filesOf(reader, view);
    const card = await READERS[type]({ reader, view, files }, id);
    if (card === null) return null;
    const named = await readNamed({ reader, view }, type, id);
    return { card: { ...card, ...localeOf(named.name) }, view, files };
  };
  return (type, id) => onServedBuild(reader, () => readOnce(type, id));
}

const READERS: Readonly<Record<CardType, (sources: CardSources, id: number) => Promise<Card | null>>> = {
  item: readItemCard,
  npc: readNpcCard,
  quest: readQuestCard,
  object: readObjectCard,
};

import type { SnapshotView } from '../ports/snapshot_view.ts';
import type { SnapshotReader } from '../ports/snapshots.ts';
import { onServedBuild } from '../reads/game.ts';
import { newestView } from '../reads/list.ts';
import { readNamed } from '../reads/names.ts';
import type { CardType } from '../values/entity_page.ts';
import { localeOf } from '../values/language.ts';
import { ok, type StorageResult } from '../values/result.ts';
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
export type CardReader = (type: CardType, id: number) => Promise<StorageResult<FoundCard | null>>;

export const createCardReader = (reader: SnapshotReader, filesOf = gameFilesOf): CardReader => {
  const readOnce: CardReader = async (type, id) => {
    const view = await newestView(reader);
    if (!view.ok) return view;
    const files = filesOf(reader, view.value);
    const card = await READERS[type]({ reader, view: view.value, files }, id);
    if (!card.ok) return card;
    if (card.value === null) return ok(null);
    const named = await readNamed({ reader, view: view.value }, type, id);
    if (!named.ok) return named;
    return ok({ card: { ...card.value, ...localeOf(named.value.name) }, view: view.value, files });
  };
  return (type, id) => onServedBuild(reader, () => readOnce(type, id));
};

const READERS: Readonly<Record<CardType, (sources: CardSources, id: number) => Promise<StorageResult<Card | null>>>> = {
  item: readItemCard,
  npc: readNpcCard,
  quest: readQuestCard,
  object: readObjectCard,
};

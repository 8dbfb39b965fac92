import type { SnapshotView } from '../ports/snapshot_view.ts';
import type { SnapshotStore } from '../ports/snapshots.ts';
import { shareReads } from '../reads/entities/read_once.ts';
import { newestSnapshot } from '../reads/list.ts';
import { readNamed } from '../reads/names.ts';
import { onServedBuild } from '../reads/served_build.ts';
import type { Publisher } from '../values/attribution.ts';
import type { CardType } from '../values/entity_page.ts';
import { localeOf } from '../values/language.ts';
import type { Card } from './card.ts';
import type { GameFiles } from './game_files.ts';
import { gameFilesOf } from './read_game_files.ts';
import { readItemCard } from './read_item.ts';
import { readNpcCard, readObjectCard } from './read_npc.ts';
import { readQuestCard } from './read_quest.ts';
import type { CardSnapshot } from './read_sources.ts';

export interface FoundCard {
  readonly card: Card;
  readonly view: SnapshotView;
  /** Null if no build was imported. */
  readonly files: GameFiles | null;
}

/** Builds a hover card. Returns null if there are no public facts about the entity (contract, section 4, Tooltip). */
export type CardReader = (type: CardType, id: number) => Promise<FoundCard | null>;

export function createCardReader(snapshots: SnapshotStore, publisher: Publisher, filesOf = gameFilesOf): CardReader {
  const readOnce: CardReader = async (type, id) => {
    const snapshot = await newestSnapshot(snapshots);
    const files = filesOf(snapshot);
    const shared = shareReads(snapshot, publisher);
    const card = await READERS[type]({ ...shared, files }, id);
    if (card === null) return null;
    const named = await readNamed(shared, type, id);
    return { card: { ...card, ...localeOf(named.name) }, view: snapshot.view, files };
  };
  return (type, id) => onServedBuild(snapshots, () => readOnce(type, id));
}

const READERS: Readonly<Record<CardType, (snapshot: CardSnapshot, id: number) => Promise<Card | null>>> = {
  item: readItemCard,
  npc: readNpcCard,
  quest: readQuestCard,
  object: readObjectCard,
};

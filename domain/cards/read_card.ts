import type { SnapshotView } from '../ports/snapshot_view.ts';
import type { SnapshotStore } from '../ports/snapshots.ts';
import { shareReads } from '../reads/entities/read_once.ts';
import type { PublishedSnapshot } from '../reads/entities/snapshot_data.ts';
import { newestSnapshot } from '../reads/list.ts';
import { readNamed } from '../reads/names.ts';
import { onServedBuild } from '../reads/served_build.ts';
import type { Publisher } from '../values/attribution.ts';
import type { CardType } from '../values/entity_page.ts';
import { localeOf } from '../values/language.ts';
import type { Card } from './card.ts';
import { readItemCard } from './item.ts';
import { readNpcCard, readObjectCard } from './npc.ts';
import { readQuestCard } from './quest.ts';

export interface FoundCard {
  readonly card: Card;
  readonly view: SnapshotView;
}

/** Builds a hover card. Returns null if there are no public facts about the entity (contract, section 4, Tooltip). */
export type CardReader = (type: CardType, id: number) => Promise<FoundCard | null>;

export function createCardReader(snapshots: SnapshotStore, publisher: Publisher): CardReader {
  const readOnce: CardReader = async (type, id) => {
    const snapshot = await newestSnapshot(snapshots);
    const shared = shareReads(snapshot, publisher);
    const card = await READERS[type](shared, id);
    if (card === null) return null;
    const { name } = await readNamed(shared, type, id);
    return { card: { ...card, ...localeOf(name) }, view: snapshot.view };
  };
  return (type, id) => onServedBuild(snapshots, () => readOnce(type, id));
}

const READERS: Readonly<Record<CardType, (snapshot: PublishedSnapshot, id: number) => Promise<Card | null>>> = {
  item: readItemCard,
  npc: readNpcCard,
  quest: readQuestCard,
  object: readObjectCard,
};

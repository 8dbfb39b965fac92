import { unwrapAgreedValues } from '../families/counting/agreed.ts';
import type { SnapshotView } from '../ports/snapshot_view.ts';
import type { SnapshotStore } from '../ports/snapshots.ts';
import { CARD_LIMITS } from '../reads/entities/limits.ts';
import { type Loot, readObject } from '../reads/entities/loot.ts';
import { readNpc } from '../reads/entities/npc.ts';
import { type EntityPlace, formatAgreedName } from '../reads/entities/places.ts';
import { readQuest } from '../reads/entities/quest.ts';
import { shareReads } from '../reads/entities/read_once.ts';
import type { PublishedSnapshot } from '../reads/entities/snapshot_data.ts';
import { readNewest } from '../reads/list.ts';
import { readEntityName } from '../reads/names.ts';
import { readWithRetry } from '../reads/served_build.ts';
import type { Publisher } from '../values/attribution.ts';
import type { CardType } from '../values/entity_page.ts';
import { readLocaleField } from '../values/language.ts';
import { formatQuantity } from '../values/phrases.ts';
import {
  buildDropLines,
  buildListLines,
  buildSeenByFewLines,
  type Card,
  type CardLine,
  createPlayerLine,
  formatUnnamedEntity,
  toEntityName,
} from './card.ts';
import { buildOfferLine, readItemCard } from './item.ts';
import { capitalise, formatRange } from './words.ts';

export interface CardOfView {
  readonly card: Card;
  readonly view: SnapshotView;
}

/** Builds a hover card. Returns null if there are no public facts about the entity (contract, section 4, Tooltip). */
export type CardReader = (type: CardType, id: number) => Promise<CardOfView | null>;

export function createCardReader(snapshots: SnapshotStore, publisher: Publisher): CardReader {
  const readOnce: CardReader = async (type, id) => {
    const snapshot = await readNewest(snapshots);
    const shared = shareReads(snapshot, publisher);
    const card = await CARD_READERS[type](shared, id);
    if (card === null) return null;
    const { name } = await readEntityName(shared, type, id);
    return { card: { ...card, ...readLocaleField(name) }, view: snapshot.view };
  };
  return (type, id) => readWithRetry(snapshots, () => readOnce(type, id));
}

const CARD_READERS: Readonly<Record<CardType, (snapshot: PublishedSnapshot, id: number) => Promise<Card | null>>> = {
  item: readItemCard,
  npc: readNpcCard,
  quest: readQuestCard,
  object: readObjectCard,
};

async function readNpcCard(snapshot: PublishedSnapshot, npcId: number): Promise<Card | null> {
  const npc = await readNpc(snapshot, npcId, CARD_LIMITS.npc);
  if (npc === null) return null;
  const { name, levels, reactions, zones, goods, services, gives, takes, loot } = npc;
  return buildUnknownCard('npc', npcId, name, [
    ...(levels === null ? [] : [createPlayerLine(`Level ${formatRange(levels.min, levels.max)}`)]),
    ...(reactions.length === 0 ? [] : [createPlayerLine(capitalise(unwrapAgreedValues(reactions).join(' or ')))]),
    ...buildListLines(zones, buildZoneLine, 'Found in'),
    ...buildListLines(goods, (good) => buildOfferLine('Sells', good.item, good), 'Sells'),
    ...(services.total === 0 ? [] : [createPlayerLine(`Teaches ${formatQuantity(services.total, 'lesson')}`)]),
    ...buildListLines(gives, ({ quest }) => createPlayerLine('Gives the quest ', toEntityName(quest)), 'Gives'),
    ...buildListLines(takes, ({ quest }) => createPlayerLine('Takes the quest ', toEntityName(quest)), 'Takes'),
    ...(loot === null ? [] : buildLootLines(loot, 'Drops', 'drops')),
  ]);
}

async function readQuestCard(snapshot: PublishedSnapshot, questId: number): Promise<Card | null> {
  const quest = await readQuest(snapshot, questId, CARD_LIMITS.quest);
  if (quest === null) return null;
  const { title, level, giver, turnIn, rewards } = quest;
  return buildUnknownCard('quest', questId, title, [
    ...(level === null ? [] : [createPlayerLine(`Level ${level.value}`)]),
    ...(giver === null ? [] : [createPlayerLine('Given by ', toEntityName(giver.npc))]),
    ...(turnIn === null ? [] : [createPlayerLine('Turned in to ', toEntityName(turnIn.npc))]),
    ...buildListLines(rewards, ({ item }) => createPlayerLine('Reward: ', toEntityName(item)), 'Rewards:'),
  ]);
}

async function readObjectCard(snapshot: PublishedSnapshot, objectId: number): Promise<Card | null> {
  const object = await readObject(snapshot, objectId, CARD_LIMITS.object);
  if (object === null) return null;
  const lines = [
    ...buildListLines(object.zones, buildZoneLine, 'Found in'),
    ...buildLootLines(object.loot, 'Holds', 'holds'),
  ];
  return buildUnknownCard('object', objectId, object.name, lines);
}

/** Builds the card of an entity that has neither an icon nor a quality. */
function buildUnknownCard(
  type: CardType,
  id: number,
  name: { readonly value: string } | null,
  lines: readonly CardLine[],
): Card {
  const title = name?.value ?? formatUnnamedEntity(type, id);
  return {
    type,
    id,
    title,
    quality: null,
    color: null,
    icon: null,
    lines,
    fromFiles: lines.some((line) => line.fromFiles),
  };
}

/** Returns a line such as `Found in Elwynn Forest (2 places)`. */
function buildZoneLine({ pins, ...zone }: EntityPlace): CardLine {
  const { mapId, mapInFiles } = zone;
  const name = formatAgreedName(zone) ?? mapInFiles ?? `zone ${mapId}`;
  const places = pins.total === 0 ? '' : ` (${formatQuantity(pins.total, 'place')})`;
  return { parts: [`Found in ${name}${places}`], fromFiles: mapInFiles !== null };
}

function buildLootLines(
  { drops, dropsSeenByFew, measuredZero, kills }: Loot,
  verb: 'Drops' | 'Holds',
  lowerVerb: 'drops' | 'holds',
): readonly CardLine[] {
  return [
    ...buildDropLines(drops, verb, ({ item }) => item),
    ...buildSeenByFewLines(dropsSeenByFew, lowerVerb, ({ item }) => item),
    ...(measuredZero ? [createPlayerLine(`Held nothing, looted ${formatQuantity(kills, 'time')}`)] : []),
  ];
}

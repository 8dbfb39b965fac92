import { readAgreedValues } from '../families/counting/agreed.ts';
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
import { readNamed } from '../reads/names.ts';
import { onServedBuild } from '../reads/served_build.ts';
import type { Publisher } from '../values/attribution.ts';
import type { CardType } from '../values/entity_page.ts';
import { readLocaleField } from '../values/language.ts';
import { formatQuantity } from '../values/phrases.ts';
import {
  buildDropLines,
  buildRowLines,
  buildSeenByFewLines,
  type Card,
  type CardLine,
  createObservedLine,
  formatPlaceholder,
  toEntityName,
} from './card.ts';
import { buildOfferLine, readItemCard } from './item.ts';
import { capitalise, formatRange } from './words.ts';

export interface FoundCard {
  readonly card: Card;
  readonly view: SnapshotView;
}

/** Builds a hover card. Returns null if there are no public facts about the entity (contract, section 4, Tooltip). */
export type CardReader = (type: CardType, id: number) => Promise<FoundCard | null>;

export function createCardReader(snapshots: SnapshotStore, publisher: Publisher): CardReader {
  const readOnce: CardReader = async (type, id) => {
    const snapshot = await readNewest(snapshots);
    const shared = shareReads(snapshot, publisher);
    const card = await CARD_READERS[type](shared, id);
    if (card === null) return null;
    const { name } = await readNamed(shared, type, id);
    return { card: { ...card, ...readLocaleField(name) }, view: snapshot.view };
  };
  return (type, id) => onServedBuild(snapshots, () => readOnce(type, id));
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
  return buildPlainCard('npc', npcId, name, [
    ...(levels === null ? [] : [createObservedLine(`Level ${formatRange(levels.min, levels.max)}`)]),
    ...(reactions.length === 0 ? [] : [createObservedLine(capitalise(readAgreedValues(reactions).join(' or ')))]),
    ...buildRowLines(zones, buildZoneLine, 'Found in'),
    ...buildRowLines(goods, (good) => buildOfferLine('Sells', good.item, good), 'Sells'),
    ...(services.total === 0 ? [] : [createObservedLine(`Teaches ${formatQuantity(services.total, 'lesson')}`)]),
    ...buildRowLines(gives, ({ quest }) => createObservedLine('Gives the quest ', toEntityName(quest)), 'Gives'),
    ...buildRowLines(takes, ({ quest }) => createObservedLine('Takes the quest ', toEntityName(quest)), 'Takes'),
    ...(loot === null ? [] : buildLootLines(loot, 'Drops', 'drops')),
  ]);
}

async function readQuestCard(snapshot: PublishedSnapshot, questId: number): Promise<Card | null> {
  const quest = await readQuest(snapshot, questId, CARD_LIMITS.quest);
  if (quest === null) return null;
  const { title, level, giver, turnIn, rewards } = quest;
  return buildPlainCard('quest', questId, title, [
    ...(level === null ? [] : [createObservedLine(`Level ${level.value}`)]),
    ...(giver === null ? [] : [createObservedLine('Given by ', toEntityName(giver.npc))]),
    ...(turnIn === null ? [] : [createObservedLine('Turned in to ', toEntityName(turnIn.npc))]),
    ...buildRowLines(rewards, ({ item }) => createObservedLine('Reward: ', toEntityName(item)), 'Rewards:'),
  ]);
}

async function readObjectCard(snapshot: PublishedSnapshot, objectId: number): Promise<Card | null> {
  const object = await readObject(snapshot, objectId, CARD_LIMITS.object);
  if (object === null) return null;
  const lines = [
    ...buildRowLines(object.zones, buildZoneLine, 'Found in'),
    ...buildLootLines(object.loot, 'Holds', 'holds'),
  ];
  return buildPlainCard('object', objectId, object.name, lines);
}

/** Builds the card of an entity that has neither an icon nor a quality. */
function buildPlainCard(
  type: CardType,
  id: number,
  name: { readonly value: string } | null,
  lines: readonly CardLine[],
): Card {
  const title = name?.value ?? formatPlaceholder(type, id);
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
    ...(measuredZero ? [createObservedLine(`Held nothing, looted ${formatQuantity(kills, 'time')}`)] : []),
  ];
}

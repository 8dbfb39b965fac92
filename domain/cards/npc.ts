import { agreedValues } from '../families/counting/agreed.ts';
import { CARD_LIMITS } from '../reads/entities/limits.ts';
import { type GameObject, type Loot, readObject } from '../reads/entities/loot.ts';
import { type Npc, readNpc } from '../reads/entities/npc.ts';
import { agreedMapName } from '../reads/entities/places.ts';
import type { PublishedSnapshot } from '../reads/entities/snapshot_data.ts';
import { counted } from '../values/phrases.ts';
import {
  type Card,
  type CardLine,
  dropLines,
  entityName,
  listLines,
  observedLine,
  plainCard,
  seenByFewLines,
} from './card.ts';
import { offerLine } from './item.ts';
import { capitalised, rangeText } from './words.ts';

/** Reads an NPC's card. Returns null if there are no public facts about the NPC. */
export async function readNpcCard(snapshot: PublishedSnapshot, npcId: number): Promise<Card | null> {
  const npc = await readNpc(snapshot, npcId, CARD_LIMITS.npc);
  return npc === null ? null : plainCard('npc', npcId, npc.name?.value ?? null, npcLines(npc));
}

function npcLines({ levels, reactions, zones, goods, services, gives, takes, loot }: Npc): readonly CardLine[] {
  return [
    ...(levels === null ? [] : [observedLine(`Level ${rangeText(levels.min, levels.max)}`)]),
    ...(reactions.length === 0 ? [] : [observedLine(capitalised(agreedValues(reactions).join(', ')))]),
    ...listLines(zones, zoneLine, 'Found in'),
    ...listLines(goods, (good) => offerLine('Sells', good.item, good), 'Sells'),
    ...(services.total === 0 ? [] : [observedLine(`Teaches ${counted(services.total, 'lesson')}`)]),
    ...listLines(gives, ({ quest }) => observedLine('Gives the quest ', entityName(quest)), 'Gives'),
    ...listLines(takes, ({ quest }) => observedLine('Takes the quest ', entityName(quest)), 'Takes'),
    ...(loot === null ? [] : lootLines(loot, 'Drops', 'drops')),
  ];
}

/** Returns a line such as `Found in Elwynn Forest (2 places)`. */
function zoneLine({ pins, ...zone }: Npc['zones']['rows'][number]): CardLine {
  const { mapId, mapInFiles } = zone;
  const name = agreedMapName(zone) ?? mapInFiles ?? `zone ${mapId}`;
  const places = pins.total === 0 ? '' : ` (${counted(pins.total, 'place')})`;
  return { parts: [`Found in ${name}${places}`], fromFiles: mapInFiles !== null };
}

/** Reads an object's card. Returns null if there are no public facts about the object. */
export async function readObjectCard(snapshot: PublishedSnapshot, objectId: number): Promise<Card | null> {
  const object = await readObject(snapshot, objectId, CARD_LIMITS.object);
  return object === null ? null : plainCard('object', objectId, object.name?.value ?? null, objectLines(object));
}

function objectLines({ zones, loot }: GameObject): readonly CardLine[] {
  return [...listLines(zones, zoneLine, 'Found in'), ...lootLines(loot, 'Holds', 'holds')];
}

function lootLines(
  { drops, dropsSeenByFew, measuredZero, kills }: Loot,
  verb: 'Drops' | 'Holds',
  lowerVerb: 'drops' | 'holds',
): readonly CardLine[] {
  return [
    ...dropLines(drops, verb, ({ item }) => item),
    ...seenByFewLines(dropsSeenByFew, lowerVerb, ({ item }) => item),
    ...(measuredZero ? [observedLine(`Held nothing, looted ${counted(kills, 'time')}`)] : []),
  ];
}

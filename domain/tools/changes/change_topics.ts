import { families } from '../../families/mod.ts';
import type { ChangeLine } from '../../ports/change_log.ts';
import type { PublishedSnapshot } from '../../reads/entities/snapshot_data.ts';
import { mapInOrder } from '../../values/map_in_order.ts';
import { pickNewestLines, type SubjectLine } from './change_reader.ts';

/** The topics by which players look at changes, in the order of pages. */
export const CHANGE_TOPICS = [
  'drops',
  'locations',
  'quests',
  'prices',
  'items',
  'creatures',
  'recipes',
  'zones',
  'other',
] as const;

export type ChangeTopic = (typeof CHANGE_TOPICS)[number];

export const CHANGE_TOPIC_WORDS: Readonly<Record<ChangeTopic, string>> = {
  drops: 'Drops',
  locations: 'Locations',
  quests: 'Quests',
  prices: 'Vendors and prices',
  items: 'Items',
  creatures: 'Creatures and objects',
  recipes: 'Recipes and training',
  zones: 'Zones',
  other: 'Everything else',
};

/** The topic of each family's lines. Lines of families that are not listed belong to `other`. */
const TOPIC_BY_FAMILY: Readonly<Record<string, ChangeTopic>> = {
  [families.drops.name]: 'drops',
  [families.gathering.name]: 'drops',
  [families.pins.name]: 'locations',
  [families.object_pins.name]: 'locations',
  [families.quests.name]: 'quests',
  [families.quest_chains.name]: 'quests',
  [families.vendor_goods.name]: 'prices',
  [families.vendor_prices.name]: 'prices',
  [families.realms.name]: 'prices',
  [families.items.name]: 'items',
  [families.npcs.name]: 'creatures',
  [families.objects.name]: 'creatures',
  [families.recipes.name]: 'recipes',
  [families.recipe_ranges.name]: 'recipes',
  [families.trainer_services.name]: 'recipes',
  [families.maps.name]: 'zones',
  [families.achievements.name]: 'other',
  [families.reputations.name]: 'other',
  [families.titles.name]: 'other',
  [families.collections.name]: 'other',
  builds: 'other',
};

/** The topic of each relation, and the kinds of entity where the relation starts. */
const RELATION_TOPICS: Readonly<Record<string, { readonly topic: ChangeTopic; readonly from: readonly string[] }>> = {
  dropped_by: { topic: 'drops', from: ['item'] },
  sold_by: { topic: 'prices', from: ['item'] },
  reward_from: { topic: 'quests', from: ['item'] },
  located_in: { topic: 'locations', from: ['npc', 'object'] },
};

export function findTopic({ family, field }: Pick<ChangeLine, 'family' | 'field'>): ChangeTopic {
  const topic = family === families.edges.name ? RELATION_TOPICS[field]?.topic : TOPIC_BY_FAMILY[family];
  return topic ?? 'other';
}

/** The search for the lines of one relation reads this many times the limit, because it reads all relations. */
const LINES_PER_RELATION = 4;

interface TopicQuery {
  readonly sinceMs: number;
  readonly topic: ChangeTopic;
  readonly limit: number;
}

/** Returns the most recent lines of a topic, newest first. */
export async function readTopicLines(
  snapshot: PublishedSnapshot,
  { sinceMs, topic, limit }: TopicQuery,
): Promise<readonly SubjectLine[]> {
  const own = Object.keys(TOPIC_BY_FAMILY).filter((family) => TOPIC_BY_FAMILY[family] === topic);
  const starts = Object.values(RELATION_TOPICS).flatMap((relation) => (relation.topic === topic ? relation.from : []));
  const queries = [
    { families: own, subjectPrefix: '', limit },
    ...starts.map((kind) => ({
      families: [families.edges.name],
      subjectPrefix: `${kind}:`,
      limit: LINES_PER_RELATION * limit,
    })),
  ];
  const found = await mapInOrder(queries, (query) => snapshot.log.changes({ sinceMs, ...query }));
  return pickNewestLines(
    found.flat().filter((line) => findTopic(line) === topic),
    limit,
  );
}

import { type QuestionRelation, readQuestion } from '../../knowledge/question.ts';
import { type Search, searchNames } from '../../knowledge/search.ts';
import type { SearchHit } from '../../ports/knowledge.ts';
import { edgesOf } from '../../reads/entities/observed_edges.ts';
import type { PublishedSnapshot } from '../../reads/entities/snapshot_data.ts';
import { mapInOrder } from '../../values/map_in_order.ts';

/** Entities that have the relation to a question's subject that the question asks for. */
export interface RelatedEntries {
  /** The id of the subject. */
  readonly subject: string;
  /** Ids of the related entries, most useful first. */
  readonly related: readonly string[];
}

/**
 * Limits: names considered, subjects followed, relations read per subject, and related entries returned per subject.
 */
const NAMES_LOOKED_AT = 10;
const SUBJECTS_MAX = 3;
const EDGES_MAX = 200;
const RELATED_MAX = 3;

/**
 * Follows the relations that a question asks for, such as who drops, sells or gives an item, or what an NPC does.
 * Starts from the names in the question.
 */
export async function followedOf(snapshot: PublishedSnapshot, search: Search): Promise<readonly RelatedEntries[]> {
  const { follows, isOfThing } = readQuestion(search.query);
  if (follows.length === 0 || search.version !== null) return [];
  const kind = isOfThing ? 'item' : null;
  const names = await searchNames(snapshot, { ...search, kind, limit: NAMES_LOOKED_AT });
  const subjects = names.filter((one) => one.layer === 'observed' && Object.hasOwn(RELATED, one.kind));
  const told: RelatedEntries[] = [];
  for (const subject of subjects) {
    const related = await relatedOf(snapshot, subject, follows);
    if (related.length > 0) told.push({ subject: subject.id, related });
    if (told.length === SUBJECTS_MAX) break;
  }
  return told;
}

type Ends = (snapshot: PublishedSnapshot, id: number) => Promise<readonly string[]>;

function toNpcs(group: 'dropped_by:item:npc' | 'sold_by:item:npc'): Ends {
  return async (snapshot, itemId) => {
    const edges = await edgesOf(snapshot, group, { fromId: itemId }, EDGES_MAX);
    const npcs = edges.rows.map(({ toId }) => toId);
    if (group === 'sold_by:item:npc' || npcs.length < 2) return npcs.map((npc) => `npc:${npc}`);
    const rates = await snapshot.rates.ofItem(itemId);
    const ordered = rates.corroborated.rates.filter(({ sourceType }) => sourceType === 'npc');
    const places = new Map(ordered.map(({ sourceId }, place) => [sourceId, place] as const));
    const placeOf = (npc: number): number => places.get(npc) ?? ordered.length;
    return npcs.toSorted((a, b) => placeOf(a) - placeOf(b) || a - b).map((npc) => `npc:${npc}`);
  };
}

function toItems(group: 'dropped_by:item:npc' | 'sold_by:item:npc' | 'reward_from:item:quest'): Ends {
  return async (snapshot, id) => {
    const edges = await edgesOf(snapshot, group, { toId: id }, EDGES_MAX);
    return edges.rows.map(({ fromId }) => `item:${fromId}`);
  };
}

function from(group: 'reward_from:item:quest' | 'located_in:npc:zone', kind: 'quest' | 'zone'): Ends {
  return async (snapshot, id) => {
    const edges = await edgesOf(snapshot, group, { fromId: id }, EDGES_MAX);
    return edges.rows.map(({ toId }) => `${kind}:${toId}`);
  };
}

/** Functions that read related entries, keyed by the subject's kind and then by relation. */
const RELATED: Readonly<Record<string, Readonly<Partial<Record<QuestionRelation, Ends>>>>> = {
  item: {
    dropped_by: toNpcs('dropped_by:item:npc'),
    sold_by: toNpcs('sold_by:item:npc'),
    reward_from: from('reward_from:item:quest', 'quest'),
  },
  npc: {
    dropped_by: toItems('dropped_by:item:npc'),
    sold_by: toItems('sold_by:item:npc'),
    located_in: from('located_in:npc:zone', 'zone'),
  },
  quest: { reward_from: toItems('reward_from:item:quest') },
};

async function relatedOf(
  snapshot: PublishedSnapshot,
  { id, kind }: SearchHit,
  follows: readonly QuestionRelation[],
): Promise<readonly string[]> {
  const ways = follows.flatMap((relation) => RELATED[kind]?.[relation] ?? []);
  const number = Number(id.slice(id.indexOf(':') + 1));
  const found = await mapInOrder(ways, async (way) => {
    const ends = await way(snapshot, number);
    return ends.slice(0, RELATED_MAX);
  });
  return [...new Set(found.flat())];
}

import { LENGTHS } from '../../../schema/limits.ts';
import { type QuestionRelation, readQuestion } from '../../knowledge/question.ts';
import { type Search, searchKnowledge, searchNames } from '../../knowledge/search.ts';
import { nameKey } from '../../knowledge/words.ts';
import type { SearchHit } from '../../ports/knowledge.ts';
import { edgesOf } from '../../reads/entities/observed_edges.ts';
import type { PublishedSnapshot } from '../../reads/entities/snapshot_data.ts';
import { mapInOrder } from '../../values/map_in_order.ts';
import type { ToolContext } from '../tool.ts';
import { wholeEntry } from './entries.ts';
import { entriesOf, readKnowledge, type SourcedEntry } from './knowledge.ts';

/** Number of extra entries to read, to make up for duplicates that are removed. */
const SPARE = 10;

/**
 * Returns the best matches for a query. If the query names an entity by number, that entity is the only result.
 * Otherwise, the results are the search results and, if the query asks for a relation, the related entries. The results
 * contain no duplicates, and `fetch` accepts each of their ids.
 */
export async function findEntries(context: ToolContext, search: Search): Promise<readonly SourcedEntry[]> {
  const first = await numberedEntry(context, search.query);
  if (first !== null && (search.kind ?? first.kind) === first.kind && search.version === null) return [first];
  return readKnowledge<readonly SourcedEntry[]>(context, [], async (snapshot) => {
    const found = await searchKnowledge(snapshot, { ...search, limit: search.limit + SPARE });
    const followed = await followedOf(snapshot, search);
    const ids = inOrder(found, followed, search.query);
    const entries = await entriesOf(snapshot, ids.slice(0, 2 * search.limit + SPARE));
    const ofKind = entries.filter(({ kind }) => search.kind === null || kind === search.kind);
    return onceEach(ofKind).slice(0, search.limit);
  });
}

/**
 * Puts entries whose whole name occurs in the question first. After that, two related entries alternate with one other
 * search result.
 */
function inOrder(found: readonly SearchHit[], followed: readonly RelatedEntries[], query: string): readonly string[] {
  if (followed.length === 0) return found.map(({ id }) => id);
  const { keys } = readQuestion(query);
  const named = found.filter(({ name }) => keys.includes(nameKey(name))).map(({ id }) => id);
  const others = found.map(({ id }) => id).filter((id) => !named.includes(id));
  const ids = new Set(named);
  let at = 0;
  for (const { subject, related } of followed) {
    ids.add(subject);
    for (const [i, id] of related.entries()) {
      ids.add(id);
      if (i % 2 === 1 && at < others.length) ids.add(others[at++]!);
    }
  }
  for (const id of others) ids.add(id);
  return [...ids];
}

/** Removes documents that have the same address or the same text as an earlier document. */
function onceEach(entries: readonly SourcedEntry[]): readonly SourcedEntry[] {
  const seen = new Set<string>();
  return entries.filter(({ layer, url, text }) => {
    if (layer !== 'document') return true;
    const said = text.replace(/\s+/gu, ' ').trim().slice(0, LENGTHS.documentText.max);
    const marks = [...(url === null ? [] : [`at ${url}`]), ...(said === '' ? [] : [`says ${said}`])];
    const isNew = marks.every((mark) => !seen.has(mark));
    for (const mark of marks) seen.add(mark);
    return isNew;
  });
}

/** The kind and number of an entity at the end of a query: `item 2589`, `npc:240`, `What is in object #7?`. */
const NUMBERED =
  /(?:^|\s)(item|npc|quest|object|zone|spell|recipe|achievement|faction|title)\s*[:# ]\s*#?(\d{1,10})\s*\??\s*$/iu;

/** Returns the entity that a query names by number, or null if it names none or the entity has no public data. */
async function numberedEntry(context: ToolContext, query: string): Promise<SourcedEntry | null> {
  const [, kind, digits] = NUMBERED.exec(query) ?? [];
  return kind === undefined ? null : wholeEntry(context, `${kind.toLowerCase()}:${Number(digits)}`);
}

/** Entities related to a question's subject in the way that the question asks about. */
interface RelatedEntries {
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
async function followedOf(snapshot: PublishedSnapshot, search: Search): Promise<readonly RelatedEntries[]> {
  const { follows, isOfThing } = readQuestion(search.query);
  if (follows.length === 0 || search.version !== null) return [];
  const kind = isOfThing ? 'item' : null;
  const names = await searchNames(snapshot, { ...search, kind, limit: NAMES_LOOKED_AT });
  const subjects = names.filter((one) => one.layer === 'observed' && Object.hasOwn(RELATED, one.kind));
  const followed: RelatedEntries[] = [];
  for (const subject of subjects) {
    const related = await relatedOf(snapshot, subject, follows);
    if (related.length > 0) followed.push({ subject: subject.id, related });
    if (followed.length === SUBJECTS_MAX) break;
  }
  return followed;
}

type Ends = (snapshot: PublishedSnapshot, id: number) => Promise<readonly string[]>;

type DropGroup = 'dropped_by:item:npc' | 'dropped_by:item:object';

/** Returns the NPCs and objects that drop an item, surest first. */
const toSources: Ends = async (snapshot, itemId) => {
  const endsOf = async (group: DropGroup, kind: 'npc' | 'object'): Promise<readonly string[]> => {
    const edges = await edgesOf(snapshot, group, { fromId: itemId }, EDGES_MAX);
    return edges.rows.map(({ toId }) => `${kind}:${toId}`);
  };
  const [npcs, objects] = await Promise.all([
    endsOf('dropped_by:item:npc', 'npc'),
    endsOf('dropped_by:item:object', 'object'),
  ]);
  const sources = [...npcs, ...objects];
  if (sources.length < 2) return sources;
  const { corroborated } = await snapshot.rates.ofItem(itemId);
  const ordered = corroborated.rates.map(({ sourceType, sourceId }) => `${sourceType}:${sourceId}`);
  const places = new Map(ordered.map((source, place) => [source, place]));
  const placeOf = (source: string): number => places.get(source) ?? ordered.length;
  return sources.toSorted((a, b) => placeOf(a) - placeOf(b) || idOf(a) - idOf(b));
};

const toVendors: Ends = async (snapshot, itemId) => {
  const edges = await edgesOf(snapshot, 'sold_by:item:npc', { fromId: itemId }, EDGES_MAX);
  return edges.rows.map(({ toId }) => `npc:${toId}`);
};

function toItems(group: DropGroup | 'sold_by:item:npc' | 'reward_from:item:quest'): Ends {
  return async (snapshot, toId) => {
    const edges = await edgesOf(snapshot, group, { toId }, EDGES_MAX);
    return edges.rows.map(({ fromId }) => `item:${fromId}`);
  };
}

function from(
  group: 'reward_from:item:quest' | 'located_in:npc:zone' | 'located_in:object:zone',
  kind: 'quest' | 'zone',
): Ends {
  return async (snapshot, fromId) => {
    const edges = await edgesOf(snapshot, group, { fromId }, EDGES_MAX);
    return edges.rows.map(({ toId }) => `${kind}:${toId}`);
  };
}

/** Functions that read related entries, keyed by the subject's kind and then by relation. */
const RELATED: Readonly<Record<string, Readonly<Partial<Record<QuestionRelation, Ends>>>>> = {
  item: {
    dropped_by: toSources,
    sold_by: toVendors,
    reward_from: from('reward_from:item:quest', 'quest'),
  },
  npc: {
    dropped_by: toItems('dropped_by:item:npc'),
    sold_by: toItems('sold_by:item:npc'),
    located_in: from('located_in:npc:zone', 'zone'),
  },
  object: {
    dropped_by: toItems('dropped_by:item:object'),
    located_in: from('located_in:object:zone', 'zone'),
  },
  quest: { reward_from: toItems('reward_from:item:quest') },
};

async function relatedOf(
  snapshot: PublishedSnapshot,
  { id, kind }: SearchHit,
  follows: readonly QuestionRelation[],
): Promise<readonly string[]> {
  const ways = follows.flatMap((relation) => RELATED[kind]?.[relation] ?? []);
  const number = idOf(id);
  const found = await mapInOrder(ways, async (way) => {
    const ends = await way(snapshot, number);
    return ends.slice(0, RELATED_MAX);
  });
  return [...new Set(found.flat())];
}

/** Returns the number at the end of an entry's id, such as 7 for `npc:7`. */
function idOf(id: string): number {
  return Number(id.slice(id.indexOf(':') + 1));
}

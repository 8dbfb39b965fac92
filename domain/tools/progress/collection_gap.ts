import { LIST_MAX } from '../../../schema/limits.ts';
import type { collection_gap as contract } from '../../../schema/tools/progress.ts';
import type { AgreedValue } from '../../families/counting/agreed.ts';
import { compareCodePoints, compareStrings } from '../../families/counting/order.ts';
import { type Facts, families } from '../../families/mod.ts';
import type { SubjectFact } from '../../ports/facts.ts';
import type { Snapshot } from '../../ports/snapshots.ts';
import { type Entity, type PublishedSnapshot, readEntity, toLabel } from '../../reads/entities/snapshot_data.ts';
import { groupBy } from '../../values/group_by.ts';
import { mapInOrder } from '../../values/map_in_order.ts';
import { joinFirstTexts } from '../../values/phrases.ts';
import { toRealmKey } from '../../values/realm_key.ts';
import { err } from '../../values/result.ts';
import { answerPage, renderPage } from '../shared/page.ts';
import type { ContractRule } from '../tool.ts';
import { CATALOGUE_FACTS_MAX } from './catalogue.ts';
import { parseIdList } from './id_list.ts';

const COLLECTION_LIMITS = LIST_MAX.collectionGap;
const SHOWN_MISSING_LINES_MAX = 15;

/** The items of a collection that the caller does not have (contract, section 6). */
export const collection_gap: ContractRule<typeof contract> = {
  answer: async (context, asked) => {
    const ids = parseIdList('owned', asked.owned ?? '', 'item ids');
    if (!ids.ok) return err(ids.error);
    return answerPage(context, async (snapshot) => {
      const found = await readCollection(snapshot, asked.collection);
      if ('known' in found) return { none: explainNoCollection(asked.collection, found.known) };
      const collection = found.found;
      const held = new Set(collection.members.map(({ itemId }) => itemId));
      const mine = new Set(ids.value);
      const owned = collection.members.filter(({ itemId }) => mine.has(itemId));
      const missing = collection.members.filter(({ itemId }) => !mine.has(itemId));
      const named = await Promise.all([
        mapInOrder(missing.slice(0, COLLECTION_LIMITS.missing), createMemberReader(snapshot)),
        mapInOrder(owned.slice(0, COLLECTION_LIMITS.owned), createMemberReader(snapshot)),
      ]);
      const page = {
        collection: collection.name,
        total: collection.members.length,
        ownedTotal: owned.length,
        missingTotal: missing.length,
        missing: named[0],
        missingIds: listItemIds(missing),
        owned: named[1],
        ownedIds: listItemIds(owned),
        unknownIds: ids.value.filter((id) => !held.has(id)).slice(0, COLLECTION_LIMITS.ids),
        ...(collection.isCut ? { isCut: true } : {}),
      };
      return { page };
    });
  },
  text: (answer) =>
    renderPage(answer, ({ collection, total, ownedTotal, missing, missingTotal, unknownIds, isCut }) => [
      `${JSON.stringify(collection)}: ${ownedTotal} of ${total} known items owned, ${missingTotal} missing.`,
      ...missing.slice(0, SHOWN_MISSING_LINES_MAX).map(renderMember),
      ...(missingTotal > SHOWN_MISSING_LINES_MAX ? [`And ${missingTotal - SHOWN_MISSING_LINES_MAX} more.`] : []),
      ...(unknownIds.length === 0
        ? []
        : [`Not known to belong to it: ${joinFirstTexts(unknownIds.map(String), SHOWN_IDS_MAX)}.`]),
      ...(isCut
        ? [`Collections have more items than one answer reads: this looked at the first ${CATALOGUE_FACTS_MAX}.`]
        : []),
    ]),
};

function listItemIds(members: readonly CollectionMember[]): readonly number[] {
  return members.slice(0, COLLECTION_LIMITS.ids).map(({ itemId }) => itemId);
}

function createMemberReader(snapshot: PublishedSnapshot) {
  return async (member: CollectionMember): Promise<ShownMember> => {
    const item = await readEntity(snapshot, 'item', member.itemId);
    return { item, sources: sortSources(member).slice(0, COLLECTION_LIMITS.sources) };
  };
}

interface ShownMember {
  readonly item: Entity<'item'>;
  readonly sources: readonly AgreedValue<string>[];
}

const KNOWN_CHARS_MAX = 300;

/** Lists as many of the existing collections as fit into the sentence. */
function explainNoCollection(asked: string, collections: readonly string[]): string {
  const sentence = `No item of a collection called ${JSON.stringify(asked)} is public`;
  const names = collections.map((name) => JSON.stringify(name)).sort(compareStrings);
  let chars = 0;
  const known = names.filter((name) => {
    chars += name.length + 2;
    return chars <= KNOWN_CHARS_MAX;
  });
  if (known.length === 0) return `${sentence}.`;
  return `${sentence}; there ${known.length < names.length ? 'are, among others,' : known.length === 1 ? 'is' : 'are'} ${known.join(', ')}.`;
}

const SHOWN_SOURCES_MAX = 3;

function renderMember({ item, sources }: Omit<ShownMember, 'item'> & { readonly item: Entity }): string {
  const texts = sources
    .slice(0, SHOWN_SOURCES_MAX)
    .map(({ value, installs }) => `${JSON.stringify(value)} (${installs} installs)`);
  return `${toLabel(item)}: ${texts.join(', ')}${sources.length > SHOWN_SOURCES_MAX ? ', …' : ''}`;
}

const SHOWN_IDS_MAX = 20;

type CollectionFact = SubjectFact<Facts['collections']>;

/** An item of a collection with its facts. There is one fact for each spelling of the collection's name. */
interface CollectionMember {
  readonly itemId: number;
  readonly facts: readonly CollectionFact[];
}

interface CollectionFacts {
  /** The spelling that most of the collection's items use. */
  readonly name: string;
  /** Ordered by item id. */
  readonly members: readonly CollectionMember[];
  /** True if there are more collection items than are read at once. */
  readonly isCut: boolean;
}

/**
 * Finds a collection under any spelling of its name, or returns the names of the known collections. Addons spell a
 * collection's name differently, and each spelling has separate facts. This function therefore reads all facts, up to a
 * limit that is higher than the number of entries in the game's own catalogues.
 */
async function readCollection(
  snapshot: Snapshot,
  asked: string,
): Promise<{ readonly found: CollectionFacts } | { readonly known: readonly string[] }> {
  const facts = await snapshot.factsOf(families.collections, '', CATALOGUE_FACTS_MAX);
  const collections = groupBy(groupBy(facts.facts, readCollectionName), ([spelling]) => toRealmKey(spelling));
  const spellings = collections.get(toRealmKey(asked));
  return spellings === undefined
    ? { known: [...collections.values()].map(pickSpelling) }
    : {
        found: {
          name: pickSpelling(spellings),
          members: mergeMemberFacts(spellings.flatMap(([, told]) => told)),
          isCut: facts.total > CATALOGUE_FACTS_MAX,
        },
      };
}

/**
 * Returns the index of the colon after the collection's name. Subjects are `<collection>:<item id>`, and the name may
 * contain colons.
 */
function findCollectionNameEnd({ subject }: CollectionFact): number {
  return subject.lastIndexOf(':');
}

function readCollectionName(fact: CollectionFact): string {
  return fact.subject.slice(0, findCollectionNameEnd(fact));
}

function pickSpelling(spellings: readonly (readonly [spelling: string, facts: readonly CollectionFact[]])[]): string {
  return (
    spellings.toSorted(([a, of], [b, others]) => others.length - of.length || compareCodePoints(a, b))[0]?.[0] ?? ''
  );
}

function mergeMemberFacts(facts: readonly CollectionFact[]): readonly CollectionMember[] {
  return [...groupBy(facts, (fact) => Number(fact.subject.slice(findCollectionNameEnd(fact) + 1)))]
    .map(([itemId, told]) => ({ itemId, facts: told }))
    .sort((a, b) => a.itemId - b.itemId);
}

/**
 * Returns the sources of an item, ordered by number of installs (most first) and then by text. One install may report
 * several spellings, so the highest count is used instead of the sum. Sources in other languages are used only if there
 * are none in the instance's language.
 */
function sortSources({ facts }: CollectionMember): readonly AgreedValue<string>[] {
  const sources = facts.flatMap(({ body }) => body.sources ?? []);
  const own = sources.filter(({ locale }) => locale === undefined);
  return [...groupBy(own.length > 0 ? own : sources, ({ value, locale }) => `${locale} ${value}`).values()]
    .map((alike) => alike.reduce((best, one) => (one.installs > best.installs ? one : best)))
    .sort((a, b) => b.installs - a.installs || compareStrings(a.value, b.value));
}

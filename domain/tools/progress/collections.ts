import type { AgreedValue } from '../../families/counting/agreed.ts';
import { groupBy } from '../../families/counting/group_by.ts';
import { byCodePoints, byText } from '../../families/counting/order.ts';
import { type Facts, families } from '../../families/mod.ts';
import type { SubjectFact } from '../../ports/facts.ts';
import type { Snapshot } from '../../ports/snapshots.ts';
import { realmKey } from '../../values/realm_key.ts';
import { CATALOGUE_MAX } from './catalogue.ts';

type CollectionFact = SubjectFact<Facts['collections']>;

/** An item of a collection with its facts. There is one fact for each spelling of the collection's name. */
export interface CollectionMember {
  readonly itemId: number;
  readonly facts: readonly CollectionFact[];
}

export interface Collection {
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
export async function readCollection(
  snapshot: Snapshot,
  asked: string,
): Promise<{ readonly found: Collection } | { readonly known: readonly string[] }> {
  const facts = await snapshot.factsOf(families.collections, '', CATALOGUE_MAX);
  const collections = groupBy(groupBy(facts.facts, nameOf), ([spelling]) => realmKey(spelling));
  const spellings = collections.get(realmKey(asked));
  return spellings === undefined
    ? { known: [...collections.values()].map(commonest) }
    : {
        found: {
          name: commonest(spellings),
          members: membersOf(spellings.flatMap(([, told]) => told)),
          isCut: facts.total > CATALOGUE_MAX,
        },
      };
}

/**
 * Returns the index of the colon after the collection's name. Subjects are `<collection>:<item id>`, and the name may
 * contain colons.
 */
function colonOf({ subject }: CollectionFact): number {
  return subject.lastIndexOf(':');
}

function nameOf(fact: CollectionFact): string {
  return fact.subject.slice(0, colonOf(fact));
}

function commonest(spellings: readonly (readonly [spelling: string, facts: readonly CollectionFact[]])[]): string {
  return spellings.toSorted(([a, of], [b, others]) => others.length - of.length || byCodePoints(a, b))[0]?.[0] ?? '';
}

function membersOf(facts: readonly CollectionFact[]): readonly CollectionMember[] {
  return [...groupBy(facts, (fact) => Number(fact.subject.slice(colonOf(fact) + 1)))]
    .map(([itemId, told]) => ({ itemId, facts: told }))
    .sort((a, b) => a.itemId - b.itemId);
}

/**
 * Returns the sources of an item, ordered by number of installs (most first) and then by text. One install may report
 * several spellings, so the highest count is used instead of the sum. Sources in other languages are used only if there
 * are none in the instance's language.
 */
export function sourcesOf({ facts }: CollectionMember): readonly AgreedValue<string>[] {
  const sources = facts.flatMap(({ body }) => body.sources ?? []);
  const own = sources.filter(({ locale }) => locale === undefined);
  return [...groupBy(own.length > 0 ? own : sources, ({ value, locale }) => `${locale} ${value}`).values()]
    .map((alike) => alike.reduce((best, one) => (one.installs > best.installs ? one : best)))
    .sort((a, b) => b.installs - a.installs || byText(a.value, b.value));
}

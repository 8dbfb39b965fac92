import type { Agreed } from '../../families/counting/agreed.ts';
import { groupBy } from '../../families/counting/group_by.ts';
import { byCodePoints, byText } from '../../families/counting/order.ts';
import { type Facts, families } from '../../families/mod.ts';
import type { SubjectFact } from '../../ports/facts.ts';
import { realmKey } from '../../values/realm_key.ts';
import type { SnapshotData } from '../shared/snapshot_data.ts';
import { CATALOGUE_MAX } from './catalogue.ts';

type CollectionFact = SubjectFact<Facts['collections']>;

/** An item of a collection, with the facts that say so: one a spelling of the collection. */
export interface CollectionMember {
  readonly itemId: number;
  readonly facts: readonly CollectionFact[];
}

export interface Collection {
  /** In the spelling of most of its items. */
  readonly name: string;
  /** By item id. */
  readonly members: readonly CollectionMember[];
  /** There are more items in collections than are read at once. */
  readonly isCut: boolean;
}

/**
 * One collection, whatever the spelling; where there is none of that name, the names that there are. Players' addons spell
 * one collection differently, and the facts stand under each spelling, so all of them are read, up to a bound that a
 * catalogue of the game's stays under.
 */
export async function readCollection(
  { reader, view }: Pick<SnapshotData, 'reader' | 'view'>,
  asked: string,
): Promise<{ readonly found: Collection } | { readonly known: readonly string[] }> {
  const facts = await reader.factsOf(view, families.collections, '', CATALOGUE_MAX);
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

/** Where the name of a collection ends: subjects are `<collection>:<item id>`, and a name may hold colons. */
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
 * Where an item comes from, by installs, most first, then by text. An install may stand behind several spellings, so that
 * its numbers are not added up: the greatest stands. Sources in other languages only where there is none in the instance's.
 */
export function sourcesOf({ facts }: CollectionMember): readonly Agreed<string>[] {
  const sources = facts.flatMap(({ body }) => body.sources ?? []);
  const own = sources.filter(({ locale }) => locale === undefined);
  return [...groupBy(own.length > 0 ? own : sources, ({ value, locale }) => `${locale} ${value}`).values()]
    .map((alike) => alike.reduce((best, one) => (one.installs > best.installs ? one : best)))
    .sort((a, b) => b.installs - a.installs || byText(a.value, b.value));
}

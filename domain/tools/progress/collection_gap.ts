import { LIST_MAX } from '../../../schema/limits.ts';
import type { collection_gap as contract } from '../../../schema/tools/collection_gap.ts';
import type { AgreedValue } from '../../families/counting/agreed.ts';
import { byText } from '../../families/counting/order.ts';
import { called, type Entity, entityOf, type PublishedSnapshot } from '../../reads/entities/snapshot_data.ts';
import { mapInOrder } from '../../values/map_in_order.ts';
import { err } from '../../values/result.ts';
import { answerPage, pageText } from '../shared/page.ts';
import type { RuleOf } from '../tool.ts';
import { CATALOGUE_MAX } from './catalogue.ts';
import { type CollectionMember, readCollection, sourcesOf } from './collections.ts';
import { readIds } from './id_list.ts';

const MAX = LIST_MAX.collectionGap;
const LINES_SHOWN = 15;

/** The items of a collection that the caller does not have (contract, section 6). */
export const collection_gap: RuleOf<typeof contract> = {
  answer: async (context, asked) => {
    const ids = readIds('owned', asked.owned ?? '', 'item ids');
    if (!ids.ok) return err(ids.error);
    return answerPage(context, async (snapshot) => {
      const found = await readCollection(snapshot, asked.collection);
      if ('known' in found) return { none: noCollection(asked.collection, found.known) };
      const collection = found.found;
      const held = new Set(collection.members.map(({ itemId }) => itemId));
      const mine = new Set(ids.value);
      const owned = collection.members.filter(({ itemId }) => mine.has(itemId));
      const missing = collection.members.filter(({ itemId }) => !mine.has(itemId));
      const named = await Promise.all([
        mapInOrder(missing.slice(0, MAX.missing), memberReader(snapshot)),
        mapInOrder(owned.slice(0, MAX.owned), memberReader(snapshot)),
      ]);
      const page = {
        collection: collection.name,
        total: collection.members.length,
        ownedTotal: owned.length,
        missingTotal: missing.length,
        missing: named[0],
        missingIds: idsOf(missing),
        owned: named[1],
        ownedIds: idsOf(owned),
        unknownIds: ids.value.filter((id) => !held.has(id)).slice(0, MAX.ids),
        ...(collection.isCut ? { isCut: true } : {}),
      };
      return { page };
    });
  },
  text: (answer) =>
    pageText(answer, ({ collection, total, ownedTotal, missing, missingTotal, unknownIds, isCut }) => [
      `${JSON.stringify(collection)}: ${ownedTotal} of ${total} known items owned, ${missingTotal} missing.`,
      ...missing.slice(0, LINES_SHOWN).map(memberLine),
      ...(missingTotal > LINES_SHOWN ? [`And ${missingTotal - LINES_SHOWN} more.`] : []),
      ...(unknownIds.length === 0 ? [] : [`Not known to belong to it: ${idsText(unknownIds)}.`]),
      ...(isCut
        ? [`Collections have more items than one answer reads: this looked at the first ${CATALOGUE_MAX}.`]
        : []),
    ]),
};

function idsOf(members: readonly CollectionMember[]): readonly number[] {
  return members.slice(0, MAX.ids).map(({ itemId }) => itemId);
}

function memberReader(snapshot: PublishedSnapshot) {
  return async (member: CollectionMember): Promise<ShownMember> => {
    const item = await entityOf(snapshot, 'item', member.itemId);
    return { item, sources: sourcesOf(member).slice(0, MAX.sources) };
  };
}

interface ShownMember {
  readonly item: Entity<'item'>;
  readonly sources: readonly AgreedValue<string>[];
}

const KNOWN_CHARS_MAX = 300;

/** Lists the existing collections, as many as fit into the sentence. */
function noCollection(asked: string, collections: readonly string[]): string {
  const sentence = `No item of a collection called ${JSON.stringify(asked)} is public`;
  const names = collections.map((name) => JSON.stringify(name)).sort(byText);
  let chars = 0;
  const known = names.filter((name) => {
    chars += name.length + 2;
    return chars <= KNOWN_CHARS_MAX;
  });
  if (known.length === 0) return `${sentence}.`;
  return `${sentence}; there ${known.length < names.length ? 'are, among others,' : known.length === 1 ? 'is' : 'are'} ${known.join(', ')}.`;
}

const SOURCES_TOLD = 3;

function memberLine({ item, sources }: Omit<ShownMember, 'item'> & { readonly item: Entity }): string {
  const told = sources
    .slice(0, SOURCES_TOLD)
    .map(({ value, installs }) => `${JSON.stringify(value)} (${installs} installs)`);
  return `${called(item)}: ${told.join(', ')}${sources.length > SOURCES_TOLD ? ', …' : ''}`;
}

const IDS_TOLD = 20;

function idsText(ids: readonly number[]): string {
  return ids.length > IDS_TOLD
    ? `${ids.slice(0, IDS_TOLD).join(', ')} and ${ids.length - IDS_TOLD} more`
    : ids.join(', ');
}

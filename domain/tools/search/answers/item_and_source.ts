import { nameKey } from '../../../knowledge/words.ts';
import type { SearchHit } from '../../../ports/knowledge.ts';
import type { PublishedSnapshot } from '../../../reads/entities/snapshot_data.ts';
import { isBesideName, listWholeNames, PHRASE_WORDS_MAX, readNamed, trimWords } from './names.ts';

const SOURCE_KINDS = ['npc', 'object'] as const;

/** Words that may be next to the names of an item and its source. */
const OF_DROPS =
  /^(?:drops?|dropping|loots?|chances?|rates?|percent|odds|farm|farming|from|off|of|on|by|in|the|a|an|how|often|likely|does|do|what|is|can|get|\d+)$/u;

/**
 * Finds an item and a creature or object in a phrase that consists of their names, in any order, and words about drops.
 * Returns the most important pair, or null if there is none.
 */
export async function findItemAndSource(
  snapshot: PublishedSnapshot,
  phrase: string,
): Promise<{ readonly item: string; readonly source: string } | null> {
  const words = nameKey(phrase).split(' ').slice(0, PHRASE_WORDS_MAX);
  const trim = (part: readonly string[]): string => trimWords(part, (word) => OF_DROPS.test(word));
  const parts = words.slice(1).map((_, at) => [trim(words.slice(0, at + 1)), trim(words.slice(at + 1))]);
  const named = await readNamed(snapshot, parts.flat().flatMap(listWholeNames));
  const importance = (name: string, kinds: readonly string[]): number =>
    Math.max(
      -1,
      ...named.flatMap((hit) =>
        isCalled(hit, name) && kinds.includes(hit.kind) && !name.split(' ').every((word) => isBesideName(word))
          ? hit.importance
          : [],
      ),
    );
  const pairs = parts.flatMap(([one, other]) =>
    [[one!, other!] as const, [other!, one!] as const].map(([item, source]) => {
      const [ofItem, ofSource] = [importance(item, ['item']), importance(source, SOURCE_KINDS)];
      return { item, source, least: Math.min(ofItem, ofSource) };
    }),
  );
  const [best] = pairs.filter(({ least }) => least >= 0).toSorted((a, b) => b.least - a.least);
  return best === undefined ? null : { item: best.item, source: best.source };
}

function isCalled({ name }: SearchHit, asked: string): boolean {
  return listWholeNames(asked).includes(nameKey(name));
}

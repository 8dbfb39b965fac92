import { expandSlang } from '../../knowledge/intents/slang.ts';
import { nameKey } from '../../knowledge/words.ts';
import { NO_FILTER, type SearchHit } from '../../ports/knowledge.ts';
import type { Snapshot } from '../../ports/snapshots.ts';

/** A question about an entity, such as `Hogger level`, that completes what a reader types. */
export interface SuggestedQuestion {
  readonly entry: SearchHit;
  readonly question: string;
}

/** Words that ask about an entity after its name, by the entity's kind, most asked first. */
const ASKED: Readonly<Record<string, readonly string[]>> = {
  item: ['drops', 'price', 'farm', 'vendor', 'materials', 'used for', 'where', 'auction house'],
  npc: ['drops', 'level', 'where', 'location', 'quests', 'loot'],
  object: ['contents', 'loot', 'where', 'location'],
  quest: ['rewards', 'giver', 'level', 'where', 'turn in'],
  zone: ['quests', 'quest givers', 'vendors', 'trainers', 'missing'],
  recipe: ['materials', 'trainer', 'colours', 'difficulty'],
};

/** Maximum number of entries with the name that are read. */
const NAMED_MAX = 20;

/**
 * Returns questions about the entity whose whole name begins the text, if the words after it begin such a question:
 * `Hogger level` for `hogger lev`. Entities of the first kind that a question suits are asked about.
 */
export async function suggestQuestions(snapshot: Snapshot, text: string): Promise<readonly SuggestedQuestion[]> {
  const words = nameKey(text).split(' ');
  for (let count = words.length - 1; count > 0; count--) {
    const [rest, typed] = [expandSlang(words.slice(count).join(' ')), words.slice(count).join(' ')];
    const named = await snapshot.knowledge.named([words.slice(0, count).join(' ')], NO_FILTER, NAMED_MAX);
    const found = named.flatMap((entry) =>
      (ASKED[entry.kind] ?? [])
        .filter((asked) => asked.startsWith(rest) || asked.startsWith(typed))
        .map((asked) => ({ entry, asked })),
    );
    if (named.length > 0) {
      const once = new Map(found.toReversed().map((one) => [`${one.entry.kind} ${one.asked}`, one]));
      return [...once.values()].toReversed().map(({ entry, asked }) => ({ entry, question: `${entry.name} ${asked}` }));
    }
  }
  return [];
}

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
    const typed = words.slice(count).join(' ');
    const begins = [typed, expandSlang(typed)];
    const named = await snapshot.knowledge.named([words.slice(0, count).join(' ')], NO_FILTER, NAMED_MAX);
    if (named.length === 0) continue;
    const questions = named.flatMap((entry) => {
      const asked = (ASKED[entry.kind] ?? []).filter((one) => begins.some((begin) => one.startsWith(begin)));
      return asked.map((one) => ({ entry, question: `${entry.name} ${one}` }));
    });
    // Several creatures may share a name.
    return [...new Map(questions.toReversed().map((one) => [one.question, one])).values()].toReversed();
  }
  return [];
}

import { about } from './about.ts';
import { changes } from './changes.ts';
import { class_count } from './class_count.ts';
import { creatures } from './creatures.ts';
import { drops } from './drops.ts';
import { farm } from './farm.ts';
import { gear_rewards } from './gear_rewards.ts';
import { givers } from './givers.ts';
import { goods } from './goods.ts';
import { compilePattern, matchPattern, moveTopic, normalizeQuestion } from './grammar.ts';
import type { Slots } from './intent.ts';
import { lessons } from './lessons.ts';
import { levelling } from './levelling.ts';
import { loot } from './loot.ts';
import { made_from } from './made_from.ts';
import { missing } from './missing.ts';
import { npc_quests } from './npc_quests.ts';
import { obtain } from './obtain.ts';
import { people } from './people.ts';
import { place } from './place.ts';
import { reward_from } from './reward_from.ts';
import { rewards } from './rewards.ts';
import { sellers } from './sellers.ts';
import { sells_best } from './sells_best.ts';
import { skill_up } from './skill_up.ts';
import { teachers } from './teachers.ts';
import { trainers } from './trainers.ts';
import { turns_grey } from './turns_grey.ts';
import { uses } from './uses.ts';
import { vendor_price } from './vendor_price.ts';
import { worth } from './worth.ts';
import { zone_quests } from './zone_quests.ts';

/**
 * Every kind of question that is understood, in English. If a question matches several, earlier ones are tried first
 * (domain/tools/search/answers).
 */
export const INTENTS = [
  levelling,
  skill_up,
  turns_grey,
  sells_best,
  vendor_price,
  worth,
  class_count,
  missing,
  made_from,
  uses,
  changes,
  drops,
  loot,
  farm,
  sellers,
  goods,
  trainers,
  teachers,
  lessons,
  gear_rewards,
  reward_from,
  npc_quests,
  givers,
  rewards,
  people,
  creatures,
  zone_quests,
  obtain,
  place,
  about,
] as const;

export type IntentName = (typeof INTENTS)[number]['name'];

/** A question as one intent understands it. */
export interface Interpretation {
  readonly intent: IntentName;
  readonly tool: string;
  readonly slots: Slots;
}

const COMPILED = INTENTS.map(({ name, tool, patterns }) => ({
  intent: name,
  tool,
  patterns: patterns.map(compilePattern),
}));

/** Longer questions are not understood. The limit bounds the time that matching can take. */
const CHARS_MAX = 160;

/**
 * Returns every way in which a question can be understood, most likely first. The list is empty if the question matches
 * no pattern.
 */
export function readIntents(question: string): readonly Interpretation[] {
  if (question.length > CHARS_MAX) return [];
  const text = normalizeQuestion(question);
  const moved = moveTopic(text);
  const readings = [text, ...(moved === null ? [] : [moved])].flatMap(interpretationsOf);
  return [...new Map(readings.map((reading) => [JSON.stringify(reading), reading])).values()];
}

function interpretationsOf(text: string): readonly Interpretation[] {
  const words = new Set(text.split(' '));
  return COMPILED.flatMap(({ intent, tool, patterns }) =>
    patterns.flatMap((pattern) => {
      const slots = matchPattern(pattern, text, words);
      return slots === null ? [] : [{ intent, tool, slots }];
    }),
  );
}

/** Returns whether a word belongs to the phrasing of questions rather than to the names of things. */
export function isQuestionWord(word: string): boolean {
  return PHRASING.has(word);
}

const PHRASING: ReadonlySet<string> = new Set(
  COMPILED.flatMap(({ patterns }) => patterns.flatMap(({ words }) => [...words])),
);

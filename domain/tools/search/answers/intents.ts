import {
  matchPattern,
  moveTopic,
  normalizeQuestion,
  removeCourtesies,
  type Slots,
} from '../../../knowledge/intents/grammar.ts';
import { about } from './about.ts';
import type { AnswerIntent, Intent } from './answer.ts';
import { changes } from './changes.ts';
import { talents } from './class_talents.ts';
import { made_from, uses } from './crafting.ts';
import { goods, lessons, loot, npc_quests, place } from './creatures.ts';
import { farm } from './farm.ts';
import { gathered_in, gathering } from './gathering.ts';
import { drops, gathered_from, obtain, reward_from, sellers } from './items.ts';
import { sellers_of_kind } from './kinds.ts';
import { missing } from './missing.ts';
import { creatures, people, teachers, trainers } from './people.ts';
import { class_count } from './players.ts';
import { vendor_price, worth } from './prices.ts';
import { skill_up } from './professions.ts';
import { gear_rewards, givers, levelling, rewards, zone_quests } from './quests.ts';
import { sells_best } from './sells_best.ts';
import { turns_grey } from './thresholds.ts';

/** Every kind of question that is understood, in English. If a question matches several, earlier ones are tried first. */
export const INTENTS: readonly Intent[] = [
  ...[levelling, talents, sellers_of_kind, skill_up, turns_grey, sells_best, vendor_price, worth],
  ...[class_count, missing, made_from, uses, changes, drops, loot, farm],
  ...[gathered_in, gathered_from, gathering, sellers, goods, trainers, teachers, lessons, gear_rewards],
  ...[reward_from, npc_quests, givers, rewards, people, creatures, zone_quests, obtain],
  ...[place, about],
];

/** A question as one intent understands it. */
export interface Interpretation {
  readonly intent: string;
  readonly tool: string;
  readonly answer: AnswerIntent;
  readonly slots: Slots;
}

/** Longer questions are not understood. The limit bounds the time that matching can take. */
export const CHARS_MAX = 160;

/**
 * Returns every way in which a question can be understood, most likely first. The list is empty if the question matches
 * no pattern.
 */
export function readIntents(question: string): readonly Interpretation[] {
  return question.length > CHARS_MAX ? [] : matchIntents(normalizeQuestion(question));
}

/** Like `readIntents`, for words in lower case whose slang was expanded. */
export function matchIntents(words: string): readonly Interpretation[] {
  const text = removeCourtesies(words);
  if (text.length > CHARS_MAX) return [];
  const readings = [text, moveTopic(text) ?? ''].flatMap((asked) => {
    const words = new Set(asked.split(' '));
    return INTENTS.flatMap(({ name: intent, tool, answer, patterns }) =>
      patterns.flatMap((pattern) => {
        const slots = matchPattern(pattern, asked, words);
        return slots === null ? [] : [{ intent, tool, answer, slots }];
      }),
    );
  });
  return [...new Map(readings.map((reading) => [JSON.stringify([reading.intent, reading.slots]), reading])).values()];
}

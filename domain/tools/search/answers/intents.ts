import {
  matchPattern,
  moveTopicToEnd,
  normalizeQuestion,
  removeCourtesies,
  type Slots,
} from '../../../knowledge/intents/grammar.ts';
import { aboutIntent } from './about.ts';
import type { Answerer, DirectAnswer, Intent } from './answer.ts';
import { changesIntent } from './changes.ts';
import { talentsIntent } from './class_talents.ts';
import { madeFromIntent, usesIntent } from './crafting.ts';
import { goodsIntent, lessonsIntent, lootIntent, npcQuestsIntent, placeIntent, respawnIntent } from './creatures.ts';
import { farmIntent } from './farm.ts';
import { gatheredFromIntent, gatheredInIntent, gatheringIntent } from './gathering.ts';
import { contributingIntent, dataIntent } from './help.ts';
import { dropsIntent, obtainIntent, rewardFromIntent, sellersIntent } from './items.ts';
import { kindSellersIntent } from './kinds.ts';
import { missingIntent } from './missing.ts';
import { creaturesIntent, peopleIntent, teachersIntent, trainersIntent } from './people.ts';
import { classCountIntent, factionsIntent } from './players.ts';
import { saleIntent, vendorPriceIntent, worthIntent } from './prices.ts';
import { skillUpIntent } from './professions.ts';
import { gearRewardsIntent, giversIntent, levellingIntent, rewardsIntent, zoneQuestsIntent } from './quests.ts';
import { sellsBestIntent } from './sells_best.ts';
import { turnsGreyIntent } from './thresholds.ts';

/** Every kind of question that is understood, in English. If a question matches several, earlier ones are tried first. */
export const INTENTS: readonly Intent[] = [
  ...[levellingIntent, talentsIntent, kindSellersIntent, skillUpIntent, turnsGreyIntent, sellsBestIntent, saleIntent],
  ...[vendorPriceIntent, worthIntent, respawnIntent, classCountIntent, factionsIntent, missingIntent, madeFromIntent],
  ...[usesIntent, changesIntent, dropsIntent, lootIntent, farmIntent, gatheredInIntent, gatheredFromIntent],
  ...[gatheringIntent, sellersIntent, goodsIntent, trainersIntent, teachersIntent, lessonsIntent, gearRewardsIntent],
  ...[rewardFromIntent, npcQuestsIntent, giversIntent, rewardsIntent, peopleIntent, creaturesIntent],
  ...[zoneQuestsIntent, obtainIntent, placeIntent, aboutIntent, contributingIntent, dataIntent],
];

/** A question as one intent understands it. */
export interface QuestionReading {
  readonly intent: string;
  readonly tool: string;
  readonly answer: Answerer;
  readonly slots: Slots;
}

/** A question's answer and the reading that it answers. */
export interface AnsweredQuestion extends DirectAnswer {
  readonly reading: QuestionReading;
}

/** Longer questions are not understood. The limit bounds the time that matching can take. */
export const QUESTION_CHARS_MAX = 160;

/**
 * Returns every way in which a question can be understood, most likely first. The list is empty if the question matches
 * no pattern.
 */
export function readQuestion(question: string): readonly QuestionReading[] {
  return question.length > QUESTION_CHARS_MAX ? [] : matchIntents(normalizeQuestion(question));
}

/** Like `readQuestion`, for words in lower case whose slang was expanded. */
export function matchIntents(words: string): readonly QuestionReading[] {
  const text = removeCourtesies(words);
  if (text.length > QUESTION_CHARS_MAX) return [];
  const readings = [text, moveTopicToEnd(text) ?? ''].flatMap((asked) => {
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

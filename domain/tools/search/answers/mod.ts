import { type IntentName, type Interpretation, readIntents } from '../../../knowledge/intents/mod.ts';
import { answerAbout } from './about.ts';
import { type AnswerIntent, type DirectAnswer, isSurer, type QuestionContext } from './answer.ts';
import { answerChanges } from './changes.ts';
import { answerMadeFrom, answerUses } from './crafting.ts';
import { answerGoods, answerLessons, answerLoot, answerPlace } from './creatures.ts';
import { answerDrops, answerFarm, answerObtain, answerRewardFrom, answerSellers } from './items.ts';
import { answerMissing } from './missing.ts';
import { answerPeople, answerTeachers, answerTrainers } from './people.ts';
import { answerClassCount } from './players.ts';
import { answerVendorPrice, answerWorth } from './prices.ts';
import { answerSkillUp } from './professions.ts';
import { answerGearRewards, answerLevelling, answerQuest, answerZoneQuests } from './quests.ts';
import { answerSellsBest } from './sells_best.ts';
import { answerTurnsGrey } from './thresholds.ts';

const ANSWERS: Readonly<Record<IntentName, AnswerIntent>> = {
  about: answerAbout,
  drops: answerDrops,
  farm: answerFarm,
  gear_rewards: answerGearRewards,
  givers: answerQuest,
  goods: answerGoods,
  lessons: answerLessons,
  levelling: answerLevelling,
  loot: answerLoot,
  obtain: answerObtain,
  people: answerPeople,
  place: answerPlace,
  reward_from: answerRewardFrom,
  rewards: answerQuest,
  sellers: answerSellers,
  teachers: answerTeachers,
  trainers: answerTrainers,
  zone_quests: answerZoneQuests,
  skill_up: answerSkillUp,
  turns_grey: answerTurnsGrey,
  sells_best: answerSellsBest,
  vendor_price: answerVendorPrice,
  worth: answerWorth,
  class_count: answerClassCount,
  missing: answerMissing,
  made_from: answerMadeFrom,
  uses: answerUses,
  changes: answerChanges,
};

/** A question's answer and the reading that it answers. */
export interface AnsweredQuestion extends DirectAnswer {
  readonly reading: Interpretation;
}

/** Number of readings of a question that are tried. */
const READINGS_MAX = 6;

/**
 * Answers a question in English, or returns null if no intent understands it. If it can be understood in several ways,
 * the first one whose names are exact is answered, and otherwise the one whose names are most certain.
 */
export async function answerQuestion(context: QuestionContext, question: string): Promise<AnsweredQuestion | null> {
  let best: AnsweredQuestion | null = null;
  for (const reading of readIntents(question).slice(0, READINGS_MAX)) {
    const answer = await ANSWERS[reading.intent](context, reading.slots);
    if (answer === null) continue;
    if (best === null || isSurer(answer.certainty, best.certainty)) best = { ...answer, reading };
    if (best.certainty === 'exact') break;
  }
  return best;
}

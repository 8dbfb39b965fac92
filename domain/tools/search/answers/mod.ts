import { type IntentName, type Interpretation, readIntents } from '../../../knowledge/intents/mod.ts';
import { answerAbout } from './about.ts';
import { type AnswerIntent, type DirectAnswer, isSurer, type QuestionContext } from './answer.ts';
import { answerChanges } from './changes.ts';
import { answerMadeFrom, answerUses } from './crafting.ts';
import { answerGathering, answerGoods, answerLessons, answerLoot, answerNpcQuests, answerPlace } from './creatures.ts';
import { answerDrops, answerFarm, answerGatheredFrom, answerObtain, answerRewardFrom, answerSellers } from './items.ts';
import { answerMissing } from './missing.ts';
import { answerCreatures, answerPeople, answerTeachers, answerTrainers } from './people.ts';
import { answerClassCount } from './players.ts';
import { answerVendorPrice, answerWorth } from './prices.ts';
import { answerSkillUp } from './professions.ts';
import { answerGearRewards, answerLevelling, answerQuest, answerZoneQuests } from './quests.ts';
import { answerSellsBest } from './sells_best.ts';
import { findTail } from './tail.ts';
import { answerTurnsGrey } from './thresholds.ts';

const ANSWERS: Readonly<Record<IntentName, AnswerIntent>> = {
  about: answerAbout,
  drops: answerDrops,
  farm: answerFarm,
  gathered_from: answerGatheredFrom,
  gathering: answerGathering,
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
  creatures: answerCreatures,
  npc_quests: answerNpcQuests,
  changes: answerChanges,
};

/** A question's answer and the reading that it answers. */
export interface AnsweredQuestion extends DirectAnswer {
  readonly reading: Interpretation;
}

/** Number of interpretations of a question that are tried. */
const TRIED_MAX = 8;

/**
 * Answers a question in English, or returns null if no intent understands it. If it can be understood in several ways,
 * the first one whose names are exact is answered, and otherwise the one whose names are most certain. A zone or realm
 * at the end, such as in "tailoring trainer elwynn", is recognised without a preposition.
 */
export async function answerQuestion(context: QuestionContext, question: string): Promise<AnsweredQuestion | null> {
  const whole = await bestAnswer(context, readIntents(question));
  if (whole !== null && !isSurer('close', whole.certainty)) return whole;
  const tail = await findTail(context.snapshot, question);
  if (tail === null) return whole;
  const shorter = readIntents(tail.question).filter(({ intent }) => intent !== 'about');
  const answer = await bestAnswer(
    context,
    shorter.map((one) => ({ ...one, slots: { ...one.slots, [tail.slot]: tail.name } })),
  );
  return answer !== null && (whole === null || isSurer(answer.certainty, whole.certainty)) ? answer : whole;
}

async function bestAnswer(
  context: QuestionContext,
  readings: readonly Interpretation[],
): Promise<AnsweredQuestion | null> {
  let best: AnsweredQuestion | null = null;
  for (const reading of readings.slice(0, TRIED_MAX)) {
    const answer = await ANSWERS[reading.intent](context, reading.slots);
    if (answer === null) continue;
    if (best === null || isSurer(answer.certainty, best.certainty)) best = { ...answer, reading };
    if (best.certainty === 'exact') break;
  }
  return best;
}

import { matchPattern, moveTopic, normalizeQuestion, type Slots } from '../../../knowledge/intents/grammar.ts';
import { about } from './about.ts';
import { type DirectAnswer, type Intent, isSurer, type QuestionContext } from './answer.ts';
import { changes } from './changes.ts';
import { made_from, uses } from './crafting.ts';
import { gathering, goods, lessons, loot, npc_quests, place } from './creatures.ts';
import { drops, farm, gathered_from, obtain, reward_from, sellers } from './items.ts';
import { missing } from './missing.ts';
import { creatures, people, teachers, trainers } from './people.ts';
import { class_count } from './players.ts';
import { vendor_price, worth } from './prices.ts';
import { skill_up } from './professions.ts';
import { gear_rewards, givers, levelling, rewards, zone_quests } from './quests.ts';
import { sells_best } from './sells_best.ts';
import { findTail } from './tail.ts';
import { turns_grey } from './thresholds.ts';

/** Every kind of question that is understood, in English. If a question matches several, earlier ones are tried first. */
export const INTENTS = {
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
  gathered_from,
  gathering,
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
} satisfies Readonly<Record<string, Intent>>;

export type IntentName = keyof typeof INTENTS;

const INTENT_ENTRIES = Object.entries(INTENTS) as readonly (readonly [IntentName, Intent])[];

/** A question as one intent understands it. */
export interface Interpretation {
  readonly intent: IntentName;
  readonly tool: string;
  readonly slots: Slots;
}

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
  return INTENT_ENTRIES.flatMap(([intent, { tool, patterns }]) =>
    patterns.flatMap((pattern) => {
      const slots = matchPattern(pattern, text, words);
      return slots === null ? [] : [{ intent, tool, slots }];
    }),
  );
}

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
    const answer = await INTENTS[reading.intent].answer(context, reading.slots);
    if (answer === null) continue;
    if (best === null || isSurer(answer.certainty, best.certainty)) best = { ...answer, reading };
    if (best.certainty === 'exact') break;
  }
  return best;
}

/** Returns whether a word belongs to the phrasing of questions rather than to the names of things. */
export function isQuestionWord(word: string): boolean {
  return PHRASING.has(word);
}

const PHRASING: ReadonlySet<string> = new Set(
  INTENT_ENTRIES.flatMap(([, { patterns }]) => patterns.flatMap(({ words }) => [...words])),
);

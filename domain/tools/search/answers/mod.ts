import { type IntentName, type Reading, readIntents } from '../../../knowledge/intents/mod.ts';
import { type AnswerIntent, type DirectAnswer, isSurer, type QuestionContext } from './answer.ts';
import { answerDrops } from './items.ts';

const ANSWERS: Readonly<Record<IntentName, AnswerIntent>> = { drops: answerDrops };

/** A question's answer and the reading that it answers. */
export interface AnsweredQuestion extends DirectAnswer {
  readonly reading: Reading;
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

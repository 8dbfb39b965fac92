import { isQuestionWord } from '../../../knowledge/intents/grammar.ts';
import { splitWords } from '../../../knowledge/words.ts';
import { quote } from '../../../values/quoted.ts';
import { isSurer } from './answer.ts';
import type { AnsweredQuestion } from './intents.ts';

/** The ends of sentences and of clauses before a question. A colon after the first word of a recipe's name is none. */
const CLAUSE_END =
  /[?!;()]+|(?<!\b(?:recipe|pattern|plans|schematic|formula|design|manual)):|\.(?=\s|$)|,(?=\s*(?:and |or |but )?(?:is|are|do|does|can|could|should|how|what|which|where|who|when|sell|i|we)\b)|\band (?:(?:i |we )?(?:want|would like|need) to |(?=(?:how|what|which|where|who|when)\b|(?:does|do|is|are) (?:it|they|he|she)\b))/giu;

/** A clause about the player, such as "I am level 18", "I play Horde" or "Somebody on Emberfall". */
const CIRCUMSTANCE =
  /^(?:(?:yesterday|today)\b(?!.*\b(?:how|what|which|where|who)\b).*|(?:(?:so|and|but|hi) )*(?:(?:i|we|you|my \w+|some(?:one|body)|a (?:friend|player))(?:['’]?m| am| are| is| play| stand| was)? )?(?:a |as |now |currently |standing )*(?<said>level \d{1,3}\b.*|(?:in|on|at|near) .+|(?:for |the )?(?:alliance|horde)\b.*))$/iu;

/** Words besides question words that ask nothing new, as in "and how often". */
const REFERENCE = /^(?:it|they|them|this|that|these|those|he|she|ones?|there|often|much|fair|ok|sure)$/u;

/** Number of clauses that are read, which bounds the time. */
const CLAUSES_MAX = 3;

/**
 * Answers a question of several clauses clause by clause, unless the whole of it is understood. What a clause says about
 * the player, such as a level or a place, is added to the others. Says which clause has no answer.
 */
export async function answerClauses(
  question: string,
  answer: (words: string) => Promise<AnsweredQuestion | null>,
): Promise<AnsweredQuestion | null> {
  const whole = await answer(question);
  const clauses = question
    .split(CLAUSE_END)
    .map((one) => one.trim())
    .filter((one) => one !== '');
  if (clauses.length < 2) return whole;
  const said = clauses.flatMap((one) => CIRCUMSTANCE.exec(one)?.groups?.['said'] ?? []);
  const asked = clauses.filter((one) => !CIRCUMSTANCE.test(one)).slice(0, CLAUSES_MAX);
  const unused = new Set(said);
  const answerClause = async (words: string): Promise<AnsweredQuestion | null> => {
    const placed = said.length === 0 ? null : await answer([words, ...said].join(' '));
    const own = placed?.certainty === 'exact' ? placed : await answer(words);
    const found = placed === null || (own !== null && isSurer(own.certainty, placed.certainty)) ? own : placed;
    if (placed !== null && found === placed) unused.clear();
    return found?.reading.intent === 'about' ? null : found;
  };
  const [answers, missed]: [AnsweredQuestion[], string[]] = [[], []];
  for (let at = 0; at < asked.length; at++) {
    const [before, isNew] = [answers.at(-1), !asksNothingNew(asked[at]!)];
    const topic = Object.values(before?.reading.slots ?? {}).find((name) => !/^\d+$/u.test(name));
    const alone = await answerClause(topic === undefined ? asked[at]! : nameTopic(asked[at]!, topic, isNew));
    if (before !== undefined && !isNew) {
      if (alone?.certainty === 'exact' && alone.reading.intent !== before.reading.intent) answers.push(alone);
      continue;
    }
    const next = alone?.certainty === 'exact' ? '' : (asked[at + 1] ?? '');
    const joined = next !== '' && asksNothingNew(next) ? await answerClause(`${asked[at]} ${next}`) : null;
    const isJoined = joined?.certainty === 'exact';
    const own = isJoined ? joined : (alone ?? joined);
    const isAnswered = own?.certainty === 'exact' || (own?.certainty === 'close' && own.about.length > 0);
    if (own !== null && isAnswered) answers.push(own);
    else missed.push(asked[at]!);
    if (own === joined && own !== null) at++;
  }
  const [first] = answers;
  const isWhole = whole?.certainty === 'exact' && (answers.length < 2 || missed.length > 0);
  if (first === undefined || isWhole) return whole;
  return {
    ...first,
    lines: [
      ...answers.flatMap(({ lines }) => lines),
      ...[...unused, ...missed].map((one) => `Not understood: ${quote(one)}.`),
    ],
    about: [...new Set(answers.flatMap(({ about }) => about))],
    fromFiles: answers.some(({ fromFiles }) => fromFiles === true),
  };
}

const PRONOUN = /\b(?:it|they|them|he|she)\b/iu;

/** Puts the topic of the clause before in place of a pronoun, or before a clause that asks nothing without it. */
function nameTopic(clause: string, topic: string, isNew: boolean): string {
  const named = clause.replace(/\bits (\w+)/iu, `$1 of ${topic}`).replace(PRONOUN, topic);
  return named === clause && !isNew ? `${topic} ${clause}` : named;
}

function asksNothingNew(clause: string): boolean {
  return splitWords(clause).every((word) => isQuestionWord(word) || REFERENCE.test(word));
}

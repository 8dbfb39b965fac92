import { CRAFT_AND_PRICE_QUESTIONS } from './crafts_and_prices.ts';
import { compilePattern, matchPattern, moveTopic, normalizeQuestion } from './grammar.ts';
import type { Slots } from './intent.ts';
import { PLAYER_AND_RECIPE_QUESTIONS } from './players_and_recipes.ts';
import { QUEST_AND_PLACE_QUESTIONS } from './quests_and_places.ts';
import { SOURCE_QUESTIONS } from './sources.ts';

/**
 * Every kind of question that is understood, in English. If a question matches several, earlier ones are tried first
 * (domain/tools/search/answers).
 */
export const INTENTS = [
  ...CRAFT_AND_PRICE_QUESTIONS,
  ...PLAYER_AND_RECIPE_QUESTIONS,
  ...SOURCE_QUESTIONS,
  ...QUEST_AND_PLACE_QUESTIONS,
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

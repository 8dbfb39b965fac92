import { drops } from './drops.ts';
import { compilePattern, matchPattern, normalizeQuestion } from './grammar.ts';
import type { Slots } from './intent.ts';

/**
 * Every kind of question that is understood, in English. If a question matches several, earlier ones are tried first
 * (domain/tools/search/answers).
 */
export const INTENTS = [drops] as const;

export type IntentName = (typeof INTENTS)[number]['name'];

/** A question as one intent understands it. */
export interface Reading {
  readonly intent: IntentName;
  readonly tool: string;
  readonly slots: Slots;
}

const COMPILED = INTENTS.map(({ name, tool, patterns }) => ({
  intent: name,
  tool,
  patterns: patterns.map(compilePattern),
}));

/**
 * Returns every way in which a question can be understood, most likely first. The list is empty if the question matches
 * no pattern, as names do.
 */
export function readIntents(question: string): readonly Reading[] {
  const text = normalizeQuestion(question);
  return COMPILED.flatMap(({ intent, tool, patterns }) =>
    patterns.flatMap((pattern) => {
      const slots = matchPattern(pattern, text);
      return slots === null ? [] : [{ intent, tool, slots }];
    }),
  );
}

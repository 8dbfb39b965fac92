/** The data that a question is asked about: `world.ts` in this folder, the demo, or the demo of a realm (jobs/demo). */
export type QuestionWorld = 'valley' | 'demo' | 'realm';

/** A question in a player's own words, and what a good answer says. */
export interface PlayerQuestion {
  readonly asks: string;
  readonly world: QuestionWorld;
  /** Patterns that must all match the text of one answer: the facts that the player asks for. */
  readonly says: readonly RegExp[];
  /** Patterns of false statements. No answer may match one of them. */
  readonly never?: readonly RegExp[];
}

import type { Slots } from '../../../knowledge/intents/intent.ts';
import type { PublishedSnapshot } from '../../../reads/entities/snapshot_data.ts';
import type { ToolContext } from '../../tool.ts';
import type { Certainty, NameMatch } from './names.ts';

/** The snapshot that a question is answered from, and what tools need besides. */
export interface QuestionContext {
  readonly tools: ToolContext;
  readonly snapshot: PublishedSnapshot;
}

/** The answer to a question, in sentences. */
export interface DirectAnswer {
  readonly certainty: Certainty;
  /** The first line holds the most important facts. Names from players and the game are quoted. */
  readonly lines: readonly string[];
  /** Ids of the entries that the answer is about, most important first. */
  readonly about: readonly string[];
  /** Arguments with which the intent's tool says more. */
  readonly arguments: Readonly<Record<string, string | number>>;
  /** True if the answer contains data of the imported build. */
  readonly fromFiles?: boolean;
}

/** Answers one intent. Returns null if the slots make no sense for it, so that another reading is tried. */
export type AnswerIntent = (context: QuestionContext, slots: Slots) => Promise<DirectAnswer | null>;

/** The answer to a question with a name that nothing has. */
export function unknownName({ note }: Pick<NameMatch, 'note'>): DirectAnswer {
  return { certainty: 'unknown', lines: note === null ? [] : [note], about: [], arguments: {} };
}

/**
 * Completes an answer: it begins with the notes that say how the names in the question were understood, and is as
 * certain as the least certain of them. A name that the question does not have is null.
 */
export function withNotes(
  names: readonly (Pick<NameMatch, 'certainty' | 'note'> | null)[],
  answer: Omit<DirectAnswer, 'certainty'>,
): DirectAnswer {
  const own = names.filter((name) => name !== null);
  return {
    ...answer,
    certainty: own.reduce((least: Certainty, one) => (isSurer(least, one.certainty) ? one.certainty : least), 'exact'),
    lines: [...own.flatMap(({ note }) => note ?? []), ...answer.lines],
  };
}

const ORDER: readonly Certainty[] = ['exact', 'close', 'guess', 'unknown'];

export function isSurer(a: Certainty, b: Certainty): boolean {
  return ORDER.indexOf(a) < ORDER.indexOf(b);
}

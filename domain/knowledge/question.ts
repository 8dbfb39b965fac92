import { LENGTHS } from '../../schema/limits.ts';
import { nameKey, wordsOf } from './words.ts';

/** Words that say nothing of what is sought. */
const STOP_WORDS: ReadonlySet<string> = new Set(
  `a an and are as at be been by can could did do does for from had has have he her his i in into is it its me my of on or
  our she should so that the their them then there these they this those to us was we were will with would you your s t`.split(
    /\s+/,
  ),
);

/** With one of these a question begins. */
const QUESTION_WORDS: ReadonlySet<string> = new Set(
  'are can could did do does find from give has have how i is list please should show tell what whats when where wheres which who whom whose why'.split(
    ' ',
  ),
);

/** What is asked of a thing; in a question they are no part of its name. */
const ASKED_WORDS: ReadonlySet<string> = new Set(
  `about acquire best buy called come comes drop dropped dropping drops farm find finding found get gets getting give given
  gives giving know locate located location make many much near need obtain please sell selling sells sold spawn spawns start
  starts tell use used`.split(/\s+/),
);

/** What a question is about. */
export interface Question {
  /** What may be a whole name, as `nameKey` writes it: the whole question first, then less and less of it. */
  readonly keys: readonly string[];
  /** Words to look for, each once, in their order; empty where the question has none. */
  readonly words: readonly string[];
}

/** Words of a question that are looked at, and what of each. */
const WORDS_MAX = 8;
const WORD_CHARS_MAX = 40;

/** Names that begin or end with words left out of questions: so many of them are tried. */
const TRIMMED_MAX = 6;

/** Reads a question or a name: question words and stop words are passed over, unless there are no others. */
export const readQuestion = (query: string): Question => {
  const words = wordsOf(query.slice(0, LENGTHS.query.max)).map((word) => [...word].slice(0, WORD_CHARS_MAX).join(''));
  const asked = words.length > 0 && QUESTION_WORDS.has(words[0]!);
  const isPassedOver = (word: string): boolean =>
    STOP_WORDS.has(word) || (asked && (QUESTION_WORDS.has(word) || ASKED_WORDS.has(word)));
  const left = words.filter((word) => !isPassedOver(word));
  const sought = [...new Set(left.length > 0 ? left : words)].slice(0, WORDS_MAX);
  return { keys: keysOf(query, isPassedOver), words: sought };
};

/** The question, and what is left of it when words that are passed over are taken off its ends one by one. */
const keysOf = (query: string, isPassedOver: (word: string) => boolean): readonly string[] => {
  const words = nameKey(query.slice(0, LENGTHS.query.max)).split(' ');
  const keys = new Set<string>([words.join(' ')]);
  for (let begin = 0; begin <= TRIMMED_MAX && begin < words.length; begin++) {
    if (begin > 0 && !isPassedOver(words[begin - 1]!)) break;
    for (let end = 0; end <= TRIMMED_MAX && begin + end < words.length; end++) {
      if (end > 0 && !isPassedOver(words[words.length - end]!)) break;
      keys.add(words.slice(begin, words.length - end).join(' '));
    }
  }
  return [...keys];
};

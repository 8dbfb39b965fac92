import { LENGTHS } from '../../schema/limits.ts';
import { countEdits } from './edits.ts';
import { foldName, splitWords } from './words.ts';

const STOP_WORDS: ReadonlySet<string> = new Set(
  `a an and are as at be been by can could did do does for from had has have he her his i in into is it its me my of on or
  our she should so that the their them then there these they this those to us was we were will with would you your s t`.split(
    /\s+/,
  ),
);

const QUESTION_WORDS: ReadonlySet<string> = new Set(
  'are can could did do does find from give has have how i is list please should show tell what whats when where wheres which who whom whose why'.split(
    ' ',
  ),
);

/** Words in a question that ask about a thing and are not part of its name. Documents may contain them. */
const REQUEST_WORDS: ReadonlySet<string> = new Set(
  `about acquire best better buy called cheap cheapest cheaply come comes drop dropped dropping drops easiest easy
  everything farm farming fast faster fastest find finding found get gets getting give given gives giving good kill kills
  killing know learn loot located location locations looted make many most much near need needed obtain place places please
  quick quickest quickly sell selling sells sold spawn spawned spawning spawns spot spots start starts tell use used way
  ways worth`.split(/\s+/),
);

/** The parsed form of a search query. */
export interface Question {
  /**
   * Candidates for a whole name, as returned by `foldName`. The whole query comes first, followed by shorter and
   * shorter parts.
   */
  readonly keys: readonly string[];
  /** Candidates for a whole name within a question, as returned by `foldName`, longest first. */
  readonly within: readonly string[];
  /** Distinct words to look for in names, in query order. Empty if the query has no words. */
  readonly words: readonly string[];
  /** The words in `words` that name the thing. Omits words that ask about the thing, such as `drops`. */
  readonly strong: readonly string[];
  /** Words to look for in documents, including words such as `drops`. */
  readonly terms: readonly string[];
  /**
   * True if the query is about obtaining a thing, so that NPCs cannot match: `where to farm linen`, `what drops linen`.
   */
  readonly isOfThing: boolean;
  /**
   * True if the query is a question rather than a name: it begins with a question word or ends with a question mark.
   */
  readonly isAsked: boolean;
}

const ABOUT_THING_PATTERN =
  /\b(?:farm|farming|buy|obtain|acquire|craft)\b|^(?:what|who|which \w+) (?:drops?|sells?|gives?)\b/u;

/**
 * Maximum number of words searched for in names, maximum number searched for in documents, and maximum length of a word
 * in characters.
 */
const QUESTION_WORDS_MAX = 8;
const QUESTION_TERMS_MAX = 12;
const WORD_CHARS_MAX = 40;

/** Maximum number of words to trim from each end of a query when searching for a whole name. */
const TRIMMED_WORDS_MAX = 6;

/** Parses a question or a name. Ignores question words and stop words unless the query has no other words. */
export function parseQuestion(query: string): Question {
  const text = query.slice(0, LENGTHS.query.max);
  const words = splitWords(text).map((word) => [...word].slice(0, WORD_CHARS_MAX).join(''));
  const isAsked = words.length > 0 && (QUESTION_WORDS.has(words[0]!) || /\?\s*$/u.test(text));
  const isSaid = (word: string): boolean => !STOP_WORDS.has(word) && !(isAsked && QUESTION_WORDS.has(word));
  const isPassedOver = (word: string): boolean => !isSaid(word) || (isAsked && REQUEST_WORDS.has(word));
  const those = (hold: (word: string) => boolean): readonly string[] => [...new Set(words.filter(hold))];
  const left = those((word) => !isPassedOver(word));
  const sought = (left.length > 0 ? left : [...new Set(words)]).slice(0, QUESTION_WORDS_MAX);
  const strong = sought.filter((word) => !REQUEST_WORDS.has(word) && !QUESTION_WORDS.has(word));
  const terms = those(isSaid);
  return {
    keys: listNameKeys(text, isPassedOver),
    within: isAsked ? listNameCandidates(text, (word) => strong.includes(word)) : [],
    words: sought,
    strong: strong.length > 0 ? strong : sought,
    terms: (terms.length > 0 ? terms : sought).slice(0, QUESTION_TERMS_MAX),
    isOfThing: ABOUT_THING_PATTERN.test(words.join(' ')),
    isAsked,
  };
}

/** Returns whether a word is a stop word or asks about a thing. */
export function isQuestionFiller(word: string): boolean {
  return [STOP_WORDS, QUESTION_WORDS, REQUEST_WORDS].some((words) => words.has(word));
}

/** Returns whether an unknown word is a misspelt stop word or question word, such as "whree". */
export function isMisspeltFiller(word: string): boolean {
  return [...word].length >= 4 && FILLER_WORDS.some((plain) => countEdits(word, plain, 1) !== null);
}

const FILLER_WORDS = [...STOP_WORDS, ...QUESTION_WORDS, ...REQUEST_WORDS].filter((word) => word.length >= 4);

/**
 * Returns the query, followed by versions of it with ignored words removed one at a time from the beginning and the
 * end.
 */
function listNameKeys(query: string, isPassedOver: (word: string) => boolean): readonly string[] {
  const words = foldName(query).split(' ');
  const keys = new Set<string>([words.join(' ')]);
  for (let begin = 0; begin <= TRIMMED_WORDS_MAX && begin < words.length; begin++) {
    if (begin > 0 && !isPassedOver(words[begin - 1]!)) break;
    for (let end = 0; end <= TRIMMED_WORDS_MAX && begin + end < words.length; end++) {
      if (end > 0 && !isPassedOver(words[words.length - end]!)) break;
      keys.add(words.slice(begin, words.length - end).join(' '));
    }
  }
  return [...keys];
}

/**
 * Limits on the search for names within a question: the number of words in a name, and the number of words of the
 * question that are considered.
 */
const NAME_WORDS_MAX = 6;
const CANDIDATE_WORDS_MAX = 16;

/**
 * Returns runs of consecutive words that contain a strong word, longest first. Each run is also returned with its last
 * word in the singular.
 */
function listNameCandidates(query: string, isStrong: (word: string) => boolean): readonly string[] {
  const words = foldName(query).split(' ').slice(0, CANDIDATE_WORDS_MAX);
  const keys = new Set<string>();
  for (let length = Math.min(NAME_WORDS_MAX, words.length); length > 0; length--) {
    for (let begin = 0; begin + length <= words.length; begin++) {
      const run = words.slice(begin, begin + length);
      if (!run.some(isStrong)) continue;
      for (const last of [run.at(-1)!, ...listSingulars(run.at(-1)!)]) keys.add([...run.slice(0, -1), last].join(' '));
    }
  }
  return [...keys];
}

/** English plurals: the ending to match, the part to remove, and the possible replacements in the singular. */
const PLURAL_ENDINGS: readonly (readonly [ends: RegExp, goes: RegExp, singulars: readonly string[]])[] = [
  [/ies$/, /ies$/, ['y']],
  [/ves$/, /ves$/, ['f', 'fe']],
  [/(?:s|x|z|ch|sh)es$/, /es$/, ['']],
  [/[^s]s$/, /s$/, ['']],
];

/** Returns possible singular forms: `wolves` → `wolf`, `wolfe`, `wolve`. */
export function listSingulars(word: string): readonly string[] {
  return word.length < SINGULAR_CHARS_MIN
    ? []
    : PLURAL_ENDINGS.flatMap(([ends, goes, singulars]) =>
        ends.test(word) ? singulars.map((end) => word.replace(goes, end)) : [],
      );
}

const SINGULAR_CHARS_MIN = 4;

import { countAllowedEdits } from '../edits.ts';
import { isQuestionFiller } from '../question.ts';
import { createSimilarTexts, type SimilarTexts } from '../similar_texts.ts';
import { foldName } from '../words.ts';
import { expandSlang } from './slang.ts';
import { PATTERN_PARTS, PHRASES_BY_SLOT, SUBJECT_PHRASES, WORD_CLASSES } from './word_classes.ts';

/**
 * Parts of a question that name something or give a number. `thing` is a name of any kind; `level`, `from` and `skill`
 * are numbers.
 */
export type SlotName =
  | 'thing'
  | 'item'
  | 'source'
  | 'npc'
  | 'quest'
  | 'zone'
  | 'profession'
  | 'recipe'
  | 'realm'
  | 'class'
  | 'gear'
  | 'method'
  | 'role'
  | 'level'
  | 'from'
  | 'skill';

/** The words of a question that fill each slot, in lower case and without punctuation. */
export type Slots = Readonly<Partial<Record<SlotName, string>>>;

/** A compiled pattern. */
export interface PhrasingPattern {
  /** Sets of words of which the question must contain one each. They rule out most patterns before the expression runs. */
  readonly needs: readonly ReadonlySet<string>[];
  readonly expression: RegExp;
}

/**
 * Compiles a pattern of an intent to a regular expression over a question in the form that `normalizeQuestion` returns.
 * A pattern is a phrase in which
 *
 * - `~drop` stands for any word of a class, and `~onrealm` for a part that several patterns share (word_classes.ts),
 * - `{item}` is a slot for one or more words, before which an article is left out; `{level}`, `{from}` and `{skill}` are slots for a number, and `{role}` and `{gear}`
 *   for the phrases of those names (word_classes.ts),
 * - `[the best]` may be absent, and `(who|which ~mob)` is a choice.
 */
export function compilePattern(pattern: string): PhrasingPattern {
  const needs: ReadonlySet<string>[] = [];
  let depth = 0;
  const source = expandPatternParts(pattern).replace(PATTERN_TOKEN, (token, slot?: string, wordClass?: string) => {
    if (token in PATTERN_SYNTAX) {
      if (token !== '|') depth += '[('.includes(token) ? 1 : -1;
      return PATTERN_SYNTAX[token as keyof typeof PATTERN_SYNTAX];
    }
    if (slot !== undefined) return buildSlotPattern(slot);
    if (token.trim() === '') return '';
    const words = wordClass === undefined ? [token] : listClassWords(wordClass);
    for (const word of words) PHRASING_WORDS.add(word);
    if (depth === 0) needs.push(new Set(words));
    return `(?:${words.join('|')}) `;
  });
  return { needs, expression: new RegExp(`^${source}$`, 'u') };
}

/** Writes out the parts that patterns share. A part may contain other parts. */
function expandPatternParts(pattern: string): string {
  return pattern.replace(/~(\w+)/gu, (token, name: string) =>
    name in PATTERN_PARTS ? expandPatternParts(PATTERN_PARTS[name as keyof typeof PATTERN_PARTS]) : token,
  );
}

const PATTERN_TOKEN = /\{(\w+)\}|~(\w+)|[[\]()|]|[\p{L}\p{N}]+|\s+/gu;
const PATTERN_SYNTAX = { '[': '(?:', ']': ')?', '(': '(?:', ')': ')', '|': '|' } as const;

/** A slot does not begin with a word that begins a question. */
const NOT_QUESTION_WORD =
  '(?!(?:what|who|where|which|when|how|why|does|do|did|is|are|was|can|could|should|in|from|to|near|around|at|or) )';

function buildSlotPattern(slot: string): string {
  if (slot === 'level' || slot === 'from' || slot === 'skill') return `(?<${slot}>\\d{1,4}) `;
  if (slot in PHRASES_BY_SLOT)
    return `(?:(?:a|an|any|some|the) )?(?<${slot}>${PHRASES_BY_SLOT[slot as keyof typeof PHRASES_BY_SLOT].join('|')}) `;
  const isNumber = slot === 'zone' ? '(?!(?:level )?\\d+ )' : '';
  return `(?:(?:a|an|any|some|the) )?(?<${slot}>${NOT_QUESTION_WORD}${isNumber}\\S.*?) `;
}

function listClassWords(name: string): readonly string[] {
  const words = WORD_CLASSES[name as keyof typeof WORD_CLASSES];
  if (words === undefined) throw new Error(`No word class is called ~${name}.`);
  return words.split(' ');
}

/** Returns the words that fill the slots of a pattern, or null if the question does not match it. */
export function matchPattern(
  { needs, expression }: PhrasingPattern,
  question: string,
  words: ReadonlySet<string>,
): Slots | null {
  if (!needs.every((some) => [...some].some((word) => words.has(word)))) return null;
  const match = expression.exec(question);
  if (match === null) return null;
  const filled = Object.entries(match.groups ?? {}).filter(([, phrase]) => phrase !== undefined);
  return Object.fromEntries(filled.map(([slot, phrase]) => [slot, phrase.trim()]));
}

/** All words of compiled patterns. */
const PHRASING_WORDS = new Set<string>();

/** Returns whether a word belongs to the phrasing of questions and therefore names nothing by itself. */
export function isQuestionWord(word: string): boolean {
  return PHRASING_WORDS.has(word) || isQuestionFiller(word);
}

/** Words of questions, and of the classes, professions, roles and kinds of goods that questions are about. */
let vocabulary: SimilarTexts | null = null;

/** A question with corrected words, the words as typed, and what replaces them. */
interface CorrectedWords {
  readonly words: string;
  readonly typed: readonly string[];
  readonly correction: readonly string[];
}

/**
 * Corrects words that differ by typing errors from a word of questions, such as "palladin" or "trianer": each by
 * itself, then all of them. Words of names may be corrected, too, so try the words as typed first.
 */
export function correctWords(words: string): readonly CorrectedWords[] {
  vocabulary ??= createSimilarTexts(listVocabulary());
  const all = words.split(' ').slice(0, CORRECTED_WORDS_MAX);
  const meant = all.map((word) => {
    const near = vocabulary!.has(word) || isQuestionFiller(word) ? [] : vocabulary!.near(word, countAllowedEdits(word));
    const alike = near.filter((one) => one.word[0] === word[0] && one.edits === near[0]!.edits);
    // A letter is more often left out than added.
    return alike.toSorted((a, b) => b.word.length - a.word.length)[0]?.word ?? null;
  });
  const misspelt = [...all.keys()].filter((at) => meant[at] !== null).slice(0, CORRECTIONS_MAX);
  const ways = [...misspelt.map((at) => [at]), ...(misspelt.length > 1 ? [misspelt] : [])];
  return ways.map((way) => ({
    words: all.map((word, at) => (way.includes(at) ? meant[at]! : word)).join(' '),
    typed: way.map((at) => all[at]!),
    correction: way.map((at) => meant[at]!),
  }));
}

/** Returns whether a name may be nothing but misspelt words of a question, such as "alchmey trainer". */
export function isMisspeltQuestion(name: string): boolean {
  const meant = correctWords(name).at(-1);
  return meant !== undefined && name.split(' ').every((word) => meant.typed.includes(word) || isQuestionWord(word));
}

function listVocabulary(): readonly string[] {
  const known = new Set([...PHRASING_WORDS, ...SUBJECT_PHRASES.flatMap((phrase) => phrase.split(' '))]);
  return [...known].filter((word) => word.length >= CORRECTED_CHARS_MIN);
}

/** Limits: words that are corrected, words of a question, and the letters of a corrected word. */
const CORRECTIONS_MAX = 2;
const CORRECTED_WORDS_MAX = 16;
const CORRECTED_CHARS_MIN = 4;

/** Phrases around a question that do not change what it asks for. */
const COURTESY_PREFIX = new RegExp(
  `^(?:${[
    'hi|hey|hello|yo|ok|so|please|pls|plz|guys|quick question|lf|looking for',
    '(?:does |do )?any(?:one|body) know|do you know|i wonder|any idea',
    '(?:can|could|would) (?:you|someone|anyone) (?:please )?(?:tell|show|help) me(?: find)?',
    '(?:is|are) there(?: any)?|(?:tell|show|give) me|i (?:need|want) to know|i d like to know|whats up with|i need|need|got|(?:i|you|we) (?:have|ve)(?: got)?',
  ].join('|')}) `,
  'u',
);
const COURTESY_SUFFIX =
  / (?:please|pls|plz|thanks|thank you|thx|anyone|anybody|guys|in classic|classic|in wow|wow|in game|ingame|right now|now|again|exactly|actually|anywhere|somewhere|lol|at|on my server|these days|on classic|and where|and where (?:is|are) (?:he|she|it|they)|and (?:for )?how much(?: is it| does it cost)?)$/u;

const ANYWHERE_PATTERN = / (?:as \w+ as possible|in the game|to (?:become|be|go) public)\b/gu;

/**
 * Returns a question in the form that patterns match: lower-case words without punctuation and courtesies, with slang
 * expanded, each followed by a space.
 */
export function normalizeQuestion(question: string): string {
  return removeCourtesies(expandSlang(foldName(question)));
}

/** Like `normalizeQuestion`, for words in lower case whose slang stays as it is. */
export function removeCourtesies(words: string): string {
  let text = words.trim();
  for (let before = ''; before !== text; ) {
    before = text;
    text = text.replace(COURTESY_PREFIX, '').replace(COURTESY_SUFFIX, '').replace(ANYWHERE_PATTERN, '');
  }
  return `${text} `;
}

const TOPIC_FIRST_PATTERN = /^(?<topic>\S+(?: \S+){0,6}?) (?<ask>(?:who|what|where|which|how|when) .+) $/u;
const PRONOUN_PATTERN = /\b(?:it|them|that|this|those|he|she|him|they|one)\b/u;

/**
 * Returns a normalized question with its topic in the usual place, such as `who sells coarse thread` for
 * `coarse thread who sells it`. Returns null if the question does not begin with a topic.
 */
export function moveTopicToEnd(question: string): string | null {
  const { topic, ask } = TOPIC_FIRST_PATTERN.exec(question)?.groups ?? {};
  if (topic === undefined || ask === undefined) return null;
  return PRONOUN_PATTERN.test(ask) ? `${ask.replace(PRONOUN_PATTERN, topic)} ` : `${ask} ${topic} `;
}

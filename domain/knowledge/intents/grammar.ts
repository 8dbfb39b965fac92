import { nameKey } from '../words.ts';
import type { SlotName, Slots } from './intent.ts';
import { WORD_CLASSES } from './word_classes.ts';

/**
 * Compiles a pattern of an intent to a regular expression over a question in the form that `normalizeQuestion` returns.
 * A pattern is a phrase in which
 *
 * - `~drop` stands for any word of a class (word_classes.ts),
 * - `{item}` is a slot for one or more words, and `{level}` and `{skill}` are slots for a number,
 * - `[the best]` may be absent, and `(who|which ~mob)` is a choice.
 */
export function compilePattern(pattern: string): RegExp {
  const source = pattern.replace(TOKEN, (token, slot?: string, wordClass?: string) => {
    if (token in SYNTAX) return SYNTAX[token as keyof typeof SYNTAX];
    if (slot !== undefined) return `(?<${slot}>${NUMBERS.has(slot) ? '\\d{1,4}' : '\\S.*?'}) `;
    if (wordClass !== undefined) return `(?:${wordsOfClass(wordClass).join('|')}) `;
    return token.trim() === '' ? '' : `${token} `;
  });
  return new RegExp(`^${source}$`, 'u');
}

const SYNTAX = { '[': '(?:', ']': ')?', '(': '(?:', ')': ')', '|': '|' } as const;

const TOKEN = /\{(\w+)\}|~(\w+)|[[\]()|]|[\p{L}\p{N}]+|\s+/gu;

const NUMBERS: ReadonlySet<string> = new Set<SlotName>(['level', 'skill']);

function wordsOfClass(name: string): readonly string[] {
  const words = WORD_CLASSES[name as keyof typeof WORD_CLASSES];
  if (words === undefined) throw new Error(`No word class is called ~${name}.`);
  return words.split(' ');
}

/** Returns the words that fill the slots of a pattern, or null if the question does not match it. */
export function matchPattern(pattern: RegExp, question: string): Slots | null {
  const match = pattern.exec(question);
  if (match === null) return null;
  const filled = Object.entries(match.groups ?? {}).filter(([, words]) => words !== undefined);
  return Object.fromEntries(filled.map(([slot, words]) => [slot, words.trim()]));
}

/** Phrases around a question that do not change what it asks for. */
const BEFORE = new RegExp(
  `^(?:${[
    'hi|hey|hello|yo|ok|so|please|pls|plz|guys|quick question|lf|looking for',
    '(?:does |do )?any(?:one|body) know|do you know|i wonder|any idea',
    '(?:can|could|would) (?:you|someone|anyone) (?:please )?(?:tell|show|help) me(?: find)?',
    '(?:tell|show|give) me|i (?:need|want) to know|i d like to know|whats up with',
  ].join('|')}) `,
  'u',
);
const AFTER =
  / (?:please|pls|plz|thanks|thank you|thx|anyone|anybody|guys|in classic|classic|in wow|wow|in game|ingame|right now|now|again|exactly|actually)$/u;

/** Contractions and spellings, each with the words that it stands for. */
const SPELLINGS: ReadonlyMap<string, string> = new Map([
  ['whats', 'what is'],
  ['wheres', 'where is'],
  ['whos', 'who is'],
  ['hows', 'how is'],
  ['wat', 'what'],
  ['wher', 'where'],
  ['lvl', 'level'],
  ['lvls', 'levels'],
  ['lv', 'level'],
  ['lev', 'level'],
  ['prof', 'profession'],
  ['u', 'you'],
  ['r', 'are'],
  ['im', 'i am'],
]);

/**
 * Returns a question in the form that patterns match: lower-case words without punctuation and courtesies, each followed
 * by a space.
 */
export function normalizeQuestion(question: string): string {
  let text = nameKey(question)
    .split(' ')
    .map((word) => SPELLINGS.get(word) ?? word)
    .join(' ');
  for (let before = ''; before !== text; ) {
    before = text;
    text = text.replace(BEFORE, '').replace(AFTER, '');
  }
  return `${text} `;
}

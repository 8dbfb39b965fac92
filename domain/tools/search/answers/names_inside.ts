import { isQuestionWord } from '../../../knowledge/intents/grammar.ts';
import { listSingulars } from '../../../knowledge/question.ts';
import { compareImportance } from '../../../knowledge/rank.ts';
import { foldName } from '../../../knowledge/words.ts';
import { NO_FILTER, type SearchHit } from '../../../ports/knowledge.ts';
import type { PublishedSnapshot } from '../../../reads/entities/snapshot_data.ts';
import { groupBy } from '../../../values/group_by.ts';
import { joinWithAnd } from '../../../values/phrases.ts';
import { quote } from '../../../values/quoted.ts';

/** Number of entries that are read for whole names. */
const NAMED_MAX = 200;

/**
 * The entries of whole names that were looked up for one question, whose snapshot is its own (read_once.ts). All
 * readings of a question, its corrections included, ask for the same few names, so each is looked up once.
 */
const namedBySnapshot = new WeakMap<PublishedSnapshot, Map<string, Promise<readonly SearchHit[]>>>();

/** Returns the entries whose whole name is one of these keys, the most important first. */
export async function readNamed(snapshot: PublishedSnapshot, keys: readonly string[]): Promise<readonly SearchHit[]> {
  const named = namedBySnapshot.get(snapshot) ?? new Map<string, Promise<readonly SearchHit[]>>();
  namedBySnapshot.set(snapshot, named);
  const missing = [...new Set(keys)].filter((key) => !named.has(key));
  if (missing.length > 0) {
    const found = snapshot.knowledge.named(missing, NO_FILTER, NAMED_MAX);
    const byKey = found.then((hits) => groupBy(hits, ({ name }) => foldName(name)));
    for (const key of missing)
      named.set(
        key,
        byKey.then((hits) => hits.get(key) ?? []),
      );
  }
  const hits = await Promise.all([...new Set(keys)].map((key) => named.get(key)!));
  return hits.flat().toSorted(compareImportance);
}

/** A whole name within a phrase, with the words before and after it. */
export interface NameInPhrase {
  readonly name: string;
  readonly hits: readonly SearchHit[];
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/** Limits on names within a phrase: words of the phrase, and words of a name. */
const PHRASE_WORDS_MAX = 16;
const NAME_WORDS_MAX = 6;

/** Words beside which a name begins or ends. */
const SEPARATOR_PATTERN = /^(?:and|around|at|by|for|from|in|near|on|or|vs|with)$/u;

export function isSeparatorWord(word = 'or'): boolean {
  return SEPARATOR_PATTERN.test(word) || isQuestionWord(word);
}

/**
 * Finds the whole name within a phrase that has the most words besides words of questions. It needs at least one. Next to
 * a name of one word there must be no other such word: "Light" is not a name in `light leather`.
 */
export async function findNameInPhrase(
  snapshot: PublishedSnapshot,
  phrase: string,
  kinds: readonly string[],
): Promise<NameInPhrase | null> {
  const words = foldName(phrase).split(' ').slice(0, PHRASE_WORDS_MAX);
  const runs: { readonly at: number; readonly name: string; readonly keys: readonly string[] }[] = [];
  for (let length = Math.min(NAME_WORDS_MAX, words.length); length > 0; length--) {
    for (let at = 0; at + length <= words.length; at++) {
      const run = words.slice(at, at + length);
      const isApart = length > 1 || (isSeparatorWord(words[at - 1]) && isSeparatorWord(words[at + 1]));
      if (!isApart || run.every(isSeparatorWord)) continue;
      runs.push({ at, name: run.join(' '), keys: listWholeNames(run.join(' ')) });
    }
  }
  // Three installs can call an item "Price of Light": words of questions do not make a name longer.
  const countNaming = (name: string): number => name.split(' ').filter((word) => !isSeparatorWord(word)).length;
  runs.sort((a, b) => countNaming(b.name) - countNaming(a.name));
  const named = await readNamed(
    snapshot,
    runs.flatMap((run) => run.keys),
  );
  for (const { at, name, keys: spellings } of runs) {
    const hits = named.filter((hit) => kinds.includes(hit.kind) && spellings.includes(foldName(hit.name)));
    if (hits.length === 0) continue;
    return { name, hits, before: words.slice(0, at), after: words.slice(at + name.split(' ').length) };
  }
  return null;
}

/** Joins words, without those at both ends that are in a list. Returns all of them if none is left. */
export function trimWords(words: readonly string[], isTrimmed: (word: string) => boolean): string {
  const [first, last] = [words.findIndex((word) => !isTrimmed(word)), words.findLastIndex((word) => !isTrimmed(word))];
  return (first === -1 ? words : words.slice(first, last + 1)).join(' ');
}

/** Renders `"Light Leather" is understood; ignored: "cheap" and "stuff".`, or null if no word is ignored. */
export function describeIgnoredWords({ hits, before, after }: Omit<NameInPhrase, 'name'>): string | null {
  const ignored = [...before, ...after].filter((word) => !isSeparatorWord(word));
  return ignored.length === 0
    ? null
    : `${quote(hits[0]!.name)} is understood; ignored: ${joinWithAnd(ignored.map(quote))}.`;
}

const SOURCE_KINDS = ['npc', 'object'] as const;

/** Words that may be next to the names of an item and its source. */
const DROP_WORD_PATTERN =
  /^(?:drops?|dropping|loots?|chances?|rates?|percent|odds|farm|farming|from|off|of|on|by|in|the|a|an|how|often|likely|does|do|what|is|can|get|\d+)$/u;

/**
 * Finds an item and a creature or object in a phrase that consists of their names, in any order, and words about drops.
 * Returns the most important pair, or null if there is none.
 */
export async function findItemAndSource(
  snapshot: PublishedSnapshot,
  phrase: string,
): Promise<{ readonly item: string; readonly source: string } | null> {
  const words = foldName(phrase).split(' ').slice(0, PHRASE_WORDS_MAX);
  const trim = (part: readonly string[]): string => trimWords(part, (word) => DROP_WORD_PATTERN.test(word));
  const parts = words.slice(1).map((_, at) => [trim(words.slice(0, at + 1)), trim(words.slice(at + 1))]);
  const named = await readNamed(snapshot, parts.flat().flatMap(listWholeNames));
  const importance = (name: string, kinds: readonly string[]): number =>
    Math.max(
      -1,
      ...named.flatMap((hit) =>
        hasName(hit, name) && kinds.includes(hit.kind) && !name.split(' ').every((word) => isSeparatorWord(word))
          ? hit.importance
          : [],
      ),
    );
  const pairs = parts.flatMap(([one, other]) =>
    [[one!, other!] as const, [other!, one!] as const].map(([item, source]) => {
      const [ofItem, ofSource] = [importance(item, ['item']), importance(source, SOURCE_KINDS)];
      return { item, source, least: Math.min(ofItem, ofSource) };
    }),
  );
  const [best] = pairs.filter(({ least }) => least >= 0).toSorted((a, b) => b.least - a.least);
  return best === undefined ? null : { item: best.item, source: best.source };
}

function hasName({ name }: SearchHit, asked: string): boolean {
  return listWholeNames(asked).includes(foldName(name));
}

/** Returns the keys of the whole names that a player may mean, who leaves out a leading article. */
export function listWholeNames(name: string): readonly string[] {
  return [...listSpellings(name), ...['the', 'a', 'an'].map((article) => `${article} ${foldName(name)}`)];
}

/** Returns the key of a name as given, and with its last or first word in the singular. */
export function listSpellings(name: string): readonly string[] {
  const words = foldName(name).split(' ');
  const last = words.at(-1)!;
  const [first, ...rest] = words;
  return [
    words.join(' '),
    ...listSingulars(last).map((one) => [...words.slice(0, -1), one].join(' ')),
    ...listSingulars(first!).map((one) => [one, ...rest].join(' ')),
  ];
}

import { isQuestionWord } from '../../../knowledge/intents/grammar.ts';
import { readSimilarWords } from '../../../knowledge/known_texts.ts';
import { isAskingWord, listSingulars } from '../../../knowledge/question.ts';
import { compareImportance, rankNames } from '../../../knowledge/rank.ts';
import { findSimilarNames } from '../../../knowledge/similar.ts';
import { correctSpelling } from '../../../knowledge/spelling.ts';
import { suggestNames } from '../../../knowledge/suggest.ts';
import { groupCorrectedWords } from '../../../knowledge/word_groups.ts';
import { nameKey, splitWords } from '../../../knowledge/words.ts';
import { type KnowledgeFilter, NO_FILTER, type SearchHit } from '../../../ports/knowledge.ts';
import type { Zone } from '../../../reads/entities/places.ts';
import type { PublishedSnapshot } from '../../../reads/entities/snapshot_data.ts';
import { groupBy } from '../../../values/group_by.ts';
import { joinWithAnd } from '../../../values/phrases.ts';
import { quoted } from '../../../values/quoted.ts';

/**
 * The certainty with which the names in a question are understood: `exact` names, `close` (a part, or with other words), a
 * `guess` (a name with other letters), or `unknown`.
 */
export type Certainty = 'exact' | 'close' | 'guess' | 'unknown';

/** The entries that a name in a question means. */
export interface NameMatch {
  readonly certainty: Certainty;
  /** Entries with the name, observed ones first. Several entries may share a name. Empty if the name is unknown. */
  readonly hits: readonly SearchHit[];
  /** If the name is not exact, all entries that it may mean, most likely first. */
  readonly begun?: readonly SearchHit[];
  /** A sentence that says how the name was understood, or null if it is exact. */
  readonly note: string | null;
}

/** Numbers of entries that are read for whole names, for a misspelt name and for the beginning of one. */
const NAMED_MAX = 200;
const HITS_READ_MAX = 20;
const BEGINNINGS_READ_MAX = 60;

/** Kinds in the order in which a name that several things share is understood. */
export const ENTITY_KINDS = 'item npc quest object zone recipe player_class skill spell item_set'.split(' ');

const LEADING_ARTICLE = /^(?:the|a|an|any|some|my|this|that|of) /u;

/**
 * The names that were looked up for one question. All readings of a question, its corrections included, ask for the
 * same few names, so each is looked up once.
 */
interface NameLookups {
  readonly named: Map<string, Promise<readonly SearchHit[]>>;
  readonly matches: Map<string, Promise<NameMatch>>;
}

const lookupsOfQuestion = new WeakMap<PublishedSnapshot, NameLookups>();

function openLookups(snapshot: PublishedSnapshot): NameLookups {
  const lookups = lookupsOfQuestion.get(snapshot) ?? { named: new Map(), matches: new Map() };
  lookupsOfQuestion.set(snapshot, lookups);
  return lookups;
}

/** Returns the entries whose whole name is one of these keys, the most important first. */
export async function readNamed(snapshot: PublishedSnapshot, keys: readonly string[]): Promise<readonly SearchHit[]> {
  const { named } = openLookups(snapshot);
  const missing = [...new Set(keys)].filter((key) => !named.has(key));
  if (missing.length > 0) {
    const found = snapshot.knowledge.named(missing, NO_FILTER, NAMED_MAX);
    const byKey = found.then((hits) => groupBy(hits, ({ name }) => nameKey(name)));
    for (const key of missing)
      named.set(
        key,
        byKey.then((hits) => hits.get(key) ?? []),
      );
  }
  const hits = await Promise.all([...new Set(keys)].map((key) => named.get(key)!));
  return hits.flat().toSorted(compareImportance);
}

/** Number of unknown names that are looked up for one question by their beginning and their spelling. */
const INEXACT_MAX = 16;

/**
 * Finds the entries of some kinds that a name in a question means: those with exactly this name, in the singular or the
 * plural; otherwise the most important entry whose name begins with these words; otherwise the one whose name is
 * written most similarly. A name that is not exact has a note, except for shortened names of zones.
 */
export async function findName(
  snapshot: PublishedSnapshot,
  text: string,
  kinds: readonly string[],
): Promise<NameMatch> {
  const name = text.replace(LEADING_ARTICLE, '');
  const named = await readNamed(snapshot, listWholeNames(name));
  const hits = named.filter(({ kind }) => kinds.includes(kind));
  if (hits.length > 0) {
    return { certainty: 'exact', hits: hits.toSorted((a, b) => Number(isFiled(a)) - Number(isFiled(b))), note: null };
  }
  const { matches } = openLookups(snapshot);
  const key = `${name} ${kinds.join()}`;
  if (!matches.has(key) && matches.size >= INEXACT_MAX)
    return { certainty: 'unknown', hits: [], note: `Nothing called ${quoted(name)} is known here.` };
  const match = matches.get(key) ?? findInexactName(snapshot, name, kinds);
  matches.set(key, match);
  return match;
}

async function findInexactName(
  snapshot: PublishedSnapshot,
  name: string,
  kinds: readonly string[],
): Promise<NameMatch> {
  const isWanted = ({ kind }: SearchHit): boolean => kinds.includes(kind);
  const filter = kinds.length === 1 ? { ...NO_FILTER, kind: kinds[0]! } : NO_FILTER;
  const begun = await findNamesStartingWith(snapshot, name, filter, isWanted);
  if (begun[0] !== undefined) {
    // Players shorten the names of zones, and the answer names the zone.
    const isShort = (hit: SearchHit): boolean => hit.kind === 'zone' && `${nameKey(hit.name)} `.startsWith(`${name} `);
    const note = isShort(begun[0]) && begun.filter(isShort).length === 1 ? null : formatClosestNote(name, begun);
    return { certainty: 'close', hits: listNamesakes(begun[0], begun), begun, note };
  }
  const similar = (await findSimilarNames(snapshot, name, filter, HITS_READ_MAX)).filter(isWanted);
  const meant = similar.length > 0 ? similar : (await findNamesSpeltLike(snapshot, name, filter)).filter(isWanted);
  if (meant[0] !== undefined) {
    const note = `Nothing is called ${quoted(name)}. Did you mean ${quoted(meant[0].name)}?`;
    return { certainty: 'guess', hits: listNamesakes(meant[0], meant), begun: meant, note };
  }
  const inside = await findNameInside(snapshot, name, kinds);
  if (inside !== null) return { certainty: 'close', hits: inside.hits, note: sayIgnored(inside) };
  return { certainty: 'unknown', hits: [], note: await describeUnknown(snapshot, name, isWanted) };
}

/** Finds names that contain all of these words once the unknown ones are corrected, such as "Fleece Cloth" for `flece`. */
async function findNamesSpeltLike(
  snapshot: PublishedSnapshot,
  name: string,
  filter: KnowledgeFilter,
): Promise<readonly SearchHit[]> {
  const words = splitWords(name);
  if (words.length > CORRECTED_WORDS_MAX || words.some(isQuestionWord)) return [];
  const spelt = await correctSpelling(snapshot, words);
  if (![...spelt.mended.values()].some((near) => near.length > 0)) return [];
  const groups = groupCorrectedWords(words, spelt);
  return rankNames(await snapshot.knowledge.matching({ among: 'names', groups, match: 'all' }, filter), groups);
}

/** Number of words of a name whose spelling is corrected. */
const CORRECTED_WORDS_MAX = 4;

/** Number of names that are suggested for an unknown one, and number of letters with which they may begin. */
const SUGGESTED_MAX = 3;
const BEGINNING_CHARS = 4;

/** Says that a name is unknown, and suggests names that have a word in common with it or one that begins alike. */
async function describeUnknown(
  snapshot: PublishedSnapshot,
  asked: string,
  isWanted: (hit: SearchHit) => boolean,
): Promise<string> {
  const name = trimWords(asked.split(' '), (word) => OF_QUESTIONS.test(word) || isAskingWord(word));
  const words = splitWords(name).filter((word) => !isBesideName(word) && word.length >= BEGINNING_CHARS);
  const known = await readSimilarWords(snapshot);
  const whole = words.map((word) => ({ word, prefix: true, edits: 0 }));
  const begun = words.map((word) => ({ word: word.slice(0, BEGINNING_CHARS), prefix: true, edits: 1 }));
  for (const some of [whole, begun]) {
    const groups = some.filter(({ word }) => known.hasBeginning(word)).map((word) => [word]);
    if (groups.length === 0) continue;
    const found = await snapshot.knowledge.matching({ among: 'names', groups, match: 'any' }, NO_FILTER);
    const names = [...new Set(rankNames(found.filter(isWanted), groups).map((hit) => quoted(hit.name)))];
    if (names.length === 0) continue;
    return `Nothing called ${quoted(name)} is known here. Similar names: ${names.slice(0, SUGGESTED_MAX).join(', ')}.`;
  }
  return `Nothing called ${quoted(name)} is known here.`;
}

/** A whole name within a phrase, with the words before and after it. */
export interface NameInside {
  readonly name: string;
  readonly hits: readonly SearchHit[];
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/** Limits on names within a phrase: words of the phrase, and words of a name. */
export const PHRASE_WORDS_MAX = 16;
const NAME_WORDS_MAX = 6;

/** Words beside which a name begins or ends. */
const SEPARATORS = /^(?:and|around|at|by|for|from|in|near|on|or|vs|with)$/u;

export function isBesideName(word = 'or'): boolean {
  return SEPARATORS.test(word) || isQuestionWord(word);
}

/**
 * Finds the whole name within a phrase that has the most words besides words of questions. It needs at least one. Next to
 * a name of one word there must be no other such word: "Light" is not a name in `light leather`.
 */
export async function findNameInside(
  snapshot: PublishedSnapshot,
  phrase: string,
  kinds: readonly string[],
): Promise<NameInside | null> {
  const words = nameKey(phrase).split(' ').slice(0, PHRASE_WORDS_MAX);
  const runs: { readonly at: number; readonly name: string; readonly keys: readonly string[] }[] = [];
  for (let length = Math.min(NAME_WORDS_MAX, words.length); length > 0; length--) {
    for (let at = 0; at + length <= words.length; at++) {
      const run = words.slice(at, at + length);
      const isApart = length > 1 || (isBesideName(words[at - 1]) && isBesideName(words[at + 1]));
      if (!isApart || run.every(isBesideName)) continue;
      runs.push({ at, name: run.join(' '), keys: listWholeNames(run.join(' ')) });
    }
  }
  // Three installs can call an item "Price of Light": words of questions do not make a name longer.
  const countNaming = (name: string): number => name.split(' ').filter((word) => !isBesideName(word)).length;
  runs.sort((a, b) => countNaming(b.name) - countNaming(a.name));
  const named = await readNamed(
    snapshot,
    runs.flatMap((run) => run.keys),
  );
  for (const { at, name, keys: spellings } of runs) {
    const hits = named.filter((hit) => kinds.includes(hit.kind) && spellings.includes(nameKey(hit.name)));
    if (hits.length === 0) continue;
    return { name, hits, before: words.slice(0, at), after: words.slice(at + name.split(' ').length) };
  }
  return null;
}

/** Words that are left out of unknown names. */
const OF_QUESTIONS = /^(?:levels?|quests?|rewards?|prices?|costs?|value|vendors?|trainers?|auction|house|\d+)$/u;

/** Joins words, without those at both ends that are in a list. Returns all of them if none is left. */
export function trimWords(words: readonly string[], isTrimmed: (word: string) => boolean): string {
  const [first, last] = [words.findIndex((word) => !isTrimmed(word)), words.findLastIndex((word) => !isTrimmed(word))];
  return (first === -1 ? words : words.slice(first, last + 1)).join(' ');
}

/** Renders `"Light Leather" is understood; ignored: "cheap" and "stuff".`, or null if no word is ignored. */
export function sayIgnored({ hits, before, after }: Omit<NameInside, 'name'>): string | null {
  const ignored = [...before, ...after].filter((word) => !isBesideName(word));
  return ignored.length === 0
    ? null
    : `${quoted(hits[0]!.name)} is understood; ignored: ${joinWithAnd(ignored.map(quoted))}.`;
}

/** Returns entries with a name in which each of these words, or its singular, begins a word. */
async function findNamesStartingWith(
  snapshot: PublishedSnapshot,
  text: string,
  filter: KnowledgeFilter,
  isWanted: (hit: SearchHit) => boolean,
): Promise<readonly SearchHit[]> {
  const known = await readSimilarWords(snapshot);
  for (const spelling of listSpellings(text)) {
    const words = spelling.split(' ');
    // Most words of a question that is not understood begin no name, which is found without a query.
    if (!words.every(known.hasBeginning)) continue;
    const begun = (await suggestNames(snapshot, spelling, BEGINNINGS_READ_MAX, filter)).filter(isWanted);
    const isWhole = ({ name }: SearchHit): boolean => {
      const own = nameKey(name).split(' ');
      return words.every((word) => own.includes(word));
    };
    // "Silk Cloth" comes before "Silken Thread".
    if (begun.length > 0) return [...begun.filter(isWhole), ...begun.filter((hit) => !isWhole(hit))];
  }
  return [];
}

/** Number of names that a note lists. */
const OTHER_NAMES_MAX = 3;

function formatClosestNote(name: string, begun: readonly SearchHit[]): string {
  const [first, ...others] = [...new Set(begun.map((hit) => hit.name))];
  const closest = `The closest name to ${quoted(name)} is ${quoted(first!)}`;
  if (others.length === 0) return `${closest}.`;
  const listed = others.slice(0, OTHER_NAMES_MAX).map(quoted);
  const more = others.length > OTHER_NAMES_MAX ? [`${others.length - OTHER_NAMES_MAX} more`] : [];
  return `${closest}; others are ${joinWithAnd([...listed, ...more])}.`;
}

function listNamesakes({ name }: SearchHit, hits: readonly SearchHit[]): readonly SearchHit[] {
  return hits.filter((hit) => nameKey(hit.name) === nameKey(name));
}

function isFiled({ layer }: SearchHit): boolean {
  return layer === 'game-files';
}

/** Returns the keys of the whole names that a player may mean, who leaves out a leading article. */
export function listWholeNames(name: string): readonly string[] {
  return [...listSpellings(name), `the ${nameKey(name)}`];
}

/** Returns the key of a name as given, and with its last or first word in the singular. */
export function listSpellings(name: string): readonly string[] {
  const words = nameKey(name).split(' ');
  const last = words.at(-1)!;
  const [first, ...rest] = words;
  return [
    words.join(' '),
    ...listSingulars(last).map((one) => [...words.slice(0, -1), one].join(' ')),
    ...listSingulars(first!).map((one) => [one, ...rest].join(' ')),
  ];
}

/** Returns the number at the end of an entry's id, such as 7 for `npc:7`. */
export function parseId({ id }: Pick<SearchHit, 'id'>): number {
  return Number(id.slice(id.lastIndexOf(':') + 1));
}

/** Returns whether one of these places is in a zone with this name. */
export function isInZone(places: readonly Zone[] | null, { hits }: Pick<NameMatch, 'hits'>): boolean {
  return (places ?? []).some(({ mapId }) => hits.some(({ id }) => id === `zone:${mapId}`));
}

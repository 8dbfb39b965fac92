import { isQuestionWord } from '../../../knowledge/intents/grammar.ts';
import { PROFESSION_PHRASES } from '../../../knowledge/intents/word_classes.ts';
import { isQuestionFiller } from '../../../knowledge/question.ts';
import { rankNameHits } from '../../../knowledge/rank.ts';
import { readNameWordIndex } from '../../../knowledge/similar_texts.ts';
import { correctSpelling } from '../../../knowledge/spelling.ts';
import { findSimilarNames, suggestNames } from '../../../knowledge/suggest.ts';
import { groupCorrectedWords } from '../../../knowledge/word_groups.ts';
import { foldName, splitWords } from '../../../knowledge/words.ts';
import { type KnowledgeFilter, NO_FILTER, type SearchHit } from '../../../ports/knowledge.ts';
import type { Zone } from '../../../reads/entities/places.ts';
import type { PublishedSnapshot } from '../../../reads/entities/snapshot_data.ts';
import { joinWithAnd } from '../../../values/phrases.ts';
import { quote } from '../../../values/quoted.ts';
import {
  describeIgnoredWords,
  findNameInPhrase,
  isSeparatorWord,
  listSpellings,
  listWholeNames,
  readNamed,
  trimWords,
} from './names_inside.ts';

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

/** Numbers of entries that are read for a misspelt name and for the beginning of one. */
const HITS_READ_MAX = 20;
const BEGINNINGS_READ_MAX = 60;

/** Kinds in the order in which a name that several things share is understood. */
export const ENTITY_KINDS = 'item npc quest object zone recipe player_class skill spell item_set'.split(' ');

const LEADING_ARTICLE = /^(?:the|a|an|any|some|my|this|that|of) /u;

/** Number of unknown names that are looked up for one question by their beginning and their spelling. */
const INEXACT_MAX = 16;

/** Names that are not exact and were looked up for one question, by name and kinds. */
const inexactBySnapshot = new WeakMap<PublishedSnapshot, Map<string, Promise<NameMatch>>>();

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
    return {
      certainty: 'exact',
      hits: hits.toSorted((a, b) => Number(isFromGameFiles(a)) - Number(isFromGameFiles(b))),
      note: null,
    };
  }
  const matches = inexactBySnapshot.get(snapshot) ?? new Map<string, Promise<NameMatch>>();
  inexactBySnapshot.set(snapshot, matches);
  const key = `${name} ${kinds.join()}`;
  if (!matches.has(key) && matches.size >= INEXACT_MAX)
    return { certainty: 'unknown', hits: [], note: `The question has too many names to look up ${quote(name)}.` };
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
  const begun = await findNamesByPrefix(snapshot, name, filter, isWanted);
  if (begun[0] !== undefined) {
    // Players shorten the names of zones, and the answer names the zone.
    const isShort = (hit: SearchHit): boolean => hit.kind === 'zone' && `${foldName(hit.name)} `.startsWith(`${name} `);
    const note = isShort(begun[0]) && begun.filter(isShort).length === 1 ? null : formatClosestNote(name, begun);
    return { certainty: 'close', hits: listNamesakes(begun[0], begun), begun, note };
  }
  const similar = (await findSimilarNames(snapshot, name, filter, HITS_READ_MAX)).filter(isWanted);
  const meant = similar.length > 0 ? similar : (await findNamesSpeltLike(snapshot, name, filter)).filter(isWanted);
  if (meant[0] !== undefined) {
    const note = `Nothing is called ${quote(name)}. Did you mean ${quote(meant[0].name)}?`;
    return { certainty: 'guess', hits: listNamesakes(meant[0], meant), begun: meant, note };
  }
  const inside = await findNameInPhrase(snapshot, name, kinds);
  if (inside !== null) return { certainty: 'close', hits: inside.hits, note: describeIgnoredWords(inside) };
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
  return rankNameHits(await snapshot.knowledge.matching({ among: 'names', groups, match: 'all' }, filter), groups);
}

/** Number of words of a name whose spelling is corrected. */
const CORRECTED_WORDS_MAX = 4;

/** Number of names that are suggested for an unknown one, and number of letters with which they may begin. */
const SUGGESTED_NAMES_MAX = 3;
const BEGINNING_CHARS = 4;

/** Says that a name is unknown, and suggests names that have a word in common with it or one that begins alike. */
async function describeUnknown(
  snapshot: PublishedSnapshot,
  asked: string,
  isWanted: (hit: SearchHit) => boolean,
): Promise<string> {
  const name = trimWords(asked.split(' '), (word) => QUESTION_NOUN_PATTERN.test(word) || isQuestionFiller(word));
  const profession =
    PROFESSION_PHRASES.get(name) ?? [...PROFESSION_PHRASES.values()].find((one) => foldName(one) === name);
  if (profession !== undefined)
    return `${quote(profession)} is a profession. Ask who trains it, what a recipe of it takes, or how to level it.`;
  const words = splitWords(name).filter((word) => !isSeparatorWord(word) && word.length >= BEGINNING_CHARS);
  const known = await readNameWordIndex(snapshot);
  const whole = words.map((word) => ({ word, prefix: true, edits: 0 }));
  const begun = words.map((word) => ({ word: word.slice(0, BEGINNING_CHARS), prefix: true, edits: 1 }));
  for (const some of [whole, begun]) {
    const groups = some.filter(({ word }) => known.hasBeginning(word)).map((word) => [word]);
    if (groups.length === 0) continue;
    const found = await snapshot.knowledge.matching({ among: 'names', groups, match: 'any' }, NO_FILTER);
    const names = [...new Set(rankNameHits(found.filter(isWanted), groups).map((hit) => quote(hit.name)))];
    if (names.length === 0) continue;
    return `Nothing called ${quote(name)} is known here. Similar names: ${names.slice(0, SUGGESTED_NAMES_MAX).join(', ')}.`;
  }
  return `Nothing called ${quote(name)} is known here.`;
}

/** Words that are left out of unknown names. */
const QUESTION_NOUN_PATTERN =
  /^(?:levels?|quests?|rewards?|prices?|costs?|value|vendors?|trainers?|auction|house|\d+)$/u;

/** Returns entries with a name in which each of these words, or its singular, begins a word. */
async function findNamesByPrefix(
  snapshot: PublishedSnapshot,
  text: string,
  filter: KnowledgeFilter,
  isWanted: (hit: SearchHit) => boolean,
): Promise<readonly SearchHit[]> {
  const known = await readNameWordIndex(snapshot);
  for (const spelling of listSpellings(text)) {
    const words = spelling.split(' ');
    // Most words of a question that is not understood begin no name, which is found without a query.
    if (!words.every(known.hasBeginning)) continue;
    const begun = (await suggestNames(snapshot, spelling, BEGINNINGS_READ_MAX, filter)).filter(isWanted);
    const isWhole = ({ name }: SearchHit): boolean => {
      const own = foldName(name).split(' ');
      return words.every((word) => own.includes(word));
    };
    // "Silk Cloth" comes before "Silken Thread".
    if (begun.length > 0) return [...begun.filter(isWhole), ...begun.filter((hit) => !isWhole(hit))];
  }
  return [];
}

const OTHER_NAMES_MAX = 3;

function formatClosestNote(name: string, begun: readonly SearchHit[]): string {
  const [first, ...others] = [...new Set(begun.map((hit) => hit.name))];
  const closest = `The closest name to ${quote(name)} is ${quote(first!)}`;
  if (others.length === 0) return `${closest}.`;
  const listed = others.slice(0, OTHER_NAMES_MAX).map(quote);
  const more = others.length > OTHER_NAMES_MAX ? [`${others.length - OTHER_NAMES_MAX} more`] : [];
  return `${closest}; others are ${joinWithAnd([...listed, ...more])}.`;
}

function listNamesakes({ name }: SearchHit, hits: readonly SearchHit[]): readonly SearchHit[] {
  return hits.filter((hit) => foldName(hit.name) === foldName(name));
}

function isFromGameFiles({ layer }: SearchHit): boolean {
  return layer === 'game-files';
}

/** Returns the number at the end of an entry's id, such as 7 for `npc:7`. */
export function parseId({ id }: Pick<SearchHit, 'id'>): number {
  return Number(id.slice(id.lastIndexOf(':') + 1));
}

/** Returns whether one of these places is in a zone with this name. */
export function isInZone(places: readonly Zone[] | null, { hits }: Pick<NameMatch, 'hits'>): boolean {
  return (places ?? []).some(({ mapId }) => hits.some(({ id }) => id === `zone:${mapId}`));
}

import type { KnowledgeFilter, SearchHit } from '../ports/knowledge.ts';
import type { Snapshot } from '../ports/snapshots.ts';
import { inTurns, merge } from './merge.ts';
import { type Question, readQuestion } from './question.ts';
import { byName, holdsAtLeast, type RankedWord, rankNames, rankTexts } from './rank.ts';
import { AS_TYPED, type Spelling, spellingOf } from './spelling.ts';
import { nameKey } from './words.ts';

/** What is sought in the knowledge base. */
export interface Search extends KnowledgeFilter {
  readonly query: string;
  readonly limit: number;
}

/** Where a search looks. */
interface SearchContext {
  readonly snapshot: Snapshot;
  readonly search: Search;
}

/** Entries of whole names that are put in order: those of the whole question may not be the first by name. */
const NAMED_MAX = 200;

type Groups = readonly (readonly RankedWord[])[];
type Found = readonly SearchHit[];

const NOTHING: Found = [];

/**
 * Finds entries by a name or a question (contract, section 6): exact whole names first. Then names that hold all words,
 * each as the beginning of a word, and where none does, with words mended that nothing holds and spaces put right; beside
 * them documents by the words that they share with the question, rare ones and those of their names before others; last
 * what else holds some of the words. A name has its names first; a question takes turns. The order is the same each time.
 */
export async function searchKnowledge(snapshot: Snapshot, search: Search): Promise<Found> {
  const context = { snapshot, search };
  const question = readQuestion(search.query);
  const { words, isAsked } = question;
  const { named, names, single, spelt } = await namesOn(context, question);
  if (words.length === 0) return named.slice(0, search.limit);
  const isKnown = spelt === AS_TYPED;
  // Of a name that is known, documents on that very thing; of anything else what comes nearest.
  const match = isKnown && !isAsked ? 'all' : 'any';
  const fitting = await documentsOn(context, question, spelt, match);
  const documents = inTurns(fitting, single, 1);
  const found =
    isAsked && documents.length > 0
      ? merge(named, inTurns(names, documents, 1))
      : merge(merge(named, names), documents);
  if (names.length > 0 && found.length >= search.limit) return found.slice(0, search.limit);
  const { names: some, texts } = await holdingSome(context, question, spelt, isKnown);
  const all = isKnown ? merge(found, some) : inTurns(found, some, DOCUMENTS_A_NAME);
  return merge(all, texts).slice(0, search.limit);
}

/** Names alone, as `searchKnowledge` finds them: whole ones first, then those that hold all words. */
export async function searchNames(snapshot: Snapshot, search: Search): Promise<Found> {
  const { named, names, single } = await namesOn({ snapshot, search }, readQuestion(search.query));
  return merge(merge(named, names), single).slice(0, search.limit);
}

interface NamesFound {
  /** Whole names. */
  readonly named: readonly SearchHit[];
  /** Names that hold all words. */
  readonly names: readonly SearchHit[];
  /** Names of one word that say but a part of what is sought. */
  readonly single: readonly SearchHit[];
  /** How the words were read for that. */
  readonly spelt: Spelling;
}

async function namesOn(context: SearchContext, question: Question): Promise<NamesFound> {
  const { snapshot, search } = context;
  const { keys, words, terms } = question;
  const exact = await snapshot.knowledge.named(keys, search, Math.max(search.limit, NAMED_MAX));
  const held = await namesWithin(context, question);
  const named = merge(inOrderOf(keys, exact), held.several);
  if (words.length === 0) return { named, names: [], single: [], spelt: AS_TYPED };
  const typed = await namesAsTyped(context, question);
  const isWhole = question.strong.length === 1;
  const names = isWhole ? merge(held.single, typed) : typed;
  const single = isWhole ? [] : held.single;
  if (named.length + names.length + single.length > 0) return { named, names, single, spelt: AS_TYPED };
  const spelt = await spellingOf(snapshot, terms);
  const mended = await namesMended(context, question, spelt);
  return { named, names: mended, single, spelt };
}

/** Whole names that stand within a question, the longest first: those of several words, and those of one. */
async function namesWithin(
  { snapshot, search }: SearchContext,
  { within }: Question,
): Promise<Readonly<Record<'several' | 'single', readonly SearchHit[]>>> {
  if (within.length === 0) return { several: [], single: [] };
  const found = await snapshot.knowledge.named(within, search, NAMED_MAX);
  const names = inOrderOf(within, found);
  const isSingle = ({ name }: SearchHit): boolean => !nameKey(name).includes(' ');
  return { several: names.filter((one) => !isSingle(one)), single: names.filter(isSingle) };
}

/** So many documents stand before each name that holds but some of the words. */
const DOCUMENTS_A_NAME = 2;

/** Whole names in the order in which they were tried. */
function inOrderOf(keys: readonly string[], named: readonly SearchHit[]): readonly SearchHit[] {
  const places = new Map(keys.map((key, place) => [key, place] as const));
  const placeOf = ({ name }: SearchHit): number => places.get(nameKey(name)) ?? keys.length;
  return [...named].sort((a, b) => placeOf(a) - placeOf(b) || byName(a, b));
}

/** Shorter words begin too many others: they are looked for as they are, but for the last, which may be half typed. */
const PREFIX_CHARS_MIN = 3;

const ASCII = /^[a-z0-9]+$/;

function asSought(word: string, isLast: boolean): RankedWord {
  return {
    word,
    prefix: isLast || word.length >= PREFIX_CHARS_MIN || !ASCII.test(word),
    edits: 0,
  };
}

function asTyped(words: readonly string[]): Groups {
  return words.map((word, at) => [asSought(word, at === words.length - 1)]);
}

/** Each word as the beginning of a word, misspelt ones also as what they may be misspelt for. */
function mend(words: readonly string[], { mended }: Spelling): Groups {
  return asTyped(words).map((group) => [
    ...group,
    ...group.flatMap(({ word }) => (mended.get(word) ?? []).map((one) => ({ ...one, prefix: false }))),
  ]);
}

/** Names that hold all words, the best fitting first. */
async function namesHolding({ snapshot, search }: SearchContext, groups: Groups): Promise<Found> {
  const names = await snapshot.knowledge.matching({ among: 'names', groups, match: 'all' }, search);
  return rankNames(names, groups).slice(0, search.limit);
}

/** Names that hold all words as they were typed; where none does, all but what is asked of a thing. */
async function namesAsTyped(context: SearchContext, { words, strong }: Question): Promise<Found> {
  const names = await namesHolding(context, asTyped(words));
  const isWhole = strong.length === words.length;
  return names.length > 0 || isWhole ? names : namesHolding(context, asTyped(strong));
}

/** Names that hold all words once spaces are put right, else once misspelt words are mended. */
async function namesMended(context: SearchContext, { strong, isOfThing }: Question, spelt: Spelling): Promise<Found> {
  const isSought = (word: string): boolean => strong.includes(word) && !spelt.passedOver.has(word);
  for (const reading of spelt.readings) {
    const words = readQuestion(reading.filter((word) => !spelt.passedOver.has(word)).join(' ')).strong;
    const found = await namesHolding(context, asTyped(words));
    if (found.length > 0) return found;
  }
  const words = strong.filter(isSought);
  if (words.length === 0 || spelt.mended.size === 0) return NOTHING;
  const found = await namesHolding(context, mend(words, spelt));
  return isOfThing ? found.filter(({ kind }) => kind !== 'npc') : found;
}

/** Corrections of one word that are looked for in documents: another word, taken for a rare one, would weigh much. */
const MEANT_MAX = 3;

/** Documents by the words that they share with the question; what is asked of a thing alone makes none of them fit. */
async function documentsOn(
  { snapshot, search }: SearchContext,
  { terms, strong }: Question,
  spelt: Spelling,
  match: 'all' | 'any',
): Promise<Found> {
  const said = terms.filter((word) => !spelt.passedOver.has(word));
  // The last word of a name may be half typed.
  const isBegun = (word: string): boolean => match === 'all' && word === said.at(-1) && word.length >= PREFIX_CHARS_MIN;
  const groupOf = (word: string): readonly RankedWord[] => [
    { word, prefix: isBegun(word), edits: 0 },
    ...meantBy(word, spelt),
  ];
  const respaced = [...new Set(spelt.readings.flat())].filter((word) => !terms.includes(word));
  const groups = [...said, ...respaced].map(groupOf);
  const needed = [...said.filter((word) => strong.includes(word)), ...respaced].map(groupOf);
  if (groups.length === 0) return NOTHING;
  return snapshot.knowledge.matching(
    { among: 'documents', groups, match, ...(match === 'any' ? { needed } : {}) },
    search,
  );
}

/** The likeliest of what a word may be misspelt for. */
function meantBy(word: string, { mended }: Spelling): readonly RankedWord[] {
  const meant = mended.get(word) ?? [];
  const likely = meant.filter(({ edits }) => edits === meant[0]!.edits).slice(0, MEANT_MAX);
  return likely.map((one) => ({ ...one, prefix: false }));
}

/** Texts hold so many words that the beginning of one is looked for only where it is long enough. */
function inTexts(group: readonly RankedWord[]): readonly RankedWord[] {
  return group.map((one) => ({
    ...one,
    prefix: one.prefix && (one.word.length >= PREFIX_CHARS_MIN || !ASCII.test(one.word)),
  }));
}

/** A question is nobody's name: what holds one of its many words says nothing. */
const HELD_MIN = 2;

/** What else holds some of the words: names, where none holds all, and what is said of entities. */
async function holdingSome(
  { snapshot, search }: SearchContext,
  { words, strong, isAsked, isOfThing }: Question,
  spelt: Spelling,
  isKnown: boolean,
): Promise<{ readonly names: readonly SearchHit[]; readonly texts: readonly SearchHit[] }> {
  const groups = isAsked ? asTyped(strong) : mend(strong, spelt);
  const texts = await snapshot.knowledge.matching(
    { among: 'texts', groups: asTyped(words).map(inTexts), match: 'all' },
    search,
  );
  const ranked = rankTexts(texts, groups);
  if (isKnown) return { names: [], texts: ranked };
  const names = await snapshot.knowledge.matching({ among: 'names', groups, match: 'any' }, search);
  const least = Math.min(strong.length, HELD_MIN);
  const holding = holdsAtLeast(rankNames(names, groups), groups, least);
  // Whoever is merely spelt like a thing that is asked for is not meant.
  const meant = isOfThing ? holding.filter(({ kind }) => kind !== 'npc') : holding;
  return { names: meant.slice(0, search.limit), texts: ranked };
}

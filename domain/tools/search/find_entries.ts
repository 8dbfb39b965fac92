import { LENGTHS } from '../../../schema/limits.ts';
import { isQuestionWord } from '../../knowledge/intents/grammar.ts';
import { parseQuestion } from '../../knowledge/question.ts';
import { type Search, searchKnowledge } from '../../knowledge/search.ts';
import { foldName, splitWords } from '../../knowledge/words.ts';
import type { SearchHit } from '../../ports/knowledge.ts';
import type { ToolContext } from '../tool.ts';
import type { AnsweredQuestion } from './answers/intents.ts';
import { answerQuestion } from './answers/mod.ts';
import { readDirectory } from './directory.ts';
import { readWholeEntry } from './entries.ts';
import { readEntries, readKnowledge, type SourcedEntry } from './knowledge.ts';

/** Number of extra entries to read, to make up for duplicates that are removed. */
const SPARE_ENTRIES = 10;

/** A search whose query may be a question. */
export interface QuestionSearch extends Search {
  /** The realm whose prices come first if the question names none. Null or absent if the reader chose none. */
  readonly realm?: string | null | undefined;
}

export interface FoundEntry extends SourcedEntry {
  /** True if the entry matches only after typing errors are corrected. It is then a suggestion, not a match. */
  readonly isGuess: boolean;
}

export interface FoundEntries {
  readonly answer: AnsweredQuestion | null;
  /**
   * Entries without duplicates: those whose whole name the query has, those that the answer is about, the best matches, then
   * guesses. `fetch` accepts their ids.
   */
  readonly entries: readonly FoundEntry[];
  /** Words of the query that no entry contains. Empty if the question is answered. */
  readonly unmatched: readonly string[];
  /** Words of the query that only other entries contain. Empty if the question is answered. */
  readonly ignored: readonly string[];
}

/**
 * Answers a query and finds the entries that match it. If the query names an entity by number, that entity is the only
 * entry. Questions are answered unless the search is limited to a version.
 */
export async function findEntries(context: ToolContext, search: QuestionSearch): Promise<FoundEntries> {
  const first = await findNumberedEntry(context, search.query);
  if (first !== null && (search.kind ?? first.kind) === first.kind && search.version === null) {
    return { ...NO_ENTRIES_FOUND, entries: [{ ...first, isGuess: false }] };
  }
  return readKnowledge<FoundEntries>(context, NO_ENTRIES_FOUND, async (snapshot) => {
    const answer =
      search.version === null
        ? await answerQuestion({ tools: context, snapshot, realm: search.realm }, search.query)
        : null;
    const isAnswered = answer !== null && answer.certainty !== 'unknown';
    const { keys, isAsked } = parseQuestion(search.query);
    const wide = { ...search, limit: search.limit + SPARE_ENTRIES };
    const { hits: all, guesses, ...found } = await searchKnowledge(snapshot, wide);
    // Guides that share only a word such as "level" with the question say nothing about it.
    const naming = splitWords(search.query).filter((word) => !isQuestionWord(word));
    const isChecked = isAnswered && naming.length > 0 && all.some(({ layer }) => layer === 'document');
    const query = naming.join(' ') + (isAsked ? '?' : '');
    const fitting = isChecked ? listHitIds((await searchKnowledge(snapshot, { ...wide, query })).hits) : [];
    const hits = all.filter(({ id, layer }) => !isChecked || layer !== 'document' || fitting.includes(id));
    // Realms, classes and professions have no entry.
    const directory = isAnswered || found.unmatched.length === 0 ? [] : await readDirectory(snapshot);
    const listed = new Set(directory.flatMap(({ name }) => splitWords(name)));
    const named = hits.filter(({ name }) => keys.includes(foldName(name)));
    const guessed = new Set(isAnswered ? [] : listHitIds(guesses));
    if (answer?.certainty === 'guess') for (const id of answer.about.slice(0, 1)) guessed.add(id);
    const matches = [...listHitIds(named), ...(answer?.about ?? []), ...listHitIds(hits)];
    const ids = [...new Set([...matches, ...(isAnswered ? [] : guessed)])];
    const entries = await readEntries(snapshot, ids.slice(0, 2 * search.limit + SPARE_ENTRIES));
    const ofKind = entries.filter(({ kind }) => search.kind === null || kind === search.kind);
    const shown = omitRepeatedEntries(ofKind).slice(0, search.limit);
    return {
      answer,
      entries: shown.map((entry) => ({ ...entry, isGuess: guessed.has(entry.id) })),
      unmatched: isAnswered ? [] : found.unmatched.filter((word) => !isQuestionWord(word) && !listed.has(word)),
      ignored: isAnswered ? [] : found.ignored.filter((word) => !isQuestionWord(word)),
    };
  });
}

const NO_ENTRIES_FOUND: FoundEntries = { answer: null, entries: [], unmatched: [], ignored: [] };

function listHitIds(hits: readonly SearchHit[]): readonly string[] {
  return hits.map(({ id }) => id);
}

/** Removes documents that have the same address or the same text as an earlier document. */
function omitRepeatedEntries(entries: readonly SourcedEntry[]): readonly SourcedEntry[] {
  const seen = new Set<string>();
  return entries.filter(({ layer, url, text }) => {
    if (layer !== 'document') return true;
    const said = text.replace(/\s+/gu, ' ').trim().slice(0, LENGTHS.documentText.max);
    const marks = [...(url === null ? [] : [`at ${url}`]), ...(said === '' ? [] : [`says ${said}`])];
    const isNew = marks.every((mark) => !seen.has(mark));
    for (const mark of marks) seen.add(mark);
    return isNew;
  });
}

/** The kind and number of an entity at the end of a query: `item 2589`, `npc:240`, `What is in object #7?`. */
const NUMBERED_PATTERN =
  /(?:^|\s)(item|npc|quest|object|zone|spell|recipe|achievement|faction|title)\s*[:# ]\s*#?(\d{1,10})\s*\??\s*$/iu;

/** Returns the entity that a query names by number, or null if it names none or the entity has no public data. */
async function findNumberedEntry(context: ToolContext, query: string): Promise<SourcedEntry | null> {
  const [, kind, digits] = NUMBERED_PATTERN.exec(query) ?? [];
  return kind === undefined ? null : readWholeEntry(context, `${kind.toLowerCase()}:${Number(digits)}`);
}

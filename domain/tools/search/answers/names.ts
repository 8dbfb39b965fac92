import { singularsOf } from '../../../knowledge/question.ts';
import { searchNames } from '../../../knowledge/search.ts';
import { nameKey, wordsOf } from '../../../knowledge/words.ts';
import { NO_FILTER, type SearchHit } from '../../../ports/knowledge.ts';
import type { Zone } from '../../../reads/entities/places.ts';
import type { PublishedSnapshot } from '../../../reads/entities/snapshot_data.ts';
import { quoted } from '../../../values/quoted.ts';

/**
 * The certainty with which the names in a question are understood: `exact` names, `close` (the beginning of a name), a
 * `guess` (a name with other letters), or `unknown`.
 */
export type Certainty = 'exact' | 'close' | 'guess' | 'unknown';

/** The entries that a name in a question means. */
export interface NameMatch {
  readonly certainty: Certainty;
  /** Entries with the name, observed ones first. Several entries may share a name. Empty if the name is unknown. */
  readonly hits: readonly SearchHit[];
  /** A sentence that says how the name was understood, or null if it is exact. */
  readonly note: string | null;
}

/** Number of entries that are read for a name. */
const HITS_MAX = 20;

const ARTICLES = /^(?:the|a|an|any|some|my|this|that|of) /u;

/**
 * Finds the entries of some kinds that a name in a question means: those with exactly this name, in the singular or the
 * plural; otherwise the most important entry whose name begins with these words; otherwise the one whose name is
 * written most similarly. A name that is not exact is never used without a note.
 */
export async function findName(
  snapshot: PublishedSnapshot,
  text: string,
  kinds: readonly string[],
): Promise<NameMatch> {
  const name = text.replace(ARTICLES, '');
  const isWanted = ({ kind }: SearchHit): boolean => kinds.includes(kind);
  const named = await snapshot.knowledge.named(spellingsOf(name), NO_FILTER, HITS_MAX);
  const exact = named.filter(isWanted).toSorted((a, b) => Number(isFiled(a)) - Number(isFiled(b)));
  if (exact.length > 0) return { certainty: 'exact', hits: exact, note: null };
  const found = await searchNames(snapshot, { query: name, limit: HITS_MAX, ...NO_FILTER });
  const [first] = found.filter(isWanted);
  if (first === undefined) {
    return { certainty: 'unknown', hits: [], note: `Nothing called ${quoted(name)} is known here.` };
  }
  const hits = found.filter((hit) => isWanted(hit) && nameKey(hit.name) === nameKey(first.name));
  return beginsWith(first.name, name)
    ? { certainty: 'close', hits, note: `The closest name to ${quoted(name)} is ${quoted(first.name)}.` }
    : { certainty: 'guess', hits, note: `Nothing is called ${quoted(name)}. Did you mean ${quoted(first.name)}?` };
}

function isFiled({ layer }: SearchHit): boolean {
  return layer === 'game-files';
}

/** Returns the key of a name as given, and with its last or first word in the singular. */
function spellingsOf(name: string): readonly string[] {
  const words = nameKey(name).split(' ');
  const last = words.at(-1)!;
  const [first, ...rest] = words;
  return [
    words.join(' '),
    ...singularsOf(last).map((one) => [...words.slice(0, -1), one].join(' ')),
    ...singularsOf(first!).map((one) => [one, ...rest].join(' ')),
  ];
}

/** Returns whether each word of `text` begins a word of the name. */
function beginsWith(name: string, text: string): boolean {
  const words = wordsOf(name);
  return wordsOf(text).every((word) => words.some((one) => one.startsWith(word)));
}

/** Returns the number at the end of an entry's id, such as 7 for `npc:7`. */
export function numberOf({ id }: Pick<SearchHit, 'id'>): number {
  return Number(id.slice(id.lastIndexOf(':') + 1));
}

/** Returns whether one of these places is in a zone with this name. */
export function inZone(places: readonly Zone[] | null, { hits }: NameMatch): boolean {
  return (places ?? []).some(({ mapId }) => hits.some(({ id }) => id === `zone:${mapId}`));
}

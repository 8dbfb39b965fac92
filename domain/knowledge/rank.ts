import { compareStrings } from '../families/counting/order.ts';
import type { SearchHit, SearchWord } from '../ports/knowledge.ts';
import { foldName, splitWords } from './words.ts';

/** A word to search for. `edits` is the number of edits between it and the word in the query. */
export interface WordMatch extends SearchWord {
  readonly edits: number;
}

/** Measures of how well a name matches. They are compared in the order of these fields. */
interface NameMatchScore {
  /** Number of groups that have a word in the name. More is better. */
  readonly held: number;
  /** Total number of edits in the matched words. Fewer is better. */
  readonly edits: number;
  /** Number of groups that match a whole word rather than only a prefix. More is better. */
  readonly whole: number;
  /** Number of words in the name that no group matched. Fewer is better. */
  readonly more: number;
}

function scoreName(name: string, groups: WordGroups): NameMatchScore {
  const fit = scoreWords(splitWords(name), groups);
  if (fit.held === groups.length) return fit;
  // Players also type "anubrekhan".
  const joined = scoreWords(foldName(name).split(' '), groups);
  return joined.held > fit.held ? joined : fit;
}

function scoreWords(words: readonly string[], groups: WordGroups): NameMatchScore {
  const used = new Set<number>();
  let [held, edits, whole] = [0, 0, 0];
  for (const group of groups) {
    let best: { at: number; edits: number; whole: boolean } | null = null;
    for (const { word, prefix, edits: cost } of group) {
      words.forEach((one, at) => {
        const isWhole = one === word;
        if (!isWhole && !(prefix && one.startsWith(word))) return;
        if (best === null || cost < best.edits || (cost === best.edits && isWhole && !best.whole)) {
          best = { at, edits: cost, whole: isWhole };
        }
      });
    }
    const found = best as { at: number; edits: number; whole: boolean } | null;
    if (found === null) continue;
    used.add(found.at);
    held++;
    edits += found.edits;
    if (found.whole) whole++;
  }
  return { held, edits, whole, more: words.length - used.size };
}

/** Orders entries that match equally well: the most important first, then by name and id. */
export function compareImportance(a: SearchHit, b: SearchHit): number {
  return b.importance - a.importance || compareStrings(a.name, b.name) || compareStrings(a.id, b.id);
}

/** Words to search for. A name matches a group if it contains one of the group's words. */
export type WordGroups = readonly (readonly WordMatch[])[];

/** Returns whether every word that the name matches is a word as typed. */
export function isExactHit({ name }: SearchHit, groups: WordGroups): boolean {
  return scoreName(name, groups).edits === 0;
}

/**
 * Returns the words that none of these names contains. Spaces in names do not matter, and a plural counts as contained
 * if its singular is.
 */
export function listUnmatchedWords(words: readonly string[], hits: readonly SearchHit[]): readonly string[] {
  if (words.length === 0) return words;
  const names = hits.map(({ name }) => foldName(name).replaceAll(' ', ''));
  const isContained = (word: string): boolean => names.some((name) => name.includes(word));
  return words.filter((word) => !isContained(word) && !isContained(word.replace(/e?s$/u, '')));
}

/** Sorts hits by how well their names match, best first. */
export function rankNameHits(found: readonly SearchHit[], groups: WordGroups): readonly SearchHit[] {
  return found
    .map((entry) => ({ entry, fit: scoreName(entry.name, groups) }))
    .sort(
      (a, b) =>
        b.fit.held - a.fit.held ||
        a.fit.edits - b.fit.edits ||
        b.fit.whole - a.fit.whole ||
        a.fit.more - b.fit.more ||
        compareImportance(a.entry, b.entry),
    )
    .map(({ entry }) => entry);
}

/** Sorts hits by the number of groups that their names match, then by weight. */
export function rankTextHits(found: readonly SearchHit[], groups: WordGroups): readonly SearchHit[] {
  return found
    .map((entry) => ({ entry, fit: scoreName(entry.name, groups) }))
    .sort((a, b) => b.fit.held - a.fit.held || b.entry.weight - a.entry.weight || compareImportance(a.entry, b.entry))
    .map(({ entry }) => entry);
}

/** Returns the hits at the start of a ranked list whose names match at least `least` groups. */
export function takeMatches(ranked: readonly SearchHit[], groups: WordGroups, least: number): readonly SearchHit[] {
  const end = ranked.findIndex(({ name }) => scoreName(name, groups).held < least);
  return end === -1 ? ranked : ranked.slice(0, end);
}

/** Concatenates two lists of hits, omitting duplicates. */
export function mergeHits(first: readonly SearchHit[], more: readonly SearchHit[]): readonly SearchHit[] {
  return [...first, ...omitHits(first, more)];
}

/** Returns the hits of the second list that are not in the first. */
export function omitHits(first: readonly SearchHit[], more: readonly SearchHit[]): readonly SearchHit[] {
  const known = new Set(first.map(({ id }) => id));
  return more.filter(({ id }) => !known.has(id));
}

/**
 * Interleaves two lists, omitting duplicates: `turn` entries of the first list, then one entry of the other, and so on.
 */
export function interleaveHits(
  first: readonly SearchHit[],
  others: readonly SearchHit[],
  turn: number,
): readonly SearchHit[] {
  const rows: SearchHit[] = [];
  let at = 0;
  for (let from = 0; from < first.length || at < others.length; from += turn) {
    rows.push(...first.slice(from, from + turn));
    if (at < others.length) rows.push(others[at++]!);
  }
  return [...new Map(rows.map((row) => [row.id, row] as const)).values()];
}

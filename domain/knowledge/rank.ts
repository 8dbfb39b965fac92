import type { SearchHit, SearchWord } from '../ports/knowledge.ts';
import { wordsOf } from './words.ts';

/** A word that is looked for, with how many edits part it from the one that was asked for. */
export interface RankedWord extends SearchWord {
  readonly edits: number;
}

/** How well a name fits: compared member by member, in this order. */
interface Fit {
  /** Groups of words that the name holds. More is better. */
  readonly held: number;
  /** Edits of the words that it holds. */
  readonly edits: number;
  /** Groups that it holds as whole words. More is better. */
  readonly whole: number;
  /** Words of the name that were not asked for. */
  readonly more: number;
}

function fitOf(name: string, groups: readonly (readonly RankedWord[])[]): Fit {
  const words = wordsOf(name);
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

const LAYERS = { observed: 0, document: 1, 'game-files': 2 } as const;

/** A total order of entries that fit equally well: what players observed first, then by name and id. */
export function byName(a: SearchHit, b: SearchHit): number {
  return LAYERS[a.layer] - LAYERS[b.layer] || compareText(a.name, b.name) || compareText(a.id, b.id);
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** The best fitting names first. */
export function rankNames(
  found: readonly SearchHit[],
  groups: readonly (readonly RankedWord[])[],
): readonly SearchHit[] {
  return found
    .map((entry) => ({ entry, fit: fitOf(entry.name, groups) }))
    .sort(
      (a, b) =>
        b.fit.held - a.fit.held ||
        a.fit.edits - b.fit.edits ||
        b.fit.whole - a.fit.whole ||
        a.fit.more - b.fit.more ||
        byName(a.entry, b.entry),
    )
    .map(({ entry }) => entry);
}

/** The best fitting texts first: those whose names hold more of the words, then by weight. */
export function rankTexts(
  found: readonly SearchHit[],
  groups: readonly (readonly RankedWord[])[],
): readonly SearchHit[] {
  return found
    .map((entry) => ({ entry, fit: fitOf(entry.name, groups) }))
    .sort((a, b) => b.fit.held - a.fit.held || b.entry.weight - a.entry.weight || byName(a.entry, b.entry))
    .map(({ entry }) => entry);
}

/** Of ranked names those that hold so many groups of words; the best are those that hold most. */
export function holdsAtLeast(
  ranked: readonly SearchHit[],
  groups: readonly (readonly RankedWord[])[],
  least: number,
): readonly SearchHit[] {
  const end = ranked.findIndex(({ name }) => fitOf(name, groups).held < least);
  return end === -1 ? ranked : ranked.slice(0, end);
}

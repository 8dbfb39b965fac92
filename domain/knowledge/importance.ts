import type { Quality } from '../../schema/vocabulary.ts';
import type { KnowledgeLayer } from '../ports/knowledge.ts';

/** The importance of every entry is a whole number from 0 to this one. More important entries have a higher number. */
export const IMPORTANCE_MAX = 63;

/** Public data behind an entry. It follows from the public facts, so a rebuild gives every entry the same importance. */
export interface ImportanceEvidence {
  /** Installs that report the name, or 0 if the name was imported. */
  readonly witnesses: number;
  readonly quality: Quality | null;
  /** Public edges of the entity, and facts of other entities that mention it. */
  readonly links: number;
}

export const NO_IMPORTANCE_EVIDENCE: ImportanceEvidence = { witnesses: 0, quality: null, links: 0 };

/** Importance of an entry without evidence, by kind. Players look for places and things more often than for recipes. */
const KIND_IMPORTANCE: Readonly<Record<string, number>> = {
  zone: 26,
  item: 20,
  npc: 20,
  quest: 20,
  object: 18,
  faction: 18,
  player_class: 18,
  quest_chain: 12,
  achievement: 10,
  title: 10,
  recipe: 8,
  skill: 8,
};
const OTHER_KIND_IMPORTANCE = 6;

/** Entries that nobody has seen rank below those that players confirmed. */
const LAYER_IMPORTANCE: Readonly<Record<KnowledgeLayer, number>> = { observed: 12, document: 6, 'game-files': 0 };

const QUALITY_IMPORTANCE: Readonly<Partial<Record<Quality, number>>> = {
  poor: -2,
  uncommon: 1,
  rare: 2,
  epic: 3,
  legendary: 4,
  artifact: 4,
};

/**
 * Returns how important an entry is to players. Counts matter by their order of magnitude: a factor of four adds one.
 * So an entry's importance rarely changes, and the index is rarely rewritten.
 */
export function scoreImportance(
  { layer, kind }: { readonly layer: KnowledgeLayer; readonly kind: string },
  { witnesses, quality, links }: ImportanceEvidence,
): number {
  const sum =
    (KIND_IMPORTANCE[kind] ?? OTHER_KIND_IMPORTANCE) +
    LAYER_IMPORTANCE[layer] +
    (quality === null ? 0 : (QUALITY_IMPORTANCE[quality] ?? 0)) +
    computeMagnitude(witnesses) +
    2 * computeMagnitude(links);
  return Math.min(IMPORTANCE_MAX, Math.max(0, sum));
}

/** Returns 0 for 0, 1 for 1 to 3, 2 for 4 to 15, and so on. */
function computeMagnitude(count: number): number {
  return count < 1 ? 0 : 1 + Math.floor(Math.log2(count) / 2);
}

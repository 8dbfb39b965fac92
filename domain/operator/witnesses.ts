import type { WitnessedKind } from '../families/counting/family.ts';
import { FAMILIES, families } from '../families/mod.ts';
import { type AnySource, GATHERED_TYPES } from '../ports/drops.ts';
import type { AddressFamily } from '../values/witnesses.ts';
import type { Outlier, OutlierReport } from './outliers.ts';

/** Evidence for an entity's facts: claims whose subjects match a glob, loot windows, or auction scans. */
export type SubjectEvidence =
  | { readonly of: 'claims'; readonly family: string; readonly subjects: string }
  | { readonly of: 'windows'; readonly source: AnySource }
  /**
   * Loot windows behind relations from a source to its items (`held-by`) or from an item to its sources (`holders`).
   */
  | { readonly of: 'held-by'; readonly source: AnySource }
  | { readonly of: 'holders'; readonly itemId: number }
  | { readonly of: 'scans'; readonly itemId: number };

/** Returns all evidence for an entity's facts: first the evidence for the entity itself, then for its relations. */
export function listSubjectEvidence(kind: WitnessedKind, id: number): readonly SubjectEvidence[] {
  const looted: readonly AnySource[] = kind === 'npc' || kind === 'object' ? [{ type: kind, id }] : [];
  const gathered = GATHERED_TYPES.filter((type) => type.endsWith(`:${kind}`)).map((type) => ({ type, id }));
  const relationsLast = [...FAMILIES.filter((family) => family !== families.edges), families.edges];
  const own = relationsLast.flatMap((family): readonly SubjectEvidence[] =>
    (family.witnesses[kind] ?? []).flatMap((glob): readonly SubjectEvidence[] => {
      if (family.shape === 'scans') return [{ of: 'scans', itemId: id }];
      if (family.shape !== 'windows') {
        return [{ of: 'claims', family: family.name, subjects: glob.replace('ID', String(id)) }];
      }
      return (family === families.drops ? looted : gathered).map((source) => ({ of: 'windows', source }));
    }),
  );
  // Loot windows are also the evidence of the relations between items and the sources that held them.
  const held = [...looted, ...gathered].map((source): SubjectEvidence => ({ of: 'held-by', source }));
  return [...own, ...held, ...(kind === 'item' ? [{ of: 'holders', itemId: id } as const] : [])];
}

/**
 * One statement behind a fact, with the install that made it. For operators only, because it contains an install id.
 */
export interface WitnessRow {
  /** Family and subject, such as `items 17182`. */
  readonly subject: string;
  readonly field: string;
  readonly value: string;
  readonly installId: string;
  /** Always IPv4 if TW_WITNESS_NETWORKS is 1. */
  readonly family: AddressFamily;
  /** Capture time of the install's latest report, or null for loot, which is counted without times. */
  readonly atMs: number | null;
}

/** Looks up the installs behind facts (contract, section 2, Operators). */
export interface WitnessReader {
  /** Returns at most `limit` statements about the entity, ordered by subject, field, value and install. */
  of(kind: WitnessedKind, id: number, limit: number): Promise<readonly WitnessRow[]>;
  /** Lists the installs that differ from all others on many subjects (outliers.ts). */
  outliers(): Promise<NamedOutliers>;
  /** Counts the installs that are not yet witnesses in the newest snapshot, regardless of what they reported. */
  waiting(): Promise<PendingInstalls>;
}

/** An outlier report with install ids. For operators only. */
export interface NamedOutliers extends OutlierReport {
  readonly outliers: readonly (Outlier & { readonly installId: string })[];
}

/** Counts of installs that are not yet witnesses (domain/snapshot/witness_day.ts). */
export interface PendingInstalls {
  /** Number of installs that sent their first record too recently. */
  readonly young: number;
  /** Number of installs that are old enough, but whose network already has its full share of witnesses. */
  readonly unplaced: number;
}

import type { Family, WitnessedKind } from '../families/counting/family.ts';
import { FAMILIES, families } from '../families/mod.ts';
import type { Source } from '../ports/drops.ts';
import type { AddressFamily } from '../values/witnesses.ts';

/** Evidence for an entity's facts: claims whose subjects match a glob, loot windows, or auction scans. */
export type Evidence =
  | { readonly of: 'claims'; readonly family: string; readonly subjects: string }
  | { readonly of: 'windows'; readonly source: Source }
  /** Loot windows behind the relations from a source to its items, or from an item to its sources. */
  | { readonly of: 'held-by'; readonly source: Source }
  | { readonly of: 'holders'; readonly itemId: number }
  | { readonly of: 'scans'; readonly itemId: number };

/** Returns all evidence for an entity's facts: first the evidence for the entity itself, then for its relations. */
export function selectEvidence(kind: WitnessedKind, id: number): readonly Evidence[] {
  return [...ownEvidence(kind, id), ...lootRelationEvidence(kind, id)];
}

/** Relations between items and the sources that held them are derived from loot windows, so their witnesses are too. */
function lootRelationEvidence(kind: WitnessedKind, id: number): readonly Evidence[] {
  if (kind === 'item') return [{ of: 'holders', itemId: id }];
  return kind === 'npc' || kind === 'object' ? [{ of: 'held-by', source: { type: kind, id } }] : [];
}

function ownEvidence(kind: WitnessedKind, id: number): readonly Evidence[] {
  return [...FAMILIES]
    .sort((a, b) => Number(isRelational(a)) - Number(isRelational(b)))
    .flatMap((family) => {
      const globs = (family.witnesses[kind] ?? []).map((glob) => glob.replace('ID', String(id)));
      return globs.map((subjects): Evidence => {
        if (family.shape === 'scans') return { of: 'scans', itemId: id };
        if (family.shape === 'windows')
          return { of: 'windows', source: { type: kind === 'object' ? 'object' : 'npc', id } };
        return { of: 'claims', family: family.name, subjects };
      });
    });
}

/** Whether a family's claims are about relations, which are listed after claims about the entity itself. */
function isRelational(family: Family): boolean {
  return family === families.edges;
}

/** One statement behind a fact, with the install that made it. For operators only, since it has install ids. */
export interface WitnessRow {
  /** Family and subject, such as `items 17182`. */
  readonly subject: string;
  readonly field: string;
  readonly value: string;
  readonly installId: string;
  /** Always IPv4 if TW_WITNESS_NETWORKS is 1. */
  readonly family: AddressFamily;
  /** Capture time of the install's newest report, or null for loot, which is counted without times. */
  readonly atMs: number | null;
}

/** Looks up the installs behind facts (contract, section 2, Operators). */
export interface WitnessReader {
  /** Returns at most `limit` statements about the entity, ordered by subject, field, value and install. */
  of(kind: WitnessedKind, id: number, limit: number): Promise<readonly WitnessRow[]>;
  /** Counts the installs that are not witnesses yet in the newest snapshot, whatever they reported. */
  waiting(): Promise<PendingInstalls>;
}

/** Counts of installs that are not witnesses yet (domain/snapshot/witness_day.ts). */
export interface PendingInstalls {
  /** Installs that sent their first record too recently. */
  readonly young: number;
  /** Installs that are old enough, but whose network already had its full share of witnesses. */
  readonly unplaced: number;
}

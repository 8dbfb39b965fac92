import type { Family, WitnessedKind } from '../families/counting/family.ts';
import { FAMILIES, families } from '../families/mod.ts';
import type { Source } from '../ports/drops.ts';
import type { AddressFamily } from '../values/witnesses.ts';

/** What stands behind an entity's facts: claims by glob of their subjects, loot windows of a source, auction scans. */
export type Evidence =
  | { readonly of: 'claims'; readonly family: string; readonly subjects: string }
  | { readonly of: 'windows'; readonly source: Source }
  /** Relations of a source to the items in its windows; of an item to what held it. */
  | { readonly of: 'held-by'; readonly source: Source }
  | { readonly of: 'holders'; readonly itemId: number }
  | { readonly of: 'scans'; readonly itemId: number };

/** Everything that stands behind an entity's facts, what is said of the entity itself before its relations. */
export function evidenceBehind(kind: WitnessedKind, id: number): readonly Evidence[] {
  return [...ownEvidence(kind, id), ...heldBehind(kind, id)];
}

/** What holds an item follows from the windows, and so does who says it. */
function heldBehind(kind: WitnessedKind, id: number): readonly Evidence[] {
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

/** Claims about the entity itself come before its relations. */
function isRelational(family: Family): boolean {
  return family === families.edges;
}

/** One statement behind a fact and who made it. For the operator's eyes alone: it holds install ids. */
export interface WitnessRow {
  /** The family and subject, such as `items 17182`. */
  readonly subject: string;
  readonly field: string;
  readonly value: string;
  readonly installId: string;
  /** IPv4 unless TW_WITNESS_NETWORKS looks at networks. */
  readonly family: AddressFamily;
  /** When the install's newest report of it was captured; null for loot, whose windows are only counted. */
  readonly atMs: number | null;
}

/** Looks up who stands behind facts (contract, section 2, Operators). */
export interface WitnessReader {
  /** Every statement about the entity, in the order of subject, field, value and install; at most `limit`. */
  of(kind: WitnessedKind, id: number, limit: number): Promise<readonly WitnessRow[]>;
  /** How many installs counted nowhere yet in the newest snapshot, whatever they told. */
  waiting(): Promise<PendingInstalls>;
}

/** Installs that are no witnesses yet (domain/snapshot/pending_witnesses.ts). */
export interface PendingInstalls {
  /** Began too short a time ago. */
  readonly young: number;
  /** Are old enough, and found no place in their network. */
  readonly unplaced: number;
}

import type { StorageResult } from '../values/result.ts';

/** What the operator may ask the witnesses of, each with what stands behind it in the evidence. */
export const WITNESSED_KINDS = {
  item: {
    claims: ['items=ID', 'vendor_prices=ID', 'vendor_goods=*:ID', 'collections=*:ID', 'edges=*:item:*:ID:*'],
    looted: null,
    listed: true,
  },
  npc: {
    claims: [
      ...['npcs=ID', 'pins=*:ID', 'vendor_goods=ID:*', 'trainer_services=ID:*'],
      ...['edges=*:*:npc:*:ID', 'edges=*:npc:*:ID:*'],
    ],
    looted: 'npc',
    listed: false,
  },
  object: { claims: ['edges=*:*:object:*:ID'], looted: 'object', listed: false },
  quest: { claims: ['quests=ID', 'edges=*:*:quest:*:ID'], looted: null, listed: false },
  zone: { claims: ['maps=ID', 'pins=ID:*', 'edges=*:*:zone:*:ID'], looted: null, listed: false },
  recipe: { claims: ['recipes=ID', 'recipe_ranges=ID'], looted: null, listed: false },
  achievement: { claims: ['achievements=ID'], looted: null, listed: false },
  reputation: { claims: ['reputations=ID'], looted: null, listed: false },
  title: { claims: ['titles=ID'], looted: null, listed: false },
  quest_chain: { claims: ['quest_chains=ID'], looted: null, listed: false },
} as const satisfies Record<string, Behind>;

/** What stands behind an entity's facts: claims (`roll-up=pattern of its subjects`), loot windows, auction scans. */
interface Behind {
  readonly claims: readonly string[];
  readonly looted: 'npc' | 'object' | null;
  readonly listed: boolean;
}

export type WitnessedKind = keyof typeof WITNESSED_KINDS;

/** One statement behind a fact and who made it. For the operator's eyes alone: it holds install ids. */
export interface WitnessRow {
  /** The roll-up and subject, such as `items 17182`. */
  readonly subject: string;
  readonly field: string;
  readonly value: string;
  readonly installId: string;
  /** When the install's newest report of it was captured; null for loot, whose windows are only counted. */
  readonly atMs: number | null;
}

/** Looks up who stands behind facts (contract, section 2, Operators). */
export interface WitnessReader {
  /** Every statement about the entity, in the order of subject, field, value and install; at most `limit`. */
  of(kind: WitnessedKind, id: number, limit: number): Promise<StorageResult<readonly WitnessRow[]>>;
}

import type { Reached } from '../result.ts';

/** What the operator may ask the witnesses of, each with what stands behind it in the evidence. */
export const WITNESSED_KINDS = {
  item: {
    claims: ['items=ID', 'vendor_prices=ID', 'vendor_goods=*:ID', 'collections=*:ID', 'edges=*:item:*:ID:*'],
    looted: null,
  },
  npc: {
    claims: [
      ...['npcs=ID', 'pins=*:ID', 'vendor_goods=ID:*', 'trainer_services=ID:*'],
      ...['edges=*:*:npc:*:ID', 'edges=*:npc:*:ID:*'],
    ],
    looted: 'npc',
  },
  object: { claims: ['edges=*:*:object:*:ID'], looted: 'object' },
  quest: { claims: ['quests=ID', 'edges=*:*:quest:*:ID'], looted: null },
  zone: { claims: ['maps=ID', 'pins=ID:*', 'edges=*:*:zone:*:ID'], looted: null },
  recipe: { claims: ['recipes=ID', 'recipe_ranges=ID'], looted: null },
  achievement: { claims: ['achievements=ID'], looted: null },
  reputation: { claims: ['reputations=ID'], looted: null },
  title: { claims: ['titles=ID'], looted: null },
  quest_chain: { claims: ['quest_chains=ID'], looted: null },
} as const satisfies Record<string, { readonly claims: readonly string[]; readonly looted: 'npc' | 'object' | null }>;

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
  of(kind: WitnessedKind, id: number, limit: number): Promise<Reached<readonly WitnessRow[]>>;
}

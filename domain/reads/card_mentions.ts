import type { CardType } from '../cards/card.ts';
import type { SnapshotReader, SnapshotView } from '../ports/snapshots.ts';
import { ok, type Reached } from '../result.ts';
import type { Reagent } from '../rollups/recipes.ts';
import type { FactBody } from '../rollups/rollup.ts';
import { valueIn } from './card_facts.ts';
import { oncePerSnapshot } from './per_snapshot.ts';

/** Whether a public fact about something else names an entity: then it has a card, though the card has nothing to list. */
export type MentionLookup = (view: SnapshotView, type: CardType, id: number) => Promise<Reached<boolean>>;

/** Market items that are looked through at most. */
const MARKET_ITEMS_MAX = 50_000;

/**
 * A lookup that reads the families whose facts name other entities, and the market, when a snapshot is first asked for
 * something that nothing else is known of. Facts can be found by their own subject alone.
 */
export const createMentionLookup = (reader: SnapshotReader): MentionLookup => {
  const mentionsOf = oncePerSnapshot((view) => readMentions(reader, view));
  return async (view, type, id) => {
    const mentions = await mentionsOf(view);
    return mentions.ok ? ok(mentions.value.has(`${type}:${id}`)) : mentions;
  };
};

interface QuestChain {
  readonly questIds: readonly number[];
}

type Mention = readonly [type: CardType, id: number | null];

/** By family: what the fact of a subject names. */
const NAMED_BY: readonly (readonly [
  family: string,
  mentions: (body: FactBody, subject: string) => readonly Mention[],
])[] = [
  [
    'recipes',
    (body) => [
      ['item', valueIn<number>(body, 'itemId')],
      ['item', valueIn<number>(body, 'taughtByItemId')],
      ...(valueIn<readonly Reagent[]>(body, 'reagents') ?? []).map(({ itemId }): Mention => ['item', itemId]),
    ],
  ],
  ['collections', (_, subject) => [['item', Number(subject.slice(subject.lastIndexOf(':') + 1))]]],
  [
    'quests',
    (body) => [
      ['npc', valueIn<number>(body, 'giver')],
      ['npc', valueIn<number>(body, 'turnIn')],
    ],
  ],
  ['quest_chains', (body) => (valueIn<QuestChain>(body, 'entry')?.questIds ?? []).map((id): Mention => ['quest', id])],
];

const readMentions = async (reader: SnapshotReader, view: SnapshotView): Promise<Reached<ReadonlySet<string>>> => {
  const named = new Set<string>();
  for (const [family, mentions] of NAMED_BY) {
    const facts = await reader.factsOf(view, family, '');
    if (!facts.ok) return facts;
    for (const { subject, body } of facts.value) {
      for (const [type, id] of mentions(body, subject)) if (id !== null) named.add(`${type}:${id}`);
    }
  }
  const realms = await reader.marketRealms(view);
  if (!realms.ok) return realms;
  let left = MARKET_ITEMS_MAX;
  for (const { realmKey } of realms.value) {
    if (left === 0) break;
    const items = await reader.marketItems(view, realmKey, '', left);
    if (!items.ok) return items;
    for (const { itemId } of items.value) named.add(`item:${itemId}`);
    left -= items.value.length;
  }
  return ok(named);
};

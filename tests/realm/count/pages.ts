import type { Counted } from '../count.ts';
import type { Backed } from '../kept.ts';

/**
 * Returns the entities that have a page, such as `item 25`: those with at least one public observed fact (contract,
 * section 4, Tooltip).
 */
export function countPages({ facts, edges, drops, market }: Counted): ReadonlySet<string> {
  const pages = new Set([...market.newest.keys()].map((key) => `item ${key.slice(key.lastIndexOf('|') + 1)}`));
  for (const edge of edges.keys()) {
    const [fromKind, fromId, , toKind, toId] = edge.split(' ');
    pages.add(`${fromKind} ${fromId}`).add(`${toKind} ${toId}`);
  }
  for (const line of [...drops.rates.keys(), ...drops.zeros.keys()]) {
    const [kind, id, item, itemId] = line.split(' ');
    pages.add(`${kind} ${id}`);
    if (item !== undefined) pages.add(`item ${itemId}`);
  }
  for (const [key, body] of facts) {
    const [family, subject] = [key.slice(0, key.indexOf(' ')), key.slice(key.indexOf(' ') + 1)];
    for (const page of NAMED_IN[family]?.(subject.split(':'), body as Body) ?? []) pages.add(page);
  }
  return pages;
}

type Body = Readonly<Record<string, Backed & readonly Backed[]>>;

function items(ids: readonly unknown[]): readonly string[] {
  return ids.filter((id) => id !== undefined).map((id) => `item ${id}`);
}

/** For each family: returns the entities that a fact's subject and members name. */
const NAMED_IN: Readonly<Record<string, (subject: readonly string[], body: Body) => readonly string[]>> = {
  items: ([id]) => items([id]),
  vendor_prices: ([id]) => items([id]),
  npcs: ([id]) => [`npc ${id}`],
  pins: ([, id]) => [`npc ${id}`],
  vendor_goods: ([npc, item]) => [`npc ${npc}`, `item ${item}`],
  trainer_services: ([npc]) => [`npc ${npc}`],
  collections: (parts) => items([parts.at(-1)]),
  quests: ([id], { giver, turnIn, rewards = [] }) => [
    `quest ${id}`,
    ...[giver, turnIn].flatMap((npc) => (npc === undefined ? [] : [`npc ${npc.value}`])),
    ...items((rewards as readonly Backed[]).map(({ value }) => value)),
  ],
  quest_chains: (_subject, { entry }) =>
    ((entry?.value ?? { questIds: [] }) as { readonly questIds: readonly number[] }).questIds.map(
      (id) => `quest ${id}`,
    ),
  recipes: (_subject, { itemId, taughtByItemId, reagents }) => [
    ...items([itemId?.value, taughtByItemId?.value]),
    ...items(((reagents?.value ?? []) as readonly { readonly itemId: number }[]).map((reagent) => reagent.itemId)),
  ],
};

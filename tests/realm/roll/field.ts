import type { Dice } from '../dice.ts';
import type { Pen } from '../pen.ts';
import type { Player } from '../people.ts';
import type { Pools, Quest } from '../pools.ts';
import type { Item, Looted, Npc } from '../world.ts';

/** A player at a point in time. */
export interface Moment {
  readonly player: Player;
  /** 0 is the realm's first day. */
  readonly day: number;
  readonly atMs: number;
}

/** Opens a loot window. Liars find items that nothing drops. Some addons guess the source, or name none or two. */
export function rollLoot(pen: Pen, chance: Dice, pools: Pools, moment: Moment, on?: { npc: Npc } | { object: Looted }) {
  const { player, atMs } = moment;
  const npc =
    on === undefined ? (chance.chance(0.75) ? chance.pickEarly(pools.hunted) : null) : 'npc' in on ? on.npc : null;
  const object = on === undefined ? chance.pickEarly(pools.opened) : 'object' in on ? on.object : null;
  const looted = on === undefined && chance.chance(0.06) ? chance.pickEarly(pools.barren) : (npc ?? object!);
  const isNpc = looted !== object;
  const items = looted.drops
    .filter(({ percent }) => chance.chance(percent / 100))
    .slice(0, 40)
    .map(({ itemId }) => ({ itemId, count: chance.between(1, 3) }));
  if (player.liar && chance.chance(0.3)) items.push({ itemId: 900_000 + chance.below(4), count: 1 });
  // An item that is listed twice in a window counts once.
  if (items.length > 0 && chance.chance(0.05)) items.push(items[0]!);
  const odd = on === undefined ? chance.next() : 1;
  const source =
    odd < 0.01
      ? {}
      : odd < 0.015
        ? { sourceNpcId: looted.id, sourceObjectId: 4 }
        : isNpc
          ? { sourceNpcId: looted.id }
          : { sourceObjectId: looted.id };
  const evidence = on === undefined && chance.chance(0.03) ? {} : { sourceEvidence: 'loot-api' as const };
  return pen.write(player, atMs, 'loot', { ...source, ...evidence, items });
}

/** Sees an NPC, often at the very edge of a map cell. */
export function rollSighting(pen: Pen, chance: Dice, pools: Pools, moment: Moment, of?: Npc) {
  const { player, atMs, day } = moment;
  const npc = of ?? chance.pickEarly(pools.seen);
  const [x, y, mapId] = npc.at.length === 0 ? [50, 50, 1] : chance.pickEarly(npc.at);
  const [low, high] = npc.levels;
  const reaction =
    player.liar && chance.chance(0.5)
      ? 'friendly'
      : npc.id % 3 === 0 && player.faction === 'horde'
        ? 'neutral'
        : 'hostile';
  return pen.write(player, atMs, 'npc_sighting', {
    npcId: npc.id,
    name: player.liar && chance.chance(0.4) ? `Made up ${chance.below(3)}` : nameFor(moment, npc.name),
    mapId: chance.chance(0.05) ? 0 : mapId,
    x: placed(chance, x),
    y: placed(chance, y),
    level: day > 20 && npc.id % 7 === 0 ? Math.min(100, high + 1) : chance.between(low, high),
    reaction,
    ...(chance.chance(0.85) ? { positionKind: chance.pick(['player', 'npc'] as const) } : {}),
  });
}

/**
 * Returns a name as the player's client shows it. Some players change clients over time, and some names have spaces.
 */
export function nameFor({ player, day }: Moment, name: string): string {
  const changed = player.installId.charCodeAt(10) % 13 === 5 && day >= 12;
  const client = changed ? (player.client === '' ? ' (der andere)' : '') : player.client;
  return `${day % 9 === 4 ? ' ' : ''}${name.slice(0, 100)}${client}`;
}

const CELL = 0.5;

function placed(chance: Dice, at: number): number {
  const border = Math.round(at / CELL) * CELL;
  const moved = chance.pick([at, border, border - 0.001, border + 0.001, at + chance.between(-9, 9) / 10, at + 0.3]);
  return Math.round(Math.min(100, Math.max(0, moved)) * 1000) / 1000;
}

export function rollQuest(pen: Pen, chance: Dice, pools: Pools, moment: Moment, of?: Quest) {
  const { player, atMs, day } = moment;
  const quest = of ?? chance.pickEarly(pools.quests);
  // A patch removes a reward. Some players see only part of the list, and others see it in a different order.
  const rewards = quest.id % 5 === 0 && day >= 18 ? quest.rewards.slice(1) : quest.rewards;
  const shown = chance.chance(0.1) ? rewards.slice(0, 1) : chance.shuffled(rewards);
  return pen.write(player, atMs, 'quest', {
    questId: quest.id,
    title: player.liar ? `Untrue ${quest.id % 9}` : nameFor(moment, quest.title),
    level: player.liar ? 1 : quest.level,
    ...(quest.giver !== null && chance.chance(0.7) ? { giverNpcId: player.liar ? 4 : quest.giver } : {}),
    ...(quest.turnIn !== null && chance.chance(0.7) ? { turnInNpcId: quest.turnIn } : {}),
    rewardItemIds: shown.length > 0 && chance.chance(0.05) ? [...shown, shown[0]!] : shown,
  });
}

export function rollVendor(pen: Pen, chance: Dice, pools: Pools, moment: Moment, of?: Npc) {
  const { player, atMs, day } = moment;
  const vendor = of ?? chance.pickEarly(pools.vendors);
  const goods = vendor.sells.slice(0, 60);
  const shown = chance.chance(0.3) ? chance.some(goods, Math.ceil(goods.length / 2)) : goods;
  const factor = (player.faction === 'horde' ? 1.1 : 1) * (day >= 15 && vendor.id % 3 === 0 ? 1.2 : 1);
  // Some addons do not say the reputation. Friendly players pay the full price, others less.
  const standing = [undefined, 4, 4, 5, 6, 8][Math.floor(atMs / 1000) % 6];
  const paid = factor * (standing === 8 ? 0.8 : standing === 6 ? 0.9 : 1);
  const limited = atMs % 7 < 2 ? undefined : atMs % 7 === 3;
  return pen.write(player, atMs, 'vendor', {
    vendorNpcId: vendor.id,
    ...(standing === undefined ? {} : { standing }),
    items: shown.map((itemId) => ({
      itemId,
      priceCopper: player.liar && chance.chance(0.5) ? 1 : Math.round((itemId % 500) * paid),
      ...(itemId % 6 === 0 ? { limitedStock: 1 + ((itemId + (chance.chance(0.2) ? 1 : 0)) % 4) } : {}),
      ...(limited === undefined ? {} : { limited: limited || itemId % 6 === 0 }),
    })),
  });
}

const QUALITIES = ['poor', 'common', 'uncommon', 'rare', 'epic'] as const;

/** Sometimes writes two contradicting reports at the same time, of which the one with the smaller digest wins. */
export function rollItem(pen: Pen, chance: Dice, pools: Pools, moment: Moment, of?: Item) {
  const { player, atMs } = moment;
  const item = of ?? chance.pickEarly(pools.items);
  const report = (name: string) =>
    pen.write(player, atMs, 'item_seen', {
      itemId: item.id,
      name,
      quality: player.liar ? 'epic' : QUALITIES[item.id % 5]!,
      ...(chance.chance(0.6) ? { itemLevel: 1 + (item.id % 80) + (player.liar ? 1 : 0) } : {}),
    });
  if (chance.chance(0.03)) report(`${item.name} of the Twin`);
  return report(player.liar ? `Nothing like ${item.id % 40}` : nameFor(moment, item.name));
}

export function rollPrice(pen: Pen, chance: Dice, pools: Pools, { player, atMs, day }: Moment, of?: Item) {
  const item = of ?? chance.pickEarly(pools.items);
  const fromVendor = chance.chance(0.7);
  return pen.write(player, atMs, 'price_seen', {
    itemId: item.id,
    priceCopper: (item.id % 300) + (day >= 15 && item.id % 2 === 0 ? 5 : 0),
    source: fromVendor ? 'vendor' : 'auction',
    ...(fromVendor ? {} : { realm: player.realm, quantity: chance.between(1, 20) }),
  });
}

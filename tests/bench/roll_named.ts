import type { Dice, KindGroup, RolledFields } from './roll_kinds.ts';

const REALM = 'Westwind';

function guildRecord({ upTo }: Dice): RolledFields {
  const guild = upTo(2_000);
  const common = { guildName: `Guild ${guild}`, realm: REALM };
  const names = Array.from({ length: 20 }, (_, i) => `Raider${guild}x${i}`);
  switch (upTo(4)) {
    case 1: {
      const members = names.map((name) => ({
        name,
        rank: 'Member',
        level: 60,
        class: 'Mage',
        lastOnlineDays: upTo(30),
      }));
      return { kind: 'guild_snapshot', ...common, faction: 'horde', members };
    }
    case 2: {
      const bossesKilled = [`Boss ${upTo(10)}`];
      const where = { instance: `Raid ${upTo(5)}`, difficulty: 'Normal' };
      return { kind: 'raid_lockout', ...common, ...where, bossesKilled, resetAt: '2026-11-25T04:00:00Z' };
    }
    case 3:
      return { kind: 'attendance', ...common, instance: `Raid ${upTo(5)}`, present: names };
    default: {
      const itemId = upTo(14_000);
      const award = { itemId, itemName: `Thing ${itemId}`, recipient: names[upTo(19)]!, sourceBoss: 'Boss' };
      return { kind: 'loot_award', ...common, ...award };
    }
  }
}

/** Records that name players. Each is covered by one grant. */
export const rollNamed: readonly KindGroup[] = [
  { rollups: 'guild_boards', per: 4, roll: guildRecord },
  {
    rollups: 'gold_ledgers',
    per: 1,
    roll: ({ upTo, share }) => {
      const common = { character: `Saver${upTo(5_000)}`, realm: REALM };
      return share() < 0.5
        ? { kind: 'gold_snapshot', ...common, copper: upTo(1_000_000) }
        : { kind: 'money_event', ...common, source: 'loot', copper: upTo(10_000) };
    },
  },
];

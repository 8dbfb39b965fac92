import { type Dice, dice } from '../dice.ts';
import { newPen, type Pen } from '../pen.ts';
import type { Player } from '../people.ts';
import { DAY_MS, type Rec } from '../record.ts';

/** The arguments of the operator's `grant issue` command. */
export type GrantWords = readonly string[];

/** An upload of named records. Each of its grants covers all of its records. */
export interface NamedUpload {
  readonly grants: readonly number[];
  readonly records: readonly Rec[];
}

export interface NamedRecords {
  /** The grants, numbered from 1. */
  readonly grants: readonly GrantWords[];
  readonly uploads: readonly NamedUpload[];
}

const GUILD = { guildName: 'Nächtliche Eulen', realm: '\u00c9ldermoor' } as const;
const PURSE = { character: 'Mirabel', realm: 'Sandstrand' } as const;
const OTHER_PURSE = { character: 'Odo', realm: 'Sandstrand' } as const;

/** Rolls a guild that two installs report, and the money of two characters, one of them reported by two installs. */
export function rollNamed(seed: number, [first, second]: readonly Player[], startMs: number): NamedRecords {
  const chance = dice(seed);
  const grants: GrantWords[] = [
    ['--category', 'guild', '--guild', GUILD.guildName.toUpperCase(), '--realm', GUILD.realm],
    ['--category', 'gold,gear', '--character', PURSE.character],
    ['--category', 'gold', '--install', first!.installId],
  ];
  let minute = 0;
  const clock = (): number => startMs + 2 * DAY_MS + 61_000 * minute++;
  const written = (work: (pen: Pen) => void): readonly Rec[] => {
    const pen = newPen(chance);
    work(pen);
    return pen.written;
  };
  const ofGuild = (player: Player) => written((pen) => rollGuild(pen, chance, player, clock));
  const ofPurse = (player: Player, purse: typeof PURSE | typeof OTHER_PURSE) =>
    written((pen) => rollPurse(pen, chance, player, purse, clock));
  return {
    grants,
    uploads: [
      { grants: [1], records: ofGuild(first!) },
      { grants: [1], records: ofGuild(second!) },
      { grants: [2, 3], records: ofPurse(first!, PURSE) },
      { grants: [2], records: ofPurse(second!, PURSE) },
      { grants: [3], records: ofPurse(first!, PURSE) },
      { grants: [3], records: ofPurse(first!, OTHER_PURSE) },
    ],
  };
}

function rollGuild(pen: Pen, chance: Dice, player: Player, clock: () => number): void {
  for (let n = 0; n < 3; n++) {
    pen.write(player, clock(), 'guild_snapshot', {
      ...GUILD,
      faction: 'alliance',
      members: Array.from({ length: 5 + n }, (_, i) => ({
        name: `Member${'abcdefgh'[i]}`,
        rank: i === 0 ? 'Leader' : 'Owl',
        level: chance.between(50, 60),
        class: 'Mage',
        lastOnlineDays: chance.between(0, 90) / 10,
      })),
    });
    pen.write(player, clock(), 'raid_lockout', {
      ...GUILD,
      instance: chance.pick(['The Cellar', 'The Attic']),
      difficulty: 'normal',
      bossesKilled: chance.some(['Rat', 'Cat', 'Dog'], chance.below(4)),
      resetAt: '2026-03-12T04:00:00Z',
    });
    pen.write(player, clock(), 'attendance', { ...GUILD, instance: 'The Cellar', present: ['Membera', 'Memberb'] });
    pen.write(player, clock(), 'loot_award', {
      ...GUILD,
      itemId: 25 + n,
      itemName: `Award ${n}`,
      recipient: 'Memberb',
      sourceBoss: 'Rat',
    });
  }
}

const SOURCES = ['loot', 'quest', 'vendor', 'auction', 'mail', 'repair'] as const;

function rollPurse(
  pen: Pen,
  chance: Dice,
  player: Player,
  purse: { readonly character: string; readonly realm: string },
  clock: () => number,
): void {
  pen.write(player, clock(), 'gold_snapshot', { ...purse, copper: chance.between(0, 100_000) });
  for (let n = 0; n < 8; n++) {
    const copper = chance.between(1, 9000) * (chance.chance(0.4) ? -1 : 1);
    pen.write(player, clock(), 'money_event', { ...purse, source: chance.pick(SOURCES), copper });
  }
  pen.write(player, clock(), 'gold_snapshot', { ...purse, copper: chance.between(0, 100_000) });
}

import { name, number, oneOf, optional, strictObject } from '../fields.ts';
import { LENGTHS, LIST_MAX } from '../limits.ts';
import { count, plain } from '../response_fields.ts';
import { FACTIONS } from '../vocabulary.ts';
import { entity, many, pageAnswer, realmArgument, selfGrant } from './parts.ts';
import { toolContract } from './tool.ts';

function captured() {
  return plain('When it was captured, a date-time.', 40);
}
function instance() {
  return plain('The instance, as the record names it.', 240);
}

const roster = strictObject('The newest roster.', {
  capturedAt: captured(),
  faction: oneOf('The guild’s faction.', FACTIONS),
  members: count('Number of listed members.'),
  ranks: many(
    'The members by rank; ranks in the order of their names.',
    strictObject('One rank.', {
      rank: plain('The rank’s name in the guild.', 120),
      members: many(
        'Its members, highest level first, then by name.',
        strictObject('One member.', {
          name: plain('The character.', 60),
          level: count('Its level.'),
          class: plain('Its class.', 60),
          lastOnlineDays: number('Days since it was online when the roster was captured; 0: it was.', 0, 3_650),
        }),
      ),
    }),
  ),
});

const lockout = strictObject('The guild’s progress.', {
  capturedAt: captured(),
  instance: instance(),
  difficulty: plain('The difficulty’s name.', 120),
  bossesKilled: many('The bosses killed, as recorded.', plain('A boss.', 240), 60),
  resetAt: plain('When the instance resets, a date-time.', 40),
});

const raid = strictObject('One raid.', {
  capturedAt: captured(),
  instance: instance(),
  present: many('Who was present, as recorded.', plain('A character.', 60), 100),
});

const award = strictObject('One award.', {
  capturedAt: captured(),
  item: entity('The item. Its name is the agreed one.'),
  itemName: plain('The item’s name as the record has it.', 400),
  recipient: plain('Who received it.', 60),
  sourceBoss: plain('The boss that dropped it, as the record names it.', 240),
});

/** The records that a guild chose to share. */
export const guild_board = toolContract({
  name: 'guild_board',
  title: 'Board of a guild',
  description:
    'Data that a guild shares: its newest roster by rank, raid lockouts, raid attendance and loot awards. Only records covered by a grant are shown, so most guilds have no board. A part that nobody shared is absent, which says nothing about the guild.',
  layers: ['observed'],
  arguments: {
    guild: name('The guild’s name, in any spelling that differs only in case.', LENGTHS.guild.min, LENGTHS.guild.max),
    realm: realmArgument(),
  },
  output: pageAnswer(
    strictObject('The guild’s board.', {
      guild: plain('The guild, as its newest record spells it.', 120),
      realm: plain('Its realm, as its newest record spells it.', 120),
      roster: optional(roster),
      lockouts: optional(
        strictObject('The newest of each instance and difficulty.', {
          total: count('Their number, including those beyond the list.'),
          list: many('By the names of instance and difficulty.', lockout, LIST_MAX.guildBoard.lockouts),
        }),
      ),
      attendance: optional(
        many(
          `Raids, the newest first; the newest ${LIST_MAX.guildBoard.attendance} are kept.`,
          raid,
          LIST_MAX.guildBoard.attendance,
        ),
      ),
      awards: optional(
        many(
          `Awarded loot, the newest first; the newest ${LIST_MAX.guildBoard.awards} are kept.`,
          award,
          LIST_MAX.guildBoard.awards,
        ),
      ),
      grant: selfGrant(),
    }),
  ),
});

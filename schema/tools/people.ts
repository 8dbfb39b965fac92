import {
  copper,
  INTEGER_MAX,
  integer,
  name,
  nullable,
  number,
  oneOf,
  optional,
  strictObject,
  table,
  token,
} from '../fields.ts';
import { DAYS_BACK, LENGTHS, LIST_MAX } from '../limits.ts';
import { count, otherRealmsField, text } from '../response_fields.ts';
import { FACTIONS } from '../vocabulary.ts';
import { array, day, entity, pageAnswer, realmArgument, selfGrantField } from './parts.ts';
import { toolContract } from './tool.ts';

/** Income minus spending. The balance can be negative. */
function balanceField(description: string) {
  return nullable(
    integer(`${description} Earned minus spent, in copper, or null if nothing was recorded.`, -INTEGER_MAX),
  );
}

export const gold_ledger = toolContract('gold_ledger', {
  title: 'Gold of a character',
  description:
    'The money of one character whose player shares it: the highest amount seen, income and spending from play (loot, quest, vendor, auction), and separately the rest (mail, trade, repair, training, travel, other). There is one ledger per grant and install. Ledgers are never added up, since two may include the same money. Only records covered by a grant are shown.',
  layers: ['observed'],
  arguments: {
    character: name(
      'The character’s name, in any spelling that differs only in case.',
      LENGTHS.character.min,
      LENGTHS.character.max,
    ),
    realm: realmArgument(),
  },
  output: pageAnswer('The character’s ledgers.', {
    character: text('The character, as its newest record spells it.', 60),
    realm: text('Its realm, as its newest record spells it.', 120),
    otherRealms: otherRealmsField(),
    total: count('Number of ledgers, including those beyond the list.'),
    ledgers: array(
      'One per grant and install, the one that began first first.',
      strictObject('The reports of one install under one grant.', {
        ledger: count('1 for the one that began first.'),
        peakCopper: nullable(
          copper('The highest amount recorded, or null if the character’s money was never recorded.'),
        ),
        money: strictObject('Income and spending from play.', {
          total: balanceField('All sources of this line that are recorded.'),
          loot: balanceField('Looted coin.'),
          quest: balanceField('Quests.'),
          vendor: balanceField('Vendors.'),
          auction: balanceField('Auctions.'),
        }),
        other: strictObject('Other income and spending.', {
          total: balanceField('All sources of this line that are recorded.'),
          mail: balanceField('Mail.'),
          trade: balanceField('Trades with players.'),
          repair: balanceField('Repairs.'),
          training: balanceField('Trainers.'),
          travel: balanceField('Flights and other travel.'),
          other: balanceField('Anything else.'),
        }),
        firstDay: day('When its first record was captured.'),
        lastDay: day('When its last record was captured.'),
        grant: selfGrantField(),
      }),
      LIST_MAX.ledgers,
    ),
    grant: selfGrantField(),
  }),
});

function capturedField() {
  return text('When it was captured, a date-time.', 40);
}
function instanceField() {
  return text('The instance, as the record names it.', 240);
}

const rosterSchema = strictObject('The newest roster.', {
  capturedAt: capturedField(),
  faction: oneOf('The guild’s faction.', FACTIONS),
  members: count('Number of listed members.'),
  ranks: table('The members by rank; ranks in the order of their names.', [0, 2_000], 'One rank.', {
    rank: text('The rank’s name in the guild.', 120),
    members: table('Its members, highest level first, then by name.', [0, 2_000], 'One member.', {
      name: text('The character.', 60),
      level: count('Its level.'),
      class: text('Its class.', 60),
      lastOnlineDays: number('Days since it was online when the roster was captured; 0: it was.', 0, 3_650),
    }),
  }),
});

const lockoutSchema = strictObject('The guild’s progress.', {
  capturedAt: capturedField(),
  instance: instanceField(),
  difficulty: text('The difficulty’s name.', 120),
  bossesKilled: array('The bosses killed, as recorded.', text('A boss.', 240), 60),
  resetAt: text('When the instance resets, a date-time.', 40),
});

const raidSchema = strictObject('One raid.', {
  capturedAt: capturedField(),
  instance: instanceField(),
  present: array('Who was present, as recorded.', text('A character.', 60), 100),
});

const awardSchema = strictObject('One award.', {
  capturedAt: capturedField(),
  item: entity('The item. Its name is the agreed one.'),
  itemName: text('The item’s name as the record has it.', 400),
  recipient: text('Who received it.', 60),
  sourceBoss: text('The boss that dropped it, as the record names it.', 240),
});

export const guild_board = toolContract('guild_board', {
  title: 'Board of a guild',
  description:
    'Data that a guild shares: its newest roster by rank, raid lockouts, raid attendance and loot awards. Only records covered by a grant are shown, so most guilds have no board. A part that nobody shared is absent, which says nothing about the guild.',
  layers: ['observed'],
  arguments: {
    guild: name('The guild’s name, in any spelling that differs only in case.', LENGTHS.guild.min, LENGTHS.guild.max),
    realm: realmArgument(),
  },
  output: pageAnswer('The guild’s board.', {
    guild: text('The guild, as its newest record spells it.', 120),
    realm: text('Its realm, as its newest record spells it.', 120),
    otherRealms: otherRealmsField(),
    roster: optional(rosterSchema),
    lockouts: optional(
      strictObject('The newest of each instance and difficulty.', {
        total: count('Their number, including those beyond the list.'),
        list: array('By the names of instance and difficulty.', lockoutSchema, LIST_MAX.guildBoard.lockouts),
      }),
    ),
    attendance: optional(
      array(
        `Raids, the newest first; the newest ${LIST_MAX.guildBoard.attendance} are kept.`,
        raidSchema,
        LIST_MAX.guildBoard.attendance,
      ),
    ),
    awards: optional(
      array(
        `Awarded loot, the newest first; the newest ${LIST_MAX.guildBoard.awards} are kept.`,
        awardSchema,
        LIST_MAX.guildBoard.awards,
      ),
    ),
    grant: selfGrantField(),
  }),
});

function breakdownSchema(description: string, cell: string, order: string) {
  return strictObject(description, {
    total: nullable(count('The sum of the cells shown, or null if none is. Null means unknown, not zero.')),
    cells: array(
      `${order} A cell with fewer than three installs is null, which means unknown, not zero.`,
      strictObject('One cell.', {
        name: text(cell, 40),
        characters: nullable(count('Distinct characters, or null if unknown.')),
        installs: nullable(
          count('Distinct installs whose newest report says so for some of them, or null if unknown.'),
        ),
      }),
      200,
    ),
  });
}

export const population = toolContract('population', {
  title: 'Population of a realm',
  description: `Characters that players saw in the last ${DAYS_BACK.daily} days, by faction, class, race and level band, for one realm or all, optionally for one faction or class. Each character counts once, by its newest report. Every cell, and every difference of cells, is based on at least three installs; characters reported by fewer are left out, and a null cell means unknown, not zero. So breakdowns need not add up to the same total, nor realms to the total of all. The figures count characters that were seen, not all that exist.`,
  layers: ['observed'],
  arguments: {
    realm: optional(realmArgument()),
    faction: optional(oneOf('Only this faction.', FACTIONS)),
    class: optional(
      token(
        'Only this class, by the client’s token, such as MAGE or DEATHKNIGHT, in any case.',
        2,
        20,
        '^[A-Za-z]{2,20}$',
        'letters',
      ),
    ),
  },
  output: pageAnswer('The characters of the cut that was asked for.', {
    realm: nullable(text('The realm as this instance spells it, or null for all realms together.', 120)),
    otherRealms: otherRealmsField(),
    faction: nullable(oneOf('The faction asked for, or null for both.', FACTIONS)),
    class: nullable(text('The class asked for, or null for all.', 40)),
    day: day(`The day it was computed for: characters of the ${DAYS_BACK.daily} days before it count.`),
    factions: breakdownSchema('By faction.', 'The faction.', 'Both factions, or the one asked for.'),
    classes: breakdownSchema(
      'By class.',
      'The class, by the client’s token.',
      'The nine classes of the first years and all others that are shown, by name, or the one asked for.',
    ),
    races: breakdownSchema(
      'By race. Characters whose race fewer than three installs reported are left out.',
      'The race, by the client’s token.',
      'The eight races of the first years and all others that are shown, by name.',
    ),
    levels: breakdownSchema('By level.', 'The band of levels.', 'All bands, the lowest first.'),
  }),
});

import { list, name, number, optional, table, text } from '../fields.ts';
import { characterName, faction, guildName, instanceName, itemId, level, realm } from '../record_fields.ts';
import { sharedRecord } from '../record_kind.ts';
import { recordInstantField } from '../time_fields.ts';

/** Records of guilds. They name players, so they need the sharing choice `guild` and a grant. */

export const guild_snapshot = sharedRecord('guild', 'guild_snapshot', {
  description:
    'A guild’s roster. It names players, so it needs the sharing choice guild and a grant that covers it. claimToken is checked and then dropped: it is never stored, never published, and no proof of anything.',
  fields: {
    guildName: guildName(),
    realm: realm(),
    faction: faction(),
    claimToken: optional(text('A token of older addons; dropped.', 16, 4096)),
    members: table('The members.', [1, 2000], 'One member.', {
      name: characterName('The character’s name.'),
      rank: name('The rank’s name in the guild.', 1, 60),
      level: level('The character’s level.'),
      class: name('The character’s class.', 1, 30),
      lastOnlineDays: number('Days since the character was online; 0 while it is.', 0, 3650),
    }),
  },
});

export const raid_lockout = sharedRecord('guild', 'raid_lockout', {
  description:
    'How far a guild has come in an instance until its reset. It needs the sharing choice guild and a grant that covers it.',
  fields: {
    guildName: guildName(),
    realm: realm(),
    instance: instanceName(),
    difficulty: name('The difficulty’s name.', 1, 60),
    bossesKilled: list('The bosses killed so far.', name('A boss’s name.', 1, 120), 0, 60),
    resetAt: recordInstantField('When the instance resets.'),
  },
});

export const attendance = sharedRecord('guild', 'attendance', {
  description: 'Who was present at a guild’s raid. It needs the sharing choice guild and a grant that covers it.',
  fields: {
    guildName: guildName(),
    realm: realm(),
    instance: instanceName(),
    present: list('The characters present.', characterName('A character’s name.'), 1, 100),
  },
});

export const loot_award = sharedRecord('guild', 'loot_award', {
  description:
    'An item that a guild awarded to a character. It needs the sharing choice guild and a grant that covers it.',
  fields: {
    guildName: guildName(),
    realm: realm(),
    itemId: itemId(),
    itemName: name('The item’s name.', 1, 200),
    recipient: characterName('Who received it.'),
    sourceBoss: name('The boss that dropped it.', 1, 120),
  },
});

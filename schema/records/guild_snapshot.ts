import { list, name, number, optional, strictObject, text } from '../fields.ts';
import { characterName, faction, guildName, level, realm } from '../record_fields.ts';
import { recordKind } from '../record_kind.ts';

/** A guild's roster. */
export const guild_snapshot = recordKind({
  kind: 'guild_snapshot',
  visibility: 'public',
  sharing: 'guild',
  description:
    'A guild’s roster. It names players, so it needs the sharing choice guild and a grant that covers it. claimToken is checked and then dropped: it is never stored, never published, and no proof of anything.',
  fields: {
    guildName: guildName(),
    realm: realm(),
    faction: faction(),
    claimToken: optional(text('A token of older addons; dropped.', 16, 4096)),
    members: list(
      'The members.',
      strictObject('One member.', {
        name: characterName('The character’s name.'),
        rank: name('The rank’s name in the guild.', 1, 60),
        level: level('The character’s level.'),
        class: name('The character’s class.', 1, 30),
        lastOnlineDays: number('Days since the character was online; 0 while it is.', 0, 3650),
      }),
      1,
      2000,
    ),
  },
});

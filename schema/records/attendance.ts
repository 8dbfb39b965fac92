import { list } from '../fields.ts';
import { characterName, guildName, instanceName, realm } from '../record_fields.ts';
import { recordKind } from '../record_kind.ts';

/** Attendance at a guild's raid. */
export const attendance = recordKind({
  kind: 'attendance',
  visibility: 'public',
  sharing: 'guild',
  description: 'Who was present at a guild’s raid. It needs the sharing choice guild and a grant that covers it.',
  fields: {
    guildName: guildName(),
    realm: realm(),
    instance: instanceName(),
    present: list('The characters present.', characterName('A character’s name.'), 1, 100),
  },
});

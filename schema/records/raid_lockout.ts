import { list, name } from '../fields.ts';
import { guildName, instanceName, realm } from '../record_fields.ts';
import { recordKind } from '../record_kind.ts';
import { recordInstant } from '../time_fields.ts';

/** A guild's progress in an instance until its reset. */
export const raid_lockout = recordKind({
  kind: 'raid_lockout',
  visibility: 'public',
  sharing: 'guild',
  description:
    'How far a guild has come in an instance until its reset. It needs the sharing choice guild and a grant that covers it.',
  fields: {
    guildName: guildName(),
    realm: realm(),
    instance: instanceName(),
    difficulty: name('The difficulty’s name.', 1, 60),
    bossesKilled: list('The bosses killed so far.', name('A boss’s name.', 1, 120), 0, 60),
    resetAt: recordInstant('When the instance resets.'),
  },
});

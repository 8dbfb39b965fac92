import { characterKey, classToken, faction, level, race, realm } from '../record_fields.ts';
import { recordKind } from '../record_kind.ts';

/** The player's own character, for the population figures. */
export const census_self = recordKind({
  kind: 'census_self',
  visibility: 'private',
  sharing: null,
  description: 'The player’s own character, without its name, for the population figures.',
  fields: {
    characterKey: characterKey(),
    realm: realm(),
    class: classToken(),
    race: race(),
    faction: faction(),
    level: level('The character’s level.'),
  },
});

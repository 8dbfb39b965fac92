import { list, optional, strictObject } from '../fields.ts';
import { characterKey, classToken, faction, guildName, level, race, realm } from '../record_fields.ts';
import { recordKind } from '../record_kind.ts';

/** Characters that a player encountered, for the population figures. */
export const census_seen = recordKind({
  kind: 'census_seen',
  visibility: 'private',
  sharing: null,
  description: 'Characters that a player met, without their names, for the population figures.',
  fields: {
    realm: realm(),
    characters: list(
      'The characters.',
      strictObject('One character.', {
        characterKey: characterKey(),
        class: classToken(),
        race: optional(race()),
        faction: faction(),
        level: level('The character’s level.'),
        guildName: optional(guildName()),
      }),
      1,
      100,
    ),
  },
});

import { flag, id, integer, name, optional, table } from '../fields.ts';
import { character, characterKey, classToken, faction, guildName, level, race, realm } from '../record_fields.ts';
import { privateRecord } from '../record_kind.ts';

/** Records of characters and addons, which are only counted. */

export const addon_seen = privateRecord('addon_seen', {
  description: 'An addon that the player has installed.',
  fields: {
    addon: name('The addon’s name.', 1, 60),
    version: optional(name('The addon’s version.', 1, 40)),
    enabled: optional(flag('Whether it is switched on.')),
  },
});

export const census_seen = privateRecord('census_seen', {
  description: 'Characters that a player met, without their names, for the population figures.',
  fields: {
    realm: realm(),
    characters: table('The characters.', [1, 100], 'One character.', {
      characterKey: characterKey(),
      class: classToken(),
      race: optional(race()),
      faction: faction(),
      level: level('The character’s level.'),
      guildName: optional(guildName()),
    }),
  },
});

export const census_self = privateRecord('census_self', {
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

export const talent_snapshot = privateRecord('talent_snapshot', {
  description: 'How a character has spent its talent points.',
  fields: {
    ...character(),
    nodes: table('The talents with points in them.', [1, 100], 'One talent.', {
      nodeId: id('The talent, by the client’s id.'),
      rank: integer('The points in it.', 1, 10),
    }),
  },
});

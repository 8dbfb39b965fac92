import { INTEGER_MAX, integer, list, strictObject } from '../fields.ts';
import { characterKey, classToken, gameId, level } from '../record_fields.ts';
import { recordKind } from '../record_kind.ts';

/** A character's reputation with factions. */
export const reputation_owned = recordKind({
  kind: 'reputation_owned',
  visibility: 'private',
  sharing: null,
  description: 'A character’s standings with factions.',
  fields: {
    characterKey: characterKey(),
    class: classToken(),
    level: level('The character’s level.'),
    factions: list(
      'The standings.',
      strictObject('The standing with one faction.', {
        factionId: gameId('The faction, by the client’s id.'),
        standing: integer('From 1 (hated) to 8 (exalted).', 1, 8),
        value: integer('The points behind the standing, as the client counts them.', -INTEGER_MAX),
      }),
      1,
      200,
    ),
  },
});

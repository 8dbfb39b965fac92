import { id, integer, list, strictObject } from '../fields.ts';
import { characterKey, classToken, level } from '../record_fields.ts';
import { recordKind } from '../record_kind.ts';

/** The talents of a character. */
export const talent_snapshot = recordKind({
  kind: 'talent_snapshot',
  visibility: 'private',
  sharing: null,
  description: 'How a character has spent its talent points.',
  fields: {
    characterKey: characterKey(),
    class: classToken(),
    level: level('The character’s level.'),
    nodes: list(
      'The talents with points in them.',
      strictObject('One talent.', {
        nodeId: id('The talent, by the client’s id.'),
        rank: integer('The points in it.', 1, 10),
      }),
      1,
      100,
    ),
  },
});

import { id, list, name, optional, strictObject } from '../fields.ts';
import { copper, level, npcId, profession, skill } from '../record_fields.ts';
import { recordKind } from '../record_kind.ts';

/** The lessons of a trainer. */
export const trainer_seen = recordKind({
  kind: 'trainer_seen',
  visibility: 'public',
  sharing: null,
  description: 'What a trainer teaches, and for how much.',
  fields: {
    trainerNpcId: npcId('The trainer.'),
    services: list(
      'What is taught.',
      strictObject('One lesson.', {
        spellId: optional(id('The spell it teaches. A spell id of the game.')),
        name: name('The lesson’s name.', 1, 120),
        costCopper: copper('Its price.'),
        requiredLevel: optional(level('The level it needs.')),
        profession: optional(profession()),
        requiredSkill: optional(skill('The skill in the profession it needs.')),
      }),
      1,
      200,
    ),
  },
});

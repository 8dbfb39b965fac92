import { id, integer, list, nullable, oneOf, openObject, optional } from '../fields.ts';
import { INSTALLS_MISSING_MAX, LENGTHS, LIST_MAX } from '../limits.ts';
import { count, pendingEvidence, text } from '../response_fields.ts';
import { instant } from '../time_fields.ts';
import { COVERAGE_KINDS, LOCALES } from '../vocabulary.ts';
import { attribution } from './attribution.ts';
import { gameDataNotice } from './gameDataNotice.ts';

function kindField() {
  return oneOf(
    'The kind of subject. npc_loot, vendor and trainer are the loot, goods and lessons of an NPC.',
    COVERAGE_KINDS,
  );
}

function missingField() {
  return integer('Number of installs that still have to report it.', 1, INSTALLS_MISSING_MAX);
}

function agreedNameField(what: string) {
  return nullable(
    openObject(`The agreed name of ${what}, or null if there is none.`, {
      value: text('The name.', LENGTHS.knownName.max),
      installs: count('Number of installs that report the name.'),
      locale: optional(oneOf('The language of the name, if this instance has another.', LOCALES)),
    }),
  );
}

function fileNameField() {
  return nullable(text('The name in the game’s files, if no name is agreed.', LENGTHS.fileName.max));
}

function progressFields() {
  return {
    levels: nullable(
      openObject('Levels of most creatures in the zone that players can fight, or null if unknown.', {
        min: count('The lowest.'),
        max: count('The highest.'),
      }),
    ),
    confirmed: count('Creatures and objects that three installs saw in the zone.'),
    reported: count('The same with those that only one or two installs reported.'),
  };
}

const coveredZone = openObject('A zone with subjects that need more installs.', {
  zone: id('The zone’s map id.'),
  one: count('Subjects in it that need one more install.'),
  two: count('Subjects in it that need two more installs.'),
  name: agreedNameField('the zone'),
  nameInFiles: fileNameField(),
  ...progressFields(),
});

const pendingSubject = openObject('A subject that needs more installs.', {
  id: id('Its id in the game.'),
  missing: missingField(),
  name: agreedNameField('the subject'),
});

/** Subjects that only one or two installs reported. */
export const coverageResponse = openObject('What needs one or two more installs to become public, without values.', {
  generatedAt: instant('When the snapshot that is served was written.'),
  dataAsOf: nullable(instant('The newest upload in the data, or null if there is none.')),
  counts: list(
    'Number of subjects by kind. Kinds without subjects are left out.',
    openObject('The subjects of one kind.', {
      kind: kindField(),
      one: count('Subjects that need one more install.'),
      two: count('Subjects that need two more installs.'),
    }),
    0,
    COVERAGE_KINDS.length,
  ),
  lists: list(
    'The first subjects of each kind, those that need one more install first.',
    openObject('The subjects of one kind.', {
      kind: kindField(),
      subjects: list('The subjects.', pendingSubject, 0, LIST_MAX.coverage.subjects),
      next: nullable(
        openObject(
          'The last subject of the list if there are more, or null. The parameter after takes <missing>.<id>.',
          {
            id: id('Its id in the game.'),
            missing: missingField(),
          },
        ),
      ),
    }),
    0,
    COVERAGE_KINDS.length,
  ),
  zones: list('Zones with most subjects. Empty if a zone is asked for.', coveredZone, 0, LIST_MAX.coverage.zones),
  zoneName: agreedNameField('the zone that is asked for'),
  zoneNameInFiles: fileNameField(),
  progress: nullable(openObject('The progress of the zone that is asked for, or null if none is.', progressFields())),
  waiting: pendingEvidence(),
  attribution,
  gameData: nullable(gameDataNotice),
});

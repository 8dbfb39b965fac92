import * as v from 'valibot';
import { always, copper, flag, id, integer, list, name, nullable, oneOf, optional, strictObject } from '../fields.ts';
import { DAYS_BACK, LENGTHS, UNUSUAL_PRICE } from '../limits.ts';
import { build, count, text, uri } from '../response_fields.ts';
import { attribution } from '../responses/attribution.ts';
import { gameDataNotice } from '../responses/gameDataNotice.ts';
import { ENTITY_KINDS, HOUSES, LOCALES, NPC_ROLES } from '../vocabulary.ts';

/** Arguments and answer parts shared by several tools (contract, section 6). */

export function realmArgument(description = 'A realm in any case, with or without its region: Everlook (EU).') {
  const { min, max } = LENGTHS.markedRealm;
  return name(description, min, max);
}

export function houseArgument() {
  return oneOf('An auction house; left out: all houses together.', HOUSES);
}

/** The roles of an NPC. */
export function npcRoles() {
  return array(
    'Its roles: gives quests, ends quests (players turn them in to it), sells goods, trains. Empty if none is known.',
    oneOf('Its role.', NPC_ROLES),
    NPC_ROLES.length,
  );
}

/** Maximum number of entries in an answer. */
export function limitArgument(max: number) {
  return integer('The most entries to answer.', 1, max);
}

/** A string of comma-separated entries. */
export function listArgument(description: string, max: number) {
  return text(`${description} Comma-separated.`, max);
}

/** The number of distinct installs that reported a value. */
export function installs() {
  return count('Distinct installs that report it.');
}

/** A value that at least three installs agree on, and how many agree. */
export function agreed<S extends v.GenericSchema>(description: string, value: S) {
  return strictObject(description, { value, installs: installs() });
}

/** The language of a name, if it differs from the instance's language. */
export function locale() {
  return optional(
    oneOf(
      'The language of the name, as the game’s client calls it, where installs agree on none in the language of this instance; else absent.',
      LOCALES,
    ),
  );
}

/** A text that at least three installs agree on, and how many agree. */
export function agreedText<S extends v.GenericSchema>(description: string, value: S) {
  return strictObject(description, { value, installs: installs(), locale: locale() });
}

export function day(description: string) {
  return text(`${description} A UTC day, YYYY-MM-DD.`, 10);
}

/** A game entity with its agreed name. */
export function entity(description: string) {
  return v.pipe(
    strictObject(description, {
      kind: oneOf('What it is.', [...ENTITY_KINDS, 'recipe', 'profession', 'achievement', 'faction', 'title'] as const),
      id: id('Its id in the game.'),
      name: nullable(text('Its agreed name, or null if no name has three installs behind it.', 300)),
      locale: locale(),
      url: nullable(uri('Its page here, or null if it has none.')),
    }),
    v.title('entity'),
  );
}

/** An item's market value on a realm, on the most recent public day (contract, section 4, Market prices). */
export function marketValue(description: string) {
  return strictObject(description, {
    realm: text('The realm as this instance spells it.', 120),
    house: nullable(oneOf('The auction house, or null for all houses together.', HOUSES)),
    itemId: id('The item.'),
    market: copper('Market value per unit.'),
    min: copper('Lowest price per unit.'),
    historical: copper(`Median of market over the public days of the ${DAYS_BACK.historical} days ending with day.`),
    quantity: count('Units on sale.'),
    day: day('The newest public day that enough players scanned.'),
    reporters: count('Distinct installs behind the day.'),
    unusual: unusualDay(),
    thinDay: optional(
      strictObject('A newer public day that too few players scanned to be the price. Show it as such or not at all.', {
        day: day('The day.'),
        market: copper('Market value per unit.'),
        min: copper('Lowest price per unit.'),
        quantity: count('Units on sale.'),
        reporters: count('Distinct installs behind the day.'),
      }),
    ),
  });
}

/** The mark of a market day whose value is far from the days before it (contract, section 3, Market). */
export function unusualDay() {
  return optional(
    always(
      `Present if market is above ${UNUSUAL_PRICE.factor} times, or below a third, of the median of the ${UNUSUAL_PRICE.days} public days before it. Absent otherwise, and if fewer than ${UNUSUAL_PRICE.daysNeeded} public days came before.`,
      true,
    ),
  );
}

/**
 * The notice in answers that show records under a grant issued by the holder of the install id (contract, section 2,
 * Grant).
 */
export function selfGrantField() {
  return optional(
    always(
      'Present if some of it relies on a grant that the holder of the install id issued, which proves neither character nor guild.',
      'self',
    ),
  );
}

/**
 * The answer of a tool that shows observed facts. If `connected` is false, no upload has ever been accepted, so nothing
 * is known, and no value here should be read as zero. If `connected` is true and `page` is absent, none of the
 * requested data is public.
 */
export function pageAnswer<E extends v.ObjectEntries>(description: string, entries: E) {
  return strictObject('The public facts of the requested subject.', {
    connected: flag('False as long as no upload was ever taken in: then nothing is known, which is not zero.'),
    dataAsOf: nullable(
      text('Receipt time of the newest upload in the data, a date-time, or null if there is none yet.', 40),
    ),
    page: optional(strictObject(description, entries)),
    reason: optional(text('Why there is no page, in one sentence.', 500)),
    url: optional(uri('The page of this instance that shows the same.')),
    attribution,
    gameData: optional(nullable(gameDataNotice)),
  });
}

/** The answer of a tool that reads only the game's files. `error` says why there is no data. */
export function gameFilesAnswer<E extends v.ObjectEntries>(entries: E) {
  return strictObject('Data from the imported build of the game, unconfirmed.', {
    build: nullable(build('The build the rows were read from, or null if no build was imported.')),
    label: text('A notice that these data are from game files and unconfirmed.', 100),
    credit: text('Whom to credit for them.', 500),
    extractedAt: nullable(text('When they were read from the client, or null if unknown.', 100)),
    ...entries,
    error: optional(text('Why there is no answer, in one sentence.', 500)),
  });
}

/** A list in an answer. */
export function array<S extends v.GenericSchema>(description: string, entry: S, max = 2_000) {
  return list(description, entry, 0, max);
}

import * as v from 'valibot';
import { always, id, nullable, number, oneOf, openObject, optional } from '../fields.ts';
import { count, rowsField, text } from '../response_fields.ts';
import { day } from '../time_fields.ts';
import { ENTITY_KINDS, HOUSES, LOCALES, RELATIONS } from '../vocabulary.ts';

/** More than any subject has witnesses, values or items. */
const ENTRIES_MAX = 10_000_000;

function entryList<S extends v.GenericSchema>(description: string, entry: S) {
  return v.pipe(v.array(entry, 'a list'), v.maxLength(ENTRIES_MAX), v.description(description));
}

function itemWindows(description: string) {
  return entryList(description, v.strictTuple([id('The item.'), count('Windows that contained it.')]));
}

const looterEntry = v.strictTuple([
  count('Loot windows on the source.'),
  itemWindows('Items in them.'),
  count('Loot windows without a group.'),
  itemWindows('Items in those.'),
]);

const looterEntries = entryList(
  'An entry for each player: loot windows, items with the windows that contained them, and the same for windows without a group.',
  looterEntry,
);

const earlierLooters = optional(
  entryList(
    'Present if windows were received on the UTC day of dataAsOf: the same for the windows received before it, which most estimates use.',
    looterEntry,
  ),
);

const npcDropEvidence = openObject('Loot windows on an NPC, by player.', {
  list: always('Loot windows.', 'drops'),
  sourceNpcId: id('The NPC.'),
  earlier: earlierLooters,
  witnesses: looterEntries,
});

const objectDropEvidence = openObject('Loot windows on an object, by player.', {
  list: always('Loot windows.', 'drops'),
  sourceObjectId: id('The object.'),
  earlier: earlierLooters,
  witnesses: looterEntries,
});

const edgeEvidence = openObject('On which days players reported a relation.', {
  list: always('Days of relations.', 'edges'),
  fromKind: oneOf('The start of the edge.', ENTITY_KINDS),
  fromId: id('Its id in the game.'),
  rel: oneOf('The relation.', RELATIONS),
  toKind: oneOf('The end of the edge.', ENTITY_KINDS),
  toId: id('Its id in the game.'),
  witnesses: entryList(
    'An entry for each player.',
    v.strictTuple([day('The first UTC day on which the player reported it.'), day('The last one.')]),
  ),
});

const valueEvidence = openObject('How players voted on a field of a subject.', {
  list: always('Votes.', 'values'),
  subject: openObject('The subject.', {
    kind: text('item, npc, object, quest, vendor, trainer, recipe, zone, collection or realm.', 40),
    id: v.pipe(
      v.union([id('Its id in the game.'), text('Ids or names separated by colons, such as 54:159.', 400)]),
      v.description('Which one: 54:159 is item 159 at vendor 54.'),
    ),
  }),
  field: text('The field.', 100),
  locale: optional(oneOf('The language of the texts, if it is not the instance’s.', LOCALES)),
  reporters: optional(
    count(
      'Distinct installs that report the field. Absent if an install may report several values, and nobody counts.',
    ),
  ),
  votes: entryList(
    'Each value with the installs that report it, most installs first.',
    v.strictTuple([v.pipe(v.unknown(), v.description('The value.')), count('Distinct installs.')]),
  ),
});

const marketEvidence = openObject('Auction scans of one item on one day, by player. Prices are in copper per unit.', {
  list: always('Auction scans.', 'market'),
  realm: text('The realm, in its most reported spelling.', 120),
  house: nullable(oneOf('The auction house, or null for all houses together.', HOUSES)),
  itemId: id('The item.'),
  day: day('The UTC day.'),
  witnesses: entryList(
    'An entry for each player.',
    v.strictTuple([
      number('The value of the scan, unrounded.', 0, Number.MAX_SAFE_INTEGER),
      count('The lowest price.'),
      count('The units on sale.'),
    ]),
  ),
});

/** Rows of the evidence export. */
export const exportEvidence = openObject('Anonymous entries about public subjects, to recount public figures.', {
  evidence: rowsField(
    'Rows of five shapes, which `list` and the fields of the subject tell apart.',
    v.union([npcDropEvidence, objectDropEvidence, edgeEvidence, valueEvidence, marketEvidence]),
  ),
});

export type ExportEvidence = v.InferOutput<typeof exportEvidence>;

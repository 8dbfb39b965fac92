import type * as v from 'valibot';
import { id, nullable, number, oneOf, strictObject } from '../fields.ts';
import { CLASS_ID_MAX, LENGTHS, LIST_MAX, REAGENTS_MAX } from '../limits.ts';
import { count, plain, slug } from '../response_fields.ts';
import { QUALITIES } from '../vocabulary.ts';
import { firstOf } from './page_parts.ts';
import { copper, entity, many } from './parts.ts';

/** A row of the game’s files on an item. */
export function itemInFiles() {
  return strictObject(
    'What the game’s files say of the item, unconfirmed (see gameData). Null if the files have no such table, column or row.',
    {
      class: nullable(slug('The slug of its class.')),
      subclass: nullable(slug('The slug of its subclass within the class.')),
      slot: nullable(slug('The slug of its slot; also null if it cannot be worn.')),
      quality: nullable(oneOf('Its quality.', QUALITIES)),
      itemLevel: nullable(count('Its item level.')),
      requiredLevel: nullable(count('The level it needs.')),
      icon: nullable(plain('The icon’s file name, in lower case and without ending.', 200)),
      stack: nullable(count('The stack size.')),
      buyPriceCopper: nullable(copper('The buy price at vendors.')),
      sellPriceCopper: nullable(copper('The sell price at vendors.')),
      armour: nullable(number('Its armour.', -1_000_000_000, 1_000_000_000)),
      damage: nullable(
        many(
          'The damage of a hit.',
          strictObject('Damage of one school.', {
            min: number('The least.', 0, 1_000_000_000),
            max: number('The most.', 0, 1_000_000_000),
            school: count('0 physical, 1 holy, 2 fire, 3 nature, 4 frost, 5 shadow, 6 arcane.'),
          }),
          LIST_MAX.itemInFiles.damages,
        ),
      ),
      delayMs: nullable(count('Milliseconds of a swing.')),
      stats: nullable(
        many(
          'The stats that it gives, as the files list them.',
          strictObject('A stat.', {
            statId: count('The client’s id of it.'),
            name: nullable(plain('Its name, or null if we have none for it.', 60)),
            amount: number('The amount.', -1_000_000_000, 1_000_000_000),
          }),
          LIST_MAX.itemInFiles.stats,
        ),
      ),
      resistances: nullable(
        many(
          'The resistances that it gives.',
          strictObject('A resistance.', {
            school: count('1 holy, 2 fire, 3 nature, 4 frost, 5 shadow, 6 arcane.'),
            amount: number('The amount.', -1_000_000_000, 1_000_000_000),
          }),
          LIST_MAX.itemInFiles.resistances,
        ),
      ),
      binding: nullable(plain('When it binds, in words; "none": not at all.', 60)),
      maxCount: nullable(count('The maximum that one character can carry; 0 if unlimited.')),
      durability: nullable(count('Its durability.')),
      bagSlots: nullable(count('Slots that it has as a bag.')),
      startsQuest: nullable(entity('The quest that it starts; null also where it starts none.')),
      requiredSkill: nullable(
        strictObject('The skill that it needs; null also where it needs none.', {
          skillId: id('The skill line.'),
          name: nullable(plain('Its name in the game’s files.', LENGTHS.fileName.max)),
          rank: nullable(count('Points of skill.')),
        }),
      ),
      classes: nullable(
        many(
          'The player classes that may use it, by the client’s id; empty: all.',
          strictObject('A player class.', {
            classId: id('The client’s id of it.'),
            name: nullable(plain('Its name.', LENGTHS.fileName.max)),
          }),
          CLASS_ID_MAX,
        ),
      ),
      reagentFor: inFiles('Spells that use it up, by id, such as recipes.', {
        makes: nullable(entity('The item that the spell makes, or null if it makes none.')),
      }),
      createdBy: inFiles('Spells that make it, by id, such as recipes.', {
        reagents: many('Reagents of the spell, by item id.', entity('The item.'), REAGENTS_MAX),
      }),
      set: nullable(
        strictObject('The item set it belongs to.', {
          setId: id('The set.'),
          name: plain('Its name.', LENGTHS.fileName.max),
          itemIds: many('Its items.', id('An item.'), LIST_MAX.itemInFiles.setItems),
        }),
      ),
    },
  );
}

/** Spells of the game’s files beside an item. */
function inFiles<E extends v.ObjectEntries>(description: string, entries: E) {
  return nullable(
    firstOf(
      `${description} Null: the files tell nothing of such spells.`,
      strictObject('A spell.', {
        spellId: id('The spell.'),
        name: nullable(plain('Its name in the game’s files.', LENGTHS.fileName.max)),
        skill: nullable(
          plain('The skill line it belongs to, such as a profession, by its name there.', LENGTHS.fileName.max),
        ),
        ...entries,
      }),
      LIST_MAX.itemInFiles.spells,
    ),
  );
}

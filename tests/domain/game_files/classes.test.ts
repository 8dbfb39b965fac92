import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as v from 'valibot';
import { createCategories } from '../../../domain/game_files/categories.ts';
import { assignClassSlugs, findItemSlugs } from '../../../domain/game_files/class_slugs.ts';
import type { GameClass } from '../../../domain/ports/build.ts';
import { itemCategoriesResponse } from '../../../schema/responses/items.ts';
import { itemRow, itemsOf, piecesOf, type Row, type Sheets } from './memory_tables.ts';

function itemClass(id: number, name: string): Row {
  return { ClassID: id, ClassName_lang: name };
}
function subclass(classId: number, id: number, display: string, verbose = ''): Row {
  return {
    ClassID: classId,
    SubClassID: id,
    DisplayName_lang: display,
    VerboseName_lang: verbose,
  };
}

const SHEETS: Sheets = {
  ItemClass: [
    ...[itemClass(4, 'Armor'), itemClass(-1, 'None'), itemClass(2, 'Weapon'), itemClass(14, 'Permanent(OBSOLETE)')],
    ...[itemClass(8, 'Generic(OBSOLETE)'), itemClass(30, ''), itemClass(2, 'Weapon again')],
  ],
  ItemSubClass: [
    ...[
      subclass(2, 1, 'Axe', 'Two-Handed Axes'),
      subclass(2, 0, 'Axe', 'One-Handed Axes'),
      subclass(2, 14, 'Miscellaneous'),
    ],
    ...[
      subclass(4, 0, 'Miscellaneous'),
      subclass(4, 3, 'Mail <unused>'),
      subclass(4, 5, 'mail, "unused"'),
      subclass(4, 9, ''),
    ],
    ...[subclass(-1, 0, 'Nothing'), subclass(77, 0, 'Of no class')],
  ],
  Item: [
    ...[itemRow(1, { ClassID: 2, SubclassID: 1 }), itemRow(2, { ClassID: 2, SubclassID: 1 })],
    ...[itemRow(3, { ClassID: 2, SubclassID: 20 }), itemRow(4, { ClassID: 4, SubclassID: 5 })],
    ...[itemRow(5, { ClassID: 8, SubclassID: 0 }), itemRow(6, { ClassID: -1, SubclassID: 0 })],
    ...[itemRow(7, { ClassID: 77, SubclassID: 0 }), itemRow(8, { ClassID: 4, SubclassID: 9 })],
    ...[itemRow(9, { ClassID: 4, SubclassID: '' })],
  ],
};

async function classesOf(sheets: Sheets): Promise<readonly GameClass[]> {
  return (await piecesOf(sheets)).flatMap((piece) => (piece.piece === 'class' ? [piece.itemClass] : []));
}

test('classes and subclasses come in order of their ids, with the names that the client shows', async () => {
  assert.deepEqual(await classesOf(SHEETS), [
    {
      classId: 2,
      name: 'Weapon',
      subclasses: [
        { subclassId: 0, name: 'One-Handed Axes' },
        { subclassId: 1, name: 'Two-Handed Axes' },
        { subclassId: 14, name: 'Miscellaneous' },
        { subclassId: 20, name: null },
      ],
    },
    {
      classId: 4,
      name: 'Armor',
      subclasses: [
        { subclassId: 0, name: 'Miscellaneous' },
        { subclassId: 3, name: 'Mail <unused>' },
        { subclassId: 5, name: 'mail, "unused"' },
        { subclassId: 9, name: null },
      ],
    },
    { classId: 8, name: 'Generic(OBSOLETE)', subclasses: [{ subclassId: 0, name: null }] },
    { classId: 14, name: 'Permanent(OBSOLETE)', subclasses: [] },
    { classId: 77, name: 'Class 77', subclasses: [{ subclassId: 0, name: 'Of no class' }] },
  ]);
});

test('a class has a slug, a duplicate name gets its number, and a class without a row is named by its number', async () => {
  const slugs = assignClassSlugs(await classesOf(SHEETS));
  assert.deepEqual(
    (await itemsOf(SHEETS)).map((item) => [findItemSlugs(item, slugs).class, findItemSlugs(item, slugs).subclass]),
    [
      ['weapon', 'two-handed-axes'],
      ['weapon', 'two-handed-axes'],
      ['weapon', '20'],
      ['armor', 'mail-unused-5'],
      ['generic-obsolete', '0'],
      [null, '0'],
      ['class-77', 'of-no-class'],
      ['armor', '9'],
      ['armor', null],
    ],
  );
});

test('categories are those that have items, with their counts, as the contract defines', async () => {
  const categories = createCategories((await itemsOf(SHEETS)).toReversed(), (await classesOf(SHEETS)).toReversed());
  const gameData = { label: 'found in game files, unconfirmed', build: '1.15.8.67156' };
  v.parse(itemCategoriesResponse, JSON.parse(JSON.stringify({ ...categories, gameData })));
  assert.deepEqual(categories.classes, [
    {
      id: 2,
      name: 'Weapon',
      label: 'Weapons',
      slug: 'weapon',
      items: 3,
      subclasses: [
        { id: 1, name: 'Two-Handed Axes', slug: 'two-handed-axes', items: 2 },
        { id: 20, name: null, slug: '20', items: 1 },
      ],
    },
    {
      id: 4,
      name: 'Armor',
      label: 'Armour',
      slug: 'armor',
      items: 3,
      subclasses: [
        { id: 5, name: 'mail, "unused"', slug: 'mail-unused-5', items: 1 },
        { id: 9, name: null, slug: '9', items: 1 },
      ],
    },
    {
      id: 8,
      name: 'Generic(OBSOLETE)',
      label: 'Generic(OBSOLETE)',
      slug: 'generic-obsolete',
      items: 1,
      subclasses: [{ id: 0, name: null, slug: '0', items: 1 }],
    },
    {
      id: 77,
      name: 'Class 77',
      label: 'Class 77',
      slug: 'class-77',
      items: 1,
      subclasses: [{ id: 0, name: 'Of no class', slug: 'of-no-class', items: 1 }],
    },
  ]);
  assert.deepEqual([categories.slots.length, categories.qualities.length], [23, 8]);
});

test('a build without class tables sorts its items under our own names and loses none', async () => {
  const sheets = { Item: SHEETS['Item']! };
  const { classes } = createCategories(await itemsOf(sheets), await classesOf(sheets));
  assert.deepEqual(
    classes.map(({ name, label, slug, items, subclasses }) => [name, label, slug, items, subclasses.length]),
    [
      ['Weapon', 'Weapons', 'weapon', 3, 2],
      ['Armor', 'Armour', 'armor', 3, 2],
      ['Class 8', 'Class 8', 'class-8', 1, 1],
      ['Class 77', 'Class 77', 'class-77', 1, 1],
    ],
  );
  // The ninth item has the client's name for an unknown class.
  assert.equal(
    classes.reduce((sum, { items }) => sum + items, 0),
    SHEETS['Item']!.length - 1,
  );
});

test('a class keeps its slug whether or not the build names it', async () => {
  const named = assignClassSlugs(await classesOf(SHEETS));
  const unnamed = assignClassSlugs(await classesOf({ Item: SHEETS['Item']! }));
  for (const classId of [2, 4]) assert.equal(unnamed.classSlug(classId), named.classSlug(classId));
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CLIENT_GROUPS } from '../../../domain/ports/build.ts';
import { edgesOf, itemRow, piecesOf, type Row, type Sheets } from './memory_tables.ts';

const Item: readonly Row[] = [itemRow(1, { IconFileDataID: 0 })];

function effect(cells: Row): Row {
  return { Effect: 24, DifficultyID: 0, EffectItemType: 50, SpellID: 9, ...cells };
}
function reagents(spell: number, items: readonly number[], counts: readonly number[]): Row {
  return {
    SpellID: spell,
    Reagent: items,
    ReagentCount: counts,
  };
}

const CASES: readonly (readonly [name: string, sheets: Sheets, edges: readonly string[]])[] = [
  ['no tables beside Item', {}, []],
  ['an effect that makes an item', { SpellEffect: [effect({})] }, ['created_by 50 9']],
  ['an effect that makes none', { SpellEffect: [effect({ Effect: 53 })] }, []],
  ['effects beside 24', { SpellEffect: [effect({ Effect: 23 }), effect({ Effect: 25 })] }, []],
  ['another difficulty', { SpellEffect: [effect({ DifficultyID: 1 })] }, []],
  ['no column of difficulties', { SpellEffect: [{ Effect: 24, EffectItemType: 50, SpellID: 9 }] }, ['created_by 50 9']],
  ['an effect without its item', { SpellEffect: [effect({ EffectItemType: 0 })] }, []],
  ['an effect without its spell', { SpellEffect: [effect({ SpellID: 0 }), effect({ SpellID: '' })] }, []],
  [
    'the same twice, and out of order',
    { SpellEffect: [effect({ EffectItemType: 100 }), effect({}), effect({ SpellID: 8 }), effect({})] },
    ['created_by 50 8', 'created_by 50 9', 'created_by 100 9'],
  ],
  [
    'reagents below 0, of none, and of count 0',
    { SpellReagents: [reagents(9, [-5, 0, 7, 8, 6, 4], [1, 1, 0, 2, 1, -1])] },
    ['reagent_for 6 9', 'reagent_for 8 9'],
  ],
  ['a reagent twice in a spell', { SpellReagents: [reagents(9, [7, 7], [1, 2])] }, ['reagent_for 7 9']],
  ['more reagents than counts', { SpellReagents: [reagents(9, [7, 8], [1])] }, ['reagent_for 7 9']],
  [
    'a spell in two lines',
    { SkillLineAbility: [line(30, 202), line(30, 164), line(30, 164)] },
    ['in_skill_line 30 164', 'in_skill_line 30 202'],
  ],
  [
    'lines that are parts of lines count as those, once',
    {
      SkillLineAbility: [line(30, 3), line(30, 2), line(31, 1), line(32, 4)],
      SkillLine: [parent(3, 2), parent(2, 1), parent(1, 0), { ID: 4, DisplayName_lang: '', ParentSkillLineID: '' }],
    },
    ['in_skill_line 30 1', 'in_skill_line 31 1', 'in_skill_line 32 4'],
  ],
  [
    'lines that are parts of each other, and of one that is not there',
    {
      SkillLineAbility: [line(30, 5), line(30, 6), line(30, 7), line(30, 8), line(30, 4)],
      SkillLine: [parent(5, 6), parent(6, 5), parent(7, 7), parent(8, 99), parent(4, 5)],
    },
    [4, 5, 6, 7, 99].map((skill) => `in_skill_line 30 ${skill}`),
  ],
  [
    'a set that is told by either table or by both',
    {
      ItemSet: [{ ID: 41, Name_lang: 'Arms', ItemID: [3, 2, 0, -1] }],
      ItemSparse: [
        { ID: 2, ItemSet: 41 },
        { ID: 4, ItemSet: 41 },
        { ID: 5, ItemSet: 77 },
        { ID: 6, ItemSet: 0 },
      ],
    },
    ['part_of_set 2 41', 'part_of_set 3 41', 'part_of_set 4 41', 'part_of_set 5 77'],
  ],
  [
    'icons, but not icon 0',
    { Item: [itemRow(3, { IconFileDataID: 1 }), itemRow(2, { IconFileDataID: 0 }), itemRow(1, { IconFileDataID: 1 })] },
    ['same_icon 1 1', 'same_icon 3 1'],
  ],
];

function line(spell: number, skill: number): Row {
  return { Spell: spell, SkillLine: skill };
}

function parent(id: number, parentId: number): Row {
  return { ID: id, DisplayName_lang: `line ${id}`, ParentSkillLineID: parentId };
}

for (const [name, sheets, edges] of CASES) {
  test(`relations: ${name}`, async () => assert.deepEqual(await edgesOf({ Item, ...sheets }), edges));
}

test('relations are ordered by group', async () => {
  const edges = await edgesOf({
    Item: [itemRow(1)],
    ItemSparse: [{ ID: 1, ItemSet: 41 }],
    SpellEffect: [effect({})],
    SpellReagents: [reagents(9, [7], [1])],
    SkillLineAbility: [line(9, 164)],
  });
  assert.deepEqual(
    edges.map((edge) => edge.split(' ')[0]),
    CLIENT_GROUPS.map(({ rel }) => rel),
  );
});

test('names are read for spells of relations and talents, for skill lines, maps and player classes', async () => {
  const spell = (id: number, name = `spell ${id}`): Row => ({ ID: id, Name_lang: name });
  const pieces = await piecesOf({
    Item,
    SpellEffect: [effect({ SpellID: 1 })],
    SpellReagents: [reagents(2, [7], [1])],
    SkillLineAbility: [line(3, 164), line(4, 164)],
    Talent: [{ ID: 1, SpellRank: [5, 6, 0] }],
    TraitDefinition: [{ ID: 1, SpellID: 7, OverridesSpellID: 0, VisibleSpellID: 8 }],
    SpellName: [spell(9), spell(0), ...[8, 7, 6, 5, 4, 2, 1].map((id) => spell(id)), spell(3, ''), spell(1, 'again')],
    SkillLine: [parent(164, 0)],
    UiMap: [{ ID: 1429, Name_lang: 'Elwynn Forest' }],
    ChrClasses: [{ ID: 1, Name_lang: 'Warrior' }],
  });
  const names = pieces.flatMap((piece) => (piece.piece === 'name' ? [piece.name] : []));
  assert.deepEqual(
    names.map(({ kind, id, name }) => `${kind} ${id} ${name}`),
    [
      ...[8, 7, 6, 5, 4, 2, 1].map((id) => `spell ${id} spell ${id}`),
      ...['skill 164 line 164', 'zone 1429 Elwynn Forest', 'player_class 1 Warrior'],
    ],
  );
});

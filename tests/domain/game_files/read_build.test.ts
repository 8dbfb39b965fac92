import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { compareStrings } from '../../../domain/families/counting/order.ts';
import { readBuildParts } from '../../../domain/game_files/read_build.ts';
import type { BuildPiece, ClassTalents } from '../../../domain/ports/build.ts';
import { itemRow, memoryTables, piecesOf, type Row, type Sheets } from './memory_tables.ts';

const SHEETS: Sheets = {
  Item: [itemRow(3), itemRow(1, { IconFileDataID: 5 }), itemRow(2)],
  ItemSparse: [
    { ID: 2, OverallQualityID: 1, ItemSet: 41 },
    { ID: 1, OverallQualityID: 2, ItemSet: 0 },
  ],
  ItemClass: [{ ClassID: 4, ClassName_lang: 'Armor' }],
  ItemSubClass: [{ ClassID: 4, SubClassID: 1, DisplayName_lang: 'Cloth', VerboseName_lang: '' }],
  ItemSet: [{ ID: 41, Name_lang: 'Arms', ItemID: [3, 0] }],
  SpellEffect: [
    { Effect: 24, DifficultyID: 0, EffectItemType: 3, SpellID: 9 },
    { Effect: 24, DifficultyID: 0, EffectItemType: 1, SpellID: 9 },
  ],
  SpellReagents: [{ SpellID: 9, Reagent: [2, 1], ReagentCount: [1, 1] }],
  SkillLineAbility: [
    { Spell: 9, SkillLine: 164, MinSkillLineRank: 20, TrivialSkillLineRankLow: 30, TrivialSkillLineRankHigh: 51 },
    { Spell: 9, SkillLine: 9787 },
  ],
  SkillLine: [
    { ID: 9787, DisplayName_lang: 'Weaponsmith', ParentSkillLineID: 164 },
    { ID: 164, DisplayName_lang: 'Blacksmithing', ParentSkillLineID: 0 },
  ],
  SpellName: [{ ID: 9, Name_lang: 'Arms of Steel' }],
  ManifestInterfaceData: [{ ID: 5, FileName: 'a.blp' }],
};

const ORDER: readonly BuildPiece['piece'][] = ['class', 'set', 'item', 'edge', 'recipe', 'name', 'talents'];

test('pieces are read in a fixed order, with talents last', async () => {
  const talents: ClassTalents = {
    playerClass: 'warrior',
    trees: [],
    pointLevels: { levels: null, rule: 'unknown' },
    gateRule: 'unknown',
    prerequisiteRule: 'files',
  };
  const pieces: BuildPiece[] = [];
  for await (const part of readBuildParts(memoryTables(SHEETS), [talents])) pieces.push(...part);
  const kinds = pieces.map(({ piece }) => piece);
  assert.deepEqual([...new Set(kinds)], ORDER);
  assert.deepEqual(
    kinds,
    kinds.toSorted((a, b) => ORDER.indexOf(a) - ORDER.indexOf(b)),
  );
  assert.deepEqual(pieces.at(-1), { piece: 'talents', talents });
});

test('recipes are abilities with thresholds or with a skill at which they can be learned', async () => {
  const ability = (Spell: number, low: number, high: number, MinSkillLineRank = 1) => ({
    Spell,
    SkillLine: 164,
    MinSkillLineRank,
    TrivialSkillLineRankLow: low,
    TrivialSkillLineRankHigh: high,
  });
  const SkillLineAbility = [
    ...[ability(7, 0, 0), ability(6, 40, 30), ability(5, 60, 90), ability(5, 61, 91), ability(4, 0, 0, 75)],
    ...[ability(3, 0, 0, 20), ability(3, 25, 45), ability(0, 1, 2), { Spell: 8, SkillLine: 164 }],
  ];
  const recipesIn = async (sheets: Sheets) => {
    const pieces: BuildPiece[] = [];
    for await (const part of readBuildParts(memoryTables(sheets), [])) pieces.push(...part);
    return pieces.flatMap((piece) => (piece.piece === 'recipe' ? [piece.recipe] : []));
  };
  assert.deepEqual(await recipesIn({ Item: [itemRow(1)], SkillLineAbility }), [
    { spellId: 3, learnable: 1, yellow: 25, grey: 45 },
    { spellId: 4, learnable: 75, yellow: null, grey: null },
    { spellId: 5, learnable: 1, yellow: 60, grey: 90 },
  ]);
  assert.deepEqual(await recipesIn({ Item: [itemRow(1)], SkillLineAbility: [{ Spell: 9, SkillLine: 164 }] }), []);
  assert.deepEqual(await recipesIn({ Item: [itemRow(1)] }), []);
});

/** Sorts names, whose order is that of the files, and leaves everything else in its order. */
function settled(pieces: readonly BuildPiece[]): readonly BuildPiece[] {
  return [
    ...pieces.filter(({ piece }) => piece !== 'name'),
    ...pieces
      .flatMap((piece) => (piece.piece === 'name' ? [piece] : []))
      .sort(({ name: a }, { name: b }) => compareStrings(`${a.kind} ${a.id}`, `${b.kind} ${b.id}`)),
  ];
}

test('the order of rows in the files does not matter', async () => {
  const expected = settled(await piecesOf(SHEETS));
  const shuffled = fc.record(
    Object.fromEntries(
      Object.entries(SHEETS).map(([table, rows]) => [
        table,
        fc.shuffledSubarray([...rows], { minLength: rows.length }) as fc.Arbitrary<Row[]>,
      ]),
    ),
  );
  await fc.assert(
    fc.asyncProperty(shuffled, async (sheets) => assert.deepEqual(settled(await piecesOf(sheets)), expected)),
    { numRuns: 50 },
  );
});

test('a build with only Item has its items and their classes', async () => {
  const kinds = (await piecesOf({ Item: [itemRow(1, { IconFileDataID: 0 })] })).map(({ piece }) => piece);
  assert.deepEqual(kinds, ['class', 'item']);
});

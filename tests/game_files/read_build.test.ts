import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { byText } from '../../domain/families/counting/order.ts';
import { readBuild } from '../../domain/game_files/read_build.ts';
import type { BuildPiece, ClassTalents } from '../../domain/ports/build.ts';
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
    { Spell: 9, SkillLine: 164 },
    { Spell: 9, SkillLine: 9787 },
  ],
  SkillLine: [
    { ID: 9787, DisplayName_lang: 'Weaponsmith', ParentSkillLineID: 164 },
    { ID: 164, DisplayName_lang: 'Blacksmithing', ParentSkillLineID: 0 },
  ],
  SpellName: [{ ID: 9, Name_lang: 'Arms of Steel' }],
  ManifestInterfaceData: [{ ID: 5, FileName: 'a.blp' }],
};

const ORDER: readonly BuildPiece['piece'][] = ['class', 'set', 'item', 'edge', 'name', 'talents'];

test('pieces come in their order, talents last', async () => {
  const talents: ClassTalents = {
    ...{ playerClass: 'warrior', trees: [], pointLevels: { levels: null, rule: 'unknown' } },
    ...{ gateRule: 'unknown', prerequisiteRule: 'files' },
  };
  const pieces: BuildPiece[] = [];
  for await (const piece of readBuild(memoryTables(SHEETS), [talents])) pieces.push(piece);
  const kinds = pieces.map(({ piece }) => piece);
  assert.deepEqual([...new Set(kinds)], ORDER);
  assert.deepEqual(
    kinds,
    kinds.toSorted((a, b) => ORDER.indexOf(a) - ORDER.indexOf(b)),
  );
  assert.deepEqual(pieces.at(-1), { piece: 'talents', talents });
});

/** Everything as it comes, but names, which come as the files have them. */
const settled = (pieces: readonly BuildPiece[]): readonly BuildPiece[] => [
  ...pieces.filter(({ piece }) => piece !== 'name'),
  ...pieces
    .flatMap((piece) => (piece.piece === 'name' ? [piece] : []))
    .sort(({ name: a }, { name: b }) => byText(`${a.kind} ${a.id}`, `${b.kind} ${b.id}`)),
];

test('the order of the rows in the files changes nothing', async () => {
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

test('a build of Item alone is its items', async () => {
  const kinds = (await piecesOf({ Item: [itemRow(1, { IconFileDataID: 0 })] })).map(({ piece }) => piece);
  assert.deepEqual(kinds, ['item']);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readTalents } from '../../../domain/game_files/talents/talents.ts';
import type { ClassTalents, TalentTree } from '../../../domain/ports/build.ts';
import { asClassic, asTrait, type Rows, TABS, TALENTS, tablesOf } from './talent_tables.ts';

const classic = asClassic(TABS, TALENTS);

async function treesOf(rows: Rows): Promise<readonly TalentTree[]> {
  const { classes, missing } = await readTalents(tablesOf(rows));
  assert.deepEqual(missing, []);
  assert.equal(classes.length, 1);
  return classes[0]!.trees;
}

async function onlyClass(rows: Rows): Promise<ClassTalents> {
  return (await readTalents(tablesOf(rows))).classes[0]!;
}

function find(trees: readonly TalentTree[], nodeId: number) {
  return trees.flatMap(({ nodes }) => nodes).find((node) => node.nodeId === nodeId);
}

test('a talent has the icon of its first spell, if the tables have one', async () => {
  const trees = await treesOf({
    ...classic,
    SpellMisc: [
      { ID: 1, SpellID: 822, SpellIconFileDataID: 501 },
      { ID: 2, SpellID: 722, SpellIconFileDataID: 502 },
      { ID: 3, SpellID: 722, SpellIconFileDataID: 501 },
      { ID: 4, SpellID: 711, SpellIconFileDataID: 0 },
    ],
    ManifestInterfaceData: [
      { ID: 501, FileName: 'INV_Other.blp' },
      { ID: 502, FileName: 'Ability_Rogue_Ambush.blp' },
    ],
  });
  const iconOf = (nodeId: number) => find(trees, nodeId)?.talents[0]?.icon;
  assert.deepEqual([iconOf(22), iconOf(11)], ['ability_rogue_ambush', null]);
});

test('classic tables are read in client order, with ranks from 1 and five points per row', async () => {
  const { classes, leftOut } = await readTalents(tablesOf(classic));
  assert.deepEqual(leftOut, []);
  const [warrior] = classes;
  assert.ok(warrior);
  assert.equal(warrior.playerClass, 'warrior');
  assert.deepEqual(
    warrior.trees.map(({ treeId, name, order, nodes }) => [treeId, name, order, nodes.map(({ nodeId }) => nodeId)]),
    [
      [161, 'Arms', 0, [11, 12, 21, 22, 30]],
      [164, 'Fury', 1, [41, 42, 43]],
      [163, 'Protection', 2, [51, 52, 53]],
    ],
  );
  assert.deepEqual(find(warrior.trees, 22), {
    nodeId: 22,
    row: 1,
    column: 2,
    maxRank: 2,
    talents: [{ talentId: 22, name: null, spellIds: [722, 822], maxRank: 2, icon: null }],
    prerequisites: [{ nodeId: 12, rank: 3 }],
    prerequisitesAnyOf: [],
    pointsRequired: 5,
  });
  assert.deepEqual([warrior.gateRule, warrior.prerequisiteRule], ['five-a-row', 'files']);
  assert.equal(warrior.pointLevels.rule, 'one-a-level-from-10');
  assert.deepEqual(
    [warrior.pointLevels.levels?.[0], warrior.pointLevels.levels?.at(-1), warrior.pointLevels.levels?.length],
    [10, 60, 51],
  );
});

/** Keeps only the first spell of each talent, because a newer client has one spell for all ranks. */
function firstSpells(trees: readonly TalentTree[]): readonly TalentTree[] {
  return trees.map((tree) => ({
    ...tree,
    nodes: tree.nodes.map((node) => ({
      ...node,
      talents: node.talents.map((talent) => ({ ...talent, spellIds: talent.spellIds.slice(0, 1) })),
    })),
  }));
}

for (const layout of ['side-by-side', 'tree-each'] as const) {
  test(`a Trait tree is read like the classic tree with the same content: ${layout}`, async () => {
    const ofClassic = await onlyClass(classic);
    const ofTrait = await onlyClass(asTrait(TABS, TALENTS, layout));
    assert.deepEqual(ofTrait.trees, firstSpells(ofClassic.trees));
    assert.deepEqual(ofTrait.pointLevels, { levels: ofClassic.pointLevels.levels, rule: 'files' });
    assert.deepEqual([ofTrait.playerClass, ofTrait.gateRule], [ofClassic.playerClass, 'files']);
    assert.equal(ofTrait.prerequisiteRule, 'full-rank');
  });
}

test('classic tables that a newer client left behind are ignored', async () => {
  const old = asClassic(TABS, [{ id: 99, tab: 161, row: 0, column: 0, spells: [1] }]);
  const trees = await treesOf({ ...old, ...asTrait(TABS, TALENTS, 'side-by-side') });
  assert.equal(find(trees, 99), undefined);
  assert.notEqual(find(trees, 30), undefined);
});

test('classic tables are read if the only Trait trees are those of professions', async () => {
  const trait = asTrait(TABS, TALENTS, 'tree-each');
  const professions = trait['SkillRaceClassInfo']!.map((row) => ({ ...row, ClassMask: 1535 }));
  const trees = await treesOf({ ...trait, ...classic, SkillRaceClassInfo: professions });
  assert.deepEqual(find(trees, 22)?.talents[0]?.spellIds, [722, 822]);
});

test('a tab of several classes belongs to each of them, and a tab without a class (for pets) to none', async () => {
  const tabs = [
    { id: 1, name: 'Shared', order: 0, classMask: 1 | 1024 },
    { id: 2, name: 'Cunning', order: 0, classMask: 0 },
    { id: 3, name: 'Tenacity', order: 0, classMask: -1 },
  ];
  const talents = [
    { id: 5, tab: 1, row: 0, column: 0, spells: [50] },
    { id: 6, tab: 2, row: 0, column: 0, spells: [60] },
    { id: 7, tab: 3, row: 0, column: 0, spells: [70] },
  ];
  const { classes } = await readTalents(tablesOf(asClassic(tabs, talents)));
  assert.deepEqual(
    classes.map(({ playerClass, trees }) => [playerClass, trees.map(({ treeId }) => treeId)]),
    [
      ['warrior', [1]],
      ['druid', [1]],
    ],
  );
});

test('ChrClasses names the classes if it exists', async () => {
  const tabs = [{ id: 1, name: 'Blood', order: 0, classMask: 32 }];
  const rows = asClassic(tabs, [{ id: 5, tab: 1, row: 0, column: 0, spells: [50] }]);
  assert.deepEqual((await readTalents(tablesOf(rows))).classes, []);
  const named = { ...rows, ChrClasses: [{ ID: 6, Name_lang: 'Todesritter', Filename: 'DEATHKNIGHT' }] };
  assert.equal((await onlyClass(named)).playerClass, 'deathknight');
});

test('broken rows are left out with a note and never guessed', async () => {
  const good = classic['Talent']!;
  const tables = tablesOf({
    ...classic,
    Talent: [
      ...good.map((row) => (row['ID'] === 42 ? { ...row, PrereqTalent: [12345, 0, 0] } : row)),
      { ...good[0]!, ID: 70, TierID: '' },
      { ...good[0]!, ID: 71, TierID: -1 },
      { ...good[0]!, ID: 72, SpellRank: [0, 0, 0] },
      { ...good[0]!, ID: 73, TabID: 9999 },
      { ...good[0]!, TierID: 6 },
    ],
  });
  const { classes, leftOut } = await readTalents(tables);
  assert.equal(classes[0]!.trees.flatMap(({ nodes }) => nodes).length, TALENTS.length);
  assert.deepEqual(find(classes[0]!.trees, 42)?.prerequisites, []);
  assert.deepEqual(leftOut, [
    'prerequisites left out (1): Talent has no row for them.',
    'talents left out (1): TalentTab has no row for their TabID.',
  ]);
  const line = good.length + 2;
  assert.deepEqual(tables.table('Talent')?.findings().leftOut.first, [
    { line, reason: 'needs whole numbers as its TabID, TierID and ColumnIndex' },
    { line: line + 1, reason: 'needs a TierID and a ColumnIndex from 0, but has -1 and 1' },
    { line: line + 2, reason: 'has no rank: every SpellRank is 0' },
    { line: line + 4, reason: `repeats the ID ${good[0]!['ID']} of an earlier row` },
  ]);
});

function without(rows: Rows, table: string, column?: string): Rows {
  if (column === undefined) return Object.fromEntries(Object.entries(rows).filter(([name]) => name !== table));
  const cut = rows[table]!.map((row) => Object.fromEntries(Object.entries(row).filter(([name]) => name !== column)));
  return { ...rows, [table]: cut };
}

const trait = asTrait(TABS, TALENTS, 'side-by-side');

const MISSING: readonly [what: string, rows: Rows, sentence: string][] = [
  ['no tab', without(classic, 'TalentTab'), 'Talents need the table TalentTab, which is missing.'],
  ['no talent', without(classic, 'Talent'), 'Talents need the table Talent, which is missing.'],
  [
    'no rank of prerequisites',
    without(classic, 'Talent', 'PrereqRank'),
    'Talents need the column PrereqRank of Talent, which Talent.csv does not have.',
  ],
  [
    'no class of tabs',
    without(without(classic, 'TalentTab', 'ClassMask'), 'TalentTab', 'OrderIndex'),
    'Talents need the columns OrderIndex, ClassMask of TalentTab, which TalentTab.csv does not have.',
  ],
  ...[...Object.keys(trait)]
    .filter((name) => name === 'SkillRaceClassInfo' || (name.startsWith('Trait') && !name.includes('Currency')))
    .map((name): [string, Rows, string] => [
      `no ${name}, beside the classic tables`,
      { ...classic, ...without(trait, name) },
      `Talents need the table ${name}, which is missing.`,
    ]),
  [
    'no positions',
    without(trait, 'TraitNode', 'PosX'),
    'Talents need the column PosX of TraitNode, which TraitNode.csv does not have.',
  ],
];

for (const [what, rows, sentence] of MISSING) {
  test(`without needed data there are no talents, and it is named: ${what}`, async () => {
    const tables = tablesOf(rows);
    assert.deepEqual(await readTalents(tables), { classes: [], leftOut: [], missing: [sentence] });
  });
}

test('nothing is missing if all needed data is there', async () => {
  for (const rows of [classic, trait]) assert.deepEqual((await readTalents(tablesOf(rows))).missing, []);
  assert.equal((await readTalents(tablesOf({}))).missing.length, 2);
});

test('a tab without a name is read without one', async () => {
  const trees = await treesOf(without(classic, 'TalentTab', 'Name_lang'));
  assert.deepEqual(
    trees.map(({ name }) => name),
    [null, null, null],
  );
});

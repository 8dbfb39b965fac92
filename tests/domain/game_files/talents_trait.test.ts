import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readTalents } from '../../../domain/game_files/talents/talents.ts';
import type { ClassTalents, TalentNode } from '../../../domain/ports/build.ts';
import { asTrait, type CellValue, type Rows, TABS, TALENTS, tablesOf } from './talent_tables.ts';

type Row = Readonly<Record<string, CellValue>>;

const trait = asTrait(TABS, TALENTS, 'side-by-side');

function edited(table: string, edit: (row: Row) => Row, added: readonly Row[] = []): Rows {
  return {
    ...trait,
    [table]: [...trait[table]!.map(edit), ...added],
  };
}

function withNode(id: number, change: Row): Rows {
  return edited('TraitNode', (row) => (row['ID'] === id ? { ...row, ...change } : row));
}

async function read(rows: Rows) {
  const { classes, leftOut, missing } = await readTalents(tablesOf(rows));
  assert.deepEqual(missing, []);
  const [only] = classes;
  assert.ok(only);
  return { talents: only, leftOut };
}

function nodeOf(talents: ClassTalents, nodeId: number): TalentNode | undefined {
  return talents.trees.flatMap(({ nodes }) => nodes).find((node) => node.nodeId === nodeId);
}

function placeOf(talents: ClassTalents, nodeId: number) {
  const node = nodeOf(talents, nodeId);
  const tree = talents.trees.find(({ nodes }) => nodes.some((other) => other.nodeId === nodeId));
  return [tree?.name ?? null, node?.row ?? null, node?.column ?? null];
}

const PLACES: readonly [what: string, change: Row, place: readonly [string, number | null, number | null]][] = [
  ['as it is', {}, ['Fury', 2, 2]],
  ['a little to the right', { PosX: 1020 + 4030 + 1200 + 30 }, ['Fury', 2, 2]],
  ['a little above', { PosY: 2130 + 1200 - 30 }, ['Fury', 2, 2]],
  ['a tenth of a step off', { PosY: 2130 + 1200 + 60 }, ['Fury', 2, 2]],
  ['more than a tenth of a step off', { PosY: 2130 + 1200 + 61 }, ['Fury', null, null]],
  ['a zero too many across', { PosX: (1020 + 4030 + 1200) * 10 }, ['Fury', 2, 2]],
  ['a zero too many down', { PosY: (2130 + 1200) * 10 }, ['Fury', 2, 2]],
];

for (const [what, change, place] of PLACES) {
  test(`a node is placed by its position: ${what}`, async () => {
    assert.deepEqual(placeOf((await read(withNode(43, change))).talents, 43), place);
  });
}

test('positions outside the layout give no rows and columns, and a note', async () => {
  const { talents, leftOut } = await read(
    edited('TraitNode', (row) => ({
      ...row,
      PosX: Math.round(Number(row['PosX']) / 600),
      PosY: Math.round(Number(row['PosY']) / 600),
    })),
  );
  assert.deepEqual(placeOf(talents, 43).slice(1), [null, null]);
  assert.deepEqual(leftOut, ['rows and columns left out (11): their nodes lie between cells or share a cell.']);
});

test('an old node far outside the tree is left out if the tree has its spell', async () => {
  const old: Row = { ID: 60, TraitTreeID: 901, PosX: (1020 + 600) * 10, PosY: 3330, Type: 0, Flags: 0 };
  const { talents, leftOut } = await read({
    ...edited('TraitNode', (row) => row, [old]),
    TraitNodeXTraitNodeEntry: [
      ...trait['TraitNodeXTraitNodeEntry']!,
      { ID: 60, TraitNodeID: 60, TraitNodeEntryID: 30, Index: 0 },
    ],
  });
  assert.equal(nodeOf(talents, 60), undefined);
  assert.notEqual(nodeOf(talents, 30), undefined);
  assert.deepEqual(leftOut, [
    'talents left out (1): they lie far outside the tree, which already teaches their spell.',
  ]);
});

test('a tree with an empty first column uses the layout of the same tree of another class', async () => {
  const druid = TABS.map((tab) => ({ ...tab, id: tab.id + 200, classMask: 1024 }));
  const shifted = TALENTS.filter(({ id }) => id !== 11).map((talent) => ({
    ...talent,
    id: talent.id + 200,
    tab: talent.tab + 200,
    after: (talent.after ?? []).map((source) => source + 200),
  }));
  const { classes } = await readTalents(
    tablesOf(asTrait([...TABS, ...druid], [...TALENTS, ...shifted], 'side-by-side')),
  );
  assert.deepEqual(
    classes.map(({ playerClass }) => playerClass),
    ['warrior', 'druid'],
  );
  assert.deepEqual(placeOf(classes[1]!, 221), ['Arms', 1, 1]);
});

function edge(left: number, right: number, type: number): Row {
  return {
    ID: left * 1000 + right,
    LeftTraitNodeID: left,
    RightTraitNodeID: right,
    Type: type,
    VisualStyle: 1,
  };
}

const EDGES: readonly [what: string, edges: readonly Row[], every: readonly number[], anyOf: readonly number[]][] = [
  ['none', [], [], []],
  ['only drawn', [edge(51, 52, 0)], [], []],
  ['no longer in use', [edge(51, 52, 1), edge(51, 52, 5)], [], []],
  ['that exclude each other', [edge(51, 52, 4)], [], []],
  ['one that suffices', [edge(51, 52, 2)], [51], []],
  ['one that is required', [edge(51, 52, 3)], [51], []],
  ['two that are required', [edge(51, 52, 3), edge(11, 52, 3)], [11, 51], []],
  ['two of which one suffices', [edge(51, 52, 2), edge(11, 52, 2)], [], [11, 51]],
  ['the same twice', [edge(51, 52, 2), edge(51, 52, 2)], [51], []],
  ['one required and one that suffices', [edge(51, 52, 3), edge(11, 52, 2)], [11, 51], []],
  ['tied both ways to the row below', [edge(52, 53, 2), edge(53, 52, 2)], [], []],
  ['tied both ways to the row above', [edge(51, 52, 2), edge(52, 51, 2)], [51], []],
  ['to itself', [edge(52, 52, 3)], [], []],
  ['from a node that is not there', [edge(9999, 52, 3)], [], []],
];

for (const [what, edges, every, anyOf] of EDGES) {
  test(`edges become prerequisites at full rank of the left node: ${what}`, async () => {
    const { talents } = await read({ ...trait, TraitEdge: [edge(0, 0, 0), ...edges] });
    const full = (nodeId: number) => ({ nodeId, rank: nodeOf(talents, nodeId)?.maxRank });
    assert.deepEqual(nodeOf(talents, 52)?.prerequisites, every.map(full));
    assert.deepEqual(nodeOf(talents, 52)?.prerequisitesAnyOf, anyOf.map(full));
  });
}

test('a choice node has the ranks of one of its talents, and a tiered node has those of all', async () => {
  for (const [type, maxRank] of [
    [2, 3],
    [1, 5],
  ] as const) {
    for (const index of ['Index', '_Index']) {
      const rows = withNode(52, { Type: type });
      const { talents } = await read({
        ...rows,
        TraitNodeXTraitNodeEntry: [
          ...trait['TraitNodeXTraitNodeEntry']!.filter((row) => row['ID'] !== 52),
          { ID: 52, TraitNodeID: 52, TraitNodeEntryID: 52, [index]: 0 },
          { ID: 99, TraitNodeID: 52, TraitNodeEntryID: 51, [index]: 1 },
        ],
      });
      const node = nodeOf(talents, 52);
      assert.deepEqual(
        node?.talents.map(({ talentId }) => talentId),
        [52, 51],
      );
      assert.equal(node?.maxRank, maxRank);
    }
  }
});

test('a talent may have its own name and no spell', async () => {
  const { talents } = await read(
    edited('TraitDefinition', (row) =>
      row['ID'] === 100_053 ? { ...row, OverrideName_lang: 'Shield Slam', SpellID: 0 } : row,
    ),
  );
  assert.deepEqual(nodeOf(talents, 53)?.talents, [
    { talentId: 53, name: 'Shield Slam', spellIds: [], maxRank: 1, icon: null },
  ]);
});

test('a node that teaches nothing is left out with a note', async () => {
  const { talents, leftOut } = await read(
    edited('TraitNodeEntry', (row) => (row['ID'] === 53 ? { ...row, MaxRanks: 0 } : row)),
  );
  assert.equal(nodeOf(talents, 53), undefined);
  assert.deepEqual(leftOut, ['talents left out (1): they teach nothing.']);
});

function pointsOf(talents: ClassTalents): readonly (number | null)[] {
  return [11, 21, 30].map((nodeId) => nodeOf(talents, nodeId)?.pointsRequired ?? null);
}

const GATES: readonly [what: string, edit: (row: Row) => Row, points: readonly (number | null)[], rule: string][] = [
  ['one amount a row', (row) => row, [0, 5, 10], 'files'],
  [
    'other amounts',
    (row) => ({ ...row, SpentAmountRequired: Number(row['SpentAmountRequired']) * 2 }),
    [0, 10, 20],
    'files',
  ],
  ['fewer amounts than rows', (row) => ({ ...row, SpentAmountRequired: 5 }), [null, null, null], 'unknown'],
  ['no amounts', (row) => ({ ...row, SpentAmountRequired: 0 }), [null, null, null], 'unknown'],
  ['of another kind', (row) => ({ ...row, CondType: 1 }), [null, null, null], 'unknown'],
  ['on one node', (row) => ({ ...row, TraitNodeID: 11 }), [null, null, null], 'unknown'],
];

for (const [what, edit, points, rule] of GATES) {
  test(`conditions are the gates of rows if each row has exactly one: ${what}`, async () => {
    const { talents } = await read(edited('TraitCond', edit));
    assert.deepEqual(pointsOf(talents), points);
    assert.equal(talents.gateRule, rule);
  });
}

test('conditions of node groups are the gates of their nodes', async () => {
  const { talents } = await read({
    ...trait,
    TraitNodeGroupXTraitCond: [
      { ID: 1, TraitNodeGroupID: 7, TraitCondID: 16101 },
      { ID: 2, TraitNodeGroupID: 7, TraitCondID: 16100 },
      { ID: 3, TraitNodeGroupID: 8, TraitCondID: 16100 },
    ],
    TraitNodeGroupXTraitNode: [
      { ID: 1, TraitNodeGroupID: 7, TraitNodeID: 21 },
      { ID: 2, TraitNodeGroupID: 8, TraitNodeID: 21 },
      { ID: 3, TraitNodeGroupID: 8, TraitNodeID: 30 },
    ],
  });
  assert.deepEqual(pointsOf(talents), [0, 10, 5]);
});

function source(change: Row): Row {
  return {
    ID: 999,
    TraitCurrencyID: 3820,
    Amount: 1,
    QuestID: 0,
    AchievementID: 0,
    PlayerLevel: 60,
    TraitNodeEntryID: 0,
    OrderIndex: 0,
    ...change,
  };
}

const LEVELS: readonly [what: string, rows: Rows, levels: readonly number[] | null][] = [
  [
    'two at a level',
    { ...trait, TraitCurrencySource: [source({ Amount: 2 }), source({ PlayerLevel: 12 })] },
    [12, 60, 60],
  ],
  ['no level', { ...trait, TraitCurrencySource: [source({ PlayerLevel: 0 }), source({})] }, [60]],
  ['of a quest', { ...trait, TraitCurrencySource: [source({ QuestID: 5 }), source({})] }, [60]],
  ['of an achievement', { ...trait, TraitCurrencySource: [source({ AchievementID: 5 }), source({})] }, [60]],
  ['of another talent', { ...trait, TraitCurrencySource: [source({ TraitNodeEntryID: 5 }), source({})] }, [60]],
  ['an absurd amount', { ...trait, TraitCurrencySource: [source({ Amount: 2_000_000_000 }), source({})] }, [60]],
  ['of another currency', { ...trait, TraitCurrencySource: [source({ TraitCurrencyID: 1 })] }, null],
  ['a column less', { ...trait, TraitCurrencySource: [{ ID: 1, TraitCurrencyID: 3820, Amount: 1 }] }, null],
  [
    'two currencies',
    edited('TraitTreeXTraitCurrency', (row) => row, [{ ID: 2, Index: 1, TraitTreeID: 901, TraitCurrencyID: 7 }]),
    null,
  ],
  ['no table', Object.fromEntries(Object.entries(trait).filter(([name]) => name !== 'TraitCurrencySource')), null],
];

for (const [what, rows, levels] of LEVELS) {
  test(`the levels at which points are gained come from the files or are unknown: ${what}`, async () => {
    const { talents } = await read(rows);
    assert.deepEqual(talents.pointLevels, { levels, rule: levels === null ? 'unknown' : 'files' });
  });
}

test('trees of a class that gain points at different levels have no common levels', async () => {
  const rows = asTrait(TABS, TALENTS, 'tree-each');
  const { talents } = await read({
    ...rows,
    TraitTreeXTraitCurrency: rows['TraitTreeXTraitCurrency']!.map((row) =>
      row['TraitTreeID'] === 163 ? { ...row, TraitCurrencyID: 7 } : row,
    ),
    TraitCurrencySource: [...rows['TraitCurrencySource']!, source({ TraitCurrencyID: 7 })],
  });
  assert.deepEqual(talents.pointLevels, { levels: null, rule: 'unknown' });
});

test('TalentTab names the trees only if it has as many rows as there are trees', async () => {
  const { talents } = await read({ ...trait, TalentTab: trait['TalentTab']!.slice(1) });
  assert.deepEqual(
    talents.trees.map(({ treeId, name }) => [treeId, name]),
    [
      [901, null],
      [901, null],
      [901, null],
    ],
  );
});

test('without TalentTab, trees that are side by side are still separate but have no names', async () => {
  const { talents } = await read(Object.fromEntries(Object.entries(trait).filter(([name]) => name !== 'TalentTab')));
  assert.deepEqual(
    talents.trees.map(({ name, order, nodes }) => [name, order, nodes.length]),
    [
      [null, 0, 5],
      [null, 1, 3],
      [null, 2, 3],
    ],
  );
});

/** Returns tables in which Arms and Fury share an OrderIndex in TalentTab, and have their ids in reverse order. */
function tied(skills: readonly (readonly [spellId: number, skillLineId: number])[]): Rows {
  return {
    ...trait,
    TalentTab: trait['TalentTab']!.map((row) => ({
      ...row,
      ...(row['ID'] === 164 ? { ID: 160, OrderIndex: 0 } : {}),
    })),
    SkillLine: [
      ...trait['SkillLine']!,
      { ID: 26, DisplayName_lang: 'Arms' },
      { ID: 256, DisplayName_lang: 'Fury' },
      { ID: 257, DisplayName_lang: 'Protection' },
    ],
    SkillLineAbility: skills.map(([spellId, skillLineId], at) => ({
      ID: at + 1,
      Spell: spellId,
      SkillLine: skillLineId,
    })),
  };
}

const TIED: readonly [what: string, skills: [number, number][], trees: [id: number, name: string | null][]][] = [
  [
    'every spell in its own',
    [
      [711, 26],
      [712, 26],
      [741, 256],
      [742, 256],
      [751, 257],
    ],
    [
      [161, 'Arms'],
      [160, 'Fury'],
      [163, 'Protection'],
    ],
  ],
  [
    'most of them',
    [
      [711, 26],
      [712, 256],
      [721, 26],
      [741, 256],
    ],
    [
      [161, 'Arms'],
      [160, 'Fury'],
      [163, 'Protection'],
    ],
  ],
  [
    'one tree alone',
    [[711, 26]],
    [
      [161, 'Arms'],
      [160, 'Fury'],
      [163, 'Protection'],
    ],
  ],
  [
    'both in the same',
    [
      [711, 26],
      [741, 26],
    ],
    [
      [901, null],
      [901, null],
      [163, 'Protection'],
    ],
  ],
  [
    'none',
    [],
    [
      [901, null],
      [901, null],
      [163, 'Protection'],
    ],
  ],
  [
    'as many in one as in the other',
    [
      [711, 26],
      [712, 256],
    ],
    [
      [901, null],
      [901, null],
      [163, 'Protection'],
    ],
  ],
];

for (const [what, skills, trees] of TIED) {
  test(`two trees with the same OrderIndex are matched by the skill lines of their spells: ${what}`, async () => {
    const { talents } = await read(tied(skills));
    assert.deepEqual(
      talents.trees.map(({ treeId, name }) => [treeId, name]),
      trees,
    );
  });
}

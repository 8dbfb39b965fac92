import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { openGameTables } from '../../adapters/game_files/folder.ts';
import { checkPlan } from '../../domain/game_files/talents/plan.ts';
import { readTalents } from '../../domain/game_files/talents/talents.ts';
import type { ClassTalents } from '../../domain/ports/build.ts';
import { asTrait, tablesOf, type Written } from '../domain/game_files/talent_tables.ts';
import { dataFolder } from './loot_fixture.ts';

const BUILD = '1.15.8.67156';
const folder = `${dataFolder()}/client-${BUILD}`;

/** Reads rows keyed by column name, which is enough for these two tables, since they have no quotes. */
function rowsOf(table: string): readonly Readonly<Record<string, string>>[] {
  const [header = '', ...lines] = readFileSync(`${folder}/${table}.csv`, 'utf8').trimEnd().split(/\r?\n/);
  const names = header.split(',');
  return lines.map((line) => Object.fromEntries(line.split(',').map((cell, at) => [names[at]!, cell])));
}

const CLASS_OF_MASK: Readonly<Record<string, string>> = {
  1: 'warrior',
  2: 'paladin',
  4: 'hunter',
  8: 'rogue',
  16: 'priest',
  64: 'shaman',
  128: 'mage',
  256: 'warlock',
  1024: 'druid',
};

async function read(): Promise<readonly ClassTalents[]> {
  const opened = await openGameTables(folder, BUILD);
  assert.ok(opened.ok, JSON.stringify(opened));
  const { classes, leftOut, missing } = await readTalents(opened.value);
  assert.deepEqual([leftOut, missing], [[], []]);
  return classes;
}

test('432 talents are at their rows and columns, with their ranks and prerequisites', async () => {
  const talents = rowsOf('Talent');
  assert.equal(talents.length, 432);
  const tabs = new Map(rowsOf('TalentTab').map((row) => [row['ID'], row]));
  const ranks = (row: Readonly<Record<string, string>>): number[] =>
    Array.from({ length: 9 }, (_, at) => Number(row[`SpellRank_${at}`])).filter((spell) => spell !== 0);
  const expected = talents.map((row) => {
    const tab = tabs.get(row['TabID']);
    const sources = [0, 1, 2].filter((at) => row[`PrereqTalent_${at}`] !== '0');
    return [
      CLASS_OF_MASK[tab?.['ClassMask'] ?? ''],
      Number(tab?.['OrderIndex']),
      tab?.['Name_lang'],
      Number(row['TierID']),
      Number(row['ColumnIndex']),
      Number(row['ID']),
      ranks(row).join(' '),
      sources.map((at) => `${row[`PrereqTalent_${at}`]}:${Number(row[`PrereqRank_${at}`]) + 1}`).join(' '),
      Number(row['TierID']) * 5,
    ].join('|');
  });
  const actual = (await read()).flatMap(({ playerClass, trees }) =>
    trees.flatMap(({ name, order, nodes }) =>
      nodes.map((node) =>
        [
          playerClass,
          order,
          name,
          node.row,
          node.column,
          node.nodeId,
          node.talents.flatMap(({ spellIds }) => spellIds).join(' '),
          node.prerequisites.map(({ nodeId, rank }) => `${nodeId}:${rank}`).join(' '),
          node.pointsRequired,
        ].join('|'),
      ),
    ),
  );
  assert.deepEqual(actual.toSorted(), expected.toSorted());
});

test('nine classes have three trees each, whose prerequisites need no more points than their nodes have', async () => {
  const classes = await read();
  assert.deepEqual(
    classes.map(({ playerClass, trees }) => [playerClass, trees.map(({ order }) => order)]),
    Object.values(CLASS_OF_MASK).map((playerClass) => [playerClass, [0, 1, 2]]),
  );
  for (const { trees } of classes) {
    const nodes = new Map(trees.flatMap((tree) => tree.nodes.map((node) => [node.nodeId, node])));
    for (const { prerequisites } of nodes.values())
      for (const { nodeId, rank } of prerequisites) assert.equal(rank, nodes.get(nodeId)?.maxRank);
  }
});

for (const layout of ['side-by-side', 'tree-each'] as const) {
  test(`the same talents written as Trait trees are read as the same trees: ${layout}`, async () => {
    const tabs = rowsOf('TalentTab').map((row) => ({
      id: Number(row['ID']),
      name: row['Name_lang']!,
      order: Number(row['OrderIndex']),
      classMask: Number(row['ClassMask']),
    }));
    const numbers = (row: Readonly<Record<string, string>>, array: string): number[] =>
      Object.keys(row)
        .filter((column) => column.startsWith(`${array}_`) && row[column] !== '0')
        .map((column) => Number(row[column]));
    const talents = rowsOf('Talent').map(
      (row): Written => ({
        id: Number(row['ID']),
        tab: Number(row['TabID']),
        row: Number(row['TierID']),
        column: Number(row['ColumnIndex']),
        spells: numbers(row, 'SpellRank'),
        after: numbers(row, 'PrereqTalent'),
      }),
    );
    const { classes, leftOut } = await readTalents(tablesOf(asTrait(tabs, talents, layout)));
    assert.deepEqual(leftOut, []);
    assert.deepEqual(classes.map(withFirstSpells), (await read()).map(withFirstSpells));
  });
}

/**
 * The rows of the mage in the game's own TalentTab. Two trees have the same OrderIndex, and their ids are in reverse
 * order.
 */
const OF_THE_MAGE = [
  { id: 81, name: 'Arcane', order: 0, orderIndex: 0, skillLineId: 237 },
  { id: 41, name: 'Fire', order: 1, orderIndex: 0, skillLineId: 8 },
  { id: 61, name: 'Frost', order: 2, orderIndex: 2, skillLineId: 6 },
];

test('the trees of the mage have their own names, although two of them have the same OrderIndex', async () => {
  const own = rowsOf('TalentTab').filter((row) => row['ClassMask'] === '128');
  const tabs = OF_THE_MAGE.map(({ id, name, order }) => ({ id, name, order, classMask: 128 }));
  const idOf = (tabId: string): number =>
    tabs.find(({ name }) => name === own.find((row) => row['ID'] === tabId)?.['Name_lang'])?.id ?? 0;
  const talents = rowsOf('Talent')
    .filter((row) => idOf(row['TabID']!) !== 0)
    .map(
      (row): Written => ({
        id: Number(row['ID']),
        tab: idOf(row['TabID']!),
        row: Number(row['TierID']),
        column: Number(row['ColumnIndex']),
        spells: [Number(row['SpellRank_0'])],
      }),
    );
  const written = asTrait(tabs, talents, 'side-by-side');
  const tables = tablesOf({
    ...written,
    TalentTab: written['TalentTab']!.map((row) => ({
      ...row,
      OrderIndex: OF_THE_MAGE.find(({ id }) => id === row['ID'])!.orderIndex,
    })),
    SkillLine: [
      ...written['SkillLine']!,
      ...OF_THE_MAGE.map(({ skillLineId, name }) => ({ ID: skillLineId, DisplayName_lang: name })),
    ],
    SkillLineAbility: talents.map(({ tab, spells }, at) => ({
      ID: at + 1,
      Spell: spells[0]!,
      SkillLine: OF_THE_MAGE.find(({ id }) => id === tab)!.skillLineId,
    })),
  });
  const [mage] = (await readTalents(tables)).classes;
  for (const [at, { id, name }] of OF_THE_MAGE.entries()) {
    const tree = mage!.trees[at]!;
    assert.deepEqual([tree.treeId, tree.name], [id, name]);
    const ids = talents.filter(({ tab }) => tab === id).map((talent) => talent.id);
    assert.deepEqual(tree.nodes.map(({ nodeId }) => nodeId).sort(), ids.sort(), name);
  }
});

/** Keeps only the first spell of each talent, because Trait tables have one spell for all ranks. */
function withFirstSpells({ playerClass, trees, pointLevels }: ClassTalents) {
  return {
    playerClass,
    levels: pointLevels.levels,
    trees: trees.map((tree) => ({
      ...tree,
      nodes: tree.nodes.map((node) => ({
        ...node,
        talents: node.talents.map((talent) => ({ ...talent, spellIds: talent.spellIds.slice(0, 1) })),
      })),
    })),
  };
}

test('the last talent of every tree can be reached with 31 points and not with fewer', async () => {
  for (const talents of await read()) {
    for (const { name, nodes } of talents.trees) {
      const last = nodes.at(-1)!;
      assert.equal(last.row, 6);
      const needed = last.prerequisites.map(({ nodeId, rank }) => ({ nodeId, rank }));
      const plan = filled(talents, [...needed, { nodeId: last.nodeId, rank: 1 }]);
      const checked = checkPlan(talents, plan);
      assert.ok(checked.legal, JSON.stringify([talents.playerClass, checked, plan]));
      assert.deepEqual([checked.order.length, checked.levelNeeded], [31, 40]);
      const filler = plan.at(-1)!;
      const short = plan.flatMap((each) =>
        each !== filler ? [each] : each.rank === 1 ? [] : [{ ...each, rank: each.rank - 1 }],
      );
      assert.deepEqual(checkPlan(talents, short), {
        legal: false,
        rule: `Talent ${last.nodeId} (${name}, row 7, column ${last.column! + 1}) needs 30 points in its tree first; the plan can spend 29 there before it.`,
        nodeId: last.nodeId,
      });
    }
  }
});

/**
 * Adds full nodes of the tree from the top, with their prerequisites, until 30 points are spent besides the last node.
 */
function filled(
  talents: ClassTalents,
  wanted: readonly { readonly nodeId: number; readonly rank: number }[],
): { nodeId: number; rank: number }[] {
  const tree = talents.trees.find(({ nodes }) => nodes.some(({ nodeId }) => nodeId === wanted.at(-1)?.nodeId))!;
  const plan = new Map<number, number>();
  const add = (nodeId: number, rank: number): void => {
    for (const asked of tree.nodes.find((node) => node.nodeId === nodeId)?.prerequisites ?? [])
      add(asked.nodeId, asked.rank);
    plan.set(nodeId, Math.max(rank, plan.get(nodeId) ?? 0));
  };
  for (const { nodeId, rank } of wanted) add(nodeId, rank);
  const total = (): number => [...plan.values()].reduce((sum, rank) => sum + rank, 0);
  for (const { nodeId, maxRank } of tree.nodes) {
    const room = 31 - total();
    if (room > 0 && !plan.has(nodeId)) plan.set(nodeId, Math.min(room, maxRank));
  }
  return [...plan].map(([nodeId, rank]) => ({ nodeId, rank }));
}

import type { ClassTalents, TalentNode, TalentTree } from '../../ports/build.ts';
import type { GameTables } from '../tables.ts';
import type { PlayerClasses } from './classes.ts';
import { readTalentTabs, type TalentsResult, type TalentTab } from './classic.ts';
import { findPrerequisites } from './edges.ts';
import { readPointGates } from './gates.ts';
import { assignGridCells, findBandStarts, findColumns, type GridCell, repairPositions } from './grid.ts';
import { matchTabsToTrees } from './match_tabs.ts';
import { compareCells, createOmissionCounts, type OmissionCounts } from './order.ts';
import {
  readTraitEdges,
  readTraitEntries,
  readTraitLevels,
  readTraitNodes,
  type TraitEntry,
  type TraitNodeRow,
  type TraitTreeLink,
} from './trait_rows.ts';

/**
 * Type of a TraitNode whose talents are learned one after another. Other nodes have one talent or a choice of several.
 */
const TIERED_NODE_TYPE = 1;

/**
 * Reads talents from the Trait tables. The tables in `TRAIT_COLUMNS` must exist. `links` comes from `readTraitLinks`.
 */
export async function readTraitTalents(
  tables: GameTables,
  classes: PlayerClasses,
  links: readonly TraitTreeLink[],
): Promise<TalentsResult> {
  const leftOut = createOmissionCounts();
  const nodes = await readTraitNodes(tables, new Set(links.map(({ traitTreeId }) => traitTreeId)));
  const entries = await readTraitEntries(tables, nodes);
  const layouts = createTraitLayouts(nodes, entries, leftOut);
  const cells = new Map(
    [...layouts.values()].flatMap((layout) => layout.cells.map((cell) => [cell.nodeId, cell] as const)),
  );
  const gates = await readPointGates(tables, countRowsByTree(layouts));
  const fullRankOf = (nodeId: number): number => findMaxRank(nodes.get(nodeId)?.type ?? 0, entries.get(nodeId) ?? []);
  const prerequisites = findPrerequisites(await readTraitEdges(tables, cells), cells, fullRankOf);
  const levels = await readTraitLevels(tables);
  const tabs = await readTalentTabs(tables);

  const createNode = (cell: GridCell): TalentNode => {
    const row = nodes.get(cell.nodeId)!;
    return {
      nodeId: cell.nodeId,
      row: cell.row,
      column: cell.column,
      ...readTalentChoices(row, entries.get(cell.nodeId) ?? []),
      prerequisites: prerequisites.everyOf(cell.nodeId),
      prerequisitesAnyOf: prerequisites.anyOf(cell.nodeId),
      pointsRequired: gates.pointsFor({ ...row, row: cell.row }),
    };
  };
  const spellsOf = (band: TreeBand): ReadonlySet<number> =>
    new Set(band.cells.flatMap(({ nodeId }) => (entries.get(nodeId) ?? []).flatMap(({ spellId }) => spellId ?? [])));
  const createClass = async (playerClass: string): Promise<ClassTalents> => {
    const classLinks = links.filter((link) => link.playerClass === playerClass);
    const bands = classLinks.flatMap((link) => splitIntoBands(link, layouts.get(link.traitTreeId)));
    const classTabs = tabs.filter(({ classMask }) => classes.inMask(classMask).includes(playerClass));
    const matched = await matchTabsToTrees(tables, classTabs, bands.map(spellsOf));
    const trees = bands.map(
      (band, order): TalentTree => ({
        ...chooseTreeTitle(band, matched[order] ?? null),
        order,
        nodes: band.cells.map(createNode).sort(compareCells),
      }),
    );
    return {
      playerClass,
      trees,
      pointLevels: findSharedLevels(classLinks.map(({ traitTreeId }) => levels.get(traitTreeId))),
      gateRule: trees.some(({ nodes }) => nodes.some(({ pointsRequired }) => pointsRequired !== null))
        ? 'files'
        : 'unknown',
      prerequisiteRule: 'full-rank',
    };
  };
  const allClasses: ClassTalents[] = [];
  for (const playerClass of classes.slugs) allClasses.push(await createClass(playerClass));
  return { classes: allClasses.filter(({ trees }) => trees.length > 0), leftOut: leftOut.sentences() };
}

interface TraitLayout {
  readonly bands: number;
  readonly cells: readonly GridCell[];
}

function createTraitLayouts(
  nodes: ReadonlyMap<number, TraitNodeRow>,
  entries: ReadonlyMap<number, readonly TraitEntry[]>,
  leftOut: OmissionCounts,
): ReadonlyMap<number, TraitLayout> {
  const nodesOfTree = new Map<number, TraitNodeRow[]>();
  for (const node of nodes.values()) {
    if (!entries.has(node.nodeId)) {
      leftOut.add('talents', 'they teach nothing');
      continue;
    }
    const tree = nodesOfTree.get(node.traitTreeId) ?? [];
    tree.push(node);
    nodesOfTree.set(node.traitTreeId, tree);
  }
  const positioned = [...nodesOfTree].map(([traitTreeId, tree]) => {
    const { positions, repaired } = repairPositions(tree);
    const current = positions.filter(({ nodeId }) => {
      const isOld = repaired.has(nodeId) && hasTwinNode(nodeId, positions, entries);
      if (isOld) leftOut.add('talents', 'they lie far outside the tree, which already teaches their spell');
      return !isOld;
    });
    return { traitTreeId, current, starts: findBandStarts(current) };
  });
  return new Map(
    positioned.map(({ traitTreeId, current, starts }) => {
      const layoutsAlike = positioned
        .filter((other) => other.starts.length === starts.length)
        .map((other) => other.starts);
      const cells = assignGridCells(current, starts, findColumns(starts, layoutsAlike));
      for (const { row } of cells)
        if (row === null) leftOut.add('rows and columns', 'their nodes lie between cells or share a cell');
      return [traitTreeId, { bands: starts.length, cells }];
    }),
  );
}

/** Whether another node of the tree teaches the same spell. If so, a misplaced node is an old version. */
function hasTwinNode(
  nodeId: number,
  tree: readonly { readonly nodeId: number }[],
  entries: ReadonlyMap<number, readonly TraitEntry[]>,
): boolean {
  const spellId = entries.get(nodeId)?.[0]?.spellId ?? null;
  return (
    spellId !== null &&
    tree.some((other) => other.nodeId !== nodeId && entries.get(other.nodeId)?.[0]?.spellId === spellId)
  );
}

function countRowsByTree(layouts: ReadonlyMap<number, TraitLayout>): ReadonlyMap<number, number> {
  return new Map(
    [...layouts].map(([treeId, { cells }]) => [
      treeId,
      cells.reduce((rows, { row }) => (row === null ? rows : Math.max(rows, row + 1)), 0),
    ]),
  );
}

/** One tree as shown to players: a whole Trait tree, or a part of one separated from the rest by a gap. */
interface TreeBand {
  readonly link: TraitTreeLink;
  readonly isWhole: boolean;
  readonly cells: readonly GridCell[];
}

function splitIntoBands(link: TraitTreeLink, layout: TraitLayout | undefined): readonly TreeBand[] {
  return Array.from({ length: layout?.bands ?? 0 }, (_, at) => ({
    link,
    isWhole: layout?.bands === 1,
    cells: layout?.cells.filter(({ band }) => band === at) ?? [],
  }));
}

/** A whole Trait tree has the name of its skill line. A part has the id and name of its TalentTab. */
function chooseTreeTitle({ link, isWhole }: TreeBand, tab: TalentTab | null): Pick<TalentTree, 'treeId' | 'name'> {
  if (isWhole) return { treeId: link.traitTreeId, name: link.name ?? tab?.name ?? null };
  return { treeId: tab?.treeId ?? link.traitTreeId, name: tab?.name ?? null };
}

function readTalentChoices(row: TraitNodeRow, entries: readonly TraitEntry[]): Pick<TalentNode, 'maxRank' | 'talents'> {
  return {
    maxRank: findMaxRank(row.type, entries),
    talents: entries.map(({ entryId, name, spellId, maxRank }) => ({
      talentId: entryId,
      name,
      spellIds: spellId === null ? [] : [spellId],
      maxRank,
    })),
  };
}

function findMaxRank(type: number, entries: readonly TraitEntry[]): number {
  const ranks = entries.map(({ maxRank }) => maxRank);
  return type === TIERED_NODE_TYPE ? ranks.reduce((sum, rank) => sum + rank, 0) : Math.max(0, ...ranks);
}

/** Returns the levels that all trees of a class share. If the trees differ, the class has no single list of levels. */
function findSharedLevels(levelsOfTrees: readonly (readonly number[] | undefined)[]): ClassTalents['pointLevels'] {
  const [first] = levelsOfTrees;
  const areEqual = levelsOfTrees.every((levels) => levels !== undefined && levels.join() === first?.join());
  return first === undefined || !areEqual ? { levels: null, rule: 'unknown' } : { levels: first, rule: 'files' };
}

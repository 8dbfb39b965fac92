import { formatQuantity } from '../../values/phrases.ts';
import { readColumnId, visitRowsWithId } from '../keys.ts';
import type { GameTables, TableRow } from '../tables.ts';
import type { PlayerClasses } from './classes.ts';
import { hasColumns } from './needs.ts';

/** Links a player class to one of its Trait trees through the skill line of the class or of a specialisation. */
export interface TraitTreeLink {
  readonly playerClass: string;
  readonly traitTreeId: number;
  readonly name: string | null;
}

/**
 * Finds the Trait trees that contain the talents of a class, in the client's order. The tables in `TRAIT_LINK_COLUMNS`
 * must exist. Professions and other systems also have Trait trees, but their skill lines do not belong to a single
 * class.
 */
export async function readTraitLinks(tables: GameTables, classes: PlayerClasses): Promise<readonly TraitTreeLink[]> {
  const classesOfSkill = new Map<number, Set<string>>();
  for await (const row of readRows(tables, 'SkillRaceClassInfo')) {
    const skillId = readColumnId(tables.table('SkillRaceClassInfo'), row, 'SkillID', 0);
    const [playerClass, another] = classes.inMask(row.integer('ClassMask') ?? 0);
    if (skillId === null || playerClass === undefined || another !== undefined) continue;
    classesOfSkill.set(skillId, (classesOfSkill.get(skillId) ?? new Set()).add(playerClass));
  }
  const names = await readSkillNames(tables);
  const known = new Set<number>();
  await visitRowsWithId(tables, 'TraitTree', (id) => known.add(id));
  const links = new Map<string, TraitTreeLink & { readonly order: number }>();
  const table = tables.table('SkillLineXTraitTree');
  for await (const row of readRows(tables, 'SkillLineXTraitTree')) {
    const skillId = readColumnId(table, row, 'SkillLineID', 0);
    const traitTreeId = skillId === null ? null : readColumnId(table, row, 'TraitTreeID', 0);
    if (skillId === null || traitTreeId === null) continue;
    if (!known.has(traitTreeId)) {
      table?.leaveOut(row.line, `names the TraitTreeID ${traitTreeId}, which TraitTree does not have`);
      continue;
    }
    const order = row.integer('OrderIndex') ?? row.integer('Variant') ?? 0;
    for (const playerClass of classesOfSkill.get(skillId) ?? []) {
      const key = `${playerClass} ${traitTreeId}`;
      if (!links.has(key)) links.set(key, { playerClass, traitTreeId, order, name: names.get(skillId) ?? null });
    }
  }
  return [...links.values()]
    .sort((a, b) => a.order - b.order || a.traitTreeId - b.traitTreeId)
    .map(({ playerClass, traitTreeId, name }) => ({ playerClass, traitTreeId, name }));
}

export async function readSkillNames(tables: GameTables): Promise<ReadonlyMap<number, string>> {
  const names = new Map<number, string>();
  await visitRowsWithId(tables, 'SkillLine', (id, row) => {
    const name = row.text('DisplayName_lang');
    if (name) names.set(id, name);
  });
  return names;
}

export interface TraitNodeRow {
  readonly nodeId: number;
  readonly traitTreeId: number;
  readonly x: number;
  readonly y: number;
  /** 0 for one talent, 1 for several talents learned one after another, 2 for a choice of talents. */
  readonly type: number;
}

export async function readTraitNodes(
  tables: GameTables,
  trees: ReadonlySet<number>,
): Promise<ReadonlyMap<number, TraitNodeRow>> {
  const nodes = new Map<number, TraitNodeRow>();
  await visitRowsWithId(tables, 'TraitNode', (nodeId, row, table) => {
    const [traitTreeId, x, y] = [row.integer('TraitTreeID'), row.integer('PosX'), row.integer('PosY')];
    if (traitTreeId === null || x === null || y === null) {
      table.leaveOut(row.line, 'needs whole numbers as its TraitTreeID, PosX and PosY');
    } else if (trees.has(traitTreeId)) {
      nodes.set(nodeId, { nodeId, traitTreeId, x, y, type: row.integer('Type') ?? 0 });
    }
  });
  return nodes;
}

export interface TraitEntry {
  readonly entryId: number;
  readonly name: string | null;
  readonly spellId: number | null;
  readonly maxRank: number;
}

/** Reads the entries of these nodes, keyed by node id. Each node's entries are in the client's order. */
export async function readTraitEntries(
  tables: GameTables,
  nodes: ReadonlyMap<number, unknown>,
): Promise<ReadonlyMap<number, readonly TraitEntry[]>> {
  const definitions = new Map<number, Pick<TraitEntry, 'name' | 'spellId'>>();
  await visitRowsWithId(tables, 'TraitDefinition', (id, row) => {
    const spellId = row.integer('SpellID') || row.integer('VisibleSpellID') || 0;
    definitions.set(id, { name: row.text('OverrideName_lang') || null, spellId: spellId > 0 ? spellId : null });
  });
  const entries = new Map<number, TraitEntry>();
  await visitRowsWithId(tables, 'TraitNodeEntry', (entryId, row, table) => {
    const maxRank = row.integer('MaxRanks') ?? 0;
    const definitionId = row.integer('TraitDefinitionID') ?? 0;
    const definition = definitions.get(definitionId);
    if (maxRank > 0 && definition !== undefined) entries.set(entryId, { entryId, maxRank, ...definition });
    // Entries without a definition or without ranks are not talents, so they are skipped silently.
    else if (definition === undefined && definitionId !== 0) {
      table.leaveOut(row.line, `names the TraitDefinitionID ${definitionId}, which TraitDefinition does not have`);
    }
  });
  const entriesOfNode = new Map<number, { readonly at: number; readonly entry: TraitEntry }[]>();
  const linkTable = tables.table('TraitNodeXTraitNodeEntry');
  for await (const row of readRows(tables, 'TraitNodeXTraitNodeEntry')) {
    const nodeId = readColumnId(linkTable, row, 'TraitNodeID');
    if (nodeId === null || !nodes.has(nodeId)) continue;
    const entryId = row.integer('TraitNodeEntryID');
    const entry = entries.get(entryId ?? 0);
    if (entry === undefined) {
      linkTable?.leaveOut(row.line, `names the TraitNodeEntryID ${entryId ?? 'none'}, which is no talent`);
      continue;
    }
    // Export tools name this column Index or _Index.
    const at = row.integer('Index') ?? row.integer('_Index') ?? 0;
    entriesOfNode.set(nodeId, [...(entriesOfNode.get(nodeId) ?? []), { at, entry }]);
  }
  return new Map(
    [...entriesOfNode].map(([nodeId, list]) => [
      nodeId,
      list.sort((a, b) => a.at - b.at || a.entry.entryId - b.entry.entryId).map(({ entry }) => entry),
    ]),
  );
}

/** An edge from the left node to the right node. Both nodes belong to the trees being read. */
export interface TraitEdgeRow {
  readonly left: number;
  readonly right: number;
  readonly type: number;
}

export async function readTraitEdges(
  tables: GameTables,
  nodes: ReadonlyMap<number, unknown>,
): Promise<readonly TraitEdgeRow[]> {
  const edges: TraitEdgeRow[] = [];
  const table = tables.table('TraitEdge');
  for await (const row of readRows(tables, 'TraitEdge')) {
    const left = row.integer('LeftTraitNodeID');
    const right = row.integer('RightTraitNodeID');
    const type = row.integer('Type');
    if (left === null || right === null || type === null || left === right) {
      table?.leaveOut(row.line, 'needs a Type and two different nodes as its LeftTraitNodeID and RightTraitNodeID');
      continue;
    }
    if (nodes.has(left) && nodes.has(right)) edges.push({ left, right, type });
  }
  return edges;
}

/** Reads the levels at which each Trait tree gets points, ascending. Trees with more than one currency are left out. */
export async function readTraitLevels(tables: GameTables): Promise<ReadonlyMap<number, readonly number[]>> {
  const levels = new Map<number, readonly number[]>();
  if (!hasColumns(tables, 'TraitCurrencySource', ['TraitCurrencyID', 'Amount', 'PlayerLevel'])) return levels;
  if (!hasColumns(tables, 'TraitTreeXTraitCurrency', ['TraitTreeID', 'TraitCurrencyID'])) return levels;
  const levelsOfCurrency = new Map<number, number[]>();
  for await (const row of readRows(tables, 'TraitCurrencySource')) {
    const currencyId = row.integer('TraitCurrencyID');
    const amount = row.integer('Amount') ?? 0;
    const level = row.integer('PlayerLevel') ?? 0;
    if (amount > POINTS_PER_LEVEL_MAX) {
      const reason = `gives ${formatQuantity(amount, 'point')} at once, more than the ${POINTS_PER_LEVEL_MAX} that a level can give`;
      tables.table('TraitCurrencySource')?.leaveOut(row.line, reason);
      continue;
    }
    if (currencyId === null || level < 1 || amount < 1 || isExtraPointsRow(row)) continue;
    const list = levelsOfCurrency.get(currencyId) ?? [];
    for (let point = 0; point < amount; point += 1) list.push(level);
    levelsOfCurrency.set(currencyId, list);
  }
  const currencies = new Map<number, Set<number>>();
  for await (const row of readRows(tables, 'TraitTreeXTraitCurrency')) {
    const treeId = row.integer('TraitTreeID');
    const currencyId = row.integer('TraitCurrencyID');
    if (treeId !== null && currencyId !== null)
      currencies.set(treeId, (currencies.get(treeId) ?? new Set()).add(currencyId));
  }
  for (const [treeId, [currencyId, another]] of currencies) {
    const list = another === undefined ? levelsOfCurrency.get(currencyId ?? 0) : undefined;
    const ascending = list?.toSorted((a, b) => a - b);
    if (ascending !== undefined) levels.set(treeId, ascending);
  }
  return levels;
}

/** Maximum number of points at one level. A row with more points is treated as damaged. */
const POINTS_PER_LEVEL_MAX = 100;

/** Whether a row's points come from a quest, achievement or talent, in which case only some characters get them. */
function isExtraPointsRow(row: TableRow): boolean {
  return ['QuestID', 'AchievementID', 'TraitNodeEntryID'].some((column) => (row.integer(column) ?? 0) !== 0);
}

export function readRows(tables: GameTables, name: string): AsyncIterable<TableRow> | readonly TableRow[] {
  return tables.table(name)?.rows() ?? [];
}

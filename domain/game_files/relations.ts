import type { ClientEdge, ClientRelation } from '../ports/build.ts';
import { GAME_ID_MAX, visitRowsWithId } from './keys.ts';
import type { SetMembership } from './sets.ts';
import type { GameTable, GameTables, TableRow } from './tables.ts';

/** Value of SpellEffect's `Effect` for spells that create an item. */
const CREATE_ITEM_EFFECT = 24;

/** Reads the relations from items to the spells that create them. Edges are distinct and sorted by both ids. */
export async function readCreatedItems(tables: GameTables): Promise<readonly ClientEdge[]> {
  return collectRelations('created_by', tables.table('SpellEffect'), (row, add) => {
    // Other difficulties are variants of the same spell. A build without the column has no variants.
    if (row.integer('Effect') !== CREATE_ITEM_EFFECT || (row.integer('DifficultyID') ?? 0) !== 0) return;
    add(row.integer('EffectItemType'), row.integer('SpellID'));
  });
}

/** Reads the relations from reagents to spells. Negative reagents stand for groups of items and are skipped. */
export async function readReagents(tables: GameTables): Promise<readonly ClientEdge[]> {
  const table = tables.table('SpellReagents');
  return collectRelations('reagent_for', table, (row, add) => {
    const counts = row.integers('ReagentCount');
    for (const [i, itemId] of row.integers('Reagent').entries()) {
      if (itemId <= 0) continue;
      if ((counts[i] ?? 0) > 0) add(itemId, row.integer('SpellID'));
      else
        table?.doubt(row.line, `lists the reagent ${itemId} with a count of ${counts[i] ?? 'none'}, so it is left out`);
    }
  });
}

/** Reads the relations from spells to skill lines. Each skill line is replaced by its topmost ancestor. */
export async function readSkillLines(tables: GameTables): Promise<readonly ClientEdge[]> {
  const rootOf = await createRootSkillFinder(tables);
  return collectRelations('in_skill_line', tables.table('SkillLineAbility'), (row, add) => {
    const skillId = row.integer('SkillLine');
    add(row.integer('Spell'), skillId === null ? null : rootOf(skillId));
  });
}

export function listSetRelations(memberships: Iterable<SetMembership>): readonly ClientEdge[] {
  const edges: ClientEdge[] = [];
  for (const { itemId, setId } of memberships) edges.push({ rel: 'part_of_set', fromId: itemId, toId: setId });
  return omitRepeatedEdges(edges);
}

/** Returns the relations from items to their icons. Icon 0 means "no icon". */
export function listSameIconRelations(
  items: Iterable<{ readonly itemId: number; readonly iconId: number | null }>,
): readonly ClientEdge[] {
  const edges: ClientEdge[] = [];
  for (const { itemId, iconId } of items) {
    if (iconId !== null && iconId > 0) edges.push({ rel: 'same_icon', fromId: itemId, toId: iconId });
  }
  return omitRepeatedEdges(edges);
}

type AddRelation = (fromId: number | null, toId: number | null) => void;

/** Collects the edges added by `addRow`. Id 0 means "none"; edges with other invalid ids are reported as left out. */
async function collectRelations(
  rel: ClientRelation,
  table: GameTable | null,
  addRow: (row: TableRow, add: AddRelation) => void,
): Promise<readonly ClientEdge[]> {
  const edges: ClientEdge[] = [];
  let line = 0;
  const add: AddRelation = (fromId, toId) => {
    if (isId(fromId) && isId(toId)) edges.push({ rel, fromId, toId });
    else if (fromId !== 0 && toId !== 0) {
      table?.leaveOut(
        line,
        `has a ${rel} relation from ${fromId ?? 'none'} to ${toId ?? 'none'}: both must be ids from 1`,
      );
    }
  };
  await table?.visit((row) => {
    line = row.line;
    addRow(row, add);
  });
  return omitRepeatedEdges(edges);
}

function isId(id: number | null): id is number {
  return id !== null && id > 0 && id <= GAME_ID_MAX;
}

/** Sorts the edges of one relation by both ids and removes duplicates. */
function omitRepeatedEdges(edges: ClientEdge[]): readonly ClientEdge[] {
  edges.sort((a, b) => a.fromId - b.fromId || a.toId - b.toId);
  return edges.filter(({ fromId, toId }, i) => {
    const previous = edges[i - 1];
    return previous === undefined || previous.fromId !== fromId || previous.toId !== toId;
  });
}

/** Returns a function mapping a skill line to its topmost ancestor, such as a specialisation to its profession. */
async function createRootSkillFinder(tables: GameTables): Promise<(skillId: number) => number> {
  const parents = new Map<number, number>();
  await visitRowsWithId(tables, 'SkillLine', (id, row) => {
    const parent = row.integer('ParentSkillLineID') ?? 0;
    if (parent > 0) parents.set(id, parent);
  });
  return (skillId) => findRootSkill(parents, skillId);
}

/** Returns the topmost ancestor, or the skill line itself if its ancestors form a cycle. */
function findRootSkill(parents: ReadonlyMap<number, number>, skillId: number): number {
  const seen = new Set<number>();
  let at = skillId;
  while (parents.has(at)) {
    if (seen.has(at)) return skillId;
    seen.add(at);
    at = parents.get(at)!;
  }
  return at;
}

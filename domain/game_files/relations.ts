import type { ClientEdge, ClientRelation } from '../ports/build.ts';
import { GAME_ID_MAX } from './keys.ts';
import type { Membership } from './sets.ts';
import { readRoots } from './skill_lines.ts';
import type { GameTable, GameTables, TableRow } from './tables.ts';

/** SpellEffect's Effect of a spell that makes an item. */
const CREATE_ITEM = 24;

/** What makes an item, and with what (contract, section 3, Client edges). Each function gives distinct edges in order. */
export async function readCreatedBy(tables: GameTables): Promise<readonly ClientEdge[]> {
  return collect('created_by', tables.table('SpellEffect'), (row, add) => {
    // Other difficulties are variants of the same spell; a build without the column has none.
    if (row.integer('Effect') !== CREATE_ITEM || (row.integer('DifficultyID') ?? 0) !== 0) return;
    add(row.integer('EffectItemType'), row.integer('SpellID'));
  });
}

/** A reagent below 0 is no item but a stand-in for several. */
export async function readReagents(tables: GameTables): Promise<readonly ClientEdge[]> {
  const table = tables.table('SpellReagents');
  return collect('reagent_for', table, (row, add) => {
    const counts = row.integers('ReagentCount');
    for (const [i, itemId] of row.integers('Reagent').entries()) {
      if (itemId <= 0) continue;
      if ((counts[i] ?? 0) > 0) add(itemId, row.integer('SpellID'));
      else
        table?.doubt(row.line, `lists the reagent ${itemId} with a count of ${counts[i] ?? 'none'}, so it is left out`);
    }
  });
}

/** A spell may stand in several lines; a line that is a part of another counts as that. */
export async function readInSkillLine(tables: GameTables): Promise<readonly ClientEdge[]> {
  const rootOf = await readRoots(tables);
  return collect('in_skill_line', tables.table('SkillLineAbility'), (row, add) => {
    const skillId = row.integer('SkillLine');
    add(row.integer('Spell'), skillId === null ? null : rootOf(skillId));
  });
}

export function partOfSet(memberships: Iterable<Membership>): readonly ClientEdge[] {
  const edges: ClientEdge[] = [];
  for (const { itemId, setId } of memberships) edges.push({ rel: 'part_of_set', fromId: itemId, toId: setId });
  return distinct(edges);
}

/** Items with the icons they show; icon 0 is none. */
export function sameIcon(
  items: Iterable<{ readonly itemId: number; readonly iconId: number | null }>,
): readonly ClientEdge[] {
  const edges: ClientEdge[] = [];
  for (const { itemId, iconId } of items) {
    if (iconId !== null && iconId > 0) edges.push({ rel: 'same_icon', fromId: itemId, toId: iconId });
  }
  return distinct(edges);
}

type Add = (fromId: number | null, toId: number | null) => void;

/** The edges that the rows of a table add. An end of 0 is the client's word for none; other ends that are no id are noted. */
async function collect(
  rel: ClientRelation,
  table: GameTable | null,
  addOf: (row: TableRow, add: Add) => void,
): Promise<readonly ClientEdge[]> {
  const edges: ClientEdge[] = [];
  let line = 0;
  const add: Add = (fromId, toId) => {
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
    addOf(row, add);
  });
  return distinct(edges);
}

function isId(id: number | null): id is number {
  return id !== null && id > 0 && id <= GAME_ID_MAX;
}

/** Of one relation, by their ends, each once. */
function distinct(edges: ClientEdge[]): readonly ClientEdge[] {
  edges.sort((a, b) => a.fromId - b.fromId || a.toId - b.toId);
  return edges.filter(({ fromId, toId }, i) => {
    const before = edges[i - 1];
    return before === undefined || before.fromId !== fromId || before.toId !== toId;
  });
}

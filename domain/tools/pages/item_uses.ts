import { LIST_MAX, REAGENTS_MAX } from '../../../schema/limits.ts';
import { families } from '../../families/mod.ts';
import { CLIENT_GROUPS } from '../../ports/build.ts';
import type { OtherEnds } from '../../ports/edges.ts';
import { pageUrl } from '../../values/entity_page.ts';
import { type FirstOf, NO_ROWS } from '../shared/first_of.ts';
import { type Entity, namedEntity, type SnapshotData } from '../shared/snapshot_data.ts';
import { fileName } from '../shared/zone.ts';

type GroupName = (typeof CLIENT_GROUPS)[number]['name'];

/** A spell of the game's files that is related to an item (schema/tools/page_parts.ts, inFiles). */
interface FiledSpell {
  readonly spellId: number;
  readonly name: string | null;
  readonly skill: string | null;
}

export interface Uses {
  readonly reagentFor: FirstOf<FiledSpell & { readonly makes: Entity<'item'> | null }> | null;
  readonly createdBy: FirstOf<FiledSpell & { readonly reagents: readonly Entity<'item'>[] }> | null;
}

const MAX = LIST_MAX.itemInFiles.spells;

/** Returns the spells that use or make an item according to the imported build. */
export async function usesOf(data: SnapshotData, itemId: number): Promise<Uses> {
  const [using, making] = await Promise.all([
    spellsOf(data, 'reagent_for:item:spell', itemId, ['created_by:item:spell', 1]),
    spellsOf(data, 'created_by:item:spell', itemId, ['reagent_for:item:spell', REAGENTS_MAX]),
  ]);
  return {
    reagentFor: rowsOf(using, ([makes]) => ({ makes: makes ?? null })),
    createdBy: rowsOf(making, (reagents) => ({ reagents })),
  };
}

interface SpellWithItems {
  readonly spell: FiledSpell;
  /** The items at the spell's other relation. */
  readonly items: readonly Entity<'item'>[];
}

function rowsOf<T>(
  found: FirstOf<SpellWithItems> | null,
  tell: (items: readonly Entity<'item'>[]) => T,
): FirstOf<FiledSpell & T> | null {
  return found === null
    ? null
    : { total: found.total, rows: found.rows.map(({ spell, items }) => ({ ...spell, ...tell(items) })) };
}

/**
 * Returns the spells related to an item, by id, each with the items of another relation, or null if the build has no
 * such relations. All spells are read list by list, so that many of them take few reads.
 */
async function spellsOf(
  data: SnapshotData,
  group: GroupName,
  itemId: number,
  [beside, each]: readonly [GroupName, number],
): Promise<FirstOf<SpellWithItems> | null> {
  if ((data.view.game?.edges[group] ?? 0) === 0) return null;
  const spells = await edgesAt(data, group, 'from', [itemId], MAX);
  const { ids, total } = spells.get(itemId) ?? { ids: [], total: 0 };
  if (total === 0) return NO_ROWS;
  const [names, skills, items] = await Promise.all([
    data.reader.gameFactsAmong(data.view, 'spell', ids.map(String)),
    edgesAt(data, 'in_skill_line:spell:skill', 'from', ids, 1),
    edgesAt(data, beside, 'to', ids, each),
  ]);
  const [skillNames, entities] = await Promise.all([
    data.reader.gameFactsAmong(data.view, 'skill', othersIn(skills).map(String)),
    itemsNamed(data, othersIn(items)),
  ]);
  const rows = ids.map((spellId): SpellWithItems => {
    const [skillId] = skills.get(spellId)?.ids ?? [];
    const spell = {
      spellId,
      name: fileName(names.get(`${spellId}`)),
      skill: skillId === undefined ? null : fileName(skillNames.get(`${skillId}`)),
    };
    return { spell, items: (items.get(spellId)?.ids ?? []).flatMap((id) => entities.get(id) ?? []) };
  });
  return { total, rows };
}

function edgesAt(
  { reader, view }: SnapshotData,
  name: GroupName,
  end: 'from' | 'to',
  ids: readonly number[],
  each: number,
): Promise<ReadonlyMap<number, OtherEnds>> {
  return reader.clientEdgesAt(view, CLIENT_GROUPS.find((group) => group.name === name)!, end, ids, each);
}

function othersIn(ends: ReadonlyMap<number, OtherEnds>): readonly number[] {
  return [...new Set([...ends.values()].flatMap(({ ids }) => ids))];
}

/** Names items by id. Items with an agreed name also get a link to their page. */
async function itemsNamed(data: SnapshotData, ids: readonly number[]): Promise<ReadonlyMap<number, Entity<'item'>>> {
  const facts = await data.reader.factsAmong(data.view, families.items, ids.map(String));
  return new Map(
    ids.map((id) => {
      const fact = facts.get(`${id}`) ?? null;
      const url = fact === null ? null : pageUrl(data.publisher, 'item', id);
      return [id, { ...namedEntity('item', id, fact?.name), url }] as const;
    }),
  );
}

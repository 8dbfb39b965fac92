import { LIST_MAX, REAGENTS_MAX } from '../../../schema/limits.ts';
import { families } from '../../families/mod.ts';
import { CLIENT_GROUPS } from '../../ports/build.ts';
import type { OtherEnds } from '../../ports/edges.ts';
import { type FirstOf, NO_ROWS } from '../../reads/entities/first_of.ts';
import { type Entity, namedEntity, type PublishedSnapshot } from '../../reads/entities/snapshot_data.ts';
import { fileName } from '../../reads/entities/zone_name.ts';
import { pageUrl } from '../../values/entity_page.ts';

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
export async function usesOf(snapshot: PublishedSnapshot, itemId: number): Promise<Uses> {
  const [using, making] = await Promise.all([
    spellsOf(snapshot, 'reagent_for:item:spell', itemId, ['created_by:item:spell', 1]),
    spellsOf(snapshot, 'created_by:item:spell', itemId, ['reagent_for:item:spell', REAGENTS_MAX]),
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
  snapshot: PublishedSnapshot,
  group: GroupName,
  itemId: number,
  [beside, each]: readonly [GroupName, number],
): Promise<FirstOf<SpellWithItems> | null> {
  if ((snapshot.view.game?.edges[group] ?? 0) === 0) return null;
  const spells = await edgesAt(snapshot, group, 'from', [itemId], MAX);
  const { ids, total } = spells.get(itemId) ?? { ids: [], total: 0 };
  if (total === 0) return NO_ROWS;
  const [names, skills, items] = await Promise.all([
    snapshot.game.factsAmong('spell', ids.map(String)),
    edgesAt(snapshot, 'in_skill_line:spell:skill', 'from', ids, 1),
    edgesAt(snapshot, beside, 'to', ids, each),
  ]);
  const [skillNames, entities] = await Promise.all([
    snapshot.game.factsAmong('skill', othersIn(skills).map(String)),
    itemsNamed(snapshot, othersIn(items)),
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
  snapshot: PublishedSnapshot,
  name: GroupName,
  end: 'from' | 'to',
  ids: readonly number[],
  each: number,
): Promise<ReadonlyMap<number, OtherEnds>> {
  return snapshot.edges.clientAt(CLIENT_GROUPS.find((group) => group.name === name)!, end, ids, each);
}

function othersIn(ends: ReadonlyMap<number, OtherEnds>): readonly number[] {
  return [...new Set([...ends.values()].flatMap(({ ids }) => ids))];
}

/** Names items by id. Items with an agreed name also get a link to their page. */
async function itemsNamed(
  snapshot: PublishedSnapshot,
  ids: readonly number[],
): Promise<ReadonlyMap<number, Entity<'item'>>> {
  const facts = await snapshot.factsAmong(families.items, ids.map(String));
  return new Map(
    ids.map((id) => {
      const fact = facts.get(`${id}`) ?? null;
      const url = fact === null ? null : pageUrl(snapshot.publisher, 'item', id);
      return [id, { ...namedEntity('item', id, fact?.name), url }] as const;
    }),
  );
}

import { LIST_MAX, REAGENTS_MAX } from '../../../schema/limits.ts';
import type { ItemsResponse } from '../../../schema/responses/items.ts';
import { QUALITIES } from '../../../schema/vocabulary.ts';
import { BINDING_NAMES, STAT_NAMES } from '../../cards/vocabulary.ts';
import { families } from '../../families/mod.ts';
import { CLIENT_GROUPS } from '../../ports/build.ts';
import type { LinkedIds } from '../../ports/edges.ts';
import { readFileItem } from '../../reads/entities/filed_item.ts';
import { type FirstRows, NO_FIRST_ROWS } from '../../reads/entities/first_of.ts';
import { type Entity, nameEntity, type PublishedSnapshot, toFileName } from '../../reads/entities/snapshot_data.ts';
import { findMatches, listRanges } from '../../reads/item_index.ts';
import { parseRows } from '../../reads/pieces.ts';
import { toPageUrl } from '../../values/entity_page.ts';

type ItemRow = ItemsResponse['items'][number];
type GroupName = (typeof CLIENT_GROUPS)[number]['name'];

const SPELLS_MAX = LIST_MAX.itemInFiles;

/**
 * Reads the imported build's data on an item (schema/tools/item_pages.ts, itemInFiles). Returns null if there is
 * no build or the build does not have the item.
 */
export async function readItemInFiles(snapshot: PublishedSnapshot, itemId: number) {
  if (snapshot.view.game === null) return null;
  const [row, filed] = await Promise.all([readItemRow(snapshot, itemId), readFileItem(snapshot, itemId)]);
  if (row === null || filed === null) return null;
  const { set, classes, startsQuest, requiredSkill, item } = filed;
  const { itemId: _itemId, setId: _setId, ...listed } = row;
  const { armour, damage, delayMs, stats, resistances, durability, bagSlots, binding, unique } = item.card;
  const uses = await readItemUses(snapshot, itemId);
  return {
    ...listed,
    quality: item.qualityId === null ? null : (QUALITIES[item.qualityId] ?? null),
    armour,
    damage: damage?.slice(0, SPELLS_MAX.damages) ?? null,
    delayMs,
    stats:
      stats
        ?.slice(0, SPELLS_MAX.stats)
        .map(({ statId, amount }) => ({ statId, name: STAT_NAMES.get(statId) ?? null, amount })) ?? null,
    resistances: resistances?.slice(0, SPELLS_MAX.resistances) ?? null,
    binding: binding === 0 ? 'none' : binding === null ? null : (BINDING_NAMES.get(binding) ?? null),
    // Imports by release 0.3.0 store a boolean, so they only tell whether the count is one.
    maxCount: typeof unique === 'number' ? Math.max(0, unique) : unique === true ? 1 : null,
    durability,
    bagSlots,
    startsQuest,
    requiredSkill,
    classes: item.card.allowableClass === null ? null : classes,
    ...uses,
    set:
      set === null
        ? null
        : { setId: set.setId, name: toFileName(set.name) ?? '', itemIds: set.itemIds.slice(0, SPELLS_MAX.setItems) },
  };
}

/** Returns the item's row as listed by `/api/items`. */
async function readItemRow(snapshot: PublishedSnapshot, itemId: number): Promise<ItemRow | null> {
  const index = await snapshot.game.itemIndex();
  if (index === null) return null;
  const one = { item: itemId, class: null, subclass: null, slot: null, quality: null };
  const place = findMatches(index, one);
  const pieces = await snapshot.game.itemRows(listRanges(place, index.itemIds.length, 0, 1));
  return parseRows<ItemRow>(pieces)[0] ?? null;
}

/** A spell of the game's files that is related to an item (schema/tools/page_parts.ts, inFiles). */
interface FiledSpell {
  readonly spellId: number;
  readonly name: string | null;
  readonly skill: string | null;
}

interface ItemUses {
  readonly reagentFor: FirstRows<FiledSpell & { readonly makes: Entity<'item'> | null }> | null;
  readonly createdBy: FirstRows<FiledSpell & { readonly reagents: readonly Entity<'item'>[] }> | null;
}

/** Returns the spells that use or make an item according to the imported build. */
async function readItemUses(snapshot: PublishedSnapshot, itemId: number): Promise<ItemUses> {
  const [using, making] = await Promise.all([
    readRelatedSpells(snapshot, 'reagent_for:item:spell', itemId, ['created_by:item:spell', 1]),
    readRelatedSpells(snapshot, 'created_by:item:spell', itemId, ['reagent_for:item:spell', REAGENTS_MAX]),
  ]);
  return {
    reagentFor: mapFiledSpells(using, ([makes]) => ({ makes: makes ?? null })),
    createdBy: mapFiledSpells(making, (reagents) => ({ reagents })),
  };
}

interface SpellWithItems {
  readonly spell: FiledSpell;
  /** The items that the spell makes, or its reagents, depending on the relation read. */
  readonly items: readonly Entity<'item'>[];
}

function mapFiledSpells<T>(
  found: FirstRows<SpellWithItems> | null,
  tell: (items: readonly Entity<'item'>[]) => T,
): FirstRows<FiledSpell & T> | null {
  return found === null
    ? null
    : { total: found.total, rows: found.rows.map(({ spell, items }) => ({ ...spell, ...tell(items) })) };
}

/**
 * Returns the spells related to an item, ordered by id, each with its items from a second relation (`beside`). Returns
 * null if the build has no relations of the group. Each list is read for all spells at once, which keeps the number of
 * reads small.
 */
async function readRelatedSpells(
  snapshot: PublishedSnapshot,
  group: GroupName,
  itemId: number,
  [beside, each]: readonly [GroupName, number],
): Promise<FirstRows<SpellWithItems> | null> {
  if ((snapshot.view.game?.edges[group] ?? 0) === 0) return null;
  const spells = await readEdgesOfItems(snapshot, group, 'from', [itemId], SPELLS_MAX.spells);
  const { ids, total } = spells.get(itemId) ?? { ids: [], total: 0 };
  if (total === 0) return NO_FIRST_ROWS;
  const [names, skills, items] = await Promise.all([
    snapshot.game.factsAmong('spell', ids.map(String)),
    readEdgesOfItems(snapshot, 'in_skill_line:spell:skill', 'from', ids, 1),
    readEdgesOfItems(snapshot, beside, 'to', ids, each),
  ]);
  const [skillNames, entities] = await Promise.all([
    snapshot.game.factsAmong('skill', listLinkedIds(skills).map(String)),
    nameItems(snapshot, listLinkedIds(items)),
  ]);
  const rows = ids.map((spellId): SpellWithItems => {
    const [skillId] = skills.get(spellId)?.ids ?? [];
    const spell = {
      spellId,
      name: toFileName(names.get(`${spellId}`)),
      skill: skillId === undefined ? null : toFileName(skillNames.get(`${skillId}`)),
    };
    return { spell, items: (items.get(spellId)?.ids ?? []).flatMap((id) => entities.get(id) ?? []) };
  });
  return { total, rows };
}

function readEdgesOfItems(
  snapshot: PublishedSnapshot,
  name: GroupName,
  end: 'from' | 'to',
  ids: readonly number[],
  each: number,
): Promise<ReadonlyMap<number, LinkedIds>> {
  return snapshot.edges.clientAt(CLIENT_GROUPS.find((group) => group.name === name)!, end, ids, each);
}

function listLinkedIds(ends: ReadonlyMap<number, LinkedIds>): readonly number[] {
  return [...new Set([...ends.values()].flatMap(({ ids }) => ids))];
}

/** Names items by id. Items with an agreed name also get a link to their page. */
async function nameItems(
  snapshot: PublishedSnapshot,
  ids: readonly number[],
): Promise<ReadonlyMap<number, Entity<'item'>>> {
  const facts = await snapshot.factsAmong(families.items, ids.map(String));
  return new Map(
    ids.map((id) => {
      const fact = facts.get(`${id}`) ?? null;
      const url = fact === null ? null : toPageUrl(snapshot.publisher, 'item', id);
      return [id, { ...nameEntity('item', id, fact?.name), url }] as const;
    }),
  );
}

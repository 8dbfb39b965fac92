import type { ItemsResponse } from '../../../schema/responses/items.ts';
import type { item_categories as contract } from '../../../schema/tools/browsing.ts';
import type { ToolAnswer } from '../../../schema/tools/tool.ts';
import type { Categories } from '../../ports/builds.ts';
import { type PublishedSnapshot, readEntity, toLabel } from '../../reads/entities/snapshot_data.ts';
import { findMatches, type ItemFilter, listRanges } from '../../reads/item_index.ts';
import { resolveItemFilter } from '../../reads/items.ts';
import { parseRows } from '../../reads/pieces.ts';
import { badParameter, type ReadRefusal } from '../../reads/refusal.ts';
import { mapInOrder } from '../../values/map_in_order.ts';
import { formatChoices, formatQuantity } from '../../values/phrases.ts';
import { quote } from '../../values/quoted.ts';
import { err, ok, type Result } from '../../values/result.ts';
import { answerFromFiles, renderFilesNotice } from '../shared/files.ts';
import { buildCreditFields } from '../shared/page.ts';
import type { ContractRule } from '../tool.ts';

type ItemsAnswer = ToolAnswer<typeof contract>;
type CategoryEntries = Pick<ItemsAnswer, 'tree' | 'total' | 'items' | 'path' | 'dataAsOf' | 'attribution' | 'error'>;
type ItemEntry = NonNullable<ItemsAnswer['items']>[number];
type CategoryPath = NonNullable<ItemsAnswer['path']>;

const NO_ENTRIES = { tree: null, total: null, items: null, path: null } satisfies CategoryEntries;

/** The categories of items, or the items of a category (contract, section 6). */
export const item_categories: ContractRule<typeof contract> = {
  answer: (context, { limit, item, quality, slot, subclass, class: itemClass }) => {
    const filter: ItemFilter = {
      item: item ?? null,
      class: itemClass ?? null,
      subclass: subclass ?? null,
      slot: slot ?? null,
      quality: quality ?? null,
    };
    return answerFromFiles<CategoryEntries>(context, NO_ENTRIES, (snapshot) =>
      readCategoryEntries(snapshot, filter, limit),
    );
  },
  text: (answer) => [
    ...(answer.error === undefined ? renderCategories(answer) : [answer.error]),
    ...renderFilesNotice(answer),
    ...(answer.attribution === undefined
      ? []
      : [`Names: ${answer.attribution.credit} (${answer.attribution.licence}), ${answer.attribution.source}`]),
  ],
};

async function readCategoryEntries(
  snapshot: PublishedSnapshot,
  asked: ItemFilter,
  limit: number,
): Promise<Result<CategoryEntries, ReadRefusal>> {
  const index = await snapshot.game.itemIndex();
  if (index === null) return ok({ ...NO_ENTRIES, error: 'The build has no items.' });
  const { categories } = index;
  if (Object.values(asked).every((filter) => filter === null)) return ok({ ...NO_ENTRIES, tree: categories });
  const filter = resolveSlugs(categories, asked);
  if (!filter.ok) return filter;
  const matches = findMatches(index, filter.value);
  const places = index.itemIds.length;
  const rows = await readRows(snapshot, listRanges(matches, places, 0, limit));
  const total = matches?.length ?? places;
  const [first] = rows;
  if (asked.item !== null && first === undefined)
    return ok({ ...NO_ENTRIES, total, items: [], error: explainUnknownSlug(asked) });
  return ok({
    tree: null,
    total,
    items: rows,
    path: asked.item === null || first === undefined ? null : buildCategoryPath(categories, first),
    // The item names come from players, not from the game's files, so they need credit.
    ...(rows.some((row) => row.item.name !== null) ? buildCreditFields(snapshot) : {}),
  });
}

/** Converts the filter to the build's own slugs. Rejects values that the build does not have. */
function resolveSlugs(categories: Categories, asked: ItemFilter): Result<ItemFilter, ReadRefusal> {
  const { slot } = asked;
  if (slot !== null && !categories.slots.some(({ slug }) => slug === slot)) {
    const slugs = categories.slots.map(({ slug }) => slug);
    const needed = formatChoices(slugs, 'absent, since the build has no slots');
    return err(badParameter('slot', `slot must be ${needed}; it is ${quote(slot)}.`));
  }
  return resolveItemFilter(categories, asked);
}

function explainUnknownSlug({ item, ...others }: ItemFilter): string {
  return Object.values(others).some((filter) => filter !== null)
    ? `The build has no item ${item} in the categories asked for.`
    : `The build has no item ${item}.`;
}

async function readRows(
  snapshot: PublishedSnapshot,
  ranges: ReturnType<typeof listRanges>,
): Promise<readonly ItemEntry[]> {
  const pieces = await snapshot.game.itemRows(ranges);
  return mapInOrder(parseRows<ItemsResponse['items'][number]>(pieces), async (row): Promise<ItemEntry> => {
    const item = await readEntity(snapshot, 'item', row.itemId, false);
    const { itemId: _itemId, ...said } = row;
    return { item, ...said };
  });
}

function buildCategoryPath(categories: Categories, row: ItemEntry): CategoryPath {
  const itemClass = categories.classes.find(({ slug }) => slug === row.class);
  return {
    class: buildPathStep(categories.classes, row.class),
    subclass: buildPathStep(itemClass?.subclasses ?? [], row.subclass),
    slot: buildPathStep(categories.slots, row.slot),
    quality: buildPathStep(categories.qualities, row.quality),
  };
}

function buildPathStep(
  known: readonly { readonly slug: string; readonly name: string | null }[],
  slug: string | null,
): CategoryPath['class'] {
  return slug === null ? null : { slug, name: known.find((one) => one.slug === slug)?.name ?? null };
}

const CATEGORY_LINES_MAX = 20;

function renderCategories({ tree, total, items, path }: ItemsAnswer): readonly string[] {
  if (tree !== null) {
    return [
      ...tree.classes
        .slice(0, CATEGORY_LINES_MAX)
        .map(
          ({ label, slug, items: held, subclasses }) =>
            `${label} (${slug}): ${formatQuantity(held, 'item')}, ${formatQuantity(subclasses.length, 'subclass', 'subclasses')}.`,
        ),
      ...renderMoreCount(tree.classes.length - CATEGORY_LINES_MAX, 'class', 'classes'),
      `Slots: ${tree.slots.map(({ slug }) => slug).join(', ')}.`,
      `Qualities: ${tree.qualities.map(({ slug }) => slug).join(', ')}.`,
    ];
  }
  const rows = items ?? [];
  const [first] = rows;
  if (path !== null && first !== undefined) {
    const steps = [path.class, path.subclass, path.slot, path.quality].map((step) => step?.name ?? step?.slug ?? '?');
    return [`${toLabel(first.item)}: ${steps.join(' > ')} (class > subclass > slot > quality).`, formatEntry(first)];
  }
  return [
    rows.length === (total ?? 0)
      ? `${formatQuantity(rows.length, 'item')}:`
      : `${formatQuantity(total ?? 0, 'item')}; the first by id:`,
    ...rows.slice(0, CATEGORY_LINES_MAX).map(formatEntry),
    ...renderMoreCount((total ?? 0) - Math.min(rows.length, CATEGORY_LINES_MAX), 'item'),
  ];
}

function renderMoreCount(count: number, one: string, many?: string): readonly string[] {
  return count > 0 ? [`And ${formatQuantity(count, one, many)} more.`] : [];
}

function formatEntry({ item, class: itemClass, subclass, slot, quality, itemLevel, requiredLevel }: ItemEntry): string {
  const words = [quality, itemClass, subclass, slot].filter((word) => word !== null);
  const level = itemLevel === null ? ['item level unknown'] : itemLevel === 0 ? [] : [`item level ${itemLevel}`];
  const needs =
    requiredLevel === null
      ? ['required level unknown']
      : requiredLevel === 0
        ? []
        : [`requires level ${requiredLevel}`];
  return `${toLabel(item)}: ${[...words, ...level, ...needs].join(', ')}.`;
}

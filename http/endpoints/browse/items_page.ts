import type { Categories, ClassCategory } from '../../../domain/ports/builds.ts';
import { readCategories } from '../../../domain/reads/items.ts';
import { readNamesPage } from '../../../domain/tools/browse/by_name.ts';
import { type ListedItem, readListedItems, type SourcedValue } from '../../../domain/tools/browse/items.ts';
import { NO_BUILD_HINT } from '../../../domain/tools/shared/empty_hints.ts';
import { formatQuantity } from '../../../domain/values/phrases.ts';
import type { Context } from '../../context.ts';
import { html } from '../../pages/html.ts';
import { listPage } from '../../pages/list_page.ts';
import { readNamePosition, renderNamedList } from '../../pages/parts/by_name.ts';
import { linkEntity } from '../../pages/parts/entity_link.ts';
import { FILE_FACT_MARK } from '../../pages/parts/facts.ts';
import { UNKNOWN_MARK } from '../../pages/parts/money.ts';
import { renderSection } from '../../pages/parts/section.ts';
import { renderTable } from '../../pages/parts/table.ts';

const ITEMS_PATH = '/items';

/** Creates the page of items: the categories of the imported build, and all items with an agreed name. */
export async function createItemsPage(context: Context, query: string) {
  const place = readNamePosition(query);
  if (!place.ok) return place;
  return listPage(context, {
    title: 'Items',
    path: ITEMS_PATH,
    description: 'Items by category and by name, with drops, vendors and prices confirmed by players.',
    data: '/api/items/categories',
    read: async (snapshot) => {
      const names = await readNamesPage(snapshot, 'item', place.value);
      const items = await readListedItems(snapshot, names.ids);
      return { tree: await readCategories(context.snapshots), names, items };
    },
    render: ({ tree, names, items }, base) =>
      html`${renderSection('categories', 'By category', renderCategories(tree, base))}${renderNamedList({
        names,
        place: place.value,
        path: `${base}${ITEMS_PATH}`,
        none: 'No item names yet that three players agree on.',
        table: () => renderItems(items, base),
      })}`,
  });
}

function renderCategories({ classes, game }: Categories & { readonly game: object | null }, base: string): unknown {
  return game === null
    ? html`<p>${NO_BUILD_HINT}</p>\n`
    : html`<p>Categories of the game. ${FILE_FACT_MARK}</p>
<div class="tiles wide classes">
${classes.filter(({ items }) => items > 0).map((one) => renderClassBox(one, `${base}${ITEMS_PATH}/${one.slug}`))}</div>
`;
}

function renderClassBox({ label, items, subclasses }: ClassCategory, path: string): unknown {
  return html`<div class="panel">
<h3><a href="${path}"><bdi>${label}</bdi></a> <small class="quiet">${formatQuantity(items, 'item')}</small></h3>
<ul class="plain">
${subclasses
  .filter((one) => one.items > 0)
  .map(
    ({ slug, name, items: held }) =>
      html`<li><a href="${path}?subclass=${slug}"><bdi>${name ?? `Other ${label.toLowerCase()}`}</bdi></a>&nbsp;<small class="quiet">${held}</small></li>\n`,
  )}</ul>
</div>
`;
}

function renderItems(items: readonly ListedItem[], base: string): unknown {
  const isFiled = items.every(({ itemLevel }) => itemLevel?.fromFiles !== false);
  const head = html`Item level${isFiled ? html` ${FILE_FACT_MARK}` : ''}`;
  return renderTable({
    caption: 'Items by name',
    columns: [{ head: 'Name' }, { head: 'Quality' }, { head, as: 'number' }],
    ids: items.map(({ id }) => id),
    rows: items.map(({ id, name, quality, itemLevel }) => [
      linkEntity({ kind: 'item', id, name: name?.value ?? null, locale: name?.locale }, base),
      formatListedValue(quality),
      {
        shown: isFiled ? (itemLevel?.value ?? UNKNOWN_MARK) : formatListedValue(itemLevel),
        value: itemLevel?.value ?? null,
      },
    ]),
  });
}

function formatListedValue(listed: SourcedValue<unknown> | null): unknown {
  if (listed === null) return UNKNOWN_MARK;
  return listed.fromFiles ? html`${listed.value} ${FILE_FACT_MARK}` : listed.value;
}

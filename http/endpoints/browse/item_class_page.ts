import * as v from 'valibot';
import { buildGameDataNotice } from '../../../domain/game_files/import/notice.ts';
import { ITEM_SLOTS } from '../../../domain/game_files/slugs.ts';
import type { Categories, ClassCategory } from '../../../domain/ports/builds.ts';
import { type ItemsPage, readCategories, readItems } from '../../../domain/reads/items.ts';
import { readNames } from '../../../domain/reads/names.ts';
import { parseRows } from '../../../domain/reads/pieces.ts';
import type { LocalizedText } from '../../../domain/values/language.ts';
import { formatQuantity } from '../../../domain/values/phrases.ts';
import { quote } from '../../../domain/values/quoted.ts';
import { err, ok, type Result } from '../../../domain/values/result.ts';
import type { ItemsResponse } from '../../../schema/responses/items.ts';
import { QUALITIES } from '../../../schema/vocabulary.ts';
import type { Context } from '../../context.ts';
import { html } from '../../pages/html.ts';
import { type PageContent, toBasePath } from '../../pages/layout.ts';
import { describeObserved } from '../../pages/observed.ts';
import { linkEntity } from '../../pages/parts/entity_link.ts';
import { UNKNOWN_MARK } from '../../pages/parts/money.ts';
import { renderPageLinks } from '../../pages/parts/pager.ts';
import { renderTable } from '../../pages/parts/table.ts';
import { choice, omitEmptyValues, readQuery, text, wholeNumberOr } from '../../pipeline/query.ts';
import type { Refusal } from '../../pipeline/refusal.ts';
import type { Call } from '../../pipeline/route.ts';

const ITEMS_FOLDER = '/items/';
const PAGE_ROWS = 100;

type ItemRow = ItemsResponse['items'][number];

/** Filters within a class. Null means that any value matches. */
interface ChosenFilters {
  readonly subclass: string | null;
  readonly slot: string | null;
  readonly quality: string | null;
}

const FILTER_QUERY = v.object({
  subclass: text(),
  slot: choice(ITEM_SLOTS.map(({ slug }) => slug)),
  quality: choice(QUALITIES),
  page: wholeNumberOr(1),
});

/** Creates the page of an item class in the build, which lists the class's items by id, 100 per page. */
export async function createItemClassPage(context: Context, call: Call): Promise<Result<PageContent, Refusal>> {
  const slug = call.path.slice(ITEMS_FOLDER.length);
  const asked = readQuery(FILTER_QUERY, omitEmptyValues(call.query));
  if (!asked.ok) return asked;
  const tree = await readCategories(context.snapshots);
  const itemClass = tree.classes.find((one) => one.slug === slug);
  if (itemClass === undefined) return err(refuseClass(slug, tree.game !== null));
  const { page, ...chosen } = asked.value;
  const found = await readItems(context.snapshots, {
    class: itemClass.slug,
    ...chosen,
    item: null,
    offset: (page - 1) * PAGE_ROWS,
    limit: PAGE_ROWS,
    pin: null,
    bytesMax: context.pageBytesMax,
  });
  if (!found.ok) return found;
  const rows = parseRows<ItemRow>(found.value);
  const ids = rows.map(({ itemId }) => itemId);
  const names = await readNames(found.value.snapshot, 'item', ids);
  return ok(buildContent(context, { itemClass, tree, chosen, page, found: found.value, rows, names }));
}

function refuseClass(slug: string, hasBuild: boolean): Refusal {
  return {
    kind: 'not-found',
    error: hasBuild
      ? `The imported build has no items of a class ${quote(slug)}; /items lists its classes.`
      : 'No build of the game has been imported here, so items have no categories; /items lists the items that players named.',
  };
}

interface ItemClassData {
  readonly itemClass: ClassCategory;
  readonly tree: Categories;
  readonly chosen: ChosenFilters;
  readonly page: number;
  readonly found: ItemsPage;
  readonly rows: readonly ItemRow[];
  readonly names: ReadonlyMap<number, LocalizedText>;
}

function buildContent({ settings }: Context, shown: ItemClassData): PageContent {
  const { itemClass, tree, chosen, page, found, rows, names } = shown;
  const base = toBasePath(settings.publicUrl);
  const path = `${ITEMS_FOLDER}${itemClass.slug}`;
  const subclass = itemClass.subclasses.find(({ slug, id }) => slug === chosen.subclass || `${id}` === chosen.subclass);
  const title = subclass === undefined ? itemClass.label : `${itemClass.label}: ${subclass.name ?? subclass.slug}`;
  const said = Object.entries(chosen).filter((entry): entry is [string, string] => entry[1] !== null);
  const pathOf = (to: number): string => {
    const query = new URLSearchParams([...said, ...(to === 1 ? [] : [['page', `${to}`]])]);
    return `${base}${path}${query.size === 0 ? '' : `?${query}`}`;
  };
  const pages = Math.max(1, Math.ceil(found.total / PAGE_ROWS));
  return {
    title,
    path: subclass === undefined ? path : `${path}?subclass=${subclass.slug}`,
    description: `${formatQuantity(found.total, 'item')} of the game’s ${title.toLowerCase()}, with names confirmed by players.`,
    data: `/api/items?${new URLSearchParams([['class', itemClass.slug], ...said])}`,
    gameData: buildGameDataNotice(found.game),
    ...(names.size === 0 ? {} : { observed: describeObserved(found.snapshot.view, settings) }),
    main: html`<p class="trail"><a href="${base}/items">Items</a></p>
<h1><bdi>${title}</bdi></h1>
<p>${formatQuantity(found.total, 'item')}, by number. Names are confirmed by players; everything else is from the game’s files.</p>
${renderChoices(itemClass, tree, chosen, `${base}${path}`)}${
  rows.length === 0
    ? html`<p>No matching items${page > 1 ? ' on this page of the list' : ''}. <a href="${base}${path}">All ${itemClass.label.toLowerCase()}</a></p>\n`
    : renderItems({ tree, itemClass, rows, names }, title, base)
}${renderPageLinks({ page, pages, pathOf })}`,
  };
}

function renderChoices({ subclasses }: ClassCategory, tree: Categories, chosen: ChosenFilters, path: string): unknown {
  const option = (slug: string, name: string, isChosen: boolean) =>
    html`<option value="${slug}"${isChosen ? ' selected' : ''}>${name}</option>`;
  const select = (name: keyof ChosenFilters, label: string, options: readonly unknown[]) =>
    html`<label>${label} <select name="${name}"><option value="">any</option>${options}</select></label>\n`;
  return html`<form class="choose" method="get" action="${path}">
${
  subclasses.length < 2
    ? ''
    : select(
        'subclass',
        'Kind',
        subclasses.map(({ slug, id, name }) =>
          option(slug, name ?? `number ${id}`, [slug, `${id}`].includes(chosen.subclass ?? '')),
        ),
      )
}${select(
  'slot',
  'Slot',
  tree.slots.map(({ slug, name }) => option(slug, name, slug === chosen.slot)),
)}${select(
  'quality',
  'Quality',
  tree.qualities.map(({ slug, name }) => option(slug, name, slug === chosen.quality)),
)}<button type="submit">Show</button>
</form>
`;
}

function renderItems(
  { tree, itemClass, rows, names }: Pick<ItemClassData, 'tree' | 'itemClass' | 'rows' | 'names'>,
  title: string,
  base: string,
): unknown {
  const subclassNames = new Map(itemClass.subclasses.map(({ slug, name }) => [slug, name]));
  const slotNames = new Map(tree.slots.map(({ slug, name }) => [slug, name]));
  const known = (number: number | null) => ({ shown: number ?? UNKNOWN_MARK, value: number });
  return renderTable({
    caption: `${title}, by number`,
    columns: [
      ...[{ head: 'Name' }, { head: 'Quality' }, { head: 'Kind' }, { head: 'Slot' }],
      ...['Item level', 'Required level'].map((head) => ({ head, as: 'number' as const })),
    ],
    ids: rows.map(({ itemId }) => itemId),
    rows: rows.map(({ itemId, quality, subclass, slot, itemLevel, requiredLevel }) => {
      const name = names.get(itemId);
      // Items without a public name get no link, because they may have no page.
      const item = { kind: 'item', id: itemId, name: name?.value ?? null, locale: name?.locale };
      return [
        linkEntity(name === undefined ? { ...item, url: null } : item, base),
        quality ?? UNKNOWN_MARK,
        subclass === null ? UNKNOWN_MARK : (subclassNames.get(subclass) ?? subclass),
        slot === null ? '' : (slotNames.get(slot) ?? slot),
        known(itemLevel),
        { shown: requiredLevel === 0 ? '' : (requiredLevel ?? UNKNOWN_MARK), value: requiredLevel },
      ];
    }),
  });
}

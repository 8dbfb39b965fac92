import { capitalised, moneyText, rangeText } from '../../../domain/cards/words.ts';
import type { ItemPage } from '../../../domain/reads/entities/item.ts';
import { type ItemPageWithNote, shown_item_page } from '../../../domain/tools/pages/item_page.ts';
import { NO_BUILD } from '../../../domain/tools/shared/empty_hints.ts';
import { ok } from '../../../domain/values/result.ts';
import { orStorageFault, StorageFault } from '../../../domain/values/storage_fault.ts';
import { html } from '../../pages/html.ts';
import { observedFooter } from '../../pages/observed.ts';
import { pricesCell, renderAgreed, renderAgreedText, stockCell } from '../../pages/parts/agreed.ts';
import { type Part, partsOf } from '../../pages/parts/contents.ts';
import { entityLink, nameOf } from '../../pages/parts/entity_link.ts';
import { type Fact, FILES_MARK, factSheet, filedText } from '../../pages/parts/facts.ts';
import { filesBox } from '../../pages/parts/files_box.ts';
import { UNKNOWN } from '../../pages/parts/money.ts';
import { numberCell, table } from '../../pages/parts/table.ts';
import { described, listed, withPrice, withRate } from './description.ts';
import { dropTable, seenByFew } from './drops.ts';
import { type EntityPageContext, type EntityPageResult, nothing } from './entity_page_context.ts';
import { filedFacts, filedSpells } from './item_files.ts';
import { marketPart } from './item_market.ts';
import { emptyOf, missing } from './missing.ts';
import { mapsIn, type NpcPin, placeCell, renderPins } from './pins.ts';
import { recipesPart } from './recipes.ts';
import { sheet, titleOf } from './sheet.ts';

/**
 * The page of an item. Items that only the game's files know have a page, too. Nothing links to it, and search engines
 * are asked not to index it, because its data are not observations.
 */
export async function itemContent(
  making: EntityPageContext,
  itemId: number,
  realm: string | null,
): Promise<EntityPageResult> {
  const { ask, base, iconPath } = making;
  const answer = await ask(shown_item_page, { itemId });
  if (!answer.ok) return answer;
  const { page, gameData } = answer.value;
  if (page === undefined) return ok(nothing(answer.value));
  const market = await marketPart(making, itemId, page, realm);
  if (!market.ok) return market;
  const { files } = page;
  // A picture that cannot be read is left out, since the facts do not need it, and the page is not cached without it.
  const picturePath = await orStorageFault(iconPath(files?.icon ?? null));
  const lacksPicture = picturePath instanceof StorageFault;
  const isObserved = page.item.url !== null;
  const quality = page.quality?.value ?? files?.quality ?? null;
  const top = sheet({
    entity: { ...page.item, kind: 'item' },
    traits: quality === null ? [] : [html`${capitalised(quality)}${page.quality === null ? html` ${FILES_MARK}` : ''}`],
    quality,
    iconPath: lacksPicture ? null : picturePath,
    facts: isObserved ? factsOf(page) : [],
    filed: files === null || gameData == null ? '' : filesBox(gameData, factSheet(filedFacts(files, page, base))),
  });
  const spells = filedSpells(page, base);
  return ok({
    title: titleOf(page.item),
    description: descriptionOf(page, gameData?.build ?? null),
    path: `/item/${itemId}`,
    picture: isObserved ? `/item/${itemId}/picture.png` : null,
    quality: page.quality?.value ?? null,
    hidden: !isObserved,
    fleeting: lacksPicture,
    data: `/api/tools/item_page?itemId=${itemId}`,
    ...observedFooter(answer.value),
    main: html`${top}${isObserved ? '' : html`<p>No player reports of this item are public yet. These data are from the game’s files.</p>\n`}${partsOf([...partsIn(page, base), ...market.value])}${
      gameData == null || spells === null ? '' : filesBox(gameData, spells)
    }${missing(emptyOf(PARTS.map(([name, known]) => [name, known(page)])), filesGap(page))}`,
  });
}

function filesGap({ files, hasBuild }: ItemPageWithNote): string | null {
  return files !== null ? null : hasBuild ? 'The imported game files have no such item.' : NO_BUILD;
}

/** Facts that players can report about an item, and whether they are known. */
const PARTS: readonly (readonly [name: string, isKnown: (page: ItemPage) => boolean])[] = [
  ['what drops it', ({ droppedBy, droppedBySeenByFew }) => droppedBy.total + droppedBySeenByFew.total > 0],
  ['who sells it', ({ soldBy, vendorPrices }) => soldBy.total + vendorPrices.length > 0],
  ['which quests give it', ({ rewardFrom }) => rewardFrom.total > 0],
  ['which recipes make it or use it', ({ madeBy, reagentFor }) => madeBy.total + reagentFor.total > 0],
  ['what it costs at auction', ({ marketRealms }) => marketRealms.total > 0],
];

function factsOf({ name, quality, itemLevel, vendorPrices }: ItemPage): readonly Fact[] {
  return [
    { term: 'Name', value: renderAgreedText(name) },
    { term: 'Quality', value: renderAgreed(quality, capitalised) },
    ...(itemLevel === null ? [] : [{ term: 'Item level', value: renderAgreed(itemLevel) }]),
    ...(vendorPrices.length === 0 ? [] : [{ term: 'Buy price', value: pricesCell(vendorPrices).shown }]),
  ];
}

function partsIn(page: ItemPage, base: string): readonly Part[] {
  return [
    ...droppedBy(page, base),
    ...soldBy(page, base),
    ...rewardFrom(page, base),
    ...recipesPart('made-by', 'Made by', page.madeBy, base),
    ...recipesPart('reagent-for', 'Reagent for', page.reagentFor, base),
    ...recipesPart('teaches', 'Teaches', page.teaches, base),
    ...where(page, base),
    ...collections(page),
  ];
}

function edgesPath(itemId: number, rel: string): string {
  return `/api/edges?from_kind=item&from_id=${itemId}&rel=${rel}`;
}

function droppedBy({ item, droppedBy: sources, droppedBySeenByFew: few }: ItemPage, base: string): readonly Part[] {
  if (sources.total + few.total === 0) return [];
  const source = { column: { head: 'Source' }, cell: (row: (typeof few.rows)[number]) => entityLink(row.source, base) };
  const main = dropTable({
    caption: 'Dropped by',
    rows: sources.rows,
    total: sources.total,
    sourceEach: true,
    rest: `${base}${edgesPath(item.id, 'dropped_by')}`,
    before: [source],
    behind: [
      {
        column: { head: 'Level', as: 'number' },
        cell: ({ levels }) =>
          levels === null
            ? { value: null, shown: UNKNOWN }
            : { value: levels.min, shown: rangeText(levels.min, levels.max) },
      },
      { column: { head: 'Location' }, cell: (row) => placeCell({ entity: row.source, places: row.places }, base) },
    ],
  });
  const caption = 'Dropped by, seen by one or two players';
  const others = { caption, rows: few.rows, total: few.total, rest: null, before: [source], sourceEach: true };
  return [
    {
      id: 'dropped-by',
      heading: 'Dropped by',
      total: sources.total,
      content: html`${sources.total === 0 ? '' : main}${few.total === 0 ? '' : seenByFew(dropTable(others))}`,
    },
  ];
}

function soldBy({ item, soldBy: { rows, total } }: ItemPage, base: string): readonly Part[] {
  return total === 0
    ? []
    : [
        {
          id: 'sold-by',
          heading: 'Sold by',
          total,
          content: table({
            caption: 'Sold by',
            total,
            rest: `${base}${edgesPath(item.id, 'sold_by')}`,
            columns: [
              { head: 'Vendor' },
              { head: 'Price', as: 'number' },
              { head: 'Stock', as: 'number' },
              { head: 'Players', as: 'number' },
              { head: 'Location' },
            ],
            rows: rows.map(({ vendor, prices, limitedStock, installs, places }) => [
              entityLink(vendor, base),
              pricesCell(prices),
              stockCell(limitedStock),
              numberCell(installs),
              placeCell({ entity: vendor, places }, base),
            ]),
          }),
        },
      ];
}

function rewardFrom({ item, rewardFrom: { rows, total } }: ItemPage, base: string): readonly Part[] {
  return total === 0
    ? []
    : [
        {
          id: 'reward-from',
          heading: 'Reward from',
          total,
          content: table({
            caption: 'Reward from',
            total,
            rest: `${base}${edgesPath(item.id, 'reward_from')}`,
            columns: [{ head: 'Quest' }, { head: 'Level', as: 'number' }, { head: 'Players', as: 'number' }],
            rows: rows.map(({ quest, level, installs }) => [
              entityLink(quest, base),
              { shown: level?.value ?? UNKNOWN, value: level?.value ?? null },
              numberCell(installs),
            ]),
          }),
        },
      ];
}

function where({ droppedBy: sources, soldBy: vendors }: ItemPage, base: string): readonly Part[] {
  const standings: readonly NpcPin[] = [
    ...sources.rows.map(({ source, places }) => ({ entity: source, places, group: 0 })),
    ...vendors.rows.map(({ vendor, places }) => ({ entity: vendor, places, group: 1 })),
  ].filter(({ places }) => (places ?? []).length > 0);
  if (standings.length === 0) return [];
  return [
    {
      id: 'where',
      heading: 'Where to get it',
      total: mapsIn(standings),
      content: html`<p class="quiet"><small>Locations of the five best sources and the five cheapest vendors.</small></p>
${renderPins(standings, { groups: ['drops it', 'sells it'], base })}`,
    },
  ];
}

function collections({ collections: { rows, total } }: ItemPage): readonly Part[] {
  return total === 0
    ? []
    : [
        {
          id: 'collections',
          heading: 'In collections',
          total,
          content: table({
            caption: 'In collections',
            total,
            rest: null,
            columns: [{ head: 'Collection' }, { head: 'Source, according to the addon' }],
            rows: rows.map(({ collection, sources }) => [
              nameOf(collection),
              sources.map((source, at) => html`${at === 0 ? '' : ', '}${renderAgreedText(source)}`),
            ]),
          }),
        },
      ];
}

function descriptionOf({ item, quality, files, ...page }: ItemPage, build: string | null): string {
  return described(item, [
    listed('dropped by', page.droppedBy, ({ source, rate }) => withRate(source, rate)),
    listed('sold by', page.soldBy, ({ vendor, prices }) => withPrice(vendor, prices)),
    listed('reward from', page.rewardFrom, ({ quest }) => titleOf(quest)),
    listed('made by', page.madeBy, ({ recipe }) => titleOf(recipe)),
    page.markets[0] === undefined
      ? null
      : `${moneyText(page.markets[0].market)} at auction on ${page.markets[0].realm}`,
    listed('used for', page.reagentFor, ({ recipe }) => titleOf(recipe)),
    quality !== null ? `${quality.value} quality` : qualityInFiles(files, build),
  ]);
}

function qualityInFiles(files: ItemPage['files'], build: string | null): string | null {
  return files?.quality == null ? null : filedText(`${files.quality} quality`, build);
}

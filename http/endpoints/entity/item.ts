import { capitalise, formatMoney, formatRange } from '../../../domain/cards/words.ts';
import type { ItemPage } from '../../../domain/reads/entities/item.ts';
import type { DropDays } from '../../../domain/reads/entities/observed_edges.ts';
import { type ItemPageWithTooltip, shown_item_page } from '../../../domain/tools/pages/item_page.ts';
import { NO_BUILD_HINT } from '../../../domain/tools/shared/empty_hints.ts';
import { ok } from '../../../domain/values/result.ts';
import type { GameDataNotice } from '../../../schema/responses/gameDataNotice.ts';
import { html } from '../../pages/html.ts';
import { renderAgreed, renderAgreedText, renderPrices } from '../../pages/parts/agreed.ts';
import { linkEntity, renderName } from '../../pages/parts/entity_link.ts';
import { FILE_FACT_MARK, markFileFact, type SheetFact } from '../../pages/parts/facts.ts';
import { UNKNOWN_MARK } from '../../pages/parts/money.ts';
import { renderSections, type Section } from '../../pages/parts/section.ts';
import {
  buildEntityPage,
  type EntityPageContext,
  type EntityPageResult,
  explainNothingPublic,
  formatPricedName,
  formatRatedName,
  formatTitle,
  joinValues,
  listFirstNames,
  renderAgreement,
  renderAnswerSentences,
  renderMissing,
  renderTraits,
} from './entity_page.ts';
import { buildMarketParts } from './item_market.ts';
import {
  describeAuctions,
  renderBestSource,
  renderFileSpells,
  renderGameTooltip,
  renderNextSources,
} from './item_top.ts';
import { buildGathering, buildPart, listQuestColumns, OFFER_COLUMNS, renderDrops, toDayColumn } from './lists.ts';
import { buildPins, renderLocation } from './pins.ts';
import { buildRecipes } from './recipes.ts';

/**
 * Creates the page of an item. Items known only from the game's files have a page, too. Nothing links to it, and search
 * engines are asked not to index it, because its data are not observations.
 */
export async function buildItemPage(
  context: EntityPageContext,
  itemId: number,
  realm: string | null,
): Promise<EntityPageResult> {
  const { ask, dropDays, base } = context;
  const answer = await ask(shown_item_page, { itemId, ...(realm !== null && { realm }) });
  if (!answer.ok) return answer;
  const { gameData } = answer.value;
  if (answer.value.page === undefined) return ok(explainNothingPublic(answer.value));
  const page = sortChosenFirst(answer.value.page);
  const days = await dropDays('item', itemId);
  const market = await buildMarketParts(context, itemId, page, realm);
  if (!market.ok) return market;
  const { files } = page;
  const isObserved = page.item.url !== null;
  const entity = { ...page.item, kind: 'item' as const };
  const quality = page.quality?.value ?? files?.quality ?? null;
  const spells = renderFileSpells(page, base);
  const filesGap = files !== null ? null : page.hasBuild ? 'The imported game files have no such item.' : NO_BUILD_HINT;
  const missing = renderMissing(base, listFacts(page, spells !== null), filesGap);
  const top = html`<div class="item-top">
${renderGameTooltip(page, { name: formatTitle(entity), isFiled: gameData != null && files !== null }, base)}
<div class="glance">
<p>${renderTraits(entity, quality === null ? [] : [html`${capitalise(quality)}${page.quality === null ? html` ${FILE_FACT_MARK}` : ''}`])}</p>
${renderAnswerSentences([renderBestSource(page, base), describeAuctions(page)])}${renderNextSources(page, base)}${renderAgreement(listAgreedFacts(page))}${isObserved ? '' : html`<p>No player reports of this item are public yet. These data are from the game’s files.</p>\n${missing}`}</div>
</div>
`;
  const content = buildEntityPage(entity, answer.value, {
    parts: listDescriptionParts(page, gameData?.build ?? null),
    main: html`${top}${renderSections([...buildParts(page, days, base), ...market.value])}${
      gameData == null || spells === null ? '' : renderFilesBox(gameData, spells)
    }${isObserved ? missing : ''}`,
  });
  return ok({
    ...content,
    picture: isObserved,
    quality: page.quality?.value ?? null,
    hidden: !isObserved,
  });
}

/** Puts the price on the chosen realm before those on other realms. */
function sortChosenFirst({ market, markets, ...page }: ItemPageWithTooltip): ItemPageWithTooltip {
  const others = markets.filter(({ realm }) => realm !== market?.realm);
  return { ...page, market, markets: market === null ? markets : [market, ...others] };
}

/** Facts that players can report about an item, and whether the page says them, as reported or from the game's files. */
function listFacts(item: ItemPage, areSpellsFiled: boolean): readonly (readonly [name: string, isKnown: boolean])[] {
  return [
    ['what drops it', item.droppedBy.total + item.droppedBySeenByFew.total + item.gatheredFrom.total > 0],
    ['who sells it', item.soldBy.total + item.vendorPrices.length > 0],
    ['which quests give it', item.rewardFrom.total > 0],
    ['which recipes make it or use it', areSpellsFiled || item.madeBy.total + item.reagentFor.total > 0],
    ['what it costs at auction', item.marketRealms.total > 0],
  ];
}

function listAgreedFacts({ name, quality, itemLevel, vendorPrices }: ItemPage): readonly SheetFact[] {
  return [
    { term: 'Name', value: renderAgreedText(name) },
    { term: 'Quality', value: renderAgreed(quality, capitalise) },
    { term: 'Item level', value: renderAgreed(itemLevel) },
    { term: 'Vendor price', value: vendorPrices.length === 0 ? null : renderPrices(vendorPrices).shown },
  ];
}

function buildParts(page: ItemPage, days: DropDays, base: string): readonly Section[] {
  const edgesPath = (rel: string): string => `${base}/api/edges?from_kind=item&from_id=${page.item.id}&rel=${rel}`;
  return [
    ...renderDropSources(page, days, edgesPath('dropped_by'), base),
    ...buildGathering('Gathered from', page.gatheredFrom, (row) => row.source, `item=${page.item.id}`, base),
    ...buildGathering('Gathered', page.gathering, (row) => row.item, `sourceItem=${page.item.id}`, base),
    ...buildPart({
      heading: 'Sold by',
      list: page.soldBy,
      rest: edgesPath('sold_by'),
      columns: [
        { head: 'Vendor', cell: ({ vendor }) => linkEntity(vendor, base) },
        ...OFFER_COLUMNS,
        { head: 'Location', cell: ({ places }) => renderLocation(places, base) },
      ],
    }),
    ...buildPart({
      heading: 'Reward from',
      list: page.rewardFrom,
      rest: edgesPath('reward_from'),
      columns: listQuestColumns(base),
    }),
    ...buildRecipes('Made by', page.madeBy, base),
    ...buildRecipes('Reagent for', page.reagentFor, base),
    ...buildRecipes('Teaches', page.teaches, base),
    ...renderLocations(page, base),
    ...buildPart({
      id: 'collections',
      heading: 'In collections',
      list: page.collections,
      columns: [
        { head: 'Collection', cell: ({ collection }) => renderName(collection) },
        { head: 'Source, according to the addon', cell: ({ sources }) => joinValues(sources.map(renderAgreedText)) },
      ],
    }),
  ];
}

function renderDropSources(
  { droppedBy: drops, droppedBySeenByFew: few }: ItemPage,
  days: DropDays,
  rest: string,
  base: string,
): readonly Section[] {
  if (drops.total + few.total === 0) return [];
  const content = renderDrops({
    caption: 'Dropped by',
    drops,
    few,
    rest,
    first: { head: 'Source', cell: ({ source }) => linkEntity(source, base) },
    last: [
      toDayColumn(days, 'source'),
      {
        head: 'Level',
        as: 'number',
        cell: ({ levels }) => ({
          value: levels?.min ?? null,
          shown: levels === null ? UNKNOWN_MARK : formatRange(levels.min, levels.max),
        }),
      },
      { head: 'Location', cell: ({ places }) => renderLocation(places, base) },
    ],
  });
  const order =
    drops.total < 2
      ? ''
      : html`<p>By the low end of the drop chance; sources with fewer than five players come last. <a href="${base}/terms#drop-chances">How drop chances are estimated</a></p>\n`;
  const counted = drops.total === 0 ? {} : { total: drops.total };
  return [{ id: 'dropped-by', heading: 'Dropped by', ...counted, content: html`${order}${content}` }];
}

function renderLocations({ droppedBy: sources, soldBy: vendors }: ItemPage, base: string): readonly Section[] {
  const entities = [
    ...sources.rows.slice(0, 5).map(({ source, places }) => ({ entity: source, places, group: 0 })),
    ...vendors.rows.slice(0, 5).map(({ vendor, places }) => ({ entity: vendor, places, group: 1 })),
  ];
  return buildPins(entities, {
    heading: 'Where to get it',
    note: html`<p class="quiet"><small>Locations of the five best sources and the five cheapest vendors.</small></p>\n`,
    groups: ['drops it', 'sells it'],
    base,
  });
}

function listDescriptionParts({ quality, files, ...page }: ItemPageWithTooltip, build: string | null) {
  const [value] = page.markets;
  const filed = files?.quality == null ? null : markFileFact(`${files.quality} quality`, build);
  return [
    listFirstNames('dropped by', page.droppedBy, (row) => formatRatedName(row.source, row)),
    listFirstNames('sold by', page.soldBy, ({ vendor, prices }) => formatPricedName(vendor, prices)),
    listFirstNames('reward from', page.rewardFrom, ({ quest }) => formatTitle(quest)),
    listFirstNames('made by', page.madeBy, ({ recipe }) => formatTitle(recipe)),
    value === undefined ? null : `${formatMoney(value.market)} at auction on ${value.realm}`,
    listFirstNames('used for', page.reagentFor, ({ recipe }) => formatTitle(recipe)),
    quality === null ? filed : `${quality.value} quality`,
  ];
}

/** Renders a box with unconfirmed data from the game's files, labelled with the build. */
function renderFilesBox({ label, build }: GameDataNotice, content: unknown): unknown {
  return html`<div class="filed">
<p class="quiet"><small>From the game’s files: ${label}, build ${build}</small></p>
${content}</div>
`;
}

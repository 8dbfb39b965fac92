import { describeOffer } from '../../cards/item.ts';
import { formatMoney, formatPrices, formatRange } from '../../cards/words.ts';
import { type FirstRows, renderOneLine } from '../../reads/entities/first_of.ts';
import type { ItemPage as Page } from '../../reads/entities/item.ts';
import { listFirstZone } from '../../reads/entities/places.ts';
import { addDetails, type Entity, quoteText, toLabel } from '../../reads/entities/snapshot_data.ts';
import type { LeadingDayPrice } from '../../reads/market.ts';
import { describeWithCounts } from '../../values/estimates/describe_rate.ts';
import { formatQuantity } from '../../values/phrases.ts';
import { formatMarketName, formatThinDay } from '../shared/market.ts';
import { renderBullets } from '../shared/page.ts';
import { formatNpcQuest } from './entity_pages.ts';
import { formatRareDropCounts, METHOD_WORDS, renderGatheredItems } from './loot_text.ts';

/** Renders an item's page like a guide: what it is, where it comes from, what it is used for and what it is worth. */
export function renderItem(page: Page): readonly string[] {
  return [
    `${toLabel(page.item)}${formatItemTraits(page)}.`,
    ...renderItemSources(page),
    ...renderGatheredItems('Players get out of it', page.gathering),
    ...renderOneLine('Reagent for', page.reagentFor, formatRecipe),
    ...renderOneLine('Teaches', page.teaches, formatRecipe),
    ...renderOneLine('In the collections', page.collections, ({ collection, sources }) =>
      [JSON.stringify(collection), ...sources.slice(0, 3).map(quoteText)].join(' from '),
    ),
    ...renderMarket(page),
    ...renderFileFacts(page),
  ];
}

export const UNKNOWN_SOURCE_TEXT = 'Where it comes from is not known yet.';

/** The ways to get an item that `renderItemSources` lists. */
type ItemSources = Pick<
  Page,
  'item' | 'droppedBy' | 'droppedBySeenByFew' | 'gatheredFrom' | 'soldBy' | 'vendorPrices' | 'rewardFrom' | 'madeBy'
>;

/** Lists where an item comes from: sources that drop it or that it is gathered from, vendors, quests and recipes. */
export function renderItemSources(page: ItemSources): readonly string[] {
  return [
    ...(hasSource(page) ? [] : [UNKNOWN_SOURCE_TEXT]),
    ...renderDropSources(page),
    ...renderRareSources(page),
    ...renderGathering(page),
    ...renderVendors(page.soldBy),
    ...(page.vendorPrices.length === 0
      ? []
      : [`Seen at vendors for ${formatPrices(page.vendorPrices.map(({ value }) => value))}.`]),
    ...renderRewards(page),
    ...renderOneLine('Made by', page.madeBy, (recipe) => `${formatRecipe(recipe)}${formatReagents(recipe)}`),
  ];
}

export function renderGathering({ gatheredFrom }: Pick<Page, 'gatheredFrom'>): readonly string[] {
  return renderOneLine(
    'Gathered from',
    gatheredFrom,
    (row) => `${toLabel(row.source)} by ${METHOD_WORDS[row.method]}: ${describeWithCounts(row, 'times')}`,
  );
}

export function renderVendors(soldBy: Page['soldBy'], label = 'Sold by'): readonly string[] {
  return renderOneLine(
    label,
    soldBy,
    (row) => `${addDetails(row.vendor, listFirstZone(row.places))}${describeOffer(row)}`,
  );
}

export function renderRewards({ rewardFrom }: Pick<Page, 'rewardFrom'>): readonly string[] {
  return renderOneLine('Reward from', rewardFrom, formatNpcQuest);
}

function hasSource({ droppedBy, gatheredFrom, soldBy, vendorPrices, rewardFrom, madeBy }: ItemSources): boolean {
  return (
    vendorPrices.length > 0 || [droppedBy, gatheredFrom, soldBy, rewardFrom, madeBy].some(({ total }) => total > 0)
  );
}

function formatItemTraits({ quality, itemLevel }: Page): string {
  const known = [
    ...(quality === null ? [] : [quality.value]),
    ...(itemLevel === null ? [] : [`item level ${itemLevel.value}`]),
  ];
  return known.length === 0 ? '' : `: ${known.join(', ')}`;
}

type ItemRecipe = Page['madeBy']['rows'][number];

/** Renders `"Soup" (recipe 7, "Cooking")`. */
function formatRecipe({ recipe, profession }: ItemRecipe): string {
  return addDetails(recipe, profession === null ? [] : [quoteText(profession)]);
}

/** Renders ` from 4 "Bar" (item 6), 1 item 8`. */
function formatReagents({ reagents }: ItemRecipe): string {
  const rows = reagents?.rows ?? [];
  return rows.length === 0 ? '' : ` from ${rows.map(({ item, count }) => `${count} ${toLabel(item)}`).join(', ')}`;
}

function renderMarket({ market, markets, marketRealms }: Page): readonly string[] {
  if (market !== null) return [`On ${formatMarketName(market)} ${formatMarketValue(market)}.`];
  const shown = { total: marketRealms.total, rows: markets };
  return renderOneLine('Market value on', shown, (value) => `${formatMarketName(value)} ${formatMarketValue(value)}`);
}

/** Renders `1s a piece (2026-03-04: the cheapest 90c, 7 on sale, 4 players)`. */
export function formatMarketValue(value: LeadingDayPrice): string {
  const { market, min, quantity, day, reporters, unusual } = value;
  return `${formatMoney(market)} a piece (${unusual ? 'unusual, ' : ''}${day}: the cheapest ${formatMoney(min)}, ${quantity} on sale, ${formatQuantity(reporters, 'player')}${formatThinDay(value)})`;
}

type DropSources = Page['droppedBy'];

const SHOWN_SOURCES_MAX = 5;

function renderDropSources({ item, droppedBy: { total, rows } }: ItemSources): readonly string[] {
  if (total === 0) return [];
  const hasCorpses = rows.slice(0, SHOWN_SOURCES_MAX).some(({ source }) => source.kind === 'npc');
  const note = hasCorpses ? ' (rates are per looted corpse; empty corpses cannot be looted)' : '';
  return [`Drops from, surest first${note}:`, ...renderSourceRows(item, rows, total)];
}

/** Lists the best sources that drop an item, one line each. */
export function renderSourceRows({ url }: Entity, rows: DropSources['rows'], total = rows.length): readonly string[] {
  return renderBullets(rows.map(formatSource), SHOWN_SOURCES_MAX, total, 'source', url);
}

/** Renders `"Defias Thug" (npc 38, level 2–3): about 35%, between 26% and 45% (35 of 100 looted, 6 of 7 players)`. */
function formatSource({ source, levels, places, ...figures }: DropSources['rows'][number]): string {
  const where = source.kind === 'object' ? 'in a zone of ' : '';
  const level = levels === null ? [] : [`${where}level ${formatRange(levels.min, levels.max)}`];
  const details = [...level, ...listFirstZone(places)];
  return `${addDetails(source, details)}: ${describeWithCounts(figures)}`;
}

/** Lists, on one line, the sources seen by only one or two players. */
function renderRareSources(page: Pick<Page, 'droppedBySeenByFew'>): readonly string[] {
  return renderOneLine(
    'One or two players saw it drop from',
    page.droppedBySeenByFew,
    (row) => `${toLabel(row.source)} (${formatRareDropCounts(row)})`,
  );
}

const IN_FILES_NOTE = 'found in game files, unconfirmed';

type ItemInFiles = NonNullable<Page['files']>;
type FileSpell = Pick<NonNullable<ItemInFiles['reagentFor']>['rows'][number], 'spellId' | 'name' | 'skill'>;

/** Renders the game-file data of an item, each line labelled. */
function renderFileFacts({ files, madeBy, reagentFor }: Page): readonly string[] {
  if (files === null) return [];
  return [
    `${formatFileRow(files)} (${IN_FILES_NOTE}).`,
    ...renderFiledSpells('Made with', files.createdBy, madeBy, (spell) =>
      spell.reagents.length === 0 ? '' : ` from ${spell.reagents.map(toLabel).join(', ')}`,
    ),
    ...renderFiledSpells('Reagent for', files.reagentFor, reagentFor, ({ name, makes }) =>
      makes === null || (makes.name !== null && makes.name === name) ? '' : `, which makes ${toLabel(makes)}`,
    ),
    ...(files.set === null
      ? []
      : [
          `Part of the set ${JSON.stringify(files.set.name)} of ${formatQuantity(files.set.itemIds.length, 'item')} (${IN_FILES_NOTE}).`,
        ]),
  ];
}

/** Renders `What it is: rare sword, one hand, item level 22`. */
function formatFileRow({ quality, subclass, class: itemClass, slot, itemLevel, requiredLevel }: ItemInFiles): string {
  // A subclass without a name is shown as a number.
  const sort = subclass !== null && !/^\d+$/.test(subclass) ? subclass : itemClass;
  const kind = [quality, sort].filter((word) => word !== null).join(' ');
  const traits = [
    kind,
    slot ?? '',
    itemLevel === null || itemLevel === 0 ? '' : `item level ${itemLevel}`,
    requiredLevel === null || requiredLevel === 0 ? '' : `requires level ${requiredLevel}`,
  ].filter((trait) => trait !== '');
  return `What it is: ${traits.join(', ').replaceAll('-', ' ') || 'unknown'}`;
}

/**
 * Lists the spells that players have not reported as recipes. Reported recipes appear further up. Spells with a known
 * name come first.
 */
export function renderFiledSpells<S extends FileSpell>(
  label: string,
  spells: FirstRows<S> | null,
  known: Page['madeBy'],
  more: (spell: S) => string,
): readonly string[] {
  if (spells === null) return [];
  const told = new Set(known.rows.map(({ recipe }) => recipe.id));
  const others = spells.rows.filter(({ spellId }) => !told.has(spellId));
  const total = spells.total - (spells.rows.length - others.length);
  const rows = others.toSorted((a, b) => Number(isNamed(b)) - Number(isNamed(a)));
  return renderOneLine(
    `${label} (${IN_FILES_NOTE}):`,
    { total: rows.length === 0 ? 0 : total, rows },
    (spell) => `${formatSpell(spell)}${more(spell)}`,
  );
}

function isNamed({ name, makes }: FileSpell & { readonly makes?: { readonly name: string | null } | null }): boolean {
  return name !== null || (makes ?? null)?.name != null;
}

/** Renders `"Bolt of Linen Cloth" (spell 2963, "Tailoring")`. */
function formatSpell({ spellId, name, skill }: FileSpell): string {
  return addDetails({ kind: 'spell', id: spellId, name, url: null }, skill === null ? [] : [JSON.stringify(skill)]);
}

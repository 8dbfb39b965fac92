import { type CardLine, formatCardLine, MISSING_VALUE } from '../../../domain/cards/card.ts';
import { capitalise, formatMoney } from '../../../domain/cards/words.ts';
import type { ItemPage } from '../../../domain/reads/entities/item.ts';
import type { ItemPageWithTooltip } from '../../../domain/tools/pages/item_page.ts';
import { formatRateSummary, formatShortRate } from '../../../domain/values/estimates/describe_rate.ts';
import { html } from '../../pages/html.ts';
import { linkEntity, linkRecipe, renderName } from '../../pages/parts/entity_link.ts';
import { FILE_FACT_MARK } from '../../pages/parts/facts.ts';
import { renderItemTile } from '../../pages/parts/placeholders.ts';
import { joinValues } from './entity_page.ts';
import { type ListColumn, renderListTable } from './lists.ts';
import { renderLocation } from './pins.ts';

interface TooltipHead {
  /** The agreed name, or a label such as `Item 5`. */
  readonly name: string;
  readonly isFiled: boolean;
}

/** Renders an item as the game's tooltip does: icon, name in the colour of its quality, and its properties. */
export function renderGameTooltip(page: ItemPageWithTooltip, { name, isFiled }: TooltipHead, base: string): unknown {
  const quality = page.quality?.value ?? page.files?.quality ?? null;
  return html`<div class="gametip">
<div class="name">${renderItemTile(page.item.id, page.item.name ?? '')}<h1 class="q-${quality ?? 'none'}">${renderName(name)}</h1></div>
${renderTooltipLines(page, base)}${isFiled ? html`<p>${FILE_FACT_MARK}</p>\n` : ''}</div>
`;
}

function renderTooltipLines({ tooltip, files, ...prices }: ItemPageWithTooltip, base: string): unknown {
  const known = tooltip.filter((line) => !formatCardLine(line).includes(MISSING_VALUE));
  const lines = [
    ...known.map((line) => renderTooltipLine(line, base)),
    ...(files === null ? [] : renderFileLines(files, prices, base)),
  ];
  return lines.length === 0 ? '' : html`<ul>${lines.map((line) => html`<li>${line}</li>\n`)}</ul>\n`;
}

function renderTooltipLine(line: CardLine, base: string): unknown {
  if (line.parts.every((part) => typeof part === 'string')) return renderColumns(formatCardLine(line));
  return html`<span>${line.parts.map((part) => {
    if (typeof part === 'string') return part;
    const { type, id, name, hasPage } = part;
    return linkEntity({ kind: type, id, name, ...(hasPage ? {} : { url: null }) }, base);
  })}</span>`;
}

/** Splits a line such as `Main Hand · Sword` into the left and the right column of the tooltip. */
function renderColumns(line: string): unknown {
  const [left, ...right] = line.split(' · ');
  return right.length === 0 ? line : html`<span>${left}</span> <span>${right.join(' · ')}</span>`;
}

/** Says where the item comes from: the surest drop, the cheapest vendor, a quest or a recipe. */
export function renderBestSource(page: ItemPageWithTooltip, base: string): unknown {
  const [drop] = page.droppedBy.rows;
  const [offer] = page.soldBy.rows;
  const [reward] = page.rewardFrom.rows;
  const [made] = page.madeBy.rows;
  const sold =
    offer === undefined
      ? ''
      : html`Sold by ${linkEntity(offer.vendor, base)}${offer.prices[0] === undefined ? '' : ` for ${formatMoney(offer.prices[0].value)}`}.`;
  if (drop !== undefined) {
    const looted = drop.source.kind === 'object' ? 'looted objects' : 'looted corpses';
    return html`Best source: ${linkEntity(drop.source, base)}, ${formatRateSummary(drop, looted)}.${offer === undefined ? '' : ' '}${sold}`;
  }
  if (offer !== undefined) return sold;
  if (reward !== undefined) return html`Reward from ${linkEntity(reward.quest, base)}.`;
  return made === undefined ? '' : html`Made with ${linkRecipe(made.recipe, made.profession, base)}.`;
}

const SHOWN_NEXT_SOURCES_MAX = 3;

/** Renders the sources that follow the best one, each with its drop chance and location. */
export function renderNextSources({ droppedBy }: ItemPageWithTooltip, base: string): unknown {
  const next = droppedBy.rows.slice(1, 1 + SHOWN_NEXT_SOURCES_MAX);
  return next.length === 0
    ? ''
    : html`<ul class="found">
${next.map((row) => html`<li><span>${linkEntity(row.source, base)}, ${formatShortRate(row)}</span><small class="quiet note">${renderLocation(row.places, base)}</small></li>\n`)}</ul>
`;
}

/** Says what the item costs at auction, on the realm listed first. */
export function describeAuctions({ markets: [first] }: ItemPageWithTooltip): unknown {
  if (first === undefined) return '';
  return html`Auction: <a href="#market">${formatMoney(first.market)} on ${renderName(first.realm)}</a>.`;
}

type ItemFiles = NonNullable<ItemPage['files']>;

/** Renders facts of the game's files that the game's tooltip does not have, and their price if players saw no vendor's. */
function renderFileLines(
  { class: itemClass, stack, buyPriceCopper }: ItemFiles,
  { soldBy, vendorPrices }: Pick<ItemPage, 'soldBy' | 'vendorPrices'>,
  base: string,
) {
  const isSeen = vendorPrices.length > 0 || soldBy.rows.some(({ prices }) => prices.length > 0);
  return [
    ...(stack === null || stack <= 1 ? [] : [`Stacks to ${stack.toLocaleString('en-GB')}`]),
    ...(!buyPriceCopper || isSeen ? [] : [`Vendor price ${formatMoney(buyPriceCopper)}, if one sells it`]),
    ...(itemClass === null
      ? []
      : [
          html`<span>Kind: <a href="${base}/items/${itemClass}">${capitalise(itemClass.replaceAll('-', ' '))}</a></span>`,
        ]),
  ];
}

type FileSpell = Pick<NonNullable<ItemFiles['reagentFor']>['rows'][number], 'spellId' | 'name' | 'skill'>;

/**
 * Renders the spells in the game's files that make or use an item but are not known recipes. Returns null without any.
 */
export function renderFileSpells(
  { files, madeBy, reagentFor }: Pick<ItemPage, 'files' | 'madeBy' | 'reagentFor'>,
  base: string,
): unknown {
  const tables = [
    renderSpells('Recipes that make it (game files)', files?.createdBy ?? null, madeBy, {
      head: 'Reagents',
      cell: ({ reagents }) => joinValues(reagents.map((item) => linkEntity(item, base))),
    }),
    renderSpells('Recipes that use it (game files)', files?.reagentFor ?? null, reagentFor, {
      head: 'Makes',
      cell: ({ makes }) => (makes === null ? '' : linkEntity(makes, base)),
    }),
  ].filter((made) => made !== null);
  return tables.length === 0 ? null : tables;
}

function renderSpells<S extends FileSpell>(
  caption: string,
  spells: { readonly total: number; readonly rows: readonly S[] } | null,
  reported: ItemPage['madeBy'],
  last: ListColumn<S>,
): unknown {
  const known = new Set(reported.rows.map(({ recipe }) => recipe.id));
  const rows = (spells?.rows ?? []).filter(({ spellId }) => !known.has(spellId));
  if (spells === null || rows.length === 0) return null;
  const columns: readonly ListColumn<S>[] = [
    { head: 'Spell', cell: ({ spellId, name }) => (name === null ? `Spell ${spellId}` : renderName(name)) },
    { head: 'Skill', cell: ({ skill }) => (skill === null ? '' : renderName(skill)) },
    last,
  ];
  const list = { rows, total: spells.total - (spells.rows.length - rows.length) };
  return html`<h2>${caption}</h2>\n${renderListTable({ caption, list, columns })}`;
}

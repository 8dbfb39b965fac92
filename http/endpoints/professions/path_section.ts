import {
  explainTotal,
  findRaisedSkills,
  formatTotal,
  isTaughtTogether,
  quoteName,
  renderUnknowns,
  UNKNOWN_TITLE,
} from '../../../domain/tools/craft/path_text.ts';
import type { profession_path } from '../../../schema/tools/professions.ts';
import type { ToolAnswer } from '../../../schema/tools/tool.ts';
import { html } from '../../pages/html.ts';
import { formatLabel, linkEntity, linkItems, renderName } from '../../pages/parts/entity_link.ts';
import { renderFacts } from '../../pages/parts/facts.ts';
import { renderMoney, UNKNOWN_MARK } from '../../pages/parts/money.ts';
import { renderTable } from '../../pages/parts/table.ts';
import { renderInZone, renderSources } from './recipe_table.ts';

type PathPage = NonNullable<ToolAnswer<typeof profession_path>['page']>;

/** Returns the URL of a recipe's row, or null if unknown. */
export type ToRecipePath = (recipe: { readonly recipeId: number; readonly name: string | null }) => string | null;

/** Renders the cheapest known way to raise a profession: costs, steps, shopping list, and gaps. */
export function renderPath(page: PathPage, base: string, recipePath: ToRecipePath): unknown {
  return html`${renderFacts([
    { term: `Average total, skill ${findRaisedSkills(page).skills}`, value: formatTotal(page) },
    { term: 'Reagents', value: page.reagentsCopper === null ? null : renderMoney(page.reagentsCopper) },
    { term: 'Lessons', value: renderMoney(page.lessonsCopper) },
  ])}
${page.steps.length === 0 ? html`<p>No known recipe raises the skill here.</p>\n` : html`${renderShopping(page, base)}${renderSteps(page, base, recipePath)}`}${renderUnknownPrices(page)}<details>
<summary>How this is calculated</summary>
<p>${page.rule}</p>
</details>
`;
}

function renderSteps({ steps, recipes, from, to }: PathPage, base: string, recipePath: ToRecipePath): unknown {
  return html`<h3>What to craft</h3>
${renderTable({
  caption: `What to craft from ${from} to ${to}`,
  columns: [
    ...[{ head: 'Skill' }, { head: 'Craft' }, { head: 'Times', as: 'number' as const }],
    ...[{ head: 'Reagents each' }, { head: 'Cost', as: 'number' as const }, { head: 'Learned' }],
  ],
  rows: steps.map(({ fromSkill, toSkill, recipeId, name, crafts, wholeCrafts, reagents, costCopper }) => [
    { shown: `${fromSkill} to ${toSkill}`, value: fromSkill },
    html`<a href="${recipePath({ recipeId, name }) ?? '#recipes'}">${name === null ? formatLabel('recipe', recipeId) : renderName(name)}</a>`,
    { shown: wholeCrafts ?? crafts, value: crafts },
    reagents === null ? UNKNOWN_MARK : linkItems(reagents, base),
    { shown: renderMoney(costCopper), value: costCopper },
    renderLesson(recipes, recipeId, base),
  ]),
})}`;
}

function renderLesson(recipes: PathPage['recipes'], recipeId: number, base: string): unknown {
  const at = recipes.findIndex(({ recipe }) => recipe.id === recipeId);
  return renderSources(recipes[at]!, base, isTaughtTogether(recipes, at));
}

function renderShopping(page: PathPage, base: string): unknown {
  const bought = (page.shopping ?? []).filter(({ buy }) => buy > 0);
  return bought.length === 0
    ? ''
    : html`<h3>What to buy</h3>
${page.shoppingCopper == null ? '' : html`<p>${explainTotal(page)}</p>\n`}${renderTable({
  caption: 'What to buy',
  columns: [
    ...[{ head: 'Reagent' }, { head: 'Count', as: 'number' as const }, { head: 'Price each', as: 'number' as const }],
    ...[{ head: 'Total', as: 'number' as const }, { head: 'From' }],
  ],
  rows: bought.map(({ item, buy, price, place, costCopper, auctionCopper }) => [
    linkEntity(item, base),
    { shown: buy, value: buy },
    { shown: renderMoney(price?.copper ?? null), value: price?.copper ?? null },
    { shown: renderMoney(costCopper), value: costCopper },
    html`${renderSeller(price, place, base)}${auctionCopper == null ? '' : html` <small class="source">auction ${renderMoney(auctionCopper)} on <bdi>${page.realm}</bdi></small>`}`,
  ]),
})}`;
}

type ShoppingEntry = NonNullable<PathPage['shopping']>[number];

function renderSeller(price: ShoppingEntry['price'], place: ShoppingEntry['place'], base: string): unknown {
  if (price === null) return UNKNOWN_MARK;
  if (price.vendor !== null) return renderInZone(price.vendor, place, base);
  return price.source === 'market' ? 'auctions' : 'vendors';
}

function renderUnknownPrices(page: PathPage): unknown {
  const lines = renderUnknowns(page, quoteName);
  return lines.length === 0
    ? ''
    : html`<p>${UNKNOWN_TITLE}:</p>
<ul>${lines.map((sentence) => html`<li>${sentence}</li>`)}</ul>\n`;
}
